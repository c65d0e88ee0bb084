import { describe, expect, test } from 'vitest';
import {
  agreed,
  charged,
  CLARA,
  exchanged,
  inPounds,
  RITA,
  rateOf,
  SAM,
  toAccount,
  useInternationalBank,
} from '../../helpers/international-bank.ts';
import { TO_EMIRATES, TO_GERMANY, TO_USA, type Members } from '../../helpers/international.ts';
import { pounds } from '../../helpers/orders.ts';
import { account } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';

const abroad = useInternationalBank();

const SAME_DAY = { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.Target2' };
const FROM_STERLING = { ...TO_USA, InstructedAmount: pounds('165.88') };
const IN_STERLING = { CurrencyOfTransfer: 'GBP', InstructedAmount: pounds('165.88') };
const IN_YEN = { CurrencyOfTransfer: 'JPY', InstructedAmount: { Amount: '5000', Currency: 'JPY' } };

const asking = (UnitCurrency: string, RateType: string): Members => ({
  ExchangeRateInformation: { UnitCurrency, RateType },
});

/**
 * A case: its name, the Initiation, the expected debit and charge in pounds, and the fields
 * expected in the response.
 */
type Way = readonly [string, Members, string, string | null, Members];

const dollars = rateOf('USD');
const euros = rateOf('EUR');
const inDollars = inPounds(165.88, dollars);

const WAYS: readonly Way[] = [
  ['dollars over SWIFT', TO_USA, inDollars, '15.00', exchanged(dollars)],
  ['dollars to an IBAN in the Emirates', TO_EMIRATES, inDollars, '15.00', exchanged(dollars)],
  [
    'yen, which have no fractions',
    { ...TO_USA, ...IN_YEN },
    inPounds(5000, rateOf('JPY')),
    '15.00',
    exchanged(rateOf('JPY')),
  ],
  ['sterling to a German IBAN', { ...TO_GERMANY, ...IN_STERLING }, '165.88', '15.00', {}],
  ['euro over SEPA', TO_GERMANY, inPounds(165.88, euros), null, exchanged(euros)],
  ['euro the same day', SAME_DAY, inPounds(165.88, euros), '20.00', exchanged(euros)],
  // The following cases are the usage examples in the standard.
  [
    'an amount in pounds, sent in dollars',
    { ...FROM_STERLING, ...asking('GBP', 'Actual') },
    '165.88',
    '15.00',
    exchanged(dollars),
  ],
  [
    'an amount in dollars at an actual rate',
    { ...TO_USA, ...asking('GBP', 'Actual') },
    inDollars,
    '15.00',
    exchanged(dollars),
  ],
  [
    'an indicative rate',
    { ...FROM_STERLING, ...asking('GBP', 'Indicative') },
    '165.88',
    '15.00',
    exchanged(dollars),
  ],
  [
    'a pre-booked rate for a debit in pounds',
    { ...FROM_STERLING, ...agreed('GBP', 1.09) },
    '165.88',
    '15.00',
    agreed('GBP', 1.09),
  ],
  [
    'a pre-booked rate for a credit in dollars',
    { ...TO_USA, ...agreed('GBP', 1.3) },
    '127.60',
    '15.00',
    agreed('GBP', 1.3),
  ],
  [
    'a pre-booked rate for one dollar',
    { ...TO_USA, ...agreed('USD', 0.77) },
    '127.73',
    '15.00',
    agreed('USD', 0.77),
  ],
];

describe('an international payment', () => {
  test.each(WAYS)('of %s costs the amount in its answer and the statement', async (...way) => {
    const [, initiation, amount, charge, reported] = way;
    const before = await abroad().statementOf(SAM.debtorAccount);
    const { consentId, paymentId, first } = await abroad().submit(initiation);
    const done = await abroad().done(paymentId);
    const expected = { ...reported, ...(charge === null ? {} : charged('Shared', charge)) };
    expect(done).toMatchObject({ ...expected, Status: 'AcceptedSettlementCompleted' });
    const consent = dataOf(await abroad().readConsent(consentId));
    for (const name of ['Charges', 'ExchangeRateInformation']) {
      expect(name in done).toBe(name in expected);
      expect(name in first).toBe(false);
      expect(consent[name]).toEqual(done[name]);
    }

    const debits = [`debit -${amount} FRESCO.21302.GFX.20`];
    if (charge !== null) debits.push(`debit -${charge} ${paymentId}`);
    const after = await abroad().statementOf(SAM.debtorAccount);
    expect(after.entries.slice(before.entries.length)).toEqual(debits);
    const cost = Number(amount) + Number(charge ?? 0);
    expect(before.pence - after.pence).toBe(Math.round(cost * 100));
  });

  test.each([
    ['BorneByDebtor', '25.00'],
    ['FollowingServiceLevel', '15.00'],
  ])('whose charges are %s names the bearer', async (ChargeBearer, charge) => {
    const { paymentId } = await abroad().submit({
      ...TO_USA,
      ...asking('USD', 'Indicative'),
      ChargeBearer,
    });
    expect(await abroad().done(paymentId)).toMatchObject(charged(ChargeBearer, charge));
  });

  test('whose charges the creditor bears has no charge', async () => {
    const { paymentId } = await abroad().submit({ ...TO_USA, ChargeBearer: 'BorneByCreditor' });
    expect(await abroad().done(paymentId)).not.toHaveProperty('Charges');
  });

  test('has the answer that the family describes, with the refund account', async () => {
    const { family } = abroad();
    const { consentId, paymentId, first } = await abroad().submit(
      { ...TO_USA, ...agreed('GBP', 1.3) },
      SAM,
      { ReadRefundAccount: 'Yes', Authorisation: { AuthorisationType: 'Any' } },
    );
    expect(first).toMatchObject({
      Status: 'Pending',
      Refund: { Account: { ...account(SAM.debtorAccount), Name: 'Bright Bakes Ltd' } },
    });
    const early = await abroad().readPayment(paymentId);
    await abroad().done(paymentId);
    for (const reply of [early, await abroad().readPayment(paymentId)]) {
      expect(family.schemas.payment.answer.safeParse(reply.json).error).toBeUndefined();
    }
    const consent = await abroad().readConsent(consentId);
    expect(family.schemas.consent.answer.safeParse(consent.json).error).toBeUndefined();
  });

  test('contains no cost before the consent is used', async () => {
    const { consentId } = await abroad().decided({ ...TO_USA, ...asking('USD', 'Actual') });
    const consent = dataOf(await abroad().readConsent(consentId));
    expect(consent).toMatchObject({ Status: 'Authorised' });
    expect(consent).not.toHaveProperty('Charges');
    expect(consent).not.toHaveProperty('ExchangeRateInformation');
  });

  test('that the scheme rejects is returned with its charge, and shows none', async () => {
    const before = await abroad().statementOf(SAM.debtorAccount);
    const { consentId, paymentId } = await abroad().submit(toAccount('99999900000001'));
    const done = await abroad().done(paymentId);
    expect(done).toMatchObject({ Status: 'Rejected' });
    for (const answer of [done, dataOf(await abroad().readConsent(consentId))]) {
      expect(answer).not.toHaveProperty('Charges');
      expect(answer).not.toHaveProperty('ExchangeRateInformation');
    }
    const after = await abroad().statementOf(SAM.debtorAccount);
    const back = (Number(inDollars) + 15).toFixed(2);
    expect(after.entries.slice(before.entries.length)).toEqual([
      `debit -${inDollars} FRESCO.21302.GFX.20`,
      `debit -15.00 ${paymentId}`,
      `returned-credit ${back} Returned AC01`,
    ]);
    expect(after.pence).toBe(before.pence);
  });

  test('is not made if the account covers the amount but not the charge', async () => {
    const amount = { InstructedAmount: pounds('2485.01') };
    const { paymentId } = await abroad().submit({ ...TO_USA, ...amount }, RITA);
    const done = await abroad().done(paymentId);
    expect(done).toMatchObject({ Status: 'Rejected' });
    expect(done).not.toHaveProperty('Charges');
    expect((await abroad().statementOf(RITA.debtorAccount)).pence).toBe(2_500_00);
  });
});

describe('a funds confirmation', () => {
  test('covers the converted amount with its charge, to the penny', async () => {
    const amountOf = (Amount: number) => ({
      InstructedAmount: { Amount: Amount.toFixed(2), Currency: 'USD' },
    });
    // The amount that Rita can buy for 2,485.00. She has 2,500.00, and the charge is 15.00.
    const most = 2485 * dollars;
    expect(await abroad().hasFunds({ ...TO_USA, ...amountOf(most) }, RITA)).toBe(true);
    expect(await abroad().hasFunds({ ...TO_USA, ...amountOf(most + 0.02) }, RITA)).toBe(false);
    for (const [amount, isThere] of [
      ['2485.00', true],
      ['2485.01', false],
    ] as const) {
      const initiation = { ...TO_USA, InstructedAmount: pounds(amount) };
      expect(await abroad().hasFunds(initiation, RITA)).toBe(isThere);
    }
  });
});

describe('a customer cannot approve', () => {
  test('SEPA for a corporate company, and is shown the alternatives', async () => {
    const { decision, consentId } = await abroad().decided(TO_GERMANY, CLARA);
    expect(decision).toMatchObject({ status: 'Rejected', error: 'access_denied' });
    expect(decision['error_description']).toMatch(/UK\.OBIE\.SWIFT.*UK\.OBIE\.Target2/);
    expect(dataOf(await abroad().readConsent(consentId))).toMatchObject({ Status: 'Rejected' });
    for (const LocalInstrument of ['UK.OBIE.SWIFT', 'UK.OBIE.Target2']) {
      const other = await abroad().decided({ ...TO_GERMANY, LocalInstrument }, CLARA);
      expect(other.decision).toMatchObject({ status: 'Authorised' });
    }
    const person = await abroad().decided(TO_GERMANY, RITA);
    expect(person.decision).toMatchObject({ status: 'Authorised' });
  });

  test.each([
    ['GBP', 2],
    ['USD', 1.27],
  ])('a rate for one %s of %d that the bank has not agreed', async (unitCurrency, rate) => {
    const { decision } = await abroad().decided({ ...TO_USA, ...agreed(unitCurrency, rate) });
    expect(decision).toMatchObject({
      status: 'Rejected',
      error_description: 'The bank has no contract of the agreed exchange rate.',
    });
  });
});
