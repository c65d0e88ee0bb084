import { describe, expect, it } from 'vitest';
import {
  notificationOf,
  ofCredit,
  ofMessage,
  statementOf,
  type TestEntry,
} from '../../../helpers/account-reports.ts';
import { validateMessage } from '../../../helpers/iso20022.ts';
import { errorOf, inEnvelope, sliceOf, slicesOf, utf8 } from './documents.ts';

const PAID: TestEntry = { amount: '12.50', reference: 'A1', details: ofMessage('MSG1', 3) };
const RECEIVED: TestEntry = {
  ...{ amount: '2.5', reference: 'A2', direction: 'CRDT' },
  details: ofCredit('MSG1-2', 'E2E'),
};
const PENDING: TestEntry = { amount: '99.00', reference: null, status: 'PDNG' };

const STATEMENT = { sequence: 7, opening: '5.00', closing: '-5.00', entries: [PAID, RECEIVED] };

describe('readAnswers of a camt.053', () => {
  it('returns booked entries and the statement, whose sums it has checked', async () => {
    const xml = statementOf('HUB-1', { ...STATEMENT, entries: [PAID, PENDING, RECEIVED] });
    validateMessage('camt.053.001.08', xml);
    const common = { account: 'SETTLEMENT-1', isReversal: false };
    const dates = { bookingDate: '2026-03-02', valueDate: '2026-03-02' };
    const expected = {
      header: { kind: 'camt.053', id: 'HUB-1' },
      ...{ groups: [], answers: [], isLast: true },
      report: {
        entries: [
          {
            ...{ ...common, ...dates, position: 0, direction: 'DBIT', servicerReference: 'A1' },
            amount: { minor: 1250, currency: 'GBP' },
            batch: { messageId: 'MSG1', transactions: 3 },
            credit: null,
          },
          {
            ...{ ...common, ...dates, position: 1, direction: 'CRDT', servicerReference: 'A2' },
            amount: { minor: 250, currency: 'GBP' },
            batch: null,
            credit: {
              ...{ messageId: null, instructionId: 'MSG1-2' },
              ...{ transactionId: null, endToEndId: 'E2E' },
            },
          },
        ],
        statements: [
          {
            ...{ id: 'STMT-7', account: 'SETTLEMENT-1', currency: 'GBP', sequence: 7, entries: 2 },
            ...{ from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' },
            ...{ opening: 500, closing: -500 },
          },
        ],
      },
    };
    expect(await sliceOf(xml)).toEqual(expected);
    expect(await sliceOf(inEnvelope(xml))).toEqual(expected);
  });

  it('returns the entries in slices, and the statements with the last one', async () => {
    const xml = statementOf('HUB-1', STATEMENT, { ...STATEMENT, sequence: 8 });
    const slices = await slicesOf(utf8(xml), 3);
    const counts = slices.map(({ report }) => [report?.entries.length, report?.statements.length]);
    expect(counts).toEqual([
      [3, 0],
      [1, 2],
    ]);
    expect(slices.flatMap(({ report }) => report?.entries ?? []).at(-1)?.position).toBe(3);
  });

  it.each<[name: string, code: string, changes: object, entries?: readonly TestEntry[]]>([
    ['a wrong closing balance', 'balance', { closing: '-5.01' }],
    ['a wrong opening balance', 'balance', { opening: '-5.00' }],
    ['an entry that is missing', 'balance', {}, [PAID]],
    ['a pending entry that would complete the sum', 'balance', {}, [{ ...PAID, status: 'PDNG' }]],
    ['an entry in another currency', 'balance', {}, [PAID, { ...RECEIVED, currency: 'EUR' }]],
    ['an unsupported currency', 'value', {}, [{ ...PAID, currency: 'XXX' }]],
    ['an amount with a third decimal', 'value', {}, [{ ...PAID, amount: '12.501' }]],
    ['a negative amount', 'value', {}, [{ ...PAID, amount: '-12.50' }]],
    ['an entry without a reference', 'structure', {}, [{ ...PAID, reference: null }]],
    ['an empty reference', 'value', {}, [{ ...PAID, reference: '' }]],
    ['a sequence number that is none', 'value', { sequence: -1 }],
    ['an account without an id', 'structure', { account: '<Othr></Othr>' }],
  ])('rejects %s', async (_, code, changes, entries = STATEMENT.entries) => {
    const xml = statementOf('HUB-1', { ...STATEMENT, entries, ...changes });
    expect(await errorOf(utf8(xml))).toMatchObject({ code });
  });

  it.each<[name: string, from: RegExp, to: string, code: string]>([
    ['without a closing balance', /CLBD/, 'ITBD', 'balance'],
    ['with two opening balances', /CLBD/, 'OPBD', 'structure'],
    ['with two accounts', /<Acct>.*?<\/Acct>/, '$&$&', 'structure'],
    ['with an unknown direction', /<CdtDbtInd>DBIT/, '<CdtDbtInd>DEBT', 'value'],
    [
      'with an impossible date',
      /<Dt>2026-03-02<\/Dt><\/BookgDt>/,
      '<Dt>2026-13-02</Dt></BookgDt>',
      'value',
    ],
    ['without a number of credits', /<NbOfTxs>3<\/NbOfTxs>/, '', 'structure'],
    ['without a currency', / Ccy="GBP">12.50/, '>12.50', 'value'],
    [
      'with an account after the entries',
      /(<Acct>.*?<\/Acct>)(.*)(<\/Stmt>)/,
      '$2$1$3',
      'structure',
    ],
    ['without a header', /<GrpHdr>.*<\/GrpHdr>/, '', 'structure'],
    ['that ends early', /<\/BkToCstmrStmt>.*/, '', 'malformed'],
  ])('rejects a statement %s', async (_, from, to, code) => {
    const xml = statementOf('HUB-1', STATEMENT).replace(from, to);
    expect(await errorOf(utf8(xml))).toMatchObject({ code });
  });

  it('names no message if an entry names several, and no credit if it lists several', async () => {
    const several = ofMessage('MSG1', 1) + ofMessage('MSG2', 1);
    const credits = ofCredit('MSG1-0').replace('</NtryDtls>', '<TxDtls></TxDtls></NtryDtls>');
    const entries = [several, credits].map((details, at) => ({
      ...{ amount: '5.00', reference: `A${String(at)}`, details },
    }));
    const { report } = await sliceOf(statementOf('HUB-1', { ...STATEMENT, entries }));
    expect(report?.entries).toMatchObject([
      { batch: null, credit: null },
      { batch: null, credit: null },
    ]);
  });

  it('counts the listed credits if the number of a message is missing', async () => {
    const details = ofMessage('MSG1', 3).replace('<NbOfTxs>3</NbOfTxs>', '');
    const listed = details.replace('</NtryDtls>', '<TxDtls/><TxDtls/></NtryDtls>');
    const entries = [{ ...PAID, amount: '10.00', details: listed }];
    const { report } = await sliceOf(statementOf('HUB-1', { ...STATEMENT, entries }));
    expect(report?.entries).toMatchObject([{ batch: { messageId: 'MSG1', transactions: 2 } }]);
  });
});

describe('readAnswers of a camt.054', () => {
  it('returns entries without balances', async () => {
    const xml = notificationOf('HUB-2', { ...PAID, isReversal: true, direction: 'CRDT' });
    validateMessage('camt.054.001.08', xml);
    const { header, report } = await sliceOf(xml);
    expect(header).toEqual({ kind: 'camt.054', id: 'HUB-2' });
    expect(report).toMatchObject({ entries: [{ direction: 'CRDT', isReversal: true }] });
    expect(report?.statements).toEqual([]);
  });
});
