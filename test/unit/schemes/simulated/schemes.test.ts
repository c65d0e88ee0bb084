import { describe, expect, it } from 'vitest';
import type { CreditPassRequest } from '../../../../src/domain/execution/credit-pass.ts';
import { NO_PURPOSE, type SingleCredit } from '../../../../src/domain/execution/credit.ts';
import type { CreditAnswer, CreditBatch } from '../../../../src/domain/ports/schemes.ts';
import type { FileFacts, SinglePayment } from '../../../../src/domain/records/payment.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';
import { DAY_MS } from '../../../../src/kernel/time.ts';
import { createSchemes } from '../../../../src/schemes/simulated/schemes.ts';
import { CREDITOR } from '../../pipeline/orders.ts';

const SENT_AT = Date.parse('2026-06-01T10:00:00Z');

const file: FileFacts = {
  sha256: '0'.repeat(64),
  bytes: 1000,
  payments: 3,
  totalPence: 300,
  classification: { kind: 'BULK', reason: 'Every payment is FPS from one account.' },
  groups: [],
  requestedDate: null,
  debitReference: '',
  pageOffsets: [28],
};

function batch(instrument: Instrument): CreditBatch {
  const credits = { kind: 'file', file } as const;
  return { paymentId: 'fp-1', number: 0, instrument, date: null, credits };
}

/** A batch of one payment, which is no file. */
function batchTo(creditor: string, rest?: Partial<SinglePayment>, isBritish = true): CreditBatch {
  const payment: SinglePayment = {
    ...credit,
    index: 0,
    instrument: 'FPS',
    date: null,
    creditor,
    instructionIdentification: 'ID-1',
    endToEndIdentification: 'E2E-1',
    unstructured: '',
    ...rest,
  };
  const credits: SingleCredit = {
    kind: 'one',
    payment,
    creditor: { ...CREDITOR, isBritish },
    instructed: { minor: payment.amountPence, currency: 'GBP' },
    currencyOfTransfer: 'GBP',
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
  };
  return { ...batch(payment.instrument), number: payment.index, credits };
}

const page = { sentAt: SENT_AT, now: SENT_AT, cursor: 0, limit: 10, only: null };

/** A pass that finds what it is told to find, and remembers what it was asked. */
function passOver(creditors: readonly string[]) {
  const requests: CreditPassRequest[] = [];
  const schemes = createSchemes({
    ownSortCodes: ['112800'],
    collectCredits: (_file, request) => {
      requests.push(request);
      const standingOut = creditors.flatMap((creditor, index): CreditAnswer[] => {
        const special = request.answers[creditor];
        return special === undefined ? [] : [{ ...credit, index, creditor, ...special }];
      });
      return Promise.resolve({ standingOut, nextCursor: null });
    },
  });
  return { schemes, requests };
}

const credit = {
  amountPence: 100,
  debtor: null,
  creditorName: 'Fresco Ltd',
  reference: 'INV-1',
};

describe('the simulated schemes', () => {
  it.each([
    ['FPS', 20],
    ['CHAPS', 40],
    ['BACS', 60],
    ['SWIFT', 80],
    ['SEPA', 60],
    ['SameDayEUR', 40],
  ] as const)('%s answers after %i ms', async (instrument, latencyMs) => {
    const { schemes } = passOver([]);
    const sent = await schemes.send(batch(instrument), SENT_AT);
    expect(sent).toEqual({ answersAt: SENT_AT + latencyMs });
  });

  it('reject three accounts, each with its reason, and accept every other', async () => {
    const { schemes } = passOver([
      '20000012345678',
      '99999900000001',
      '99999900000004',
      '99999900000006',
      '99999900000002',
    ]);
    const { standingOut } = await schemes.collect(batch('FPS'), page);
    expect(standingOut.map(({ index, answer, reason }) => [index, answer, reason])).toEqual([
      [1, 'rejected', 'AC01'],
      [2, 'rejected', 'AC04'],
      [3, 'rejected', 'AC06'],
    ]);
  });

  it('keep one account pending for a day after the batch was sent', async () => {
    const { schemes } = passOver(['99999900000050']);
    const lastMoment = { ...page, now: SENT_AT + DAY_MS - 1 };
    const first = await schemes.collect(batch('FPS'), lastMoment);
    expect(first.standingOut.map(({ answer }) => answer)).toEqual(['pending']);
    expect(first.askAgainAt).toBe(SENT_AT + DAY_MS);

    const aDayLater = { ...page, now: SENT_AT + DAY_MS, only: [0] };
    const second = await schemes.collect(batch('FPS'), aDayLater);
    expect(second).toEqual({ standingOut: [], nextCursor: null, askAgainAt: null });
  });

  it('tell when to ask again also on a page where none is pending: others may be', async () => {
    const { schemes } = passOver([]);
    const first = await schemes.collect(batch('FPS'), page);
    expect(first.askAgainAt).toBe(SENT_AT + DAY_MS);
  });

  it('still reject, a day later, what they rejected before', async () => {
    const { schemes } = passOver(['99999900000001']);
    const later = await schemes.collect(batch('FPS'), { ...page, now: SENT_AT + DAY_MS });
    expect(later.standingOut.map(({ reason }) => reason)).toEqual(['AC01']);
  });

  it('give a repeated question the same answer', async () => {
    const { schemes } = passOver(['99999900000001', '99999900000050']);
    const once = await schemes.collect(batch('BACS'), page);
    expect(await schemes.collect(batch('BACS'), page)).toEqual(once);
  });

  it('look at the group, the page and the payments that they are asked for', async () => {
    const { schemes, requests } = passOver([]);
    const dated = { ...batch('CHAPS'), date: '2026-06-02' };
    await schemes.collect(dated, { ...page, cursor: 7, limit: 3, only: [8, 9] });
    expect(requests).toMatchObject([
      {
        instrument: 'CHAPS',
        date: '2026-06-02',
        cursor: 7,
        limit: 3,
        only: [8, 9],
        ownSortCodes: ['112800'],
      },
    ]);
  });
});

describe('the simulated schemes, for a payment that stands alone', () => {
  const { schemes, requests } = passOver([]);
  const aDayLater = { ...page, now: SENT_AT + DAY_MS };

  it('answer about that very payment, and look at no file', async () => {
    const rejected = await schemes.collect(batchTo('99999900000004', { index: 3 }), page);
    expect(rejected).toEqual({
      standingOut: [
        { ...credit, index: 3, creditor: '99999900000004', answer: 'rejected', reason: 'AC04' },
      ],
      nextCursor: null,
      askAgainAt: SENT_AT + DAY_MS,
    });
    expect(requests).toEqual([]);
  });

  it('have nothing to say of one that is accepted', async () => {
    const accepted = await schemes.collect(batchTo('20000012345678'), page);
    expect(accepted).toMatchObject({ standingOut: [], nextCursor: null });
  });

  it('keep it pending for a day', async () => {
    const pending = batchTo('99999900000050');
    expect(await schemes.collect(pending, page)).toMatchObject({
      standingOut: [{ answer: 'pending', reason: 'NARR' }],
      askAgainAt: SENT_AT + DAY_MS,
    });
    const settled = { standingOut: [], nextCursor: null, askAgainAt: null };
    expect(await schemes.collect(pending, { ...aDayLater, only: [0] })).toEqual(settled);
  });

  it.each(['FPS', 'CHAPS', 'BACS', 'SWIFT', 'SEPA', 'SameDayEUR'] as const)(
    'reach accounts of this bank by %s',
    async (instrument) => {
      const own = batchTo('11280007654321', { instrument });
      const { standingOut } = await schemes.collect(own, page);
      expect(standingOut.map(({ answer }) => answer)).toEqual(['own']);
    },
  );

  it('take no foreign account for one of this bank, whatever its digits', async () => {
    const { schemes } = passOver([]);
    const number = '11280001234567';
    const british = await schemes.collect(batchTo(number, { instrument: 'SWIFT' }), page);
    expect(british.standingOut.map(({ answer }) => answer)).toEqual(['own']);
    const foreign = await schemes.collect(batchTo(number, { instrument: 'SWIFT' }, false), page);
    expect(foreign.standingOut).toEqual([]);
  });
});
