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

describeInChromium('a portal customer at a browser without scripts', () => {
  it('reaches the portal from the home page and signs out', async () => {
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

  it('stays signed in after following a link from another site', async () => {
    const { customer, origin } = await newCustomer();
    await customer.signInToPortal();
    await customer.page.goto(`${TPP_ORIGIN}/callback`);
    await customer.page.setContent(`<a href="${origin}/my/payments">Go</a>`);
    await customer.page.getByRole('link', { name: 'Go' }).click();
    await customer.page.getByRole('link', { name: 'Continue to your own pages' }).click();
    await customer.page.getByRole('heading', { name: 'Payments' }).waitFor();
    await customer.open('/my/permissions');
    expect(await customer.heading()).toBe('Permissions');
  });

  it('gives the second approval and sees that the payment is made', async () => {
    const { customer } = await newCustomer();
    const id = await payForTwo(bank().tpp, 'dora');
    await customer.signInToPortal('dave');
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

  it('sees on an open page that a colleague rejected the payment', async () => {
    const id = await payForTwo(bank().tpp, 'dora');
    const [{ customer: dave }, { customer: dina }] = [await newCustomer(), await newCustomer()];
    await dave.signInToPortal('dave');
    await dave.open(`/my/approvals/${id}/approve`);
    await dina.signInToPortal('dina');
    await dina.open(`/my/approvals/${id}/reject`);
    await dina.press('Reject it');
    await dave.page.getByLabel('One-time code').fill(await bank().nextCodeOf('dave'));
    await dave.press('Approve');
    expect(await dave.heading()).toBe('This has already been decided');
    expect(await dave.words()).toContain('dina rejected it. Nothing will be paid.');
    expect(await approvalOf(id)).toBe('rejected');
  });

  it('ends a permission', async () => {
    const { customer } = await newCustomer();
    const consentId = await askForVrp(bank().tpp);
    await approve(bank().tpp, consentId, NORTHWIND);
    await customer.signInToPortal();
    await customer.open(`/my/permissions/${consentId}`);
    await customer.page.getByRole('link', { name: 'End this permission' }).click();
    await customer.press('End the permission');
    expect(await customer.words()).toContain('No more payments can be made with it.');
    expect(await statusOf(consentId)).toBe('Revoked');
  });
});
