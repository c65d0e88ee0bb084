import { expect, it } from 'vitest';
import { BACK_AT_TPP } from './pages-bank.ts';
import { askForFile, askForPayment, askForPaymentAbroad, askForVrp } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const NORTHWIND = '11-28-00 01234567';

const { bank, newCustomer, statusOf } = useChromium();

describeInChromium('the bank refuses, says why, and leads back to the TPP:', () => {
  const CLOSED = { SchemeName: 'SortCodeAccountNumber', Identification: '11280001234570' };
  const SEPA = {
    CurrencyOfTransfer: 'EUR',
    InstructedAmount: { Amount: '165.88', Currency: 'EUR' },
    Creditor: { Name: 'ACME GmbH' },
    CreditorAccount: {
      SchemeName: 'IBAN',
      Identification: 'DE89370400440532013000',
      Name: 'ACME GmbH',
    },
    CreditorAgent: undefined,
    SupplementaryData: { DestinationCountry: 'DE' },
  };
  const InstructedAmount = { Amount: '3000000.00', Currency: 'GBP' };
  const millions = { InstructedAmount, LocalInstrument: 'UK.OBIE.CHAPS' };
  const bakery = { DebtorAccount: { ...CLOSED, Identification: '11280007654321' } };
  const dear = { ...bakery, InstructedAmount: { Amount: '30000.00', Currency: 'GBP' } };

  it.each([
    ['a personal customer’s file', 'rita', 'for business customers', () => file(3)],
    ['a user who may not send files', 'colin', 'not entitled', () => file(3)],
    ['a file over the user’s limit', 'clara', 'your limit for one file', () => file(2, millions)],
    ['a file over the company’s limit', 'sam', 'your company’s limit', () => file(2, dear)],
    ['a file from another’s account', 'clara', 'not one of your accounts', () => file(2, bakery)],
    ['a closed account', 'clara', 'is closed', () => pay({ DebtorAccount: CLOSED })],
    ['SEPA for a corporate customer', 'clara', 'not available to corporate', () => abroad(SEPA)],
  ])('%s', async (_, user, said, ask) => {
    const { customer } = await newCustomer();
    const consentId = await ask();
    await customer.arrive(consentId);
    await customer.signIn(user);
    expect(await customer.heading()).toBe('We cannot make this payment');
    expect(await customer.words()).toContain(said);
    expect(await statusOf(consentId)).toBe('Rejected');
    await customer.press('Go back to Larkfield Payments Ltd');
    expect(await customer.backAtTpp()).toBe(`${BACK_AT_TPP}: access_denied`);
  });

  const tpp = () => bank().tpp;
  const file = (count: number, overrides = {}) => askForFile(tpp(), count, overrides);
  const pay = (initiation: object) => askForPayment(tpp(), { ...initiation });
  const abroad = (initiation: object) => askForPaymentAbroad(tpp(), { ...initiation });

  it('what was approved elsewhere meanwhile', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.goOn();
    await bank.tpp.decide(consentId, { debtorAccount: '11280001234567' });
    await customer.page.getByLabel('One-time code').fill('123456');
    await customer.press('Approve');
    expect(await customer.heading()).toBe('This is decided already');
  });

  it('what the provider has withdrawn meanwhile', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForVrp(bank.tpp);
    await customer.arrive(consentId);
    await bank.tpp.call('DELETE', `/domestic-vrp-consents/${consentId}`);
    await customer.signIn();
    expect(await customer.heading()).toBe('It is too late to approve this');
  });
});
