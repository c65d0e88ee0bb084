import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoreRejected } from '../../../src/domain/ports/core-banking.ts';
import type { CoreClient } from '../../../src/connections/core-client.ts';
import {
  CLOSED,
  DEPOSIT,
  operation,
  OTHERS,
  payment,
  POOR,
  RICH,
  TestCore,
  today,
} from '../../helpers/reference-core.ts';

const { hold, credit, post, release } = operation;

const DONE = { outcome: 'done', bookedOn: null };
const booked = () => ({ outcome: 'done', bookedOn: today() });
const refused = (reason: string) => ({
  outcome: 'refused',
  reason,
  detail: expect.any(String) as unknown,
});

describe.each(['in process', 'as a process'] as const)('a core %s', (kind) => {
  let core: TestCore;
  let client: CoreClient;

  beforeEach(async () => {
    core = await TestCore.start(kind);
    client = core.connect();
  });

  afterEach(() => core.remove());

  /** Returns the amount that is missing from an account. */
  async function taken({ account, available }: typeof RICH): Promise<number> {
    return available - ((await client.availableIn([account])).get(account) ?? Number.NaN);
  }

  test('holds, posts and releases amounts', async () => {
    const holds = [hold('h1', RICH.account, 100), hold('h2', RICH.account, 20)];
    expect(await client.perform(holds)).toEqual([DONE, DONE]);
    expect(await taken(RICH)).toBe(120);
    expect(await client.perform([post('p1', 'h1'), release('r2', 'h2')])).toEqual([booked(), DONE]);
    expect(await taken(RICH)).toBe(100);
    const others = [...payment('h3', RICH.account, 7), credit('c1', RICH.account, 3)];
    expect(await client.perform(others)).toEqual([DONE, booked(), booked()]);
    expect(await taken(RICH)).toBe(104);
  });

  test('performs each id once, also after it was killed', async () => {
    const operations = [hold('h1', RICH.account, 100), post('p1', 'h1')];
    const first = await client.perform(operations);
    await core.kill();
    await core.startAgain();
    expect(await client.perform([...operations, ...operations])).toEqual([...first, ...first]);
    expect(await taken(RICH)).toBe(100);
  });

  test('keeps a refusal, also when the account has funds later', async () => {
    const large = hold('h1', POOR.account, POOR.available + 1);
    expect(await client.perform([large])).toEqual([refused('AM04')]);
    expect(await client.perform([credit('c1', POOR.account, 10)])).toEqual([booked()]);
    await core.kill();
    await core.startAgain();
    expect(await client.perform([large])).toEqual([refused('AM04')]);
    expect(await taken(POOR)).toBe(-10);
  });

  test('refuses a hold that arrives after its release', async () => {
    expect(await client.perform([release('r1', 'h1')])).toEqual([DONE]);
    expect(await client.perform([hold('h1', RICH.account, 100)])).toEqual([refused('NARR')]);
    expect(await client.perform([post('p1', 'h1')])).toEqual([refused('NARR')]);
    expect(await taken(RICH)).toBe(0);
  });

  test('performs the operations on an account in their order', async () => {
    const { account, available } = POOR;
    const rounds = Array.from({ length: 25 }, (_, round) => {
      const id = String(round);
      const others = Array.from({ length: 100 }, (__, index) =>
        hold(`x${id}-${String(index)}`, RICH.account, 1),
      );
      const own = [hold(`h${id}`, account, 1), credit(`c${id}`, account, 1)];
      return [...own, ...payment(`i${id}`, account, 1), ...others];
    });
    const operations = [hold('h', account, available), ...rounds.flat()];
    const results = await client.perform(operations);
    // Between the rounds the account is empty.
    const own = [refused('AM04'), booked(), DONE, booked()];
    const ofRound = [...own, ...Array<object>(100).fill(DONE)];
    expect(results).toEqual([DONE, ...rounds.flatMap(() => ofRound)]);
    expect(await taken(RICH)).toBe(2500);
  });

  test('refuses operations for each reason', async () => {
    await client.perform([hold('h1', RICH.account, 1), post('p1', 'h1')]);
    await client.perform([hold('h2', RICH.account, 1), release('r2', 'h2')]);
    const results = await client.perform([
      hold('1', CLOSED, 1),
      credit('2', CLOSED, 1),
      hold('3', '11280099999999', 1),
      credit('4', '11280099999999', 1),
      hold('5', DEPOSIT, 1),
      post('6', 'unknown'),
      release('7', 'h1'),
      post('8', 'h1'),
      post('9', 'h2'),
      post('10', 'p1'),
    ]);
    const reasons = ['AC04', 'AC04', 'AC01', 'AC01', 'AG01', ...Array<string>(5).fill('NARR')];
    expect(results).toEqual(reasons.map(refused));
    expect(await taken(RICH)).toBe(1);
  });

  test('cuts texts that are too long, and keeps surrogate pairs whole', async () => {
    const long = { reference: 'R'.repeat(200), counterparty: `${'C'.repeat(138)}😀😀` };
    expect(await client.perform([{ ...hold('h1', RICH.account, 1), ...long }])).toEqual([DONE]);
    expect(await client.perform([{ ...credit('c1', RICH.account, 1), ...long }])).toEqual([
      booked(),
    ]);
  });

  test('refuses a hold on the account of another customer', async () => {
    const wrong = hold('h1', OTHERS.account, 1);
    expect(await client.perform([wrong])).toEqual([refused('AG01')]);
    expect(await client.perform([post('p1', 'h1')])).toEqual([refused('NARR')]);
    expect(await taken(OTHERS)).toBe(0);
    const right = { ...hold('h2', OTHERS.account, 1), customerId: 'bright-bakes' };
    expect(await client.perform([wrong, right])).toEqual([refused('AG01'), DONE]);
    expect(await taken(OTHERS)).toBe(1);
  });

  test.each([
    ['amount', hold('h1', RICH.account, 2)],
    ['account', hold('h1', POOR.account, 1)],
    ['type', credit('h1', RICH.account, 1)],
    ['hold', post('p2', 'h1')],
  ])('does not accept a known id with another %s', async (_, other) => {
    await client.perform([hold('h1', RICH.account, 1), ...payment('h2', RICH.account, 1)]);
    await client.perform([post('p2', 'h2')]);
    const answered = client.perform([other]);
    if (other.type === 'hold') {
      // The core has not decided about the payment, so it must not be rejected.
      await expect(answered).rejects.toThrow(CoreRejected);
    } else expect(await answered).toEqual([refused('NARR')]);
    expect(await taken(RICH)).toBe(2);
    expect(await taken(POOR)).toBe(0);
  });

  test('confirms funds and looks accounts up without holding anything', async () => {
    expect(await client.hasFunds(POOR.account, POOR.available)).toBe(true);
    expect(await client.hasFunds(POOR.account, POOR.available + 1)).toBe(false);
    expect(await client.hasFunds(CLOSED, 1)).toBe(false);
    const found = await client.availableIn([POOR.account, '11280099999999']);
    expect([...found]).toEqual([[POOR.account, POOR.available]]);
  });
});

test('the process ends on SIGTERM', async () => {
  const core = await TestCore.start('as a process');
  expect(await core.end('SIGTERM')).toBe(0);
  await core.remove();
});
