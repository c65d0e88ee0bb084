import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { workRoutes } from '../../../../src/ops/commands/work.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { claimedOperator } from '../../../../src/cli/claimed-operator.ts';
import { CliError } from '../../../../src/cli/program.ts';
import {
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  inFolder,
  LATER,
  nextWork,
  NOW,
  RICH,
  RICH_PENCE,
  submit,
} from '../../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../fixtures.ts';

/** Options of a command that needs a reason. */
const REASON = ['--reason', 'it fails'];

interface World extends Data {
  readonly wake: ReturnType<typeof vi.fn>;
  readonly ask: (...args: string[]) => Promise<string>;
  /** Creates a payment whose send step fails, and returns the number of the step. */
  readonly fail: (id: string, tryAt: number | null) => Promise<string>;
}

/** A store with the commands about work of a running service. */
function withWork(use: (world: World) => Promise<void>) {
  return withData(async (data) => {
    const { folder, store } = data;
    const wake = vi.fn();
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [workRoutes({ store, wake })],
      store,
      clock: () => LATER,
      observe: () => undefined,
    });
    const fail = async (id: string, tryAt: number | null): Promise<string> => {
      await submit(store, id, [batchOf(2, 12_345)]);
      await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 12_345)]), NOW);
      const step = await nextWork(store);
      await store.postponeWork(step, { at: NOW, problem: 'Error: the scheme is away', tryAt });
      return String(step.id);
    };
    try {
      await use({ ...data, wake, fail, ask: (...args) => run('work', args, folder) });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl work', () => {
  it(
    'lists failing steps with their details, parked ones first',
    withWork(async ({ ask, fail }) => {
      expect(await ask('list')).toBe('No step is failing.');
      const failing = await fail('p', LATER);
      const parked = await fail('q', null);
      expect((await ask('list')).split('\n')).toEqual([
        `${parked}  send of q (File payment: 2 by Faster Payments, 123.45)`,
        '    due 2026-03-02 10:00:00 GMT, failed once, PARKED',
        '    Error: the scheme is away',
        `${failing}  send of p (File payment: 2 by Faster Payments, 123.45)`,
        '    due 2026-03-02 10:00:00 GMT, failed once, next attempt 2026-03-02 10:00:01 GMT',
        '    Error: the scheme is away',
        '2 in total.',
      ]);
      expect(JSON.parse(await ask('list', '--json'))).toMatchObject({
        listed: [{ id: Number(parked), tryAt: null }, { id: Number(failing) }],
        total: 2,
      });
    }),
  );

  it(
    'retries one parked step or all of them',
    withWork(async ({ ask, fail, store, wake }) => {
      const [one] = [await fail('p', null), await fail('q', null), await fail('r', null)];
      expect(await ask('retry', one)).toBe('1 will be retried, 2 still parked.');
      expect(wake).toHaveBeenCalledTimes(1);
      // As part of a path, these would name the command for all steps.
      for (const id of ['.', './', '%2e'])
        await expect(ask('retry', id)).rejects.toThrow('Name the step by its number.');
      await expect(ask('retry', one)).rejects.toThrow(`No step ${one} is parked.`);
      expect(await ask('retry', 'all')).toBe('2 will be retried, 0 still parked.');
      expect(await store.workToRetry(LATER, 10)).toHaveLength(3);
    }),
  );

  it(
    'proposes to abandon a parked step, which moves no money',
    withWork(async ({ ask, fail, store }) => {
      const id = await fail('p', null);
      expect((await ask('abandon', id, ...REASON)).split('\n')).toEqual([
        expect.stringMatching(`^1  Abandon a step, ${id}: can be confirmed before `),
        '    Payment: p',
        '    Type: file-payments',
        '    Step: send, batch 0',
        '    Scheme: FPS',
        '    Credits: 2',
        '    Amount: 123.45 GBP',
        '    Returned to the debtor: 123.45 GBP',
        '    Failed: 1',
        '    Problem: Error: the scheme is away',
        expect.stringContaining(`by claimed:${claimedOperator()}: it fails`),
        'Nothing has changed. Another operator confirms it with: npx pisctl proposal confirm 1',
      ]);
      expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 12_345);
      await expect(ask('abandon', id, ...REASON)).rejects.toThrow(
        'Proposal 1 is about this already.',
      );
      await ask('retry', id);
      await expect(ask('abandon', id, ...REASON)).rejects.toThrow(`No step ${id} is parked.`);
    }),
  );

  it.each([
    [['abandon', 'all', ...REASON], 'Name the step by its number.'],
    [['retry', '1x'], 'Name the step by its number.'],
    [['abandon', '99', ...REASON], 'No step 99 is parked. See: npx pisctl work list'],
    [[], '(outputHelp)'],
    [['list', 'all'], "too many arguments for 'list'"],
    [['retry'], "missing required argument 'id'"],
    [['abandon', '1'], "required option '--reason <text>' not specified"],
    [['abandon', '1', '2', ...REASON], 'Expected 1 argument but got 2: 1, 2.'],
    [['forget', '1'], "unknown command 'forget'"],
    [['lst'], "unknown command 'lst'\n(Did you mean list?)"],
  ])('%j is refused: %s', (args, why) =>
    withWork(async ({ ask }) => {
      await expect(ask(...args)).rejects.toThrow(why);
    })(),
  );

  it('reports that no service is running', async () => {
    await expect(run('work', ['list'])).rejects.toThrow('No service is running');
  });

  it('reports an unknown result when the service disconnects', () =>
    inFolder(async (folder) => {
      // Closing a connection with unread bytes resets it (ECONNRESET).
      const server = createServer((socket) => setImmediate(() => socket.destroy()));
      server.listen(dataFolder(folder).control);
      await once(server, 'listening');
      for (const args of [['abandon', '1', ...REASON], ['retry', 'all'], ['list']]) {
        const asked = run('work', args, folder);
        await expect(asked).rejects.toThrow(CliError);
        await expect(asked).rejects.toThrow(
          'may or may not have been carried out. Check with: npx pisctl work list',
        );
      }
      server.close();
    }));
});
