import { expect, it } from 'vitest';
import { readCsv } from '../helpers/csv.ts';
import { account, fileOf, payment, TWO_APPROVALS } from '../helpers/payment-file.ts';
import { dataOf } from '../helpers/tpp.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

/**
 * Returns a file that pays three payees in turn. Each payment is a penny larger than the previous
 * one.
 */
function manyPayments(count: number): Buffer {
  const NAMES = ['Oakwell Dairy', 'Fresco Ltd', 'Ludlow Print'];
  return fileOf(
    Array.from({ length: count }, (_, index) =>
      payment(index, {
        InstructedAmount: {
          Amount: `1000.${String(index % 100).padStart(2, '0')}`,
          Currency: 'GBP',
        },
        CreditorAccount: account(String(20_000_000_000_000 + index), NAMES[index % 3]),
      }),
    ),
  );
}

it('searches and sorts all payments of a file, with 200 on a page', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await bank.tpp.pay(manyPayments(450));
  await browser.signInToPortal();
  const path = `/my/payments/${id}/all`;
  expect(await shown(path)).toContain('As in the file: 1 to 200 of 450');
  expect(await shown(`${path}?page=3`)).toContain('As in the file: 401 to 450 of 450');
  expect(await shown(`${path}?text=FRESCO+ltd&sort=amount`)).toMatch(
    /Largest first: 1 to 150 of 150 Payee Amount Fresco Ltd 20-00-00 00000199, .*? £1,000\.99/,
  );
  expect(await shown(`${path}?text=${encodeURIComponent('£1,000.07')}`)).toContain('5 payments');
  expect(await shown(`${path}?text=20-00-00+00000449`)).toContain('1 payment ');
  expect(await shown(`${path}?text=FRESCO-44`)).toContain('11 payments');
  expect(await shown(`${path}?sort=payee`)).toMatch(/By payee: 1 to 200 of 450 .*?Fresco Ltd/);
  expect(await shown(`${path}?text=nobody&page=-1&sort=none`)).toContain('No payments found.');
});

/** Returns a file with one payment to each of these accounts. */
function paymentsTo(creditors: readonly string[], overrides = {}): Buffer {
  return fileOf(
    creditors.map((creditor, index) =>
      payment(index, {
        CreditorAccount: account(creditor, `Payee ${String(index)}`),
        ...overrides,
      }),
    ),
  );
}

const [ARRIVES, WRONG_NUMBER, CLOSED_ACCOUNT, PENDING] = [
  '20000000000001',
  '99999900000001',
  '99999900000004',
  '99999900000050',
];

it('lists returned payments alone with their reasons, and counts all payments', async () => {
  const { browser, bank, shown } = newCustomer();
  const file = paymentsTo([ARRIVES, CLOSED_ACCOUNT, ARRIVES, WRONG_NUMBER]);
  const id = await bank.tpp.pay(file);
  await bank.tpp.finished(id);
  await browser.signInToPortal();
  const path = `/my/payments/${id}`;
  expect(await shown(path)).toMatch(
    /2 paid 2 not paid .*Payee 1 .*Not paid: the payee’s account is closed/,
  );
  const all = await shown(`${path}/all`);
  expect(all).toContain('Of the whole file: 2 paid, 2 not paid.');
  expect(all).toMatch(/1 to 4 of 4 .*Payee 0 .*Payee 3 /);
  const back = await shown(`${path}/all?only=notPaid&sort=payee`);
  expect(back).toMatch(
    /1 to 2 of 2 .*Payee 1 .*Not paid: .*is closed .*Payee 3 .*Not paid: .*number is wrong/,
  );
  expect(back).not.toMatch(/Payee [02] /);
  expect(await shown(`${path}/all?only=notPaid&text=payee+2`)).toContain('No payments found.');
});

it('counts paid, returned and open payments like the payment details for the TPP', async () => {
  const { browser, bank, shown } = newCustomer();
  const creditors = [ARRIVES, PENDING, WRONG_NUMBER, ARRIVES, PENDING, ARRIVES];
  const id = await bank.tpp.pay(paymentsTo(creditors));
  await browser.signInToPortal();
  const path = `/my/payments/${id}`;
  const counts = 'Of the whole file: 3 paid, 1 not paid, 2 not decided yet.';
  await expect.poll(() => shown(`${path}/all`)).toContain(counts);
  expect(await shown(path)).toContain('1 not paid');
  const details = await bank.tpp.get(`/file-payments/${id}/payment-details`);
  const statuses = dataOf(details)['PaymentStatus'] as readonly { Status: string }[];
  expect(statuses.map(({ Status }) => Status)).toEqual([
    ...['AcceptedCreditSettlementCompleted', 'Pending', 'Rejected'],
    ...['AcceptedCreditSettlementCompleted', 'Pending', 'AcceptedCreditSettlementCompleted'],
  ]);
});

it('shows that no payment of a rejected file was made, and why', async () => {
  const { browser, bank, shown } = newCustomer();
  const file = paymentsTo([ARRIVES, ARRIVES], { DebtorAccount: account(TWO_APPROVALS) });
  const id = await bank.tpp.pay(file, {}, { user: 'dora' });
  await browser.signInToPortal('dave');
  const path = `/my/payments/${id}`;
  expect(await shown(`${path}/all`)).toContain('0 paid, 0 not paid, 2 not decided yet.');
  await browser.sendTo(`/my/approvals/${id}/reject`, `/my/approvals/${id}/reject`);
  expect(await shown(path)).toMatch(/0 paid 2 not paid .*Not paid: somebody who may approve it/);
  expect(await shown(`${path}/all?only=notPaid`)).toContain('1 to 2 of 2');
});

it('shows a file with a single payment', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await bank.tpp.pay(paymentsTo([ARRIVES]));
  await bank.tpp.finished(id);
  await browser.signInToPortal();
  expect(await shown(`/my/payments/${id}/all`)).toContain('As in the file: 1 to 1 of 1');
  expect(await shown(`/my/payments/${id}/all?only=notPaid`)).toContain('No payments found.');
});

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a slow regular expression', `${'(a+)+'.repeat(12)}$`],
  ['bidirectional control characters', '\u202egnp.exe\u0000'],
  ['more than 64 characters', 'x'.repeat(5000)],
  ['an incomplete character', '%ED%A0%80'],
])('finds nothing for a search text with %s', async (_, text) => {
  const { browser, bank } = newCustomer();
  const id = await bank.tpp.pay(paymentsTo([ARRIVES]));
  await browser.signInToPortal();
  const query = new URLSearchParams({ text, only: '__proto__', sort: 'toString', page: '1e9' });
  const { status, text: page } = await browser.open(`/my/payments/${id}/all?${query.toString()}`);
  expect(status).toBe(200);
  expect(page).toContain('No payments found.');
  expect(page).not.toContain('<script');
});

it('is not found by another customer', async () => {
  const { browser, bank } = newCustomer();
  const id = await bank.tpp.pay(manyPayments(3));
  await browser.signInToPortal('sam');
  expect((await browser.open(`/my/payments/${id}/all?text=Fresco`)).status).toBe(404);
});

it('downloads all matching payments as a CSV file that is safe in a spreadsheet', async () => {
  const { browser, bank, shown } = newCustomer();
  const names = ['=HYPERLINK("https://x.example","Refund")', 'Café Noir', '+44 Ltd'];
  const file = fileOf(
    [ARRIVES, CLOSED_ACCOUNT, ARRIVES].map((creditor, index) =>
      payment(index, {
        CreditorAccount: account(creditor, names[index]),
        RemittanceInformation: { Reference: `@REF-${String(index)}`, Unstructured: '-1' },
      }),
    ),
  );
  const id = await bank.tpp.pay(file);
  await bank.tpp.finished(id);
  await browser.signInToPortal();
  const path = `/my/payments/${id}`;
  expect(await shown(`${path}/all?text=caf`)).toContain('Download it as a table (CSV)');
  const { response, status } = await browser.open(`${path}/csv?sort=amount`);
  expect(status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="payments-${id}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const [heads = [], ...rows] = readCsv((await browser.open(`${path}/csv`)).text);
  expect(rows.map((row) => row.length)).toEqual(Array(3).fill(heads.length));
  const [first, second] = rows.map((row) =>
    Object.fromEntries(row.map((cell, index) => [heads[index] ?? '', cell])),
  );
  expect(first).toMatchObject({
    Payee: `'=HYPERLINK("https://x.example","Refund")`,
    ...{ Account: '20-00-00 00000001', Amount: '10.50', Currency: 'GBP', Reference: "'@REF-0" },
    ...{ Note: "'-1", 'Sent by': 'Faster Payments', 'Day asked for': '', Status: 'Paid' },
    ...{ 'From account': '11-28-00 01234567', 'Place in the file': '1' },
  });
  expect(second).toMatchObject({
    Payee: 'Café Noir',
    Status: 'Not paid: the payee’s account is closed',
  });
  const back = readCsv((await browser.open(`${path}/csv?only=notPaid&page=7`)).text);
  expect(back.map(([place]) => place)).toEqual(['Place in the file', '2']);
});

it('downloads more than a page of payments in the requested order', async () => {
  const { browser, bank } = newCustomer();
  const id = await bank.tpp.pay(manyPayments(450));
  await browser.signInToPortal();
  const rows = readCsv((await browser.open(`/my/payments/${id}/csv?sort=amount`)).text).slice(1);
  const amounts = rows.map(([, , , amount]) => Number(amount));
  expect(amounts).toHaveLength(450);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
});

it('refuses downloads to another customer and to users without the right to upload files', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await bank.tpp.pay(paymentsTo([ARRIVES, ARRIVES]));
  const path = `/my/payments/${id}`;
  const signedOut = await browser.open(`${path}/csv`);
  expect(signedOut.response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(signedOut.text).not.toContain('Payee');
  await browser.signInToPortal('colin');
  expect(await shown(`${path}/all`)).not.toContain('Download');
  expect((await browser.open(`${path}/csv`)).status).toBe(404);
  const other = newCustomer();
  await other.browser.signInToPortal('sam');
  const [userText, nobodys] = await Promise.all(
    [id, `${id}0`].map((one) => other.browser.open(`/my/payments/${one}/csv`)),
  );
  expect([userText?.status, nobodys?.status]).toEqual([404, 404]);
  expect(userText?.response.headers.get('content-disposition')).toBeNull();
});
