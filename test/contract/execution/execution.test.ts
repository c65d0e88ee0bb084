import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { readReport } from '../../helpers/pacs002.ts';
import {
  account,
  BAKERY,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  type Payment,
} from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, faultsOf, Tpp } from '../../helpers/tpp.ts';

/** Returns a time on Tuesday, 1 December 2026. London has winter time then, which equals UTC. */
const tuesdayAt = (time: string): number => Date.parse(`2026-12-01T${time}:00Z`);

let service: RunningService;
let tpp: Tpp;

async function begin(now: number): Promise<void> {
  service = await startService({ now });
  tpp = await Tpp.signIn(service.origin);
}

async function end(): Promise<void> {
  expect(await service.store.auditBooks()).toEqual([]);
  await service.end();
}

async function reportOf(paymentId: string): Promise<{ status: string; reasons: string[] }> {
  const reply = await tpp.get(`/file-payments/${paymentId}/report-file`);
  expect(reply.headers.get('content-type')).toBe('application/xml');
  const { texts } = readReport(reply.text);
  const reasons = texts('OrgnlGrpInfAndSts/StsRsnInf/Rsn/Cd');
  return {
    status: expectDefined(texts('OrgnlGrpInfAndSts/GrpSts')[0], 'GrpSts'),
    reasons: [...reasons],
  };
}

async function statusOf(paymentId: string): Promise<unknown> {
  return dataOf(await tpp.get(`/file-payments/${paymentId}`))['Status'];
}

interface Detail {
  readonly Status: string;
  readonly StatusDetail: { readonly Status: string; readonly LocalInstrument: string };
}

async function detailsOf(paymentId: string, query = ''): Promise<Detail[]> {
  const reply = await tpp.get(`/file-payments/${paymentId}/payment-details${query}`);
  return dataOf(reply)['PaymentStatus'] as Detail[];
}

/** Returns the entries of an account, each as its kind, amount and reference. */
async function entriesOf(number: string): Promise<string[]> {
  const reply = await tpp.get(`/sandbox/accounts/${number}/entries?limit=1000`);
  const entries = reply.json?.['entries'] as { kind: string; amount: string; reference: string }[];
  return entries.map(({ kind, amount, reference }) => `${kind} ${amount} ${reference}`);
}

async function balanceOf(number: string): Promise<unknown> {
  return (await tpp.get(`/sandbox/accounts/${number}/entries`)).json?.['balance'];
}

function to(creditor: string, others: Payment = {}): Payment {
  return { CreditorAccount: account(creditor, 'Somebody'), ...others };
}

describe('execution on a business day', () => {
  beforeEach(async () => {
    await begin(tuesdayAt('09:00'));
  });
  // Each test starts a bank of its own, so that its statements contain no entries of other tests.
  const finish = async (): Promise<void> => end();

  test('debits a BULK file once and returns each rejected credit on its own', async () => {
    const file = fileOf([
      payment(0),
      payment(1, to('99999900000001')),
      payment(2, to('99999900000004')),
      payment(3, to('99999900000006')),
    ]);
    const paymentId = await tpp.pay(file);
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect(await reportOf(paymentId)).toMatchObject({ status: 'PART' });
    const details = await detailsOf(paymentId);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual([
      'ACSC',
      'AC01',
      'AC04',
      'AC06',
    ]);
    const entries = await entriesOf(NORTHWIND);
    expect(entries.slice(-4)).toEqual([
      'debit -42.00 Internal ops code 5120101',
      'returned-credit 10.50 Returned AC01 FRESCO-1',
      'returned-credit 10.50 Returned AC04 FRESCO-2',
      'returned-credit 10.50 Returned AC06 FRESCO-3',
    ]);
    expect(await balanceOf(NORTHWIND)).toBe('24999989.50');
    await finish();
  });

  test('rejects a file as a group if all its credits are rejected', async () => {
    const paymentId = await tpp.pay(bulkFile(2, to('99999900000001')));
    await tpp.finished(paymentId);
    expect((await reportOf(paymentId)).status).toBe('RJCT');
    expect(await balanceOf(NORTHWIND)).toBe('25000000.00');
    await finish();
  });

  test('debits each payment of a BATCH file, and fails those without sufficient funds', async () => {
    const from = { DebtorAccount: account(NEARLY_EMPTY, 'Northwind') };
    const amount = (Amount: string) => ({ InstructedAmount: { Amount, Currency: 'GBP' } });
    const file = fileOf([
      payment(0, { ...from, ...amount('200') }),
      payment(1, { ...from, ...amount('400.00') }),
      payment(2, { ...from, ...amount('300.00'), LocalInstrument: 'UK.OBIE.CHAPS' }),
    ]);
    const paymentId = await tpp.pay(file);
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect((await reportOf(paymentId)).status).toBe('PART');
    const details = await detailsOf(paymentId);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual([
      'ACSC',
      'AM04',
      'ACSC',
    ]);
    expect(await balanceOf(NEARLY_EMPTY)).toBe('0.00');
    await finish();
  });

  test('accepts a pending credit a day later', async () => {
    const paymentId = await tpp.pay(fileOf([payment(0), payment(1, to('99999900000050'))]));
    await tpp.moveClock('2026-12-01T20:00:00Z');
    expect(await statusOf(paymentId)).toBe('InitiationPending');
    expect((await reportOf(paymentId)).status).toBe('ACSP');
    // Although one credit is pending, the other one is shown as accepted.
    const statuses = (await detailsOf(paymentId)).map(({ Status }) => Status);
    expect(statuses).toEqual(['AcceptedCreditSettlementCompleted', 'Pending']);
    await tpp.moveClock('2026-12-02T09:10:00Z');
    expect(await statusOf(paymentId)).toBe('InitiationCompleted');
    expect((await reportOf(paymentId)).status).toBe('ACSC');
    await finish();
  });

  test('executes a BACS file as BULK', async () => {
    const paymentId = await tpp.pay(bulkFile(3, { LocalInstrument: 'UK.OBIE.BACS' }));
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect((await entriesOf(NORTHWIND)).at(-1)).toBe('debit -31.50 Internal ops code 5120101');
    await finish();
  });

  test('credits an account of this bank directly', async () => {
    const paymentId = await tpp.pay(fileOf([payment(0, to(BAKERY)), payment(1)]));
    await tpp.finished(paymentId);
    expect((await entriesOf(BAKERY)).at(-1)).toBe('credit 10.50 FRESCO-0');
    expect(await balanceOf(BAKERY)).toBe('60010.50');
    await finish();
  });

  test('starts a future-dated file at the start of its date, also after a restart', async () => {
    const date = { RequestedExecutionDateTime: '2026-12-03T15:00:00Z' };
    const paymentId = await tpp.pay(bulkFile(2), date);
    expect(await statusOf(paymentId)).toBe('InitiationPending');
    expect((await reportOf(paymentId)).status).toBe('PDNG');
    await tpp.moveClock('2026-12-02T23:59:00Z');
    expect((await detailsOf(paymentId))[0]).toMatchObject({ Status: 'Pending' });
    expect(await balanceOf(NORTHWIND)).toBe('25000000.00');
    service = await service.restart();
    tpp = await Tpp.signIn(service.origin);
    await tpp.moveClock('2026-12-03T00:00:01Z');
    expect(await statusOf(paymentId)).toBe('InitiationCompleted');
    expect((await reportOf(paymentId)).status).toBe('ACSC');
    expect(await balanceOf(NORTHWIND)).toBe('24999979.00');
    await finish();
  });

  test('moves a file for a non-business day to the next business day, and reports it', async () => {
    const date = { RequestedExecutionDateTime: '2026-12-05T09:00:00Z' };
    const paymentId = await tpp.pay(bulkFile(1), date);
    expect(await reportOf(paymentId)).toMatchObject({ status: 'ACWC', reasons: ['DT01', 'NARR'] });
    await tpp.moveClock('2026-12-06T12:00:00Z');
    expect(await statusOf(paymentId)).toBe('InitiationPending');
    await tpp.moveClock('2026-12-07T00:00:01Z');
    expect(await statusOf(paymentId)).toBe('InitiationCompleted');
    await finish();
  });

  test('executes each payment of a file once if the service restarts in the middle', async () => {
    const file = bulkFile(3000, { LocalInstrument: 'UK.OBIE.CHAPS' });
    const paymentId = await tpp.pay(file);
    service = await service.restart();
    tpp = await Tpp.signIn(service.origin);
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect(await balanceOf(NORTHWIND)).toBe('24968500.00');
    expect((await tpp.get(`/file-payments/${paymentId}/payment-details?page=12`)).status).toBe(200);
    await finish();
  });
});

describe('a payment', () => {
  const CHAPS = { LocalInstrument: 'UK.OBIE.CHAPS' };

  test.each([
    ['at 15:59', 'at once', '2026-12-01T15:59:30Z', tuesdayAt('15:59')],
    ['at 16:00', 'the next business day', '2026-12-02T00:00:01Z', tuesdayAt('16:00')],
    ['on a Saturday', 'on Monday', '2026-12-07T00:00:01Z', Date.parse('2026-12-05T10:00:00Z')],
    [
      'on a bank holiday',
      'the day after',
      '2026-12-29T00:00:01Z',
      Date.parse('2026-12-28T10:00:00Z'),
    ],
  ])('by CHAPS that is submitted %s is executed %s', async (_, when, done, now) => {
    await begin(now);
    const paymentId = await tpp.pay(bulkFile(2, CHAPS));
    if (when === 'at once') {
      await tpp.finished(paymentId);
      expect((await reportOf(paymentId)).status).toBe('ACSC');
    } else {
      expect(await reportOf(paymentId)).toMatchObject({ status: 'ACWC' });
      await tpp.moveClock(new Date(Date.parse(done) - 60_000).toISOString());
      expect(await statusOf(paymentId)).toBe('InitiationPending');
      await tpp.moveClock(done);
      expect(await statusOf(paymentId)).toBe('InitiationCompleted');
    }
    await end();
  });

  test('by Faster Payments is executed on a Saturday', async () => {
    await begin(Date.parse('2026-12-05T10:00:00Z'));
    const paymentId = await tpp.pay(bulkFile(2));
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    await end();
  });
});

describe('the pages of payment-details', () => {
  let paymentId: string;
  beforeAll(async () => {
    await begin(tuesdayAt('09:00'));
    paymentId = await tpp.pay(bulkFile(501));
    await tpp.finished(paymentId);
  });
  afterAll(end);

  test('contain all payments and link to each other', async () => {
    const ids: unknown[] = [];
    const base = `${service.origin}/open-banking/v3.1/pisp`;
    let address: string | undefined = `/file-payments/${paymentId}/payment-details`;
    const links: unknown[] = [];
    while (address !== undefined) {
      const page = await tpp.get(address.replace(base, ''));
      ids.push(...(dataOf(page)['PaymentStatus'] as { PaymentTransactionId: string }[]));
      expect(page.json?.['Meta']).toEqual({ TotalPages: 3 });
      const found = page.json?.['Links'] as Record<string, string>;
      links.push(Object.keys(found));
      address = found['Next'];
    }
    expect(links).toEqual([
      ['Self', 'First', 'Next', 'Last'],
      ['Self', 'First', 'Prev', 'Next', 'Last'],
      ['Self', 'First', 'Prev', 'Last'],
    ]);
    expect(ids).toHaveLength(501);
    expect(new Set(ids.map((one) => JSON.stringify(one))).size).toBe(501);
  });

  test.each(['0', '4', '-1', '1.5', 'x', '', '01', '99999999999'])(
    'do not include page %s',
    async (page) => {
      const reply = await tpp.get(`/file-payments/${paymentId}/payment-details?page=${page}`);
      expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.Invalid page']]);
    },
  );
});
