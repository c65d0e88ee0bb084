import type { JsonAnswer } from '../api/json-handler.ts';
import type { Store } from '../domain/ports/store.ts';
import { Refusal, refuse } from '../shared/errors.ts';
import { formatAmount } from '../shared/money.ts';
import { formatInstant } from '../shared/time.ts';

/** Entries of a statement in one answer, when the caller names no number and at the most. */
const DEFAULT_ENTRIES = 100;
const MAX_ENTRIES = 1000;

const { MAX_SAFE_INTEGER } = Number;

/** `GET /sandbox/accounts/{account}/entries?after=…&limit=…`: the account's statement. */
export async function readStatement(
  store: Store,
  number: string,
  query: URLSearchParams,
): Promise<JsonAnswer | Refusal> {
  const account = await store.findAccount(number);
  if (account === undefined) {
    const message = 'There is no such account at this bank.';
    return refuse(400, 'notFound', message, { path: 'account' });
  }
  const after = readCount(query, 'after', { least: 0, most: MAX_SAFE_INTEGER, otherwise: 0 });
  const limit = readCount(query, 'limit', {
    least: 1,
    most: MAX_ENTRIES,
    otherwise: DEFAULT_ENTRIES,
  });
  if (after instanceof Refusal) return after;
  if (limit instanceof Refusal) return limit;
  const entries = await store.statement(number, after, limit + 1);
  const shown = entries.slice(0, limit);
  const next = entries.length > limit ? shown.at(-1)?.id : undefined;
  return {
    status: 200,
    body: {
      account: number,
      balance: formatAmount(account.balancePence),
      entries: shown.map((entry) => ({
        id: entry.id,
        bookedAt: formatInstant(entry.bookedAt),
        amount: formatAmount(entry.amountPence),
        currency: 'GBP',
        reference: entry.reference,
        counterparty: entry.counterparty,
        kind: entry.kind,
      })),
      next: next ?? null,
    },
  };
}

function readCount(
  query: URLSearchParams,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number | Refusal {
  const written = query.get(name);
  if (written === null) return otherwise;
  const count = /^\d{1,15}$/.test(written) ? Number(written) : -1;
  if (count >= least && count <= most) return count;
  const message = `Expected a number from ${String(least)} to ${String(most)}.`;
  return refuse(400, 'fieldInvalid', message, { path: name });
}
