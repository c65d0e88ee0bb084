import type { JsonAnswer } from '../api/json-handler.ts';
import type { Answer } from '../api/request-context.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Account } from '../domain/records/records.ts';
import { Refusal, refuse } from '../shared/errors.ts';
import { formatAmount } from '../shared/money.ts';
import { formatInstant, isDate, londonDate, type Instant } from '../shared/time.ts';
import type { ActionParts } from './action.ts';

/** Default and maximum number of entries in one response. */
const DEFAULT_ENTRIES = 100;
const MAX_ENTRIES = 1000;

const { MAX_SAFE_INTEGER } = Number;

/**
 * Handles `GET /sandbox/accounts/{account}/entries?after=…&limit=…`. It returns entries of the
 * account's statement.
 */
export async function readStatement(
  store: Store,
  number: string,
  query: URLSearchParams,
): Promise<JsonAnswer | Refusal> {
  const account = await findAccount(store, number);
  if (account instanceof Refusal) return account;
  const after = readCount(query, 'after', { min: 0, max: MAX_SAFE_INTEGER, defaultValue: 0 });
  const limit = readCount(query, 'limit', {
    min: 1,
    max: MAX_ENTRIES,
    defaultValue: DEFAULT_ENTRIES,
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
      balance: account.balancePence === null ? null : formatAmount(account.balancePence),
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

/**
 * Handles `GET /sandbox/accounts/{account}/camt.053?date=…`. It returns the statement of a day in
 * London.
 */
export async function readDayStatement(
  { store, useCases }: Pick<ActionParts, 'store' | 'useCases'>,
  number: string,
  query: URLSearchParams,
  now: Instant,
): Promise<Answer | Refusal> {
  const account = await findAccount(store, number);
  if (account instanceof Refusal) return account;
  if (account.balancePence === null) {
    const message = 'The core banking system keeps this account. Ask it for the statement.';
    return refuse(400, 'fieldInvalid', message, { path: 'account' });
  }
  const date = query.get('date') ?? '';
  if (!isDate(date)) {
    const message = `Expected a date, such as ${londonDate(now)}.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'date' });
  }
  if (date > londonDate(now)) {
    const message = `${date} is in the future. Expected a date up to ${londonDate(now)}.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'date' });
  }
  const body = await useCases.writeAccountStatement(number, date, now);
  return { status: 200, body, contentType: body.mediaType };
}

async function findAccount(store: Store, number: string): Promise<Account | Refusal> {
  const account = await store.findAccount(number);
  if (account !== undefined) return account;
  const message = 'This bank has no account with this number.';
  return refuse(400, 'notFound', message, { path: 'account' });
}

function readCount(
  query: URLSearchParams,
  name: string,
  { min, max, defaultValue }: { min: number; max: number; defaultValue: number },
): number | Refusal {
  const text = query.get(name);
  if (text === null) return defaultValue;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (count >= min && count <= max) return count;
  const message = `Expected a whole number from ${String(min)} to ${String(max)}.`;
  return refuse(400, 'fieldInvalid', message, { path: name });
}
