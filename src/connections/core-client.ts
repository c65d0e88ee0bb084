import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import {
  CoreRejected,
  CoreUnavailable,
  UnknownCursor,
  type CoreBanking,
  type CoreOperation,
  type CoreResult,
} from '../domain/ports/core-banking.ts';
import type { AccountNumber } from '../domain/parties/accounts.ts';
import type { ReasonCode } from '../domain/records/payment.ts';
import { expectDefined } from '../shared/assert.ts';
import { severalAtOnce } from '../shared/concurrency.ts';
import type { Pence } from '../shared/money.ts';
import { counted, issueText, messageOf } from '../shared/text.ts';
import { formatInstant, SECOND_MS, type Instant, type Milliseconds } from '../shared/time.ts';
import type { CredentialFiles } from './credentials.ts';
import { CORE_MESSAGES, MAX_ITEMS, type CoreRefusal, type WireResult } from './core-contract.ts';
import { changeOf, wireOperation } from './core-wire.ts';
import { PeerUnavailable, type PeerNames } from './peer-errors.ts';
import { Peer, refusalOf, type JsonAnswer, type JsonRequest, type PeerOptions } from './peer.ts';

/** Maximum number of requests with operations in flight, for one call. */
const MAX_IN_FLIGHT = 8;
/** Number of times that operations are sent again while the core answers `notDone`. */
const MAX_REPEATS = 4;
/** Pause before operations are sent again for the first time, in milliseconds. It doubles. */
const FIRST_PAUSE_MS: Milliseconds = 50;
/** Maximum size of an answer, in bytes. The largest answers are pages of changes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const NAMES: PeerNames = {
  peer: 'core banking system',
  url: 'PIS_CORE',
  certificate: 'PIS_CORE_CERTIFICATE',
  key: 'PIS_CORE_KEY',
  authorities: 'PIS_CORE_CA',
};

/** Statuses of a request that is not valid. The core has performed none of its operations. */
const REJECTED_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Statuses that mean that the core does not know a position in its feed of changes. */
const UNKNOWN_STATUSES: ReadonlySet<number> = new Set([404, 410]);

/** The ISO 20022 reason of each refusal. */
const REASONS: Readonly<Record<CoreRefusal, ReasonCode>> = {
  insufficientFunds: 'AM04',
  accountClosed: 'AC04',
  accountBlocked: 'AC06',
  accountUnknown: 'AC01',
  notPermitted: 'AG01',
  limitExceeded: 'AM14',
  holdReleased: 'NARR',
  holdPosted: 'NARR',
  holdExpired: 'NARR',
  holdUnknown: 'NARR',
  idReused: 'NARR',
  other: 'NARR',
};

/** The address of the core and, for `https://`, the files for mutual TLS. */
export interface CoreOptions extends Partial<Omit<PeerOptions, 'names'>> {
  readonly url: string;
  readonly files: CredentialFiles | null;
}

/** A core banking system behind its API (docs/integration/core-banking.md). */
export class CoreClient extends Peer implements CoreBanking {
  constructor(options: CoreOptions) {
    super({
      timeoutMs: 10 * SECOND_MS,
      deadlineMs: 30 * SECOND_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      ...options,
      names: NAMES,
    });
  }

  /** Returns false while the circuit breaker is open, because the core does not answer. */
  isReachable(): boolean {
    return !this.state.isOpen;
  }

  async perform(operations: readonly CoreOperation[]): Promise<readonly CoreResult[]> {
    const results: CoreResult[] = [];
    await severalAtOnce(lanesOf(operations), MAX_IN_FLIGHT, async (lane) => {
      for (let from = 0; from < lane.length; from += MAX_ITEMS) {
        const places = lane.slice(from, from + MAX_ITEMS);
        await this.#performInOrder(operations, places, results);
      }
    });
    return results;
  }

  async hasFunds(account: AccountNumber, amountPence: Pence): Promise<boolean> {
    const content = { account, amountPence };
    const request = { method: 'POST', path: '/v1/funds-confirmations', content } as const;
    return (await this.#ask(request, CORE_MESSAGES.FundsAnswer)).fundsAvailable;
  }

  async availableIn(
    accounts: readonly AccountNumber[],
  ): Promise<ReadonlyMap<AccountNumber, Pence>> {
    const available = new Map<AccountNumber, Pence>();
    for (let from = 0; from < accounts.length; from += MAX_ITEMS) {
      const batch = accounts.slice(from, from + MAX_ITEMS);
      const content = { accounts: batch };
      const request = { method: 'POST', path: '/v1/accounts/lookup', content } as const;
      for (const found of (await this.#ask(request, CORE_MESSAGES.AccountsAnswer)).accounts) {
        available.set(found.account, found.availablePence);
      }
    }
    return available;
  }

  async openHolds(placedBefore: Instant, cursor: string | null) {
    const before = encodeURIComponent(formatInstant(placedBefore));
    const from = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
    const request = { method: 'GET', path: `/v1/holds?before=${before}${from}` } as const;
    const { holds, next } = await this.#ask(request, CORE_MESSAGES.HoldsAnswer);
    return {
      holds: holds.map(({ placedAt, ...hold }) => ({ ...hold, placedAt: Date.parse(placedAt) })),
      next,
    };
  }

  async changesAfter(cursor: string | null) {
    const request = { method: 'GET', path: `/v1/changes${after(cursor)}` } as const;
    const sent = await this.#send(request);
    if (cursor !== null && UNKNOWN_STATUSES.has(sent.status)) {
      throw new UnknownCursor(refusalOf(sent));
    }
    const answer = contentOf(sent, CORE_MESSAGES.ChangesAnswer);
    return { ...answer, changes: answer.changes.map(changeOf) };
  }

  async totalsOf(day: string) {
    const request = { method: 'GET', path: `/v1/reconciliation/${day}` } as const;
    const answer = await this.#ask(request, CORE_MESSAGES.TotalsAnswer);
    if (answer.date === day) return { totals: answer.totals, isFinal: answer.isFinal };
    throw new CoreUnavailable(`The core banking system returned the totals of ${answer.date}.`);
  }

  async entriesOf(day: string, cursor: string | null) {
    const path = `/v1/reconciliation/${day}/entries${after(cursor)}`;
    return this.#ask({ method: 'GET', path }, CORE_MESSAGES.EntriesAnswer);
  }

  /**
   * Performs at most MAX_ITEMS operations, given by their places. Sends those that are not done
   * again, in the same order.
   */
  async #performInOrder(
    operations: readonly CoreOperation[],
    places: readonly number[],
    results: CoreResult[],
  ): Promise<void> {
    let open = places;
    for (let repeats = 0; open.length > 0; repeats += 1) {
      if (repeats > MAX_REPEATS) {
        throw new CoreUnavailable(
          `The core banking system did not perform ${counted(open.length, 'operation')} (notDone).`,
        );
      }
      if (repeats > 0) await sleep(FIRST_PAUSE_MS * 2 ** (repeats - 1) * (0.5 + Math.random()));
      const requested = open.map((place) => expectDefined(operations[place], 'an operation'));
      const content = { operations: requested.map(wireOperation) };
      const request = { method: 'POST', path: '/v1/operations', content } as const;
      const answer = await this.#ask(request, CORE_MESSAGES.OperationsAnswer);
      const answered = resultsOf(requested, answer.results);
      open = open.filter((place, index) => {
        const result = answered[index];
        if (result === undefined || result === 'notDone') return true;
        results[place] = result;
        return false;
      });
    }
  }

  /** Sends a request and returns its valid answer. */
  async #ask<Schema extends z.ZodType>(
    request: JsonRequest,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    return contentOf(await this.#send(request), schema);
  }

  async #send(request: JsonRequest): Promise<JsonAnswer> {
    return this.send(request).catch((error: unknown) => {
      if (!(error instanceof PeerUnavailable)) throw error;
      throw new CoreUnavailable(messageOf(error), { cause: error });
    });
  }
}

/** Returns the content of a valid answer. Throws CoreRejected or CoreUnavailable for others. */
function contentOf<Schema extends z.ZodType>(answer: JsonAnswer, schema: Schema): z.infer<Schema> {
  if (REJECTED_STATUSES.has(answer.status)) throw new CoreRejected(refusalOf(answer));
  if (answer.status !== 200) throw new CoreUnavailable(refusalOf(answer));
  const parsed = schema.safeParse(answer.content);
  if (parsed.success) return parsed.data;
  const problem = issueText(parsed.error.issues[0]);
  throw new CoreUnavailable(`The answer to ${answer.request} is not valid: ${problem}.`);
}

/**
 * Distributes operations to at most MAX_IN_FLIGHT lists of their places. All operations on one
 * account are in one list, and a post or a release is in the list of its hold.
 */
function lanesOf(operations: readonly CoreOperation[]): readonly (readonly number[])[] {
  const wanted = Math.min(MAX_IN_FLIGHT, Math.ceil(operations.length / MAX_ITEMS));
  if (wanted === 1) return [[...operations.keys()]];
  const lanes = Array.from({ length: wanted }, (): number[] => []);
  const laneOf = new Map<string, number[]>();
  for (const [place, operation] of operations.entries()) {
    const isOnHold = 'holdId' in operation;
    const key = isOnHold ? `hold ${operation.holdId}` : operation.account;
    let lane = laneOf.get(key);
    if (lane === undefined) {
      lane = lanes.reduce((least, other) => (other.length < least.length ? other : least));
      laneOf.set(key, lane);
    }
    if (operation.type === 'hold') laneOf.set(`hold ${operation.id}`, lane);
    lane.push(place);
  }
  return lanes.filter(({ length }) => length > 0);
}

/** Returns the results of operations. Throws CoreUnavailable if they do not belong to them. */
function resultsOf(
  requested: readonly CoreOperation[],
  results: readonly WireResult[],
): readonly (CoreResult | 'notDone')[] {
  if (results.length !== requested.length) {
    throw new CoreUnavailable(
      `The core banking system returned ${counted(results.length, 'result')} for ` +
        `${counted(requested.length, 'operation')}.`,
    );
  }
  return requested.map((operation, index) =>
    resultOf(operation, expectDefined(results[index], 'a result')),
  );
}

function resultOf({ id, type }: CoreOperation, result: WireResult): CoreResult | 'notDone' {
  if (result.id !== id) {
    throw new CoreUnavailable(
      `The core banking system returned the result of ${result.id} in the place of ${id}.`,
    );
  }
  if (result.outcome === 'notDone') return 'notDone';
  if (result.outcome === 'refused') {
    const { reason, detail } = result;
    // A refused hold would reject the payment, but the core has not decided about it. A refused
    // post or credit is a problem for operators in any case.
    if (reason === 'idReused' && type === 'hold') {
      throw new CoreRejected(`The core banking system has another operation ${id}. ${detail}`);
    }
    return { outcome: 'refused', reason: REASONS[reason], detail };
  }
  const isBooking = type !== 'hold' && type !== 'release';
  if (isBooking === (result.bookedOn !== null)) {
    return { outcome: 'done', bookedOn: result.bookedOn };
  }
  throw new CoreUnavailable(
    `The core banking system returned bookedOn ${String(result.bookedOn)} for the ${type} ${id}.`,
  );
}

/** Returns the query for a page after a cursor. */
function after(cursor: string | null): string {
  return cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`;
}
