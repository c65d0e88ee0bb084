import { expect, test } from 'vitest';
import {
  CoreRejected,
  CoreUnavailable,
  type CoreOperation,
  type CoreResult,
} from '../../../../src/domain/ports/core-banking.ts';
import type { PerformedRequest } from '../../../../src/domain/ports/core-store.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { CoreParts } from '../../../../src/use-cases/core-banking/core-parts.ts';
import { sendRequests } from '../../../../src/use-cases/core-banking/send-requests.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');
const DONE: CoreResult = { outcome: 'done', bookedOn: '2026-12-01' };

const post = (id: string): CoreOperation => ({
  ...{ type: 'post', id: `post.${id}`, holdId: id, account: '11280001234567', amountPence: 5 },
});

/** Sends one request for each id. `perform` plays the core. */
async function send(
  ids: readonly string[],
  perform: (operations: readonly CoreOperation[]) => readonly CoreResult[],
) {
  const stored: PerformedRequest[] = [];
  const events: ServiceEvent[] = [];
  const calls: (readonly string[])[] = [];
  const requests = ids.map((id, at) => ({ id: at + 1, operations: [post(id)], addedAt: NOW }));
  const parts = {
    store: {
      waitingCoreRequests: () => Promise.resolve(requests),
      completeCoreRequests: (performed: readonly PerformedRequest[]) => {
        stored.push(...performed);
        return Promise.resolve();
      },
    },
    coreBanking: {
      perform: async (operations: readonly CoreOperation[]) => {
        calls.push(operations.map(({ id }) => id));
        return Promise.resolve(perform(operations));
      },
    },
    clock: () => NOW,
    observe: (event: ServiceEvent) => events.push(event),
  };
  const sent = sendRequests(parts as unknown as CoreParts);
  return { sent: await sent.catch((error: unknown) => error), stored, events, calls };
}

test('a request that is not valid is set aside and does not block the others', async () => {
  const { stored, events, calls } = await send(['a', 'bad', 'c'], (operations) => {
    if (operations.some(({ id }) => id === 'post.bad')) throw new CoreRejected('status 400');
    return operations.map(() => DONE);
  });
  expect(calls).toEqual([['post.a', 'post.bad', 'post.c'], ['post.a'], ['post.bad'], ['post.c']]);
  expect(stored.map(({ id, problem }) => [id, problem])).toEqual([
    [1, null],
    [2, 'status 400'],
    [3, null],
  ]);
  expect(stored.map(({ entries, refused }) => [entries.length, refused.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(events).toEqual([{ kind: 'coreRefused', problem: 'status 400' }]);
});

test('a refused operation is set aside, with the reason', async () => {
  const refused: CoreResult = { outcome: 'refused', reason: 'AC04', detail: 'closed' };
  const { stored } = await send(['a'], () => [refused]);
  expect(stored).toEqual([{ id: 1, entries: [], refused: [post('a')], problem: 'AC04: closed' }]);
});

test('nothing is stored if the results are unknown', async () => {
  const { sent, stored } = await send(['a', 'b'], () => {
    throw new CoreUnavailable('no answer');
  });
  expect(sent).toBeInstanceOf(CoreUnavailable);
  expect(stored).toEqual([]);
});
