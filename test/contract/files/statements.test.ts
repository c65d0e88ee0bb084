import { describe, expect, test } from 'vitest';
import { expectStatus, idIn, tokenIn } from '../../../test-client/answer.ts';
import { serviceActor } from '../../../src/domain/records/audit.ts';
import { PAIN_001 } from '../../../src/domain/records/file-types.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { readNotification, type Notification } from '../../helpers/camt054.ts';
import { entriesOf } from '../../helpers/orders.ts';
import { readReport, type ReadReport } from '../../helpers/pacs002.ts';
import { painOf } from '../../helpers/pain001.ts';
import {
  account,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
  TWO_APPROVALS,
  type Payment,
} from '../../helpers/payment-file.ts';
import { setAside } from '../../helpers/set-aside.ts';
import type { Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { abandonWork } from '../../helpers/proposals.ts';

/*
 * The messages about each payment of a file (docs/decisions, 156). The published schemas validate
 * each of them.
 */

const bank = useFreshBank();
const GROUP = 'OrgnlGrpInfAndSts';
const STATUS = 'OrgnlPmtInfAndSts/TxInfAndSts';
/** A creditor whose bank rejects payments with AC04. */
const REJECTING = account('99999900000004', 'Closed & Co');
const CHAPS = { LocalInstrument: 'UK.OBIE.CHAPS' };
/** A payment from an account that has too little money. */
const UNFUNDED = {
  DebtorAccount: account(NEARLY_EMPTY, 'Broke'),
  InstructedAmount: { Amount: '600.00', Currency: 'GBP' },
};
const THURSDAY = Date.parse('2026-12-03T09:00:00Z');

function ask(id: string, message: string): Promise<Reply> {
  return bank.tpp.call('GET', `/extensions/v1/file-payments/${id}/${message}`);
}

async function statusReport(id: string): Promise<ReadReport> {
  const reply = expectStatus(await ask(id, 'pain.002'), 200);
  expect(reply.headers.get('content-type')).toBe('application/xml');
  return readReport(reply.text, 'pain.002.001.10');
}

/** Returns the status of each payment, with its reason if it has one. */
async function statusesOf(id: string): Promise<readonly string[]> {
  const { text } = expectStatus(await ask(id, 'pain.002'), 200);
  return [...text.matchAll(/<TxInfAndSts>.*?<\/TxInfAndSts>/g)].map(([status]) =>
    ['TxSts', 'Cd'].flatMap((name) => inside(status, name) ?? []).join(' '),
  );
}

function inside(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

async function notification(id: string): Promise<Notification> {
  const reply = expectStatus(await ask(id, 'camt.054'), 200);
  const read = readNotification(reply.text);
  const refs = read.entries.map((entry) => `${entry.account} ${entry.entryRef}`);
  expect(new Set(refs).size).toBe(refs.length);
  await expectLedger(read);
  return read;
}

/** Expects the entries of the ledger, except opening balances. No other payments may exist. */
async function expectLedger({ entries, accounts }: Notification): Promise<void> {
  for (const number of new Set(accounts)) {
    const booked = await entriesOf(bank.tpp, number);
    const inLedger = booked
      .filter(({ reference }) => reference !== 'Opening balance')
      .map(({ amount, reference }) => `${amount} ${reference}`);
    const notified = entries
      .filter((entry) => entry.account === number)
      .map(({ amount, text }) => `${amount} ${text}`);
    expect(notified.sort()).toEqual(inLedger.sort());
  }
}

/** Returns the entries as text: amount, code, number of payments, end-to-end id, reason. */
function linesOf({ entries }: Notification): readonly string[] {
  return entries.map(({ amount, code, count, endToEndId, reason }) =>
    [amount, code, count, endToEndId, reason].filter((part) => part !== '').join(' '),
  );
}

const listOf = (others: readonly Payment[]): Payment[] =>
  others.map((other, index) => payment(index, other));

async function paid(file: Buffer, initiation = {}, decision = {}): Promise<string> {
  const id = await bank.tpp.pay(file, initiation, decision);
  await bank.tpp.finished(id);
  return id;
}

function giveBack(id: string, index: number): Promise<Reply> {
  const path = `/sandbox/payments/${id}/returns`;
  return bank.tpp.post(path, { index, reason: 'AC06' }, { key: null });
}

describe('a BULK file', () => {
  test('has one debit, a credit for each rejected payment, and all statuses', async () => {
    const id = await paid(fileOf(listOf([{}, { CreditorAccount: REJECTING }, {}])));
    const { texts } = await statusReport(id);
    expect(texts(`${GROUP}/GrpSts`)).toEqual(['PART']);
    expect(texts(`${GROUP}/OrgnlMsgNmId`)).toEqual(['UK.OBIE.PaymentInitiation.3.1']);
    expect(texts('OrgnlPmtInfAndSts/OrgnlPmtInfId')).toEqual(['NOTPROVIDED']);
    expect(texts(`${STATUS}/StsId`)).toEqual([0, 1, 2].map((index) => `${id}.${String(index)}`));
    expect(texts(`${STATUS}/OrgnlInstrId`)).toEqual(['ACME0', 'ACME1', 'ACME2']);
    expect(texts(`${STATUS}/OrgnlEndToEndId`)).toEqual(
      [2, 3, 4].map((digit) => `FRESCO.2130${String(digit)}`),
    );
    expect(texts(`${STATUS}/OrgnlTxRef/Amt/InstdAmt`)).toEqual(['10.50', '10.50', '10.50']);
    expect(texts(`${STATUS}/StsRsnInf/AddtlInf`)).toEqual([
      "rejected by the scheme, and returned to the debtor's account.",
    ]);
    expect(await statusesOf(id)).toEqual(['ACSC', 'RJCT AC04', 'ACSC']);
    expect(linesOf(await notification(id))).toEqual([
      '-31.50 ICDT/DMCT 3',
      '10.50 ICDT/RRTN FRESCO.21303 AC04',
    ]);
  });

  test('has a credit for each payment that comes back later', async () => {
    const id = await paid(bulkFile(3));
    const before = await notification(id);
    expect((await giveBack(id, 2)).status).toBe(200);
    expect((await giveBack(id, 0)).status).toBe(200);
    const after = await notification(id);
    expect(linesOf(after)).toEqual([
      '-31.50 ICDT/DMCT 3',
      '10.50 ICDT/RRTN FRESCO.21302 AC06',
      '10.50 ICDT/RRTN FRESCO.21304 AC06',
    ]);
    expect(after.entries[0]).toEqual(before.entries[0]);
    expect(await statusesOf(id)).toEqual(['RJCT AC06', 'ACSC', 'RJCT AC06']);
  });

  test('has the number of those that were debited, and separated ones on their own', async () => {
    setAside(bank.service, { refused: { 0: 'AC06' }, separated: { 2: THURSDAY } });
    const id = await bank.tpp.pay(bulkFile(4));
    await bank.service.runner.drain(1000);
    expect(await statusesOf(id)).toEqual(['RJCT AC06', 'ACSC', 'PDNG', 'ACSC']);
    expect(linesOf(await notification(id))).toEqual(['-21.00 ICDT/DMCT 2']);
    await bank.tpp.moveClock('2026-12-03T12:00:00Z');
    expect(await statusesOf(id)).toEqual(['RJCT AC06', 'ACSC', 'ACSC', 'ACSC']);
    expect(linesOf(await notification(id))).toEqual([
      '-21.00 ICDT/DMCT 2',
      '-10.50 ICDT/DMCT FRESCO.21304',
    ]);
  });

  test('has a credit for the whole debit if an operator abandons it', async () => {
    const { store, clock } = bank.service;
    const later = { RequestedExecutionDateTime: '2026-12-03T00:00:00Z' };
    const id = await bank.tpp.pay(bulkFile(2), later);
    const [book] = await store.dueWork(Number.MAX_SAFE_INTEGER, 10);
    const file = expectDefined(
      await store.findFile(expectDefined(await store.findPayment(id), id).consentId),
      'the file',
    );
    const debit = { index: null, account: NORTHWIND, amountPence: file.totalPence };
    const named = { reference: 'ours', counterparty: '2 FPS payments' };
    const booking = { whole: true, nextCursor: null, quote: null, next: null };
    await store.bookDebits(
      expectDefined(book, 'the booking'),
      { ...booking, debits: [{ ...debit, ...named }] },
      clock.now(),
    );
    const send = expectDefined((await store.dueWork(Number.MAX_SAFE_INTEGER, 10))[0], 'a step');
    await store.postponeWork(send, { at: clock.now(), problem: 'it fails', tryAt: null });
    const act = { at: clock.now(), by: serviceActor('test') };
    expect(await abandonWork(store, send, null, act)).toMatchObject({ finished: 'RJCT' });
    const { entries, accounts } = readNotification((await ask(id, 'camt.054')).text);
    expect(linesOf({ entries, accounts })).toEqual([
      '-21.00 ICDT/DMCT 2',
      '21.00 ICDT/RRTN 2 NARR',
    ]);
    const booked = (await entriesOf(bank.tpp, NORTHWIND)).map(({ amount }) => amount);
    expect(booked.slice(-2)).toEqual(['-21.00', '21.00']);
    expect(await statusesOf(id)).toEqual(['RJCT NARR', 'RJCT NARR']);
  });

  test('has a credit for the undecided payment only if an operator abandons the rest', async () => {
    const pending = { CreditorAccount: account('99999900000050', 'Slow Ltd') };
    const id = await bank.tpp.pay(fileOf(listOf([{}, pending])));
    await bank.service.runner.drain(1000);
    const { store, clock } = bank.service;
    const collect = expectDefined((await store.dueWork(Number.MAX_SAFE_INTEGER, 10))[0], 'a step');
    await store.postponeWork(collect, { at: clock.now(), problem: 'it fails', tryAt: null });
    const act = { at: clock.now(), by: serviceActor('test') };
    expect(await abandonWork(store, collect, null, act)).toMatchObject({ finished: 'PART' });
    expect(linesOf(await notification(id))).toEqual([
      '-21.00 ICDT/DMCT 2',
      '10.50 ICDT/RRTN FRESCO.21303 NARR',
    ]);
    expect(await statusesOf(id)).toEqual(['ACSC', 'RJCT NARR']);
  });
});

describe('a BATCH file', () => {
  test('has a debit for each payment, from each account', async () => {
    const ofPayroll = { DebtorAccount: account(PAYROLL, 'Payroll') };
    const id = await paid(
      fileOf(listOf([CHAPS, { CreditorAccount: REJECTING }, ofPayroll, UNFUNDED, {}, ofPayroll])),
    );
    expect(await statusesOf(id)).toEqual([
      'ACSC',
      'RJCT AC04',
      'ACSC',
      'RJCT AM04',
      'ACSC',
      'ACSC',
    ]);
    const read = await notification(id);
    expect(read.accounts).toEqual([NORTHWIND, PAYROLL, NORTHWIND, PAYROLL]);
    expect(linesOf(read)).toEqual([
      '-10.50 ICDT/DMCT FRESCO.21302',
      '-10.50 ICDT/DMCT FRESCO.21303',
      '10.50 ICDT/RRTN FRESCO.21303 AC04',
      '-10.50 ICDT/DMCT FRESCO.21304',
      '-10.50 ICDT/DMCT FRESCO.21306',
      '-10.50 ICDT/DMCT FRESCO.21307',
    ]);
  });

  test('is complete if it has more payments than one part of the message', async () => {
    const others = Array.from({ length: 2100 }, (_, index): Payment =>
      index === 2050 || index === 999 ? { CreditorAccount: REJECTING } : index === 0 ? CHAPS : {},
    );
    const id = await paid(fileOf(listOf(others)));
    const statuses = await statusesOf(id);
    expect(statuses).toHaveLength(2100);
    expect(statuses.flatMap((status, index) => (status === 'ACSC' ? [] : [index]))).toEqual([
      999, 2050,
    ]);
    const { entries, accounts } = readNotification((await ask(id, 'camt.054')).text);
    expect(accounts).toEqual([NORTHWIND]);
    expect(entries).toHaveLength(2102);
    const pence = entries.map(({ amount }) => Math.round(Number(amount) * 100));
    expect(pence.reduce((sum, one) => sum + one, 0)).toBe(-2098 * 1050);
  });
});

test('a pain.001 is reported with its own ids', async () => {
  const ofPayroll = { DebtorAccount: account(PAYROLL, 'Payroll') };
  const file = painOf(listOf([{}, { CreditorAccount: REJECTING }, ofPayroll]), '2026-12-01');
  const consentId = await bank.tpp.consentFor(file, { FileType: PAIN_001 });
  const headers = { 'content-type': 'application/xml' };
  expectStatus(await bank.tpp.upload(consentId, file, { headers }), 200);
  const token = tokenIn(await bank.tpp.decide(consentId));
  const id = idIn(await bank.tpp.submit(consentId, token), 'FilePaymentId');
  await bank.service.runner.drain(1000);
  const { texts } = await statusReport(id);
  expect(texts(`${GROUP}/OrgnlMsgId`)).toEqual(['PAYROLL-2026-11']);
  expect(texts(`${GROUP}/OrgnlMsgNmId`)).toEqual(['pain.001.001.08']);
  expect(texts('OrgnlPmtInfAndSts/OrgnlPmtInfId')).toEqual(['B-1', 'B-2']);
  expect(texts(`${STATUS}/TxSts`)).toEqual(['ACSC', 'RJCT', 'ACSC']);
});

describe('a file without debits', () => {
  test.each([
    ['waits for approvals', { DebtorAccount: account(TWO_APPROVALS) }, {}, { user: 'dora' }],
    ['waits for its day', {}, { RequestedExecutionDateTime: '2026-12-03T00:00:00Z' }, {}],
  ] as const)('%s', async (_, overrides, initiation, decision) => {
    const id = await bank.tpp.pay(bulkFile(2, overrides), initiation, decision);
    expect((await statusReport(id)).texts(`${GROUP}/GrpSts`)).toEqual(['PDNG']);
    expect(await statusesOf(id)).toEqual(['PDNG', 'PDNG']);
    const { accounts, entries } = await notification(id);
    expect([accounts.length, entries]).toEqual([1, []]);
    const { user = 'clara' } = decision as { user?: string };
    await bank.tpp.post(`/sandbox/payments/${id}/cancellation`, { user }, { key: null });
    expect(await statusesOf(id)).toEqual(['CANC DS02', 'CANC DS02']);
  });

  test('is rejected without funds', async () => {
    const id = await paid(bulkFile(2, UNFUNDED));
    expect((await statusReport(id)).texts(`${GROUP}/GrpSts`)).toEqual(['RJCT']);
    expect(await statusesOf(id)).toEqual(['RJCT AM04', 'RJCT AM04']);
    expect((await notification(id)).entries).toEqual([]);
  });
});
