import type { Store } from '../../domain/ports/store.ts';
import type { AnswerSlice, DeliveredAnswer, GroupAnswer } from '../../domain/schemes/answers.ts';
import {
  bacsKey,
  type BacsRecord,
  type BacsSubmission,
} from '../../domain/schemes/bacs-reports.ts';
import { creditIdOf } from '../../domain/schemes/messages.ts';
import { expectDefined } from '../../shared/assert.ts';
import { MAX_EQUAL_CREDITS, type EqualCredit, type FoundCredits } from './find-bacs-credits.ts';

/** Returns those of some credits of a message that have a property. */
type Find = (messageId: string, indexes: readonly number[]) => Promise<readonly number[]>;

/**
 * Adds the ids of credits to the answers of a report of Bacs, as a hub does that translates it to
 * pacs.002 and pacs.004. Equal credits cannot be distinguished. They debit and credit the same
 * accounts, so the choice moves the same money (docs/decisions, 132).
 *
 * An item of an ARUCS names the first equal credit that was not rejected and did not come back. But
 * a credit whose return operators proposed or decided takes the next item first (docs/decisions,
 * 134). The n-th equal item of an input report names the n-th equal credit of the submission. An
 * item of an AWACS names a credit only if it is the only one.
 */
export class BacsNames {
  readonly #store: Pick<Store, 'endedCredits' | 'awaitedReturns'>;
  readonly #found: FoundCredits;
  /** Number of items of an input report so far, keyed by record. */
  readonly #listed = new Map<string, number>();
  /** Ids of the credits that items of this ARUCS name. */
  readonly #returned = new Set<string>();

  constructor(store: Pick<Store, 'endedCredits' | 'awaitedReturns'>, found: FoundCredits) {
    this.#store = store;
    this.#found = found;
  }

  /** @param from position of the first answer that was not taken yet */
  async addTo(slice: AnswerSlice, from: number): Promise<AnswerSlice> {
    const answers: DeliveredAnswer[] = [];
    for (const answer of slice.answers) answers.push(await this.#name(answer, from));
    const submission = slice.bacs?.submission ?? null;
    return { ...slice, answers, groups: submission === null ? [] : [this.#group(submission)] };
  }

  async #name(answer: DeliveredAnswer, from: number): Promise<DeliveredAnswer> {
    const { bacs, position } = answer;
    if (bacs === undefined) return answer;
    const { record, outcome } = bacs;
    const equal = this.#found.of(record);
    switch (outcome) {
      case 'rejected':
      case 'amended':
        return named(answer, equal[this.#countListed(record)]);
      case 'moved':
        return named(answer, equal.length === 1 ? equal[0] : undefined);
      case 'returned': {
        if (position < from) return answer;
        const free = await this.#next(equal);
        if (free === undefined && equal.length >= MAX_EQUAL_CREDITS) {
          return { ...answer, unmatched: 'tooManyAlike' };
        }
        // If all came back or were rejected, the answer names the first one, whose state it
        // contradicts.
        return named(answer, free ?? equal[0]);
      }
    }
  }

  #countListed(record: BacsRecord): number {
    const key = bacsKey(record);
    const before = this.#listed.get(key) ?? 0;
    this.#listed.set(key, before + 1);
    return before;
  }

  /**
   * Returns the credit that the next equal item of an ARUCS names: one whose return operators
   * proposed or decided before the item arrived, or the first that was not rejected and did not
   * come back.
   */
  async #next(equal: readonly EqualCredit[]): Promise<EqualCredit | undefined> {
    const [first, second] = equal;
    if (second === undefined) return first;
    const store = this.#store;
    const awaited: Find = (...credits) => store.awaitedReturns(...credits);
    const ended: Find = (...credits) => store.endedCredits(...credits);
    return (await this.#first(equal, awaited, true)) ?? this.#first(equal, ended, false);
  }

  /**
   * Returns the first credit that `find` returns, or does not return if `isFound` is false.
   * Remembers it.
   */
  async #first(
    equal: readonly EqualCredit[],
    find: Find,
    isFound: boolean,
  ): Promise<EqualCredit | undefined> {
    for (const messageId of new Set(equal.map((credit) => credit.messageId))) {
      const ofMessage = equal.filter((credit) => credit.messageId === messageId);
      const indexes = ofMessage.map(({ index }) => index);
      const found = new Set(await find(messageId, indexes));
      const chosen = ofMessage.find(
        (credit) => found.has(credit.index) === isFound && !this.#returned.has(creditIdOf(credit)),
      );
      if (chosen === undefined) continue;
      this.#returned.add(creditIdOf(chosen));
      return chosen;
    }
    return undefined;
  }

  /** Returns the status of the whole submission, for the credits that the report does not list. */
  #group({ accepted, rejected }: BacsSubmission): GroupAnswer {
    return {
      messageId: expectDefined(this.#found.message ?? undefined, 'the submission of a report').id,
      status: accepted.credits === 0 ? 'RJCT' : 'ACSC',
      transactions: accepted.credits + rejected.credits,
      code: null,
      text: null,
    };
  }
}

function named(answer: DeliveredAnswer, credit: EqualCredit | undefined): DeliveredAnswer {
  if (credit === undefined) return { ...answer, unmatched: 'unmatchedRecord' };
  return { ...answer, messageId: credit.messageId, instructionId: creditIdOf(credit) };
}
