import { expect, it } from 'vitest';
import { BACK_AT_TPP } from './pages-bank.ts';
import { askForPayment, askForVrp } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const NORTHWIND = '11-28-00 01234567';

const { newCustomer, statusOf } = useChromium();

describeInChromium('a refusal page shows the reason and returns to the TPP for', () => {
  it('a closed account', async () => {
    const { customer, bank } = await newCustomer();
    const CLOSED = { SchemeName: 'SortCodeAccountNumber', Identification: '11280001234570' };
    const consentId = await askForPayment(bank.tpp, { DebtorAccount: CLOSED });
    await customer.arrive(consentId);
    await customer.signIn();
    expect(await customer.heading()).toBe('We cannot make this payment');
    expect(await customer.words()).toContain('is closed');
    expect(await statusOf(consentId)).toBe('Rejected');
    await customer.press('Go back to Larkfield Payments Ltd');
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: access_denied`);
  });

  it('a consent that was approved elsewhere meanwhile', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.goOn();
    await bank.tpp.decide(consentId, { debtorAccount: '11280001234567' });
    await customer.page.getByLabel('One-time code').fill('123456');
    await customer.press('Approve');
    expect(await customer.heading()).toBe('This has already been decided');
  });

  it('a consent that the provider revoked meanwhile', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForVrp(bank.tpp);
    await customer.arrive(consentId);
    await bank.tpp.call('DELETE', `/domestic-vrp-consents/${consentId}`);
    await customer.signIn();
    expect(await customer.heading()).toBe('It is too late to approve this');
  });
});
