import {
  CoreRejected,
  type CoreBanking,
  type CoreOperation,
  type CoreResult,
} from '../../domain/ports/core-banking.ts';
import type { CoreRequest, PerformedRequest } from '../../domain/ports/core-store.ts';
import type { CoreParts } from './core-parts.ts';

/** Maximum number of requests that are sent together. */
const MAX_REQUESTS = 64;
/** Number of operations from which on no further request is added. It limits a transaction. */
const ENOUGH_OPERATIONS = 1000;

/**
 * Sends the oldest requests to the core and stores the results. After a crash in between, the same
 * operations are sent again. Returns true if more requests may wait.
 *
 * @throws CoreUnavailable if a result is unknown
 */
export async function sendRequests({
  store,
  coreBanking,
  clock,
  observe,
}: Pick<CoreParts, 'store' | 'coreBanking' | 'clock' | 'observe'>): Promise<boolean> {
  const waiting = await store.waitingCoreRequests(MAX_REQUESTS);
  const sent = firstOf(waiting);
  const performed = await perform(coreBanking, sent);
  if (performed.length > 0) await store.completeCoreRequests(performed, clock());
  for (const { problem } of performed) {
    if (problem !== null) observe({ kind: 'coreRefused', problem });
  }
  return sent.length < waiting.length || waiting.length === MAX_REQUESTS;
}

/**
 * Sends requests together. If the core rejects them because one is not valid, sends each of them
 * alone, so that it does not block the others.
 */
async function perform(
  coreBanking: CoreBanking,
  requests: readonly CoreRequest[],
): Promise<readonly PerformedRequest[]> {
  try {
    const operations = requests.flatMap((request) => request.operations);
    const results = await coreBanking.perform(operations);
    let next = 0;
    return requests.map((request) => {
      const own = results.slice(next, (next += request.operations.length));
      return performedBy(request, own);
    });
  } catch (error) {
    if (!(error instanceof CoreRejected)) throw error;
    const [first, ...others] = requests;
    if (first !== undefined && others.length === 0) {
      const { id, operations: refused } = first;
      return [{ id, entries: [], refused, problem: error.message }];
    }
    const alone: PerformedRequest[] = [];
    for (const request of requests) alone.push(...(await perform(coreBanking, [request])));
    return alone;
  }
}

/** Returns the first requests that have enough operations together. */
function firstOf(waiting: readonly CoreRequest[]): readonly CoreRequest[] {
  let operations = 0;
  const last = waiting.findIndex((request) => {
    operations += request.operations.length;
    return operations >= ENOUGH_OPERATIONS;
  });
  return last === -1 ? waiting : waiting.slice(0, last + 1);
}

function performedBy(
  { id, operations }: CoreRequest,
  results: readonly CoreResult[],
): PerformedRequest {
  const entries: PerformedRequest['entries'][number][] = [];
  const refused: CoreOperation[] = [];
  const problems = new Set<string>();
  for (const [index, operation] of operations.entries()) {
    const result = results[index];
    if (result?.outcome === 'refused') {
      refused.push(operation);
      problems.add(`${result.reason}: ${result.detail}`);
    } else if (result?.outcome === 'done' && result.bookedOn !== null) {
      entries.push({ ...entryOf(operation), bookedOn: result.bookedOn });
    }
  }
  const problem = problems.size === 0 ? null : [...problems].sort().join('; ');
  return { id, entries, refused, problem };
}

function entryOf(operation: CoreOperation) {
  const { id, type } = operation;
  if (type !== 'post' && type !== 'credit') throw new TypeError(`${id} is not booked`);
  const { account, amountPence } = operation;
  return { id, type, account, amountPence };
}
