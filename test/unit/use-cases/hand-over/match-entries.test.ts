import { describe, expect, it } from 'vitest';
import type { ReportedEntry } from '../../../../src/domain/schemes/account-reports.ts';
import type { SentMessage } from '../../../../src/domain/schemes/hand-over.ts';
import type { SentCredits } from '../../../../src/use-cases/hand-over/match-answers.ts';
import { matchEntry } from '../../../../src/use-cases/hand-over/match-entries.ts';

const MANY = 'M00000000000000000000001';
const ONE = 'M00000000000000000000002';
const BACS = 'M00000000000000000000003';

function message(id: string, transactions: number): SentMessage {
  return {
    ...{
      id,
      paymentId: 'p',
      number: 0,
      date: null,
      transactions,
      bankSortCodes: '112800',
      leftOut: '',
    },
    instrument: id === BACS ? 'BACS' : 'FPS',
    ...{ total: { minor: transactions * 100, currency: 'GBP' }, firstIndex: 5 },
    lastIndex: 4 + transactions,
  };
}

const SENT: SentCredits = {
  instruments: ['FPS'],
  recalls: [],
  messages: new Map([
    [MANY, message(MANY, 3)],
    [ONE, message(ONE, 1)],
    [BACS, message(BACS, 3)],
  ]),
  find: ({ messageId, number, numbering }) => {
    const index = numbering === 'index' ? number : number + 4;
    const last = messageId === ONE ? 5 : 7;
    if (index < 5 || index > last) return undefined;
    return { index, endToEndId: `E2E-${String(index)}`, amount: { minor: 100, currency: 'GBP' } };
  },
};

const NO_IDS = { messageId: null, instructionId: null, transactionId: null, endToEndId: null };

function match(changes: Partial<ReportedEntry>) {
  const { messageId, index, transactions, isReturn, problem } = matchEntry(
    {
      ...{ position: 0, account: 'A', amount: { minor: 100, currency: 'GBP' } },
      ...{ direction: 'DBIT', isReversal: false, bookingDate: null, valueDate: null },
      ...{ servicerReference: 'R', batch: null, credit: null, ...changes },
    },
    SENT,
  );
  return { messageId, index, transactions, isReturn, problem };
}

const batch = (messageId: string, transactions = 2) => ({ messageId, transactions });
const credit = (ids: Partial<NonNullable<ReportedEntry['credit']>>) => ({ ...NO_IDS, ...ids });

describe('an entry', () => {
  it('names a message with a number of credits', () => {
    const expected = { messageId: MANY, index: null, transactions: 2, isReturn: false };
    expect(match({ batch: batch(MANY) })).toEqual({ ...expected, problem: null });
    const reversal = { batch: batch(MANY), isReversal: true, direction: 'CRDT' } as const;
    expect(match(reversal)).toEqual({ ...expected, problem: null });
  });

  it.each<[name: string, ids: Partial<NonNullable<ReportedEntry['credit']>>, index: number]>([
    ['its InstrId', { instructionId: `${MANY}-6` }, 6],
    ['its TxId', { transactionId: `${MANY}-7`, endToEndId: 'E2E-7' }, 7],
    ['both ids and the message', { messageId: MANY, instructionId: `${MANY}-6` }, 6],
    ['the message with a single credit', { messageId: ONE }, 5],
    ['its number in a message', { instructionId: `${MANY}-#1` }, 5],
  ])('names a credit by %s', (_, ids, index) => {
    const found = match({ credit: credit(ids) });
    expect(found).toMatchObject({ index, transactions: 1, isReturn: false, problem: null });
  });

  it('names a credit that came back, with the id of the return', () => {
    const ids = credit({ messageId: 'HUB-9', instructionId: `${MANY}-6` });
    const back = { messageId: MANY, index: 6, isReturn: true, problem: null };
    expect(match({ direction: 'CRDT', credit: ids })).toMatchObject(back);
    expect(match({ direction: 'DBIT', isReversal: true, credit: ids })).toMatchObject(back);
  });

  it.each<[problem: string, name: string, changes: Partial<ReportedEntry>]>([
    ['unknown', 'names nothing', {}],
    ['unknown', 'names a foreign message', { batch: batch('HUB-9') }],
    [
      'unknown',
      'names foreign ids',
      { credit: credit({ instructionId: 'X', transactionId: 'Y' }) },
    ],
    [
      'unknown',
      'names a message with several credits only',
      { credit: credit({ messageId: MANY }) },
    ],
    ['unknown', 'names a missing credit', { credit: credit({ instructionId: `${MANY}-8` }) }],
    ['unknown', 'returns a whole message', { batch: batch(MANY), direction: 'CRDT' }],
    [
      'idsDisagree',
      'names two credits',
      { credit: credit({ instructionId: `${MANY}-6`, transactionId: `${MANY}-7` }) },
    ],
    [
      'idsDisagree',
      'has the end-to-end id of another credit',
      { credit: credit({ instructionId: `${MANY}-6`, endToEndId: 'E2E-7' }) },
    ],
    [
      'idsDisagree',
      'names another message',
      { credit: credit({ instructionId: `${MANY}-6`, messageId: ONE }) },
    ],
    ['wrongExchange', 'is about another exchange', { batch: batch(BACS) }],
    [
      'wrongCurrency',
      'is in another currency',
      { batch: batch(MANY), amount: { minor: 200, currency: 'EUR' } },
    ],
  ])('does not count (%s) if it %s', (problem, _, changes) => {
    expect(match(changes).problem).toBe(problem);
  });
});
