import { describe, expect, it } from 'vitest';
import type { CreditPassRequest } from '../../../../src/domain/execution/credit-pass.ts';
import type { CreditSource } from '../../../../src/domain/execution/credit.ts';
import type { SchemeAnswer, SchemeAnswers } from '../../../../src/domain/ports/schemes.ts';
import type { FileFacts } from '../../../../src/domain/records/payment.ts';
import type { Batch, Work } from '../../../../src/domain/records/records.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { assert } from '../../../../src/shared/assert.ts';
import { collectAnswers } from '../../../../src/use-cases/execution/collect-answers.ts';
import { USE_CASE_SETTINGS } from '../../../helpers/limits.ts';
import { batchTo, CREDIT } from '../batches.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');

/** An account with a sort code of this bank. */
const AT_THIS_BANK = '11280007654321';
const ELSEWHERE = '20000012345678';

const REJECTED: SchemeAnswer = { answer: 'rejected', reason: 'AC01' };
const PENDING: SchemeAnswer = { answer: 'pending', reason: 'NARR' };

const BATCH: Batch = {
  paymentId: 'dp-1',
  number: 0,
  instrument: 'FPS',
  date: null,
  dueAt: NOW,
  payments: 1,
  totalPence: 100,
  chargePence: 0,
  exchangeRate: null,
  state: 'sent',
  stateUpdatedAt: NOW,
  sentAt: NOW,
  rejected: 0,
  returned: 0,
  pending: 0,
  round: 0,
  abandonedAt: null,
  failureReason: null,
  onlyIndex: null,
};

const WORK: Work = {
  id: 1,
  step: 'collect',
  paymentId: 'dp-1',
  batch: 0,
  source: 'file',
  cursor: 0,
  dueAt: NOW,
  attempts: 0,
};

/**
 * Collects the answers to credits, given the scheme’s answers. Also returns the requests for passes
 * over a file.
 */
async function collect(
  credits: CreditSource,
  answers: Partial<SchemeAnswers> = {},
  { batch = BATCH, work = WORK, pending = [0] } = {},
) {
  const passes: CreditPassRequest[] = [];
  const parts = {
    store: { pendingCredits: () => Promise.resolve(pending) },
    schemes: {
      ask: () =>
        Promise.resolve({
          kind: 'answered' as const,
          byIndex: new Map<number, SchemeAnswer>(),
          byCreditor: {},
          rejected: [],
          bankSortCodes: null,
          askAgainAt: null,
          ...answers,
        }),
    },
    workers: {
      passCredits: (_file: FileFacts, request: CreditPassRequest) => {
        passes.push(request);
        return Promise.resolve({ exceptions: [], nextCursor: 7 });
      },
    },
    settings: USE_CASE_SETTINGS,
  };
  const collected = await collectAnswers(parts, { work, batch, now: NOW }, credits);
  assert(!('kind' in collected), 'the scheme has answered');
  return { ...collected, passes };
}

describe('the credit of a single payment', () => {
  it('is not reported if it is accepted, and no file is read', async () => {
    const collected = await collect(batchTo(ELSEWHERE).credits, { askAgainAt: NOW + 1 });
    expect(collected).toEqual({
      exceptions: [],
      nextCursor: null,
      askAgainAt: NOW + 1,
      passes: [],
    });
  });

  it('is reported with the scheme’s answer for its account', async () => {
    const { credits } = batchTo(ELSEWHERE, { index: 3 });
    const { exceptions } = await collect(credits, { byCreditor: { [ELSEWHERE]: REJECTED } });
    expect(exceptions).toEqual([{ ...CREDIT, index: 3, creditor: ELSEWHERE, ...REJECTED }]);
  });

  it('is reported with the scheme’s answer for itself, which precedes that for its account', async () => {
    const { credits } = batchTo(ELSEWHERE, { index: 3 });
    const byCreditor = { [ELSEWHERE]: REJECTED };
    const { exceptions } = await collect(credits, {
      byIndex: new Map([[3, PENDING]]),
      byCreditor,
    });
    expect(exceptions).toMatchObject([PENDING]);
    const another = await collect(credits, { byIndex: new Map([[4, PENDING]]) });
    expect(another.exceptions).toEqual([]);
  });

  it.each(INSTRUMENTS)(
    'to an account of this bank is reported as such for %s',
    async (instrument) => {
      const { exceptions } = await collect(batchTo(AT_THIS_BANK, { instrument }).credits);
      expect(exceptions).toMatchObject([{ creditor: AT_THIS_BANK, answer: 'own', reason: null }]);
    },
  );

  it('to an account of this bank is reported as rejected if the scheme rejected it', async () => {
    const { exceptions } = await collect(batchTo(AT_THIS_BANK).credits, {
      byCreditor: { [AT_THIS_BANK]: REJECTED },
    });
    expect(exceptions).toMatchObject([REJECTED]);
  });

  it('to a foreign account is never one to this bank, whatever its digits', async () => {
    const { credits } = batchTo(AT_THIS_BANK, { instrument: 'SWIFT' }, false);
    expect((await collect(credits)).exceptions).toEqual([]);
  });
});

describe('the credits of a file', () => {
  const file = { kind: 'file', file: {} as FileFacts, leftOut: [3] } as const;

  it('are compared with the scheme’s answers and the bank’s sort codes in one pass', async () => {
    const byIndex = new Map([[8, REJECTED]]);
    const byCreditor = { [ELSEWHERE]: PENDING };
    const batch: Batch = { ...BATCH, instrument: 'CHAPS', date: '2026-06-02' };
    const work = { ...WORK, cursor: 5 };
    const rejected = [{ first: 9, last: 12, reason: 'AC04' }] as const;
    const answers = { byIndex, byCreditor, rejected, askAgainAt: NOW + 1 };
    const collected = await collect(file, answers, { batch, work });
    const { bankSortCodes } = USE_CASE_SETTINGS;
    const group = { instrument: 'CHAPS', date: '2026-06-02', cursor: 5, limit: 500, only: null };
    const rules = { byIndex, byCreditor, rejected, bankSortCodes };
    expect(collected.passes).toEqual([{ ...group, leftOut: [3], ...rules }]);
    expect(collected).toMatchObject({ nextCursor: 7, askAgainAt: NOW + 1 });
  });

  it('are compared with the sort codes that the bank had when they were handed over', async () => {
    const { passes } = await collect(file, { bankSortCodes: ['999990'] });
    expect(passes).toMatchObject([{ bankSortCodes: ['999990'] }]);
  });

  it('are only those that were pending, from the second round on', async () => {
    const unanswered = { batch: { ...BATCH, round: 1 }, work: WORK, pending: [8, 9] };
    const { passes } = await collect(file, {}, unanswered);
    expect(passes).toMatchObject([{ only: [8, 9] }]);
  });
});
