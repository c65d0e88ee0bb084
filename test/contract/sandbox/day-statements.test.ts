import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { addDays, londonDate } from '../../../src/shared/time.ts';
import { readDay, type DayEntry, type DayStatement } from '../../helpers/camt053.ts';
import { TO_USA } from '../../helpers/international.ts';
import { SAM, useInternationalBank } from '../../helpers/international-bank.ts';
import { entriesOf, payOrder, standingOrder } from '../../helpers/orders.ts';
import {
  account,
  BAKERY,
  bulkFile,
  fileOf,
  NORTHWIND,
  payment,
  PAYROLL,
  type Payment,
} from '../../helpers/payment-file.ts';
import { faultsOf, type Reply, type Tpp } from '../../helpers/tpp.ts';
import { useFreshBank, useService } from '../../helpers/use-service.ts';

/*
 * The statement of an account and a day as a camt.053 (docs/decisions, 156). The published schema
 * validates each of them.
 */

const TODAY = '2026-12-01';
const REJECTING = account('99999900000004', 'Closed & Co');
const OWN = account(BAKERY, 'Bright Bakes <Ltd>');
const CHAPS = { LocalInstrument: 'UK.OBIE.CHAPS' };

function ask(tpp: Tpp, number: string, query: string): Promise<Reply> {
  return tpp.get(`/sandbox/accounts/${number}/camt.053${query}`, { token: null });
}

async function dayOf(tpp: Tpp, number: string, date: string): Promise<DayStatement> {
  const reply = expectStatus(await ask(tpp, number, `?date=${date}`), 200);
  expect(reply.headers.get('content-type')).toBe('application/xml');
  const day = readDay(reply.text);
  expect(day.account).toBe(number);
  const refs = day.entries.map(({ entryRef }) => entryRef);
  expect(new Set(refs).size).toBe(refs.length);
  expect(day.entries.filter((entry) => entry.day !== date)).toEqual([]);
  expect(day.opening + sumOf(day.entries)).toBe(day.closing);
  return day;
}

function sumOf(entries: readonly DayEntry[]): bigint {
  return entries.reduce((sum, { pence }) => sum + pence, 0n);
}

const penceOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/**
 * Expects that each statement begins with the balance at the end of the previous one, and that all
 * of them contain the entries of the account.
 */
async function expectDays(tpp: Tpp, number: string, until: string): Promise<void> {
  let closing = 0n;
  const amounts: bigint[] = [];
  for (let date = TODAY; date <= until; date = addDays(date, 1)) {
    const day = await dayOf(tpp, number, date);
    expect(day.opening).toBe(closing);
    ({ closing } = day);
    amounts.push(...day.entries.map(({ pence }) => pence));
  }
  const booked = await entriesOf(tpp, number);
  expect(amounts).toEqual(booked.map(({ amount }) => penceOf(amount)));
  const { json } = await tpp.get(`/sandbox/accounts/${number}/entries`);
  expect(closing).toBe(penceOf(json?.['balance'] as string));
}

const listOf = (others: readonly Payment[]): Payment[] =>
  others.map((other, index) => payment(index, other));

/** Returns the entries after the opening balance as texts. */
function linesOf({ entries }: DayStatement): readonly string[] {
  return entries
    .slice(1)
    .map((entry) =>
      [String(entry.pence), entry.code, entry.count, entry.endToEndId, entry.reason, entry.text]
        .filter((part) => part !== '')
        .join(' '),
    );
}

describe('the statement of a day', () => {
  const bank = useFreshBank();

  test('begins with the opening balance of the account', async () => {
    const { opening, closing, entries } = await dayOf(bank.tpp, NORTHWIND, TODAY);
    expect([opening, closing]).toEqual([0n, 2_500_000_000n]);
    expect(entries.map(({ code, text }) => `${code} ${text}`)).toEqual([
      'RCDT/DMCT Opening balance',
    ]);
    const before = await dayOf(bank.tpp, NORTHWIND, '2026-11-30');
    expect([before.opening, before.closing, before.entries]).toEqual([0n, 0n, []]);
  });

  test('names the payments of files, their parties and the reasons of returns', async () => {
    const bulk = await bank.tpp.pay(fileOf(listOf([{}, { CreditorAccount: REJECTING }])));
    await bank.tpp.finished(bulk);
    const batch = await bank.tpp.pay(fileOf(listOf([CHAPS, { CreditorAccount: OWN }])));
    await bank.tpp.finished(batch);
    const ours = await dayOf(bank.tpp, NORTHWIND, TODAY);
    expect(linesOf(ours)).toEqual([
      '-2100 ICDT/DMCT 2 Internal ops code 5120101',
      '1050 ICDT/RRTN FRESCO.21303 AC04 Returned AC04 FRESCO-1',
      '-1050 ICDT/DMCT FRESCO.21302 Internal ops code 5120101',
      '-1050 ICDT/DMCT FRESCO.21303 Internal ops code 5120102',
    ]);
    expect(ours.entries.at(-1)).toMatchObject({
      transactionId: `${batch}.1`,
      creditor: `Bright Bakes <Ltd> ${BAKERY}`,
      debtor: '',
    });
    const theirs = await dayOf(bank.tpp, BAKERY, TODAY);
    expect(linesOf(theirs)).toEqual(['1050 RCDT/DMCT FRESCO.21303 FRESCO-1']);
    expect(theirs.entries.at(-1)).toMatchObject({
      transactionId: `${batch}.1`,
      debtor: expect.stringMatching(new RegExp(`^Northwind.* ${NORTHWIND}$`)) as string,
    });
  });

  test('has the same references as the camt.054 of a file', async () => {
    const id = await bank.tpp.pay(fileOf(listOf([CHAPS, { CreditorAccount: REJECTING }])));
    await bank.tpp.finished(id);
    const { entries } = await dayOf(bank.tpp, NORTHWIND, TODAY);
    const { text } = await bank.tpp.get(`/extensions/v1/file-payments/${id}/camt.054`);
    const inFile = [...text.matchAll(/<NtryRef>([^<]+)</g)].map(([, ref]) => ref);
    expect(inFile).toHaveLength(3);
    expect(new Set(entries.slice(1).map(({ entryRef }) => entryRef))).toEqual(new Set(inFile));
  });

  test('has each payment of a standing order on its day in London', async () => {
    await payOrder(bank.tpp, domesticStandingOrders, standingOrder(), NORTHWIND);
    await bank.tpp.moveClock('2027-01-16T12:00:00Z');
    expect((await dayOf(bank.tpp, NORTHWIND, '2026-12-15')).entries).toMatchObject([
      { pence: -1000n, code: 'ICDT/DMCT', creditor: 'Fresco Ltd 20000000000001' },
    ]);
    expect((await dayOf(bank.tpp, NORTHWIND, '2027-01-15')).entries).toMatchObject([
      { pence: -2000n },
    ]);
    expect((await dayOf(bank.tpp, NORTHWIND, '2027-01-16')).entries).toEqual([]);
  });

  test('begins at midnight in London in summer', async () => {
    await bank.tpp.moveClock('2027-06-10T22:30:00Z');
    await bank.tpp.finished(await bank.tpp.pay(bulkFile(1)));
    await bank.tpp.moveClock('2027-06-10T23:30:00Z');
    await bank.tpp.finished(await bank.tpp.pay(bulkFile(2)));
    expect(sumOf((await dayOf(bank.tpp, NORTHWIND, '2027-06-10')).entries)).toBe(-1050n);
    expect(sumOf((await dayOf(bank.tpp, NORTHWIND, '2027-06-11')).entries)).toBe(-2100n);
  });

  test('is complete if it has more entries than are in memory at once', async () => {
    const others = Array.from({ length: 2100 }, (_, index): Payment => (index === 0 ? CHAPS : {}));
    await bank.tpp.finished(await bank.tpp.pay(fileOf(listOf(others))));
    const { entries } = await dayOf(bank.tpp, NORTHWIND, TODAY);
    // The payments of the two schemes are booked in any order.
    const places = entries.slice(1).map(({ transactionId }) => transactionId.split('.').at(-1));
    expect(places.map(Number).sort((one, other) => one - other)).toEqual(
      others.map((_, index) => index),
    );
  });

  test('leaves out the entries that are booked while it is written', async () => {
    const { store } = bank.service;
    const statement = store.statement.bind(store);
    // The first call reads the entries for the balances, and the second one those of the day.
    vi.spyOn(store, 'statement')
      .mockImplementationOnce(statement)
      .mockImplementationOnce(async (...request) => {
        await bank.tpp.finished(await bank.tpp.pay(bulkFile(1)));
        return statement(...request);
      });
    expect((await dayOf(bank.tpp, NORTHWIND, TODAY)).entries).toHaveLength(1);
    expect((await dayOf(bank.tpp, NORTHWIND, TODAY)).entries).toHaveLength(2);
  });

  test('of random days begins with the balance of the day before', async () => {
    const anyPayment = fc.record({
      CreditorAccount: fc.constantFrom(
        ...[REJECTING, OWN, account('20000000000009', 'Fresco Ltd')],
        account('99999900000050', 'Slow Ltd'),
      ),
      DebtorAccount: fc.constantFrom(account(NORTHWIND), account(PAYROLL)),
      InstructedAmount: fc
        .integer({ min: 1, max: 99_999 })
        .map((pence) => ({ Amount: (pence / 100).toFixed(2), Currency: 'GBP' })),
    });
    const anyDay = fc.record({
      hours: fc.integer({ min: 1, max: 40 }),
      payments: fc.array(anyPayment, { minLength: 1, maxLength: 6 }),
      mixes: fc.boolean(),
      returns: fc.boolean(),
    });
    let now = Date.parse(`${TODAY}T09:30:00Z`);
    await fc.assert(
      fc.asyncProperty(fc.array(anyDay, { minLength: 1, maxLength: 3 }), async (days) => {
        for (const { hours, payments, mixes, returns } of days) {
          const list = listOf(payments);
          const mixed = mixes ? [...list, payment(list.length, CHAPS)] : list;
          const id = await bank.tpp.pay(fileOf(mixed));
          await bank.service.runner.drain(1000);
          if (returns) {
            const body = { index: 0, reason: 'AC06' };
            await bank.tpp.post(`/sandbox/payments/${id}/returns`, body, { key: null });
          }
          now += hours * 3_600_000;
          await bank.tpp.moveClock(new Date(now).toISOString());
        }
        for (const number of [NORTHWIND, PAYROLL, BAKERY]) {
          await expectDays(bank.tpp, number, londonDate(now));
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

describe('an international payment', () => {
  const abroad = useInternationalBank();

  test('has its charge as an entry of its own', async () => {
    const { paymentId } = await abroad().submit(TO_USA, SAM);
    await abroad().done(paymentId);
    const { entries } = await dayOf(abroad().tpp, BAKERY, TODAY);
    expect(entries.slice(1).map(({ code, text }) => `${code} ${text}`)).toEqual([
      'ICDT/DMCT FRESCO.21302.GFX.20',
      'ICDT/CHRG Charge for SWIFT',
    ]);
    expect(new Set(entries.slice(1).map(({ transactionId }) => transactionId))).toEqual(
      new Set([`${paymentId}.0`]),
    );
  });
});

describe('a request for a statement', () => {
  const { tpp } = useService();

  test.each([
    ['11280009999999', `?date=${TODAY}`, 'Resource.NotFound account'],
    [NORTHWIND, '', 'Field.InvalidDate date'],
    [NORTHWIND, '?date=', 'Field.InvalidDate date'],
    [NORTHWIND, '?date=2026-02-30', 'Field.InvalidDate date'],
    [NORTHWIND, '?date=2026-12-01T00:00:00Z', 'Field.InvalidDate date'],
    [NORTHWIND, '?date=01/12/2026', 'Field.InvalidDate date'],
    [NORTHWIND, '?date=2026-12-02', 'Field.InvalidDate date'],
  ])('of %s%s is refused', async (number, query, fault) => {
    const reply = await ask(tpp(), number, query);
    expect([reply.status, faultsOf(reply)]).toEqual([400, [fault]]);
  });

  test('explains a wrong date', async () => {
    expect((await ask(tpp(), NORTHWIND, '?date=soon')).text).toContain(
      `Expected a date, such as ${TODAY}.`,
    );
    expect((await ask(tpp(), NORTHWIND, '?date=2026-12-02')).text).toContain(
      `2026-12-02 is in the future. Expected a date up to ${TODAY}.`,
    );
  });

  test('with HEAD has no body', async () => {
    const path = `/sandbox/accounts/${NORTHWIND}/camt.053?date=${TODAY}`;
    const reply = await tpp().call('HEAD', path, { token: null });
    expect([reply.status, reply.text]).toEqual([200, '']);
  });
});
