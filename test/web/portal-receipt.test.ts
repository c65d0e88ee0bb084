import { expect, it } from 'vitest';
import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { domesticStandingOrders } from '../../src/families/domestic-standing-orders/index.ts';
import { internationalPayments } from '../../src/families/international/payments.ts';
import { approve, submitOrder } from '../helpers/orders.ts';
import { account, bulkFile, fileOf, NORTHWIND, payment } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { askForPayment, askForPaymentAbroad, askForStandingOrder, payForTwo } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

async function pay(tpp: Tpp, initiation = {}): Promise<string> {
  const consentId = await askForPayment(tpp, initiation);
  const token = await approve(tpp, consentId, NORTHWIND);
  return (await submitOrder(tpp, domesticPayments, consentId, token))[
    'DomesticPaymentId'
  ] as string;
}

it('shows a receipt with all details of a payment that was made', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await pay(bank.tpp);
  await browser.signInToPortal();
  await expect.poll(() => shown(`/my/payments/${id}`)).toContain('Receipt');
  const { text } = await browser.open(`/my/payments/${id}`);
  const path = /href="(\/my\/payments\/[^"]*\/receipt[^"]*)"/.exec(text)?.[1] ?? '';
  const receipt = await shown(path);
  expect(receipt).toContain('£10.50 was paid');
  expect(receipt).toMatch(
    /Payee Fresco Ltd Payee’s account 20-00-00 00000001 Reference INVOICE 412 .*FRESCO\.21302/,
  );
  expect(receipt).toMatch(/From account 11-28-00 01234567, Northwind Components plc/);
  expect(receipt).toMatch(/Taken from the account £10\.50 Our charge None Taken on \w+day/);
  expect(receipt).toMatch(/Value date \w+day \d+ \w+ 2026 Accepted .* Requested by .*Larkfield/);
  expect(receipt).toContain(`${id}.0`);
});

it('shows charge and rate on the receipt of an international payment', async () => {
  const { browser, bank, shown } = newCustomer();
  const consentId = await askForPaymentAbroad(bank.tpp);
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const submission = await submitOrder(bank.tpp, internationalPayments, consentId, token);
  const id = submission['InternationalPaymentId'] as string;
  await browser.signInToPortal();
  await expect
    .poll(() => shown(`/my/payments/${id}/receipt`))
    .toMatch(/[\d.]+ USD was paid .*Taken from the account £.* Our charge £.* Rate [\d.]+ for a/);
});

it('shows no receipt and no link to one before a payment is made or after it is returned', async () => {
  const { browser, bank, shown } = newCustomer();
  const rejected = await pay(bank.tpp, { CreditorAccount: account('99999900000001', 'Nobody') });
  const consentId = await askForStandingOrder(bank.tpp);
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const order = await submitOrder(bank.tpp, domesticStandingOrders, consentId, token);
  const ahead = order['DomesticStandingOrderId'] as string;
  await browser.signInToPortal();
  await expect.poll(() => shown(`/my/payments/${rejected}`)).toContain('Not paid');
  for (const id of [rejected, ahead]) {
    expect((await browser.open(`/my/payments/${id}`)).text).not.toContain('/receipt');
    expect((await browser.open(`/my/payments/${id}/receipt`)).status).toBe(404);
  }
  const waiting = await payForTwo(bank.tpp, 'dora');
  const other = newCustomer();
  await other.browser.signInToPortal('dave');
  expect((await other.browser.open(`/my/payments/${waiting}/receipt`)).status).toBe(404);
});

it('shows no receipt of payments that the payee’s bank returned, but that they came back', async () => {
  const { browser, bank, shown } = newCustomer();
  const [single, file] = [await pay(bank.tpp), await bank.tpp.pay(bulkFile(2))];
  await bank.tpp.finished(file);
  await browser.signInToPortal();
  await expect.poll(() => shown(`/my/payments/${single}`)).toContain('Receipt');
  for (const id of [single, file]) {
    const path = `/sandbox/payments/${id}/returns`;
    const reply = await bank.tpp.post(path, { index: 0, reason: 'AC04' }, { key: null });
    expect(reply.status).toBe(200);
    const receipt = await browser.open(`/my/payments/${id}/receipt?number=1`);
    expect(receipt.status).toBe(404);
  }
  expect(await shown(`/my/payments/${single}`)).toMatch(/Came back: the payee’s account is closed/);
  expect(await shown(`/my/payments/${file}`)).toMatch(
    /1 paid 1 not paid .*but 1 payment came back/,
  );
});

it('shows a receipt for each paid payment of a file, and for no other', async () => {
  const { browser, bank, shown } = newCustomer();
  const creditors = ['20000000000001', '99999900000004', '20000000000003'];
  const file = fileOf(
    creditors.map((creditor, index) =>
      payment(index, { CreditorAccount: account(creditor, `Payee ${String(index)}`) }),
    ),
  );
  const id = await bank.tpp.pay(file);
  await bank.tpp.finished(id);
  await browser.signInToPortal();
  const path = `/my/payments/${id}`;
  expect(await shown(`${path}/all`)).toMatch(/Receipt 1 .*Receipt 3 /);
  expect(await shown(`${path}/receipt?number=3`)).toMatch(
    /£10\.50 was paid Payee Payee 2 .*From account 11-28-00 01234567/,
  );
  expect(await shown(`${path}/receipt?number=3`)).toContain(`${id}.2`);
  for (const number of ['2', '4', '0', '-1', '1e9', '99999999999', 'x']) {
    expect((await browser.open(`${path}/receipt?number=${number}`)).status).toBe(404);
  }
});

it('shows no receipt of another customer’s payment', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await pay(bank.tpp);
  await browser.signInToPortal();
  await expect.poll(() => shown(`/my/payments/${id}/receipt`)).toContain('was paid');
  const other = newCustomer();
  await other.browser.signInToPortal('sam');
  expect((await other.browser.open(`/my/payments/${id}/receipt`)).status).toBe(404);
});
