import { expect, test } from 'vitest';
import { prepareCore, type CoreConnection } from '../../../src/app/core-banking.ts';
import {
  CoreRejected,
  CoreUnavailable,
  UnknownCursor,
  type BankChanges,
} from '../../../src/domain/ports/core-banking.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import type { Store } from '../../../src/domain/ports/store.ts';

const CUSTOMER = { id: 'c', name: 'Customer', bic: null, address: null, companyLimitPence: null };
const CHANGE = { kind: 'customer', customer: CUSTOMER } as unknown as BankChanges['changes'][0];

/** Prepares the connection to a core with this feed. The service stopped at position `9`. */
async function prepare(changesAfter: (cursor: string | null) => BankChanges, isOurs = true) {
  let stored: string | undefined = '9';
  const asked: (string | null)[] = [];
  const events: ServiceEvent[] = [];
  const store = {
    readSetting: () => Promise.resolve(stored),
    applyBankChanges: (_: unknown, cursor: string) => Promise.resolve((stored = cursor)),
  };
  const connection: Partial<CoreConnection> = {
    changesAfter: (cursor) => {
      asked.push(cursor);
      return new Promise((resolve) => resolve(changesAfter(cursor)));
    },
  };
  const parts = {
    store: store as unknown as Store,
    ...{
      clock: () => 0,
      machineClock: () => 0,
      observe: (event: ServiceEvent) => events.push(event),
    },
    tasks: { holds: () => isOurs },
  };
  const tasks = await prepareCore(parts, connection as CoreConnection);
  return { tasks, asked, events, stored: () => stored };
}

const REFUSED = 'GET /v1/changes was answered with status 403.';

test('a core that does not know the position any more is asked for all data, once', async () => {
  const { tasks, asked, events, stored } = await prepare((cursor) => {
    if (cursor !== null) throw new UnknownCursor('status 410');
    return { changes: [CHANGE], cursor: '1', hasMore: true };
  });
  expect(asked).toEqual(['9', null]);
  expect(stored()).toBe('1');
  expect(events).toMatchObject([{ kind: 'failure', error: { message: 'status 410' } }]);
  expect(tasks.changesProblem()).toBeNull();
});

test('the position is kept if the core does not answer with all data', async () => {
  const { tasks, stored } = await prepare((cursor) => {
    if (cursor !== null) throw new UnknownCursor('status 404');
    throw new CoreUnavailable('status 404 again');
  });
  expect(stored()).toBe('9');
  expect(tasks.changesProblem()).toBe('status 404 again');
});

test.each([CoreUnavailable, CoreRejected])('a feed that fails is shown: %o', async (Failure) => {
  const feed = () => {
    throw new Failure(REFUSED);
  };
  const { tasks, asked } = await prepare(feed);
  expect(asked).toEqual(['9']);
  expect(tasks.changesProblem()).toBe(REFUSED);
  expect((await prepare(feed, false)).tasks.changesProblem()).toBeNull();
});
