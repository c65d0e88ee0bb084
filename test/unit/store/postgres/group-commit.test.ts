import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { GroupCommit } from '../../../../src/store/postgres/database/group-commit.ts';
import type { Command } from '../../../../src/store/postgres/database/transactions.ts';
import type { DbCommand } from '../../../../src/store/repositories/engine.ts';

/** A command that returns a value, or throws it if it is an error. */
const command = (value: unknown): Command =>
  function* (): DbCommand<unknown> {
    if (value instanceof Error) throw value;
    return value;
  };

/** Executes groups, each when the test allows it, and records the size of each. */
function performing() {
  const state = { sizes: [] as number[], held: [] as (() => void)[], isHeld: false };
  const perform = async (commands: readonly Command[]): Promise<readonly unknown[]> => {
    state.sizes.push(commands.length);
    if (state.isHeld) await new Promise<void>((resolve) => state.held.push(resolve));
    return commands.map((one) => one().next().value);
  };
  return { state, perform };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('commands that arrive together', () => {
  test('are executed as one group, and each gets its own result', async () => {
    const { state, perform } = performing();
    const groups = new GroupCommit(perform, 3);
    const values = await Promise.all([1, 2, 3].map((value) => groups.submit(command(value))));
    expect([values, state.sizes]).toEqual([[1, 2, 3], [3]]);
  });

  test('are limited by the size of a group and by the number of running groups', async () => {
    const { state, perform } = performing();
    state.isHeld = true;
    const groups = new GroupCommit(perform, 2);
    const all = Array.from({ length: 600 }, (_, index) => groups.submit(command(index)));
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(state.sizes).toEqual([256, 256]);
    state.isHeld = false;
    for (const go of state.held) go();
    expect(await Promise.all(all)).toEqual(all.map((_, index) => index));
    expect(state.sizes).toEqual([256, 256, 88]);
  });

  test('wait while a group is running, and are executed when it ends', async () => {
    const { state, perform } = performing();
    state.isHeld = true;
    const groups = new GroupCommit(perform, 3);
    const all = [groups.submit(command(0))];
    for (let turns = 1; turns < 5; turns += 1) {
      await turn();
      all.push(groups.submit(command(turns)));
    }
    expect(state.sizes).toEqual([1]);
    state.isHeld = false;
    for (const go of state.held) go();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    expect(state.sizes).toEqual([1, 4]);
  });

  test('do not wait for a slow group', async () => {
    const { state, perform } = performing();
    state.isHeld = true;
    const groups = new GroupCommit(perform, 2);
    const long = groups.submit(command('long'));
    await turn();
    state.isHeld = false;
    expect(await groups.submit(command('beside it'))).toBe('beside it');
    expect(state.sizes).toEqual([1, 1]);
    for (const go of state.held) go();
    expect(await long).toBe('long');
  });

  test('are executed again in halves if one is refused, and only that one is rejected', async () => {
    const { state, perform } = performing();
    const groups = new GroupCommit(perform, 1);
    const refusal = new Error('There are no funds.');
    const all = [1, refusal, 3].map((value) => groups.submit(command(value)));
    const settled = await Promise.allSettled(all);
    expect(settled).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 3 },
    ]);
    expect(state.sizes).toEqual([3, 1, 2, 1, 1]);
  });

  test('cost 16 more transactions, one after the other, if one of 256 is refused', async () => {
    const { state, perform } = performing();
    const refusal = new Error('There are no funds.');
    let [underWay, most] = [0, 0];
    const groups = new GroupCommit(async (commands) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return perform(commands).finally(() => (underWay -= 1));
    }, 1);
    const all = Array.from({ length: 256 }, (_, at) =>
      groups.submit(command(at === 77 ? refusal : at)),
    );
    const settled = await Promise.allSettled(all);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: refusal },
    ]);
    expect(state.sizes).toHaveLength(1 + 2 * Math.log2(256));
    expect(most).toBe(1);
  });

  test('are all rejected without another attempt if the database is unavailable', async () => {
    const { state, perform } = performing();
    const groups = new GroupCommit(perform, 1);
    const away = new StoreUnavailable('It is away.');
    const settled = await Promise.allSettled([1, away].map((one) => groups.submit(command(one))));
    expect(settled.map((one) => 'reason' in one && (one.reason as unknown))).toEqual([away, away]);
    expect(state.sizes).toEqual([2]);
  });

  test('are not executed again if a single command is refused', async () => {
    const { state, perform } = performing();
    const groups = new GroupCommit(perform, 1);
    await expect(groups.submit(command(new Error('No.')))).rejects.toThrow('No.');
    expect(state.sizes).toEqual([1]);
  });

  test('are executed again if a single command conflicts with another transaction', async () => {
    let tries = 0;
    const inTheWay = Object.assign(new Error('deadlock'), { code: '40P01' });
    const perform = () => {
      tries += 1;
      return tries < 3 ? Promise.reject(inTheWay) : Promise.resolve(['done']);
    };
    expect(await new GroupCommit(perform, 1).submit(command('done'))).toBe('done');
    expect(tries).toBe(3);
  });
});

describe('a closed group commit', () => {
  test('rejects new commands and completes the waiting ones, for every caller of close', async () => {
    const { state, perform } = performing();
    state.isHeld = true;
    const groups = new GroupCommit(perform, 1);
    const value = groups.submit(command('done'));
    await turn();
    const closed = Promise.all([groups.close(), groups.close()]);
    await expect(groups.submit(command('late'))).rejects.toThrow('The store is closed.');
    for (const go of state.held) go();
    await closed;
    expect(await value).toBe('done');
    await groups.close();
  });
});
