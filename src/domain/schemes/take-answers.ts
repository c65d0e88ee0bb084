import { expectDefined } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { BatchName } from '../records/records.ts';
import { effectOf, type CreditState } from './credit-states.ts';
import {
  MessageCredits,
  type ChangedMessage,
  type LoadedMessage,
  type PendingCredit,
} from './message-credits.ts';
import type { CreditName } from './messages.ts';
import type { AnswerProblem } from './hub-problems.ts';
import type {
  MatchedAnswer,
  MatchedGroup,
  MatchedSlice,
  StoredAnswer,
  UnusableAnswer,
} from './hand-over.ts';

/** A return of a credit, as stored. */
export interface StoredReturn {
  readonly messageId: string;
  readonly index: number;
  readonly returnId: string;
  readonly amount: MinorUnits;
  readonly reason: ReasonCode;
}

/** The data that is loaded from the store before a slice of answers is applied. */
export interface SliceContext {
  readonly messages: ReadonlyMap<string, LoadedMessage>;
  /** The stored returns of the credits that the slice returns. */
  readonly returns: readonly StoredReturn[];
  /**
   * The credits that operators rejected (domain/schemes/proposals.ts). Loaded only for messages
   * whose whole status the slice contains.
   */
  readonly rejectedByOperators: readonly CreditName[];
}

/** The new answer to a credit, with the amount of the credit. */
export type ChangedAnswer = StoredAnswer & CreditName & { readonly amount: MinorUnits };

/** Returns the state of a credit of a message, whose page is loaded if the message has pages. */
export function creditStateIn(found: Omit<LoadedMessage, 'pendingBefore'>, index: number) {
  return new MessageCredits({ ...found, pendingBefore: [] }).stateOf(index);
}

/** The changes that a slice of answers makes. They are stored in one transaction. */
export interface SliceChanges {
  readonly messages: readonly ChangedMessage[];
  /** Answers to store, and credits whose stored answer is deleted because they were accepted. */
  readonly answers: readonly ChangedAnswer[];
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
 * same delivery leaves a credit pending, a final status of the message is set aside. The acceptance
 * of a message that contains a credit that operators rejected accepts the others, and is set aside
 * for that credit.
 */
export function takeAnswers(found: SliceContext, slice: MatchedSlice): SliceChanges {
  const taking = new Taking(found);
  for (const answer of slice.answers) {
    if (answer.returned === null) taking.answer(answer);
    else taking.takeReturn(answer, answer.returned);
  }
  const answeredKeys = new Set(slice.answers.map(keyOf));
  for (const group of slice.groups) taking.answerGroup(group, answeredKeys);
  return taking.changes(slice.unusable);
}

class Taking {
  readonly #messages: ReadonlyMap<string, MessageCredits>;
  readonly #returns: StoredReturn[];
  readonly #storedReturns: number;
  readonly #answers = new Map<string, ChangedAnswer>();
  readonly #accepted = new Map<string, CreditName>();
  readonly #unusable: UnusableAnswer[] = [];
  readonly #rejectedByOperators: readonly CreditName[];

  constructor({ messages, returns, rejectedByOperators }: SliceContext) {
    this.#rejectedByOperators = rejectedByOperators;
    this.#messages = new Map(
      [...messages].map(([id, message]) => [id, new MessageCredits(message)]),
    );
    this.#returns = [...returns];
    this.#storedReturns = returns.length;
  }

  answer(answer: MatchedAnswer): void {
    const { messageId, index, amount, meaning, reason } = answer;
    const message = this.#message(messageId);
    if (meaning === 'pending' && message.stateOf(index) === 'pending') {
      // The credit is now pending by this delivery, too, so the group status does not include it.
      message.namedPending.add(index);
      const changed = { messageId, index, amount, answer: 'pending', reason } as const;
      this.#answers.set(keyOf(answer), changed);
    }
    const effect = effectOf(message.stateOf(index), meaning);
    if (effect.kind === 'contradiction') this.#setAside(answer, effect.contradiction);
    if (effect.kind === 'change') this.#change(messageId, answer, effect.to, reason);
  }

  /** Applies the return of a credit. If the credit was not answered yet, it is accepted first. */
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
    if (state !== 'accepted') this.#change(messageId, answer, 'accepted', reason);
    this.#returns.push({ messageId, index, returnId: id, amount, reason });
  }

  /** @param answeredKeys keys of the credits with an answer of their own in the slice */
  answerGroup(group: MatchedGroup, answeredKeys: ReadonlySet<string>): void {
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
    for (const credit of pendingBefore) this.#change(messageId, credit, meaning, reason);
    message.decideRest(meaning, reason);
    const contradicted = this.#rejectedByOperators.find(
      (credit) => credit.messageId === messageId && !answeredKeys.has(keyOf(credit)),
    );
    if (meaning === 'accepted' && contradicted !== undefined) {
      this.#setAside({ ...group, index: contradicted.index }, 'acceptedAfterRejection');
    }
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

  #change(
    messageId: string,
    { index, amount }: PendingCredit,
    to: CreditState,
    reason: ReasonCode,
  ): void {
    this.#message(messageId).move(index, amount, to);
    const key = keyOf({ messageId, index });
    this.#answers.delete(key);
    this.#accepted.delete(key);
    if (to === 'accepted') this.#accepted.set(key, { messageId, index });
    else if (to !== 'open') {
      this.#answers.set(key, { messageId, index, amount, answer: to, reason });
    }
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
