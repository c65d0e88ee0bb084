import { assert, expectDefined } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { BatchName } from '../records/records.ts';
import { CREDIT_STATES, type CreditState, type CreditStateCounts } from './credit-states.ts';
import type { MessageState } from './hand-over.ts';

/** Number of credits whose states are stored together in one page, one byte each. */
export const CREDITS_PER_PAGE = 4096;

/** Returns the number of the page that contains a credit of a message. */
export function pageOf(index: number): number {
  return Math.floor(index / CREDITS_PER_PAGE);
}

/** A pending credit, with its amount in minor units of its message's currency. */
export interface PendingCredit {
  readonly index: number;
  readonly amount: MinorUnits;
}

/** A message with the states of those credits that a slice answers. */
export interface LoadedMessage extends MessageState {
  /**
   * The stored pages that contain answered credits, by page number. A page that is missing contains
   * no answer. A message with a single credit has no pages, because its counts are sufficient.
   */
  readonly pages: ReadonlyMap<number, Uint8Array>;
  /**
   * The pending credits that other deliveries left pending, in ascending order. Loaded only if the
   * slice contains the status of the whole message.
   */
  readonly pendingBefore: readonly PendingCredit[];
}

/** The new states of a message's credits. */
export interface ChangedMessage extends MessageState {
  readonly pages: ReadonlyMap<number, Uint8Array>;
}

/** The states of one message's credits while a slice is applied. */
export class MessageCredits {
  readonly #found: LoadedMessage;
  readonly #counts: Record<CreditState, number>;
  readonly #sums: Record<CreditState, MinorUnits>;
  readonly #changedPages = new Map<number, Uint8Array>();
  #rest: LoadedMessage['rest'];
  #restReason: LoadedMessage['restReason'];
  /** The pending credits that this slice names as pending again. */
  readonly namedPending = new Set<number>();
  isChanged = false;

  constructor(found: LoadedMessage) {
    this.#found = found;
    this.#counts = { ...found.counts };
    this.#sums = { ...found.sums };
    this.#rest = found.rest;
    this.#restReason = found.restReason;
  }

  get batch(): BatchName {
    const { paymentId, number } = this.#found;
    return { paymentId, number };
  }

  get counts(): CreditStateCounts {
    return this.#counts;
  }

  get rest(): LoadedMessage['rest'] {
    return this.#rest;
  }

  /** Returns the pending credits that this delivery does not name. */
  pendingByOthers(): readonly PendingCredit[] {
    return this.#found.pendingBefore.filter(
      ({ index }) => this.stateOf(index) === 'pending' && !this.namedPending.has(index),
    );
  }

  stateOf(index: number): CreditState {
    const { transactions, pages } = this.#found;
    if (transactions === 1) {
      return expectDefined(
        CREDIT_STATES.find((state) => this.#counts[state] === 1),
        'the state of the only credit',
      );
    }
    const page = this.#changedPages.get(pageOf(index)) ?? pages.get(pageOf(index));
    const own = CREDIT_STATES[page?.[index % CREDITS_PER_PAGE] ?? 0];
    return own === undefined || own === 'open' ? this.#rest : own;
  }

  move(index: number, amount: MinorUnits, to: CreditState): void {
    this.#count(this.stateOf(index), to, 1, amount);
    if (this.#found.transactions === 1) return;
    this.#pageToChange(pageOf(index))[index % CREDITS_PER_PAGE] = CREDIT_STATES.indexOf(to);
  }

  /** Sets the state of all credits without an answer of their own. */
  decideRest(to: 'accepted' | 'rejected', reason: ReasonCode): void {
    if (this.#rest !== 'open') return;
    this.#rest = to;
    this.#restReason = to === 'rejected' ? reason : null;
    this.#count('open', to, this.#counts.open, this.#sums.open);
    this.isChanged = true;
  }

  changed(): ChangedMessage {
    return {
      ...this.#found,
      counts: this.#counts,
      sums: this.#sums,
      rest: this.#rest,
      restReason: this.#restReason,
      pages: this.#changedPages,
    };
  }

  #count(from: CreditState, to: CreditState, credits: number, amount: MinorUnits): void {
    this.#counts[from] -= credits;
    this.#counts[to] += credits;
    this.#sums[from] -= amount;
    this.#sums[to] += amount;
    assert(this.#counts[from] >= 0, `message ${this.#found.id} has credits that are ${from}`);
    assert(this.#sums[from] >= 0, `message ${this.#found.id} has a sum that is ${from}`);
    this.isChanged = true;
  }

  #pageToChange(number: number): Uint8Array {
    let page = this.#changedPages.get(number);
    if (page === undefined) {
      page = Uint8Array.from(this.#found.pages.get(number) ?? new Uint8Array(CREDITS_PER_PAGE));
      this.#changedPages.set(number, page);
    }
    return page;
  }
}
