import { expect } from 'vitest';
import type { AnswersContext, Holder } from '../../src/domain/execution/answers.ts';
import type { FundsOf } from '../../src/domain/execution/book.ts';
import type {
  Changes,
  LoadedBatch,
  NewOutcome,
  OpenBatch,
} from '../../src/domain/execution/changes.ts';
import { changesOf, type Transfer } from '../../src/domain/execution/transfers.ts';
import {
  BATCH_MOVES,
  finalStatuses,
  GROUP_MOVES,
  mayMove,
} from '../../src/domain/lifecycle/lifecycle.ts';
import { expectDefined } from '../../src/shared/assert.ts';

export const NOW = Date.parse('2026-03-02T10:00:00Z');

export const [RICH, POOR, SHUT] = ['11280001234567', '11280001234569', '11280001234570'];
/** The customer that owns the debtor accounts. */
export const OWNER = 'acme';
export const [BAKER, ELSEWHERE] = ['11280007654321', '20000012345678'];

const FINAL: readonly string[] = finalStatuses(BATCH_MOVES);

/** Returns a batch of credits that is not booked yet, for a payment scheme with charges. */
export function waiting(rest: Partial<OpenBatch> = {}): OpenBatch {
  return {
    paymentId: 'p',
    number: 0,
    instrument: 'SWIFT',
    date: null,
    payments: 1,
    totalPence: 100,
    chargePence: 0,
    exchangeRate: null,
    state: 'waiting',
    stateUpdatedAt: NOW,
    sentAt: null,
    rejected: 0,
    returned: 0,
    pending: 0,
    pendingPence: 0,
    clearingPence: 0,
    round: 0,
    askAgainAt: null,
    abandonedAt: null,
    failureReason: null,
    onlyIndex: null,
    ...rest,
  };
}

export function foundOf(rest: Partial<OpenBatch> = {}): LoadedBatch {
  const named = { id: 'p', consentId: 'c', createdAt: NOW, debtorAccount: RICH, customerId: OWNER };
  return { batch: waiting(rest), payment: { ...named, groupStatus: 'RCVD' } };
}

/**
 * A minimal store that holds one batch in memory. It applies the changes of each booking and checks
 * that the books still balance.
 */
export class Books {
  readonly transfers: Transfer[] = [];
  readonly outcomes = new Map<number, NewOutcome>();
  readonly #opening: ReadonlyMap<string, number>;
  readonly #clearing: string;
  found: LoadedBatch;
  next: Changes['next'] = { step: 'book', cursor: 0, dueAt: NOW };

  constructor(batch: OpenBatch, opening: ReadonlyMap<string, number>, clearing = 'clearing:SWIFT') {
    this.found = foundOf(batch);
    this.#opening = opening;
    this.#clearing = clearing;
  }

  get funds(): FundsOf {
    const held = [...this.#opening.keys()];
    return new Map(
      held.map((account) => [
        account,
        {
          balancePence: this.balanceOf(account),
          state: account === SHUT ? 'closed' : 'open',
          customerId: OWNER,
        },
      ]),
    );
  }

  balanceOf(account: string): number {
    const change = changesOf(this.transfers).get(account) ?? 0;
    return (this.#opening.get(account) ?? 0) + change;
  }

  forAnswers(): AnswersContext {
    const holders = [...this.#opening.keys()].map((account): [string, Holder] => [
      account,
      { holderName: `holder of ${account}`, state: account === SHUT ? 'closed' : 'open' },
    ]);
    const { round } = this.found.batch;
    const earlier = [...this.outcomes.values()].filter(
      (one) => one.status === 'Pending' && one.round < round,
    );
    const totalPence = earlier.reduce((sum, one) => sum + one.amountPence, 0);
    return {
      ...this.found,
      outcomes: this.outcomes,
      holders: new Map(holders),
      earlier: { payments: earlier.length, totalPence },
    };
  }

  write(changes: Changes): void {
    const { batch: before, payment } = this.found;
    const { batch, paymentStatus, next } = changes;
    if (before.state !== batch.state) {
      expect(mayMove(BATCH_MOVES, before.state, batch.state)).toBe(true);
    }
    if (paymentStatus !== null) {
      expect(mayMove(GROUP_MOVES, payment.groupStatus, paymentStatus.groupStatus)).toBe(true);
    }
    this.transfers.push(...changes.transfers);
    for (const outcome of changes.outcomes) this.outcomes.set(outcome.index, outcome);
    for (const index of changes.accepted) expect(this.outcomes.delete(index)).toBe(true);
    for (const [index, outcome] of [...this.outcomes]) {
      const isEarlier = outcome.round < (changes.acceptedBefore ?? 0);
      if (isEarlier && outcome.status === 'Pending') this.outcomes.delete(index);
    }
    const groupStatus = paymentStatus?.groupStatus ?? payment.groupStatus;
    this.found = { batch, payment: { ...payment, groupStatus } };
    this.next = next;
    this.#watch();
  }

  #watch(): void {
    const { batch } = this.found;
    const movements = [...changesOf(this.transfers).values()];
    expect(movements.reduce((sum, one) => sum + one, 0)).toBe(0);
    for (const { amountPence } of this.transfers) expect(amountPence).toBeGreaterThan(0);
    for (const account of this.#opening.keys()) {
      expect(this.balanceOf(account)).toBeGreaterThanOrEqual(0);
    }
    expect(this.balanceOf(this.#clearing)).toBe(batch.clearingPence);
    const booked = this.transfers.filter((one) => one.index !== null);
    const names = booked.map(({ kind, index }) => `${kind} ${String(index)}`);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());

    const isFinal = FINAL.includes(batch.state);
    expect(this.next === null).toBe(isFinal);
    if (isFinal) expect(batch.clearingPence).toBe(0);
    const outcomes = [...this.outcomes.values()];
    const pending = outcomes.filter((one) => one.status === 'Pending');
    expect(batch.pending).toBe(pending.length);
    expect(batch.pendingPence).toBe(pending.reduce((sum, one) => sum + one.amountPence, 0));
    const rejected = outcomes.length - pending.length;
    expect(batch.rejected).toBe(batch.state === 'failed' ? batch.payments : rejected);
  }

  /** Returns how much an account's balance has decreased since the start, in pence. */
  paidBy(account: string): number {
    return expectDefined(this.#opening.get(account), account) - this.balanceOf(account);
  }
}
