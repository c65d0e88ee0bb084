import { expect, it } from 'vitest';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { approve } from '../helpers/orders.ts';
import { TPP_ORIGIN } from './pages-bank.ts';
import { askForVrp, payForTwo } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { bank, newCustomer, statusOf } = useChromium();

async function approvalOf(paymentId: string): Promise<string | undefined> {
  return (await bank().service.store.findPayment(paymentId))?.approval?.status;
}

describeInChromium('a customer who comes without a TPP, at a browser without scripts', () => {
  it('gets there from the entrance, and is out again', async () => {
    const { customer } = await newCustomer();
    await customer.goHome();
    await customer.page.getByRole('link', { name: 'your own pages' }).click();
    await customer.enterPassword('clara');
    await customer.enterCode(await bank().nextCodeOf('clara'));
    expect(await customer.heading()).toBe('Waiting for you');
    await customer.page.getByRole('link', { name: 'Payments', exact: true }).click();
    expect(await customer.heading()).toBe('Payments');
    await customer.press('Sign out');
    await customer.open('/my/payments');
    expect(await customer.heading()).toBe('Sign in to your own pages');
  });

  it('stays signed in, whatever site leads there', async () => {
    const { customer, origin } = await newCustomer();
    await customer.signInAtOwn();
    await customer.page.goto(`${TPP_ORIGIN}/callback`);
    await customer.page.setContent(`<a href="${origin}/my/payments">Go</a>`);
    await customer.page.getByRole('link', { name: 'Go' }).click();
    await customer.page.getByRole('link', { name: 'Go on to your own pages' }).click();
    await customer.page.getByRole('heading', { name: 'Payments' }).waitFor();
    await customer.open('/my/permissions');
    expect(await customer.heading()).toBe('Permissions');
  });

  it('approves what a colleague has approved, and reads that it is paid', async () => {
    const { customer } = await newCustomer();
    const id = await payForTwo(bank().tpp, 'dora');
    await customer.signInAtOwn('dave');
    await customer.page.locator(`a[href="/my/approvals/${id}"]`).click();
    await customer.goOn();
    expect(await customer.words()).toMatch(/£10\.50 to Fresco Ltd[^]*One-time code/);
    await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf('dave'));
    await customer.press('Approve');
    expect(await customer.heading()).toBe('You approved this');
    expect(await approvalOf(id)).toBe('approved');
    await customer.page.getByRole('link', { name: 'See the payment' }).click();
    expect(await customer.words()).toMatch(/Approved by dora,[^]*Approved by dave,/);
  });

  it('finds it rejected by another in another browser, with the page open', async () => {
    const id = await payForTwo(bank().tpp, 'dora');
    const [{ customer: dave }, { customer: dina }] = [await newCustomer(), await newCustomer()];
    await dave.signInAtOwn('dave');
    await dave.open(`/my/approvals/${id}/approve`);
    await dina.signInAtOwn('dina');
    await dina.open(`/my/approvals/${id}/reject`);
    await dina.press('Reject it');
    await dave.page.getByLabel('One-time code').fill(await bank().nextCodeOf('dave'));
    await dave.press('Approve');
    expect(await dave.heading()).toBe('This was decided already');
    expect(await dave.words()).toContain('dina rejected it: nothing is paid.');
    expect(await approvalOf(id)).toBe('rejected');
  });

  it('ends a permission', async () => {
    const { customer } = await newCustomer();
    const consentId = await askForVrp(bank().tpp);
    await approve(bank().tpp, consentId, NORTHWIND);
    await customer.signInAtOwn();
    await customer.open(`/my/permissions/${consentId}`);
    await customer.page.getByRole('link', { name: 'End this permission' }).click();
    await customer.press('End the permission');
    expect(await customer.words()).toContain('Nothing can be paid by it any more.');
    expect(await statusOf(consentId)).toBe('Revoked');
  });
});
