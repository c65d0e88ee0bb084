import { describe, expect, it } from 'vitest';
import type { Tpp } from '../helpers/tpp.ts';
import { askForFile, askForPayment, askForPaymentAbroad } from './requests.ts';
import { useInteractions } from './use-interactions.ts';

const newInteraction = useInteractions();

type Ask = (tpp: Tpp) => Promise<string>;

const file =
  (count: number, overrides = {}): Ask =>
  (tpp) =>
    askForFile(tpp, count, overrides);
const pay =
  (initiation: object): Ask =>
  (tpp) =>
    askForPayment(tpp, { ...initiation });
const abroad =
  (initiation: object): Ask =>
  (tpp) =>
    askForPaymentAbroad(tpp, { ...initiation });

describe('after the sign-in the bank refuses at once, with the reason,', () => {
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
    ['a personal customer’s file', 'rita', 'for business customers', file(3)],
    ['a user who may not send files', 'colin', 'not entitled', file(3)],
    ['a file over the user’s limit', 'clara', 'your limit for one file', file(2, millions)],
    ['a file over the company’s limit', 'sam', 'your company’s limit', file(2, dear)],
    ['a file from another’s account', 'clara', 'not one of your accounts', file(2, bakery)],
    ['a closed account', 'clara', 'is closed', pay({ DebtorAccount: CLOSED })],
    ['SEPA for a corporate customer', 'clara', 'not available to corporate', abroad(SEPA)],
  ])('%s', async (_, user, text, ask) => {
    const { bank, browser, consentId, shown, tryPassword, uid } = await newInteraction(ask);
    await tryPassword(user, `${user}-password`);
    const words = await shown();
    expect(words).toContain('We cannot make this payment');
    expect(words).toContain(text);
    const consent = await bank.service.store.findConsent(consentId);
    expect(consent?.status).toBe('Rejected');
    await browser.send(uid, 'return', {});
    expect(bank.ended).toContainEqual({
      kind: 'refused',
      uid,
      detail: expect.any(String) as string,
    });
  });
});
