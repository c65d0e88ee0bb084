import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import type { NotifiedEntry } from '../../src/domain/ports/statements.ts';
import type { FilePayment } from '../../src/domain/records/payment.ts';
import { pain002Frame, type ReportSubject } from '../../src/pipeline/report.ts';
import { CAMT054_END, camt054Begin, switchAccount } from '../../src/pipeline/statements/camt054.ts';
import { CAMT053_END, camt053Begin } from '../../src/pipeline/statements/camt053.ts';
import { entryElement } from '../../src/pipeline/statements/entries.ts';
import { switchInformation, transactionStatus } from '../../src/pipeline/statements/pain002.ts';
import { addDays } from '../../src/shared/time.ts';
import { readDay } from '../helpers/camt053.ts';
import { readNotification } from '../helpers/camt054.ts';
import { readReport } from '../helpers/pacs002.ts';
import { hostileText } from './hostile-text.ts';

const PAYMENT_ID = 'fp-01k00000000000000000000000';
const PENCE = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const REASON = fc.constantFrom('AC01', 'AC04', 'NARR', 'DS02');
const INSTANT = fc.integer({ min: 0, max: 4e12 });
const HEADER = { messageId: 'k000000000000000-m8rda50g', createdAt: 1_780_000_000_000 };

const anyPayment: fc.Arbitrary<FilePayment> = fc.record({
  index: fc.integer({ min: 0, max: 999_999 }),
  instrument: fc.constant('FPS' as const),
  date: fc.constant(null),
  amountPence: PENCE,
  debtor: fc.constant(null),
  creditor: fc.constant('20000000000001'),
  creditorName: hostileText,
  instructionIdentification: hostileText,
  endToEndIdentification: hostileText,
  reference: hostileText,
  unstructured: hostileText,
});

const anyStatus = fc.oneof(
  fc.record({
    code: fc.constantFrom('ACSC' as const, 'ACSP' as const, 'PDNG' as const),
    reason: fc.constant(null),
  }),
  fc.record({
    code: fc.constantFrom('RJCT' as const, 'CANC' as const),
    reason: fc.record({ code: REASON, text: hostileText }),
  }),
);

const anyEntry: fc.Arbitrary<NotifiedEntry> = fc
  .record({
    isDebit: fc.boolean(),
    batch: fc.nat(999),
    account: fc.constantFrom('11280001234567', '11280001234568'),
    amountPence: PENCE,
    reference: hostileText,
    bookedAt: INSTANT,
    reason: REASON,
  })
  .map(({ isDebit, reason, ...rest }) => ({
    ...rest,
    index: null,
    counterparty: '12 FPS payments',
    kind: isDebit ? 'debit' : 'late-return',
    reason: isDebit ? null : reason,
  }));

const SUBJECT: ReportSubject = {
  payment: {
    ...{ id: PAYMENT_ID, version: 3, statusUpdatedAt: 0, groupStatus: 'PART', reason: 'AC01' },
  },
  consent: { id: 'fpc-01k00000000000000000000000', createdAt: 0 },
  fileReference: null,
  file: {
    ...{ fileType: PAYMENT_FILE_3_1, payments: 3, totalPence: 300 },
    classification: { kind: 'BATCH', reason: 'Several accounts.' },
  },
};

/** Returns the part of a text that fits an element with a maximum length. */
function contained(text: string, max: number): readonly string[] {
  const cut = Array.from(text).slice(0, max).join('');
  return cut === '' ? [] : [cut];
}

describe('any pain.002', () => {
  it('is valid by the schema, whatever the payments contain', () => {
    const transactions = fc.array(fc.tuple(anyPayment, anyStatus, hostileText), { maxLength: 5 });
    fc.assert(
      fc.property(transactions, (list) => {
        const { begin, end } = pain002Frame(SUBJECT, HEADER);
        let [text, open]: [string, string | null] = [begin, null];
        for (const [payment, status, information] of list) {
          const id = information === '' ? 'NOTPROVIDED' : information;
          text += switchInformation(open, id);
          text += transactionStatus(payment, status, `${PAYMENT_ID}.${String(payment.index)}`);
          open = id;
        }
        const { texts } = readReport(text + switchInformation(open, null) + end, 'pain.002.001.10');
        const path = 'OrgnlPmtInfAndSts/TxInfAndSts';
        expect(texts(`${path}/TxSts`)).toEqual(list.map(([, { code }]) => code));
      }),
      { numRuns: 500 },
    );
  });

  it('contains ids of printable characters unchanged', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 35 });
    fc.assert(
      fc.property(anyPayment, printable, (payment, endToEndIdentification) => {
        const { begin, end } = pain002Frame(SUBJECT, HEADER);
        const status = { code: 'ACSC', reason: null } as const;
        const written = transactionStatus({ ...payment, endToEndIdentification }, status, 'id');
        const text = begin + switchInformation(null, 'B') + written + switchInformation('B', null);
        const { texts } = readReport(text + end, 'pain.002.001.10');
        expect(texts('OrgnlPmtInfAndSts/TxInfAndSts/OrgnlEndToEndId')).toEqual(
          contained(endToEndIdentification, 35),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('any camt.054', () => {
  it('is valid by the schema, and its entries are those of the ledger', () => {
    const all = fc.array(fc.tuple(anyEntry, fc.option(anyPayment)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(all, (list) => {
        let [text, open]: [string, string | null] = [camt054Begin(HEADER), null];
        for (const [number, [entry, payment]] of list.entries()) {
          text += switchAccount(open, entry.account, `N${String(number)}`);
          text += entryElement({ ...entry, index: payment?.index ?? null }, payment, {
            paymentId: PAYMENT_ID,
            transactionId: `${PAYMENT_ID}.${String(payment?.index)}`,
          });
          open = entry.account;
        }
        const read = readNotification(text + switchAccount(open, null, '') + CAMT054_END);
        const pence = ({ amount }: { amount: string }) => BigInt(amount.replace('.', ''));
        expect(read.entries.map((entry) => [entry.account, pence(entry), entry.reason])).toEqual(
          list.map(([{ account, kind, amountPence, reason }]) => [
            ...[account, BigInt(kind === 'debit' ? -amountPence : amountPence)],
            reason ?? '',
          ]),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('any camt.053', () => {
  it('is valid by the schema, and has the balances and entries of the ledger', () => {
    const anyDay = fc.record({
      account: fc.constant('11280001234567'),
      date: fc.integer({ min: 0, max: 100_000 }).map((days) => addDays('1970-01-01', days)),
      openingPence: fc.maxSafeInteger(),
      closingPence: fc.maxSafeInteger(),
    });
    const anyCredit = fc.record({
      entry: anyEntry,
      counterparty: hostileText,
      debtorAccount: fc.option(fc.constant('11280001234568')),
      payment: fc.option(anyPayment),
    });
    fc.assert(
      fc.property(anyDay, fc.array(anyCredit, { maxLength: 5 }), (day, list) => {
        const entries = list.map(({ entry, counterparty, debtorAccount, payment }) => {
          const credit = { ...entry, counterparty, debtorAccount, kind: 'credit', reason: null };
          const ids = { paymentId: payment && PAYMENT_ID, transactionId: '' };
          return entryElement(credit as NotifiedEntry, payment, ids);
        });
        const read = readDay(camt053Begin(day, HEADER) + entries.join('') + CAMT053_END);
        expect([read.opening, read.closing]).toEqual([
          BigInt(day.openingPence),
          BigInt(day.closingPence),
        ]);
        expect(read.entries.map(({ pence }) => pence)).toEqual(
          list.map(({ entry }) => BigInt(entry.amountPence)),
        );
      }),
      { numRuns: 500 },
    );
  });
});
