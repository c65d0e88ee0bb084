import { describe, expect, test } from 'vitest';
import { serviceActor } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { searchCustomerFile } from '../../../src/use-cases/customers/files.ts';
import { detailsOf, entriesOf } from '../../helpers/orders.ts';
import {
  account,
  BAKERY,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
  type Payment,
} from '../../helpers/payment-file.ts';
import { readReport } from '../../helpers/pacs002.ts';
import { setAside, stepOf, workersOf } from '../../helpers/set-aside.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { abandonWork } from '../../helpers/proposals.ts';

/*
 * Payments of a file that are refused at the booking or executed in batches of their own
 * (docs/decisions, 142), with simulated schemes.
 */

const bank = useFreshBank();
const THURSDAY = Date.parse('2026-12-03T09:00:00Z');
const CHAPS = { LocalInstrument: 'UK.OBIE.CHAPS' };
/** A CHAPS payment after the others, so that the file is BATCH. */
const BATCH: readonly Payment[] = [CHAPS];

/** Returns a file of FPS payments of £10.50 to these creditors, followed by other payments. */
function fileTo(creditors: readonly string[], others: readonly Payment[] = []): Buffer {
  const ofCreditors = creditors.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Somebody') }),
  );
  const rest = others.map((other, index) => payment(creditors.length + index, other));
  return fileOf([...ofCreditors, ...rest]);
}

const elsewhere = (index: number): string => String(20_000_000_000_000 + index);
const ELSEWHERE = [0, 1, 2, 3].map(elsewhere);

async function statusesOf(paymentId: string): Promise<readonly string[]> {
  const details = await detailsOf(bank.tpp, familyNamed('file-payments'), paymentId);
  return details.map(({ StatusDetail }) => StatusDetail.Status);
}

/** Returns the group status of the report, and the reasons before the classification. */
async function reportOf(paymentId: string): Promise<string> {
  const { texts } = readReport(
    (await bank.tpp.get(`/file-payments/${paymentId}/report-file`)).text,
  );
  const reasons = texts('OrgnlGrpInfAndSts/StsRsnInf/Rsn/Cd').slice(0, -1);
  return [...texts('OrgnlGrpInfAndSts/GrpSts'), ...reasons].join(' ');
}

async function amountsOf(number: string): Promise<readonly string[]> {
  const entries = await entriesOf(bank.tpp, number);
  const ofPayments = entries.filter(({ reference }) => reference !== 'Opening balance');
  return ofPayments.map(({ kind, amount }) => `${kind} ${amount}`);
}

async function drain(): Promise<void> {
  await bank.service.runner.drain(1000);
}

async function pay(file: Buffer, set: Parameters<typeof setAside>[1]): Promise<string> {
  setAside(bank.service, set);
  const paymentId = await bank.tpp.pay(file);
  await drain();
  return paymentId;
}

/** Returns the number of payments by status, as the customer sees them. */
async function countsOf(paymentId: string) {
  const { store, observe, clock } = bank.service;
  const found = await searchCustomerFile(
    { store, workers: workersOf(bank.service), observe },
    paymentId,
    { customerId: (await paymentOf(paymentId)).customerId },
    { text: '', only: 'all', sort: 'place', skip: 0, limit: 10 },
    clock.now(),
  );
  return found?.counts;
}

describe.each([
  ['BULK', [] as readonly Payment[], ['debit -21.00'], ['debit -10.50']],
  ['BATCH', BATCH, ['debit -10.50', 'debit -10.50', 'debit -10.50'], ['debit -10.50']],
])('of a %s file', (kind, others, first, later) => {
  const rest = others.map(() => 'ACSC');

  test('some payments are refused, one is paid later, and all are counted', async () => {
    const set = { refused: { 1: 'NARR' }, separated: { 2: THURSDAY } } as const;
    const paymentId = await pay(fileTo(ELSEWHERE, others), set);
    expect(await statusesOf(paymentId)).toEqual(['ACSC', 'NARR', 'PDNG', 'ACSC', ...rest]);
    expect(await reportOf(paymentId)).toBe('ACSP');
    expect(await amountsOf(NORTHWIND)).toEqual(first);
    expect(await bank.service.store.auditBooks()).toEqual([]);
    expect(await countsOf(paymentId)).toEqual({ paid: 2 + rest.length, notPaid: 1, open: 1 });

    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await statusesOf(paymentId)).toEqual(['ACSC', 'NARR', 'ACSC', 'ACSC', ...rest]);
    expect(await reportOf(paymentId)).toBe('PART NARR');
    expect(await amountsOf(NORTHWIND)).toEqual([...first, ...later]);
    const finished = { kind: 'paymentFinished', paymentId, groupStatus: 'PART' };
    expect(bank.service.events).toContainEqual({ ...finished, payments: 4 + rest.length });
    const { consentId } = await paymentOf(paymentId);
    const file = await bank.service.store.findFile(consentId);
    expect(file?.classification.kind).toBe(kind);
  });

  test('all payments are separated, and one of them is rejected by its scheme', async () => {
    const all = { 0: THURSDAY, 1: THURSDAY, 2: THURSDAY, 3: THURSDAY, 4: THURSDAY };
    const creditors = [elsewhere(0), '99999900000004', BAKERY, elsewhere(3)];
    const paymentId = await pay(fileTo(creditors, others), { separated: all });
    expect(new Set(await statusesOf(paymentId))).toEqual(new Set(['PDNG']));
    expect(await reportOf(paymentId)).toBe('PDNG');
    expect(await amountsOf(NORTHWIND)).toEqual([]);
    expect(await bank.service.store.auditBooks()).toEqual([]);

    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await statusesOf(paymentId)).toEqual(['ACSC', 'AC04', 'ACSC', 'ACSC', ...rest]);
    expect(await reportOf(paymentId)).toBe('PART AC04');
    expect(await amountsOf(BAKERY)).toEqual(['credit 10.50']);
    const amounts = await amountsOf(NORTHWIND);
    expect(amounts.filter((one) => one === 'debit -10.50')).toHaveLength(4 + rest.length);
    expect(amounts.filter((one) => one === 'returned-credit 10.50')).toHaveLength(1);
  });

  test('payments to accounts at this bank are credited once', async () => {
    const creditors = [BAKERY, BAKERY, BAKERY];
    const set = { refused: { 0: 'AC06' }, separated: { 1: THURSDAY } } as const;
    const paymentId = await pay(fileTo(creditors, others), set);
    expect(await amountsOf(BAKERY)).toEqual(['credit 10.50']);
    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await amountsOf(BAKERY)).toEqual(['credit 10.50', 'credit 10.50']);
    expect(await statusesOf(paymentId)).toEqual(['AC06', 'ACSC', 'ACSC', ...rest]);
  });

  test('all payments are refused', async () => {
    const refused = { 0: 'NARR', 1: 'AC06', 2: 'NARR' } as const;
    const paymentId = await pay(fileTo([0, 1].map(elsewhere), [others[0] ?? {}]), { refused });
    expect(await statusesOf(paymentId)).toEqual(['NARR', 'AC06', 'NARR']);
    expect(await reportOf(paymentId)).toBe('RJCT NARR');
    expect(await amountsOf(NORTHWIND)).toEqual([]);
  });
});

async function paymentOf(paymentId: string) {
  return expectDefined(await bank.service.store.findPayment(paymentId), paymentId);
}

describe('a separated payment', () => {
  test('is returned by the creditor’s bank after it was paid', async () => {
    const paymentId = await pay(fileTo(ELSEWHERE), { separated: { 2: THURSDAY } });
    const giveBack = (index: number) =>
      bank.tpp.post(
        `/sandbox/payments/${paymentId}/returns`,
        { index, reason: 'AC04' },
        { key: null },
      );
    expect((await giveBack(2)).text).toContain('has not accepted this credit');
    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await reportOf(paymentId)).toBe('ACSC');
    expect((await giveBack(2)).status).toBe(200);
    expect((await giveBack(0)).status).toBe(200);
    expect(await statusesOf(paymentId)).toEqual(['AC04', 'ACSC', 'AC04', 'ACSC']);
    expect(await reportOf(paymentId)).toBe('PART AC04');
  });

  test('is rejected for lack of funds on its own', async () => {
    const from = { DebtorAccount: account(NEARLY_EMPTY, 'Northwind') };
    const amount = (Amount: string) => ({ InstructedAmount: { Amount, Currency: 'GBP' } });
    const file = fileOf([
      payment(0, { ...from, ...amount('300.00') }),
      payment(1, { ...from, ...amount('300.00') }),
    ]);
    const paymentId = await pay(file, { separated: { 0: THURSDAY } });
    expect(await statusesOf(paymentId)).toEqual(['PDNG', 'ACSC']);
    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await statusesOf(paymentId)).toEqual(['AM04', 'ACSC']);
    expect(await reportOf(paymentId)).toBe('PART AM04');
  });

  test('can be refused when it is due', async () => {
    const file = fileTo([0, 1].map(elsewhere), [{ DebtorAccount: account(PAYROLL, 'Northwind') }]);
    const paymentId = await pay(file, { separated: { 2: THURSDAY } });
    const work = await stepOf(bank.service, paymentId, 2);
    const refused = { step: 'refuse', work, reason: 'NARR', debtor: PAYROLL, next: null } as const;
    const { store, clock } = bank.service;
    expect(await store.executeSteps([refused], clock.now())).toEqual([
      { done: true, finished: 'PART' },
    ]);
    expect(await statusesOf(paymentId)).toEqual(['ACSC', 'ACSC', 'NARR']);
    expect(await reportOf(paymentId)).toBe('PART NARR');
    expect(await amountsOf(PAYROLL)).toEqual([]);
  });

  test('can be abandoned, and the others stay paid', async () => {
    const paymentId = await pay(fileTo(ELSEWHERE), { separated: { 1: THURSDAY } });
    const { store } = bank.service;
    const work = await stepOf(bank.service, paymentId, 1);
    const now = bank.service.clock.now();
    await store.postponeWork(work, { at: now, problem: 'it fails', tryAt: null });
    const act = { at: now, by: serviceActor('test') };
    expect(await abandonWork(store, work, null, act)).toMatchObject({ finished: 'PART' });
    expect(await statusesOf(paymentId)).toEqual(['ACSC', 'NARR', 'ACSC', 'ACSC']);
    expect(await amountsOf(NORTHWIND)).toEqual(['debit -31.50']);
  });

  test('is cancelled with all others, but not after another one was debited', async () => {
    const cancel = (paymentId: string) =>
      bank.tpp.post(
        `/sandbox/payments/${paymentId}/cancellation`,
        { user: 'clara' },
        { key: null },
      );
    const separated = { 0: THURSDAY, 1: THURSDAY, 2: THURSDAY, 3: THURSDAY };
    const some = await pay(fileTo([...ELSEWHERE, elsewhere(4)]), { separated });
    expect((await cancel(some)).text).toContain('being executed');
    const all = await bank.tpp.pay(fileTo(ELSEWHERE));
    await drain();
    expect((await cancel(all)).status).toBe(200);
    expect(await statusesOf(all)).toEqual(['DS02', 'DS02', 'DS02', 'DS02']);
    expect(await reportOf(all)).toBe('RJCT DS02');
    await bank.tpp.moveClock('2026-12-03T10:00:00Z');
    await drain();
    expect(await amountsOf(NORTHWIND)).toEqual(Array(5).fill('debit -10.50'));
  });
});
