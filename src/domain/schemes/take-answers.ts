import { assert, expectDefined } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { BatchName } from '../records/records.ts';
import {
  CREDIT_STATES,
  effectOf,
  type CreditState,
  type CreditStateCounts,
} from './credit-states.ts';
import type { CreditName } from './messages.ts';
import type { AnswerProblem } from './hub-problems.ts';
import type {
  MatchedAnswer,
  MatchedGroup,
  MatchedSlice,
  MessageState,
  StoredAnswer,
  UnusableAnswer,
} from './hand-over.ts';

/** Number of credits whose states are stored together in one page, one byte each. */
export const CREDITS_PER_PAGE = 4096;

/** Returns the number of the page that contains a credit of a message. */
export function pageOf(index: number): number {
  return Math.floor(index / CREDITS_PER_PAGE);
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
  readonly pendingBefore: readonly number[];
}

/** A return of a credit, as stored. */
export interface StoredReturn {
  readonly messageId: string;
  readonly index: number;
  readonly returnId: string;
  readonly amount: MinorUnits;
  readonly reason: ReasonCode;
}

/** The data that is loaded from the store before a slice of answers is taken. */
export interface SliceContext {
  readonly messages: ReadonlyMap<string, LoadedMessage>;
  /** The stored returns of the credits that the slice returns. */
  readonly returns: readonly StoredReturn[];
}

/** The new states of a message's credits. */
export interface ChangedMessage extends MessageState {
  readonly pages: ReadonlyMap<number, Uint8Array>;
}

/** Returns the state of a credit of a message, whose page is loaded if the message has pages. */
export function creditStateIn(found: Omit<LoadedMessage, 'pendingBefore'>, index: number) {
  return new MessageCredits({ ...found, pendingBefore: [] }).stateOf(index);
}

/** The changes that a slice of answers makes. They are stored in one transaction. */
export interface SliceChanges {
  readonly messages: readonly ChangedMessage[];
  /** Answers to store, and credits whose stored answer is deleted because they were accepted. */
  readonly answers: readonly (StoredAnswer & { readonly messageId: string })[];
  readonly accepted: readonly CreditName[];
  readonly returns: readonly StoredReturn[];
  readonly unusable: readonly UnusableAnswer[];
  /** The batches whose credits changed, without duplicates. */
  readonly batches: readonly BatchName[];
}

/**
 * Decides the changes that a slice of a delivery makes. Answers that contradict earlier ones change
 * nothing and are set aside. The status of a whole message applies to its credits that have no
 * answer of their own in any delivery, and to those that earlier deliveries left pending. If the
 * same delivery leaves a credit pending, a final status of the message is set aside.
 */
export function takeAnswers(found: SliceContext, slice: MatchedSlice): SliceChanges {
  const taking = new Taking(found);
  for (const answer of slice.answers) {
    if (answer.returned === null) taking.answer(answer);
    else taking.takeReturn(answer, answer.returned);
  }
  for (const group of slice.groups) taking.answerGroup(group);
  return taking.changes(slice.unusable);
}

class Taking {
  readonly #messages: ReadonlyMap<string, MessageCredits>;
  readonly #returns: StoredReturn[];
  readonly #storedReturns: number;
  readonly #answers = new Map<string, StoredAnswer & { readonly messageId: string }>();
  readonly #accepted = new Map<string, CreditName>();
  readonly #unusable: UnusableAnswer[] = [];

  constructor({ messages, returns }: SliceContext) {
    this.#messages = new Map(
      [...messages].map(([id, message]) => [id, new MessageCredits(message)]),
    );
    this.#returns = [...returns];
    this.#storedReturns = returns.length;
  }

  answer(answer: MatchedAnswer): void {
    const { messageId, index, meaning, reason } = answer;
    const message = this.#message(messageId);
    if (meaning === 'pending' && message.stateOf(index) === 'pending') {
      // The credit is now pending by this delivery, too, so the group status does not include it.
      message.namedPending.add(index);
      this.#answers.set(keyOf(answer), { messageId, index, answer: 'pending', reason });
    }
    const effect = effectOf(message.stateOf(index), meaning);
    if (effect.kind === 'contradiction') this.#setAside(answer, effect.contradiction);
    if (effect.kind === 'change') this.#change(messageId, index, effect.to, reason);
  }

  /** Takes the return of a credit. A credit that was not answered yet is thereby accepted. */
  takeReturn(answer: MatchedAnswer, { id, amount }: { id: string; amount: MinorUnits }): void {
    const { messageId, index, reason } = answer;
    const state = this.#message(messageId).stateOf(index);
    if (state === 'rejected') {
      this.#setAside(answer, 'returnedAfterRejection');
      return;
    }
    const known = this.#returns.find(
      (stored) => stored.messageId === messageId && stored.index === index,
    );
    if (known !== undefined) {
      const isRepeated = known.returnId === id && known.amount === amount;
      if (!isRepeated) this.#setAside(answer, 'returnedTwice');
      return;
    }
    if (state !== 'accepted') this.#change(messageId, index, 'accepted', reason);
    this.#returns.push({ messageId, index, returnId: id, amount, reason });
  }

  answerGroup(group: MatchedGroup): void {
    const { messageId, meaning, reason } = group;
    if (meaning === 'progress' || meaning === 'pending') return;
    const message = this.#message(messageId);
    if (meaning === 'rejected' && message.counts.accepted > 0) {
      this.#setAside(group, 'rejectedAfterAcceptance');
      return;
    }
    if (meaning === 'accepted' && message.rest === 'rejected') {
      this.#setAside(group, 'acceptedAfterRejection');
      return;
    }
    const pendingBefore = message.pendingByOthers();
    if (pendingBefore.length < message.counts.pending) {
      this.#setAside(group, 'groupDisagrees');
      return;
    }
    for (const index of pendingBefore) this.#change(messageId, index, meaning, reason);
    message.decideRest(meaning, reason);
  }

  changes(unusable: readonly UnusableAnswer[]): SliceChanges {
    const messages = [...this.#messages.values()].filter((message) => message.isChanged);
    const batches = new Map(
      messages.map(({ batch }) => [`${batch.paymentId} ${String(batch.number)}`, batch]),
    );
    return {
      messages: messages.map((message) => message.changed()),
      answers: [...this.#answers.values()],
      accepted: [...this.#accepted.values()],
      returns: this.#returns.slice(this.#storedReturns),
      unusable: [...unusable, ...this.#unusable],
      batches: [...batches.values()],
    };
  }

  #message(id: string): MessageCredits {
    return expectDefined(this.#messages.get(id), `message ${id}`);
  }

  #change(messageId: string, index: number, to: CreditState, reason: ReasonCode): void {
    this.#message(messageId).move(index, to);
    const key = keyOf({ messageId, index });
    this.#answers.delete(key);
    this.#accepted.delete(key);
    if (to === 'accepted') this.#accepted.set(key, { messageId, index });
    else if (to !== 'open') this.#answers.set(key, { messageId, index, answer: to, reason });
  }

  #setAside(
    answer: { position: number; messageId: string; index?: number },
    problem: AnswerProblem,
  ): void {
    const { position, messageId, index = null } = answer;
    this.#unusable.push({ position, problem, messageId, index, facts: JSON.stringify(answer) });
  }
}

const keyOf = ({ messageId, index }: CreditName): string => `${messageId} ${String(index)}`;

/** The states of one message's credits while a slice is taken. */
class MessageCredits {
  readonly #found: LoadedMessage;
  readonly #counts: Record<CreditState, number>;
  readonly #changedPages = new Map<number, Uint8Array>();
  #rest: LoadedMessage['rest'];
  #restReason: LoadedMessage['restReason'];
  /** The pending credits that this slice names as pending again. */
  readonly namedPending = new Set<number>();
  isChanged = false;

  constructor(found: LoadedMessage) {
    this.#found = found;
    this.#counts = { ...found.counts };
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
  pendingByOthers(): readonly number[] {
    return this.#found.pendingBefore.filter(
      (index) => this.stateOf(index) === 'pending' && !this.namedPending.has(index),
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

  move(index: number, to: CreditState): void {
    this.#count(this.stateOf(index), to, 1);
    if (this.#found.transactions === 1) return;
    this.#pageToChange(pageOf(index))[index % CREDITS_PER_PAGE] = CREDIT_STATES.indexOf(to);
  }

  /** Sets the state of all credits without an answer of their own. */
  decideRest(to: 'accepted' | 'rejected', reason: ReasonCode): void {
    if (this.#rest !== 'open') return;
    this.#rest = to;
    this.#restReason = to === 'rejected' ? reason : null;
    this.#count('open', to, this.#counts.open);
    this.isChanged = true;
  }

  changed(): ChangedMessage {
    return {
      ...this.#found,
      counts: this.#counts,
      rest: this.#rest,
      restReason: this.#restReason,
      pages: this.#changedPages,
    };
  }

  #count(from: CreditState, to: CreditState, credits: number): void {
    this.#counts[from] -= credits;
    this.#counts[to] += credits;
    assert(this.#counts[from] >= 0, `message ${this.#found.id} has credits that are ${from}`);
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
