import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CoreClient } from '../../../src/connections/core-client.ts';
import type { BankChange } from '../../../src/domain/ports/core-banking.ts';
import type { BankData, SeedAccount } from '../../../src/domain/records/seed.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { operation, payment, RICH, TestCore, today } from '../../helpers/reference-core.ts';

let core: TestCore;
let client: CoreClient;

beforeEach(async () => {
  core = await TestCore.start();
  client = core.connect();
});

afterEach(() => core.remove());

/** Returns an account as the feed shows it. */
function stateOf({ number, customerId, kind, state, mandate }: SeedAccount) {
  return { number, customerId, kind, state, mandate };
}

/** Returns all changes after a position, and the position after them. */
async function readFeed(from: string | null) {
  const changes: BankChange[] = [];
  let cursor = from;
  for (;;) {
    const page = await client.changesAfter(cursor);
    changes.push(...page.changes);
    cursor = page.cursor;
    if (!page.hasMore) return { changes, cursor };
  }
}

test('the feed begins with all customers, users and accounts', async () => {
  const { customers, users, accounts } = SANDBOX_SEED;
  const { changes } = await readFeed(null);
  expect(changes).toEqual([
    ...customers.map((customer) => ({ kind: 'customer', customer })),
    ...users.map((user) => ({ kind: 'user', user: { ...user, subject: null } })),
    ...accounts.map((account) => ({ kind: 'account', account: stateOf(account) })),
  ]);
});

test('the feed continues with changes only, also after a restart', async () => {
  const { cursor } = await readFeed(null);
  expect(await readFeed(cursor)).toEqual({ changes: [], cursor });
  const [account, ...others] = SANDBOX_SEED.accounts;
  const closed = { ...account, state: 'closed', openingPence: 1 } as SeedAccount;
  await core.kill();
  await core.startAgain({ ...SANDBOX_SEED, accounts: [closed, ...others] });
  const next = await readFeed(cursor);
  expect(next.changes).toEqual([{ kind: 'account', account: stateOf(closed) }]);
  expect((await readFeed(next.cursor)).changes).toEqual([]);
  // The balance of a known account does not change, and the core refuses a hold on it now.
  expect((await client.availableIn([closed.number])).get(closed.number)).toBe(RICH.available);
  const [result] = await client.perform([operation.hold('h1', closed.number, 1)]);
  expect(result).toMatchObject({ outcome: 'refused', reason: 'AC04' });
});

test('the feed contains a blocked account, from which the core places no holds', async () => {
  const [account, ...others] = SANDBOX_SEED.accounts;
  const blocked = { ...account, state: 'blocked' } as SeedAccount;
  await core.kill();
  await core.startAgain({ ...SANDBOX_SEED, accounts: [blocked, ...others] });
  const { changes } = await readFeed(null);
  expect(changes.at(-1)).toEqual({ kind: 'account', account: stateOf(blocked) });
  const [held, credited] = await client.perform([
    operation.hold('h1', blocked.number, 1),
    operation.credit('c1', blocked.number, 1),
  ]);
  expect(held).toMatchObject({ outcome: 'refused', reason: 'AC06' });
  expect(credited).toMatchObject({ outcome: 'done' });
});

test('the feed has pages', async () => {
  const users = Array.from({ length: 2500 }, (_, index) => ({
    ...{ id: `user-${String(index)}`, customerId: 'northwind' },
    ...{ mayUploadFiles: false, userLimitPence: null },
  }));
  const bank: BankData = { ...SANDBOX_SEED, users };
  await core.kill();
  await core.startAgain(bank);
  const first = await client.changesAfter(null);
  expect(first).toMatchObject({ hasMore: true });
  const { changes } = await readFeed(null);
  const ids = changes.flatMap((change) => (change.kind === 'user' ? [change.user.id] : []));
  expect(ids).toEqual([...SANDBOX_SEED.users, ...users].map(({ id }) => id));
});

test('the totals of a day are the sums of its entries', async () => {
  const { hold, credit, release } = operation;
  const { account } = RICH;
  const payments = Array.from({ length: 1500 }, (_, index) =>
    payment(`h${String(index)}`, account, index + 1),
  );
  await client.perform([
    ...payments.flat(),
    ...[hold('released', account, 60), release('r1', 'released'), hold('open', account, 70)],
    ...[credit('c1', account, 80), credit('c2', account, 20), ...payment('h0', account, 1)],
    ...payment('refused', account, RICH.available),
  ]);
  const { totals, isFinal } = await client.totalsOf(today());
  expect(isFinal).toBe(false);
  const sums = new Map<string, { count: number; sumPence: number }>();
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await client.entriesOf(today(), cursor);
    for (const { id, type, amountPence } of page.entries) {
      const { count, sumPence } = sums.get(type) ?? { count: 0, sumPence: 0 };
      sums.set(type, { count: count + 1, sumPence: sumPence + amountPence });
      ids.add(id);
    }
    cursor = page.next;
  } while (cursor !== null);
  expect(new Map(totals.map(({ type, ...total }) => [type, total]))).toEqual(sums);
  expect(sums).toEqual(
    new Map([
      ['credit', { count: 2, sumPence: 100 }],
      ['post', { count: 1500, sumPence: (1500 * 1501) / 2 }],
    ]),
  );
  expect(ids.size).toBe(1502);
  expect(await client.totalsOf('2026-01-05')).toEqual({ totals: [], isFinal: true });
});
