import { describe, expect, test } from 'vitest';
import {
  charged,
  CLARA,
  RITA,
  SAM,
  useInternationalBank,
} from '../../helpers/international-bank.ts';
import { TO_BRITAIN } from '../../helpers/international.ts';
import { dataOf } from '../../helpers/tpp.ts';

const abroad = useInternationalBank();

describe('pounds to a British account over CHAPS', () => {
  const CHAPS = { ...TO_BRITAIN, LocalInstrument: 'UK.OBIE.CHAPS' };

  test.each([
    ['of a company of the corporate segment', CLARA],
    ['of a small business', SAM],
    ['of a person', RITA],
  ])('%s, have no charge and reach the creditor', async (_, customer) => {
    const before = await abroad().statementOf(customer.debtorAccount);
    const { paymentId } = await abroad().submit(CHAPS, customer);
    const done = await abroad().done(paymentId);
    expect(done).toMatchObject({ Status: 'AcceptedCreditSettlementCompleted' });
    for (const name of ['Charges', 'ExchangeRateInformation']) expect(name in done).toBe(false);
    const after = await abroad().statementOf(customer.debtorAccount);
    const debits = ['debit -165.88 FRESCO.21302.GFX.20'];
    expect(after.entries.slice(before.entries.length)).toEqual(debits);
    const details = await abroad().tpp.get(`/international-payments/${paymentId}/payment-details`);
    expect(dataOf(details)['PaymentStatus']).toMatchObject([
      {
        Status: done['Status'],
        StatusDetail: { LocalInstrument: 'UK.OBIE.CHAPS', Status: 'ACSC' },
      },
    ]);
  });

  test('are returned if CHAPS rejects them', async () => {
    const CreditorAccount = {
      SchemeName: 'UK.OBIE.IBAN',
      Identification: 'GB62BANK99999900000004',
      Name: 'ACME Ltd',
    };
    const before = await abroad().statementOf(SAM.debtorAccount);
    const { paymentId } = await abroad().submit({ ...CHAPS, CreditorAccount });
    expect(await abroad().done(paymentId)).toMatchObject({ Status: 'Rejected' });
    expect((await abroad().statementOf(SAM.debtorAccount)).pence).toBe(before.pence);
  });

  test('use SWIFT if no instrument is named', async () => {
    const { paymentId } = await abroad().submit(TO_BRITAIN);
    expect(await abroad().done(paymentId)).toMatchObject({
      Status: 'AcceptedSettlementCompleted',
      ...charged('Shared', '15.00'),
    });
  });
});
