import { describe, expect, it } from 'vitest';
import {
  accountsIn,
  applyAnswers,
  asksForEarlier,
  NO_CREDITS,
  type AnswersContext,
  type Holder,
  type StoredOutcome,
} from '../../../../src/domain/execution/answers.ts';
import type { OpenBatch } from '../../../../src/domain/execution/changes.ts';
import type { CreditAnswer, CreditAnswers } from '../../../../src/domain/execution/credit-pass.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import {
  answerOf,
  BAKER,
  ELSEWHERE,
  LATER,
  POOR,
  RICH,
  SHUT,
} from '../../../contract/store/fixtures.ts';
import { foundOf, NOW } from '../../../helpers/books.ts';

const HOLDERS = new Map<string, Holder>([
  [RICH, { holderName: 'Northwind', state: 'open' }],
  [BAKER, { holderName: 'Bright Bakes', state: 'open' }],
  [SHUT, { holderName: 'Northwind', state: 'closed' }],
]);

const SENT = { payments: 3, totalPence: 300, state: 'sent', sentAt: NOW } as const;

function found(rest: Partial<OpenBatch> = {}, known: Partial<AnswersContext> = {}) {
  const batch = { ...SENT, clearingPence: 300, ...rest };
  return {
    ...foundOf(batch),
    ...{ outcomes: new Map<number, StoredOutcome>(), holders: HOLDERS, earlier: NO_CREDITS },
    ...known,
  };
}

function answers(exceptions: CreditAnswer[], rest?: Partial<CreditAnswers>): CreditAnswers {
  return { exceptions, nextCursor: null, askAgainAt: null, ...rest };
}

/** Returns a second round with pending credits of 100 pence each from the first. */
function secondRound(indexes: readonly number[]): AnswersContext {
  const pending = { status: 'Pending', amountPence: 100, round: 0 } as const;
  const sum = { payments: indexes.length, totalPence: 100 * indexes.length };
  return found(
    {
      round: 1,
      pending: sum.payments,
      pendingPence: sum.totalPence,
      clearingPence: sum.totalPence,
    },
    { outcomes: new Map(indexes.map((index) => [index, pending])), earlier: sum },
  );
}

describe('the data that is loaded for answers', () => {
  it('includes each holder of an account at this bank once', () => {
    const received = answers([
      answerOf(0, 'own', { creditor: BAKER }),
      answerOf(1, 'own', { creditor: BAKER, debtor: null }),
      answerOf(2, 'rejected', { debtor: POOR }),
    ]);
    expect(accountsIn(received, foundOf().payment)).toEqual([BAKER, RICH]);
  });

  it('includes earlier pending credits at the end of a later round', () => {
    const { batch } = foundOf();
    expect(asksForEarlier({ ...batch, round: 1 }, answers([]))).toBe(true);
    expect(asksForEarlier({ ...batch, round: 1 }, answers([], { nextCursor: 5 }))).toBe(false);
    expect(asksForEarlier(batch, answers([]))).toBe(false);
  });
});

describe('applying answers', () => {
  it('settles a batch without exceptions', () => {
    const changes = applyAnswers(found(), answers([]), LATER);
    expect(changes.transfers).toMatchObject([
      { kind: 'settlement', from: 'clearing:SWIFT', to: 'settlement:SWIFT', amountPence: 300 },
    ]);
    expect(changes.batch).toMatchObject({ state: 'answered', stateUpdatedAt: LATER, rejected: 0 });
    expect(changes.batch.clearingPence).toBe(0);
    expect(changes.next).toBeNull();
  });

  it('keeps the charge of an accepted credit, and returns that of a rejected one', () => {
    const charged = { payments: 1, totalPence: 125, chargePence: 25, clearingPence: 125 };
    const accepted = applyAnswers(found(charged), answers([]), LATER);
    const settled = accepted.transfers.map(({ to, amountPence }) => [to, amountPence]);
    expect(settled).toEqual([
      ['settlement:SWIFT', 100],
      ['charges', 25],
    ]);
    const rejected = applyAnswers(found(charged), answers([answerOf(0, 'rejected')]), LATER);
    expect(rejected.transfers).toMatchObject([
      {
        ...{ kind: 'returned-credit', to: RICH, amountPence: 125, index: 0 },
        ...{ reference: 'Returned AC01 FRESCO-12', counterparty: 'Fresco Ltd' },
      },
    ]);
    expect(rejected.outcomes).toMatchObject([{ reason: 'AC01', amountPence: 125, debtor: RICH }]);
  });

  it("uses NARR and the payment's account by default", () => {
    const received = [answerOf(1, 'rejected', { reason: null, debtor: null })];
    const { outcomes } = applyAnswers(found(), answers(received), LATER);
    expect(outcomes).toMatchObject([{ status: 'Rejected', reason: 'NARR', debtor: RICH }]);
  });

  it('credits accounts at this bank in the name of the debtor', () => {
    const received = [
      answerOf(0, 'own', { creditor: BAKER }),
      answerOf(1, 'own', { creditor: BAKER, debtor: ELSEWHERE }),
      answerOf(2, 'own', { creditor: ELSEWHERE }),
    ];
    const { transfers, outcomes } = applyAnswers(found(), answers(received), LATER);
    expect(transfers).toMatchObject([
      { kind: 'credit', to: BAKER, amountPence: 100, counterparty: 'Northwind' },
      { kind: 'credit', to: BAKER, amountPence: 100, counterparty: ELSEWHERE },
      { kind: 'settlement', amountPence: 100 },
    ]);
    expect(outcomes).toEqual([]);
  });

  it('rejects a credit to a closed account with AC04', () => {
    const received = [answerOf(0, 'own', { creditor: SHUT })];
    const changes = applyAnswers(found(), answers(received), LATER);
    expect(changes.outcomes).toMatchObject([{ index: 0, status: 'Rejected', reason: 'AC04' }]);
    expect(changes.batch.rejected).toBe(1);
  });

  it('ignores credits that were never funded', () => {
    const unfunded = { status: 'Rejected', amountPence: 100, round: 0 } as const;
    const known = found(
      { rejected: 1, clearingPence: 200 },
      { outcomes: new Map([[1, unfunded]]) },
    );
    const changes = applyAnswers(known, answers([answerOf(1, 'rejected')]), LATER);
    expect(changes.outcomes).toEqual([]);
    expect(changes.transfers).toMatchObject([{ kind: 'settlement', amountPence: 200 }]);
    expect(changes.batch.rejected).toBe(1);
  });

  it('continues at the cursor and settles nothing before the end of the round', () => {
    const received = answers([answerOf(0, 'pending')], { nextCursor: 2, askAgainAt: LATER });
    const changes = applyAnswers(found(), received, NOW);
    expect(changes.transfers).toEqual([]);
    expect(changes.batch).toMatchObject({ state: 'sent', pending: 1, askAgainAt: LATER });
    expect(changes.next).toEqual({ step: 'collect', cursor: 2, dueAt: NOW });
  });

  it('leaves pending amounts in clearing and asks for them again', () => {
    const received = answers([answerOf(0, 'pending')], { askAgainAt: LATER + 5 });
    const changes = applyAnswers(found({ askAgainAt: LATER }), received, NOW);
    expect(changes.transfers).toMatchObject([{ kind: 'settlement', amountPence: 200 }]);
    expect(changes.batch).toMatchObject({ state: 'sent', round: 1, askAgainAt: null });
    expect(changes.batch).toMatchObject({ pending: 1, pendingPence: 100, clearingPence: 100 });
    expect(changes.next).toEqual({ step: 'collect', cursor: 0, dueAt: LATER });
    expect(() => applyAnswers(found(), answers([answerOf(0, 'pending')]), NOW)).toThrow(Bug);
  });

  it('throws if a credit is answered twice at a time', () => {
    const twice = answers([answerOf(0, 'own', { creditor: BAKER }), answerOf(0, 'rejected')]);
    expect(() => applyAnswers(found(), twice, NOW)).toThrow(Bug);
  });
});

describe('a later round', () => {
  it('accepts the pending credits without a new answer', () => {
    const received = answers([answerOf(0, 'pending')], { askAgainAt: LATER });
    const changes = applyAnswers(secondRound([0, 1]), received, NOW);
    expect(changes.acceptedBefore).toBe(1);
    expect(changes.transfers).toMatchObject([{ kind: 'settlement', amountPence: 100 }]);
    expect(changes.outcomes).toMatchObject([{ index: 0, status: 'Pending', round: 1 }]);
    expect(changes.batch).toMatchObject({ pending: 1, pendingPence: 100, round: 2 });
  });

  it('deletes the outcome of a pending credit that is accepted to this bank', () => {
    const received = answers([answerOf(0, 'own', { creditor: BAKER })]);
    const changes = applyAnswers(secondRound([0]), received, NOW);
    expect(changes).toMatchObject({ accepted: [0], acceptedBefore: null, outcomes: [] });
    expect(changes.transfers).toMatchObject([{ kind: 'credit', to: BAKER, amountPence: 100 }]);
    expect(changes.batch).toMatchObject({ state: 'answered', pending: 0, clearingPence: 0 });
  });

  it('ignores credits that were final before', () => {
    const received = answers([answerOf(2, 'rejected')]);
    const changes = applyAnswers(secondRound([0]), received, NOW);
    expect(changes.outcomes).toEqual([]);
    expect(changes.transfers).toMatchObject([{ kind: 'settlement', amountPence: 100 }]);
  });
});
