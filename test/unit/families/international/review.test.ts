import { describe, expect, it } from 'vitest';
import { familyNamed } from '../../../../src/families/index.ts';
import { TO_BRITAIN, TO_GERMANY, TO_USA } from '../../../helpers/international.ts';
import { CONTEXT, read } from '../reading.ts';

describe('the review page of an international payment', () => {
  it('shows for dollars no rate or charge, but when they are known and who bears charges', () => {
    const later = 'You’ll be told once we have made the payment, on Wednesday 2 December 2026.';
    const bill = 'Any charge is then a line of its own on your statement.';
    expect(read('international-payments', { Initiation: TO_USA })).toEqual({
      headline: '165.88 USD to ‹ACME Inc›',
      Payee: '‹ACME Inc›',
      'Payee’s account': '‹0123456789›',
      'Payee’s bank': ['‹BOFAUS3NXXX›'],
      Country: 'United States',
      Amount: '165.88 USD',
      'Exchange rate': [
        later,
        'The provider can then show you the rate, and your statement what you paid in pounds.',
      ],
      'Our charge': [later, bill, 'You pay our charge; the payee pays those of other banks.'],
      Reference: 'None',
      'Leaves your account': 'Wednesday 2 December 2026, the next day on which we can make it',
      Arrives: 'Friday 4 December 2026, as expected',
      'Sent by': 'International payment (SWIFT)',
    });
    const borne = { Initiation: { ...TO_USA, ChargeBearer: 'BorneByCreditor' } };
    expect(read('international-payments', borne)).toMatchObject({
      'Our charge': [later, bill, 'The payee pays all charges.'],
    });
  });

  it('shows for an agreed rate that the bank checks its contract, but not the rate', () => {
    const ExchangeRateInformation = {
      UnitCurrency: 'GBP',
      ExchangeRate: 1.24,
      RateType: 'Agreed',
      ContractIdentification: 'C1',
    };
    const agreed = { Initiation: { ...TO_GERMANY, ExchangeRateInformation } };
    const review = read('international-payments', agreed);
    expect(review).toMatchObject({
      'Exchange rate': [
        expect.anything(),
        expect.anything(),
        'The provider names an agreed rate. We check it against our contract, and pay at no other rate.',
      ],
    });
    expect(JSON.stringify(review)).not.toMatch(/1\.24|133\.77|£/);
  });

  it('shows the currency for pounds paid out in euro, and no rate for pounds in pounds', () => {
    const pounds = { InstructedAmount: { Amount: '100.00', Currency: 'GBP' } };
    expect(
      read('international-payments', { Initiation: { ...TO_GERMANY, ...pounds } }),
    ).toMatchObject({ headline: '£100.00 to ‹ACME GmbH›', 'Paid out in': 'EUR' });
    const home = read('international-payments', { Initiation: TO_BRITAIN });
    expect(home).not.toHaveProperty('Paid out in');
    expect(home).not.toHaveProperty('Exchange rate');
    expect(home).toHaveProperty('Our charge');
  });

  it('shows the clearing code of the payee’s bank in addition to the BIC', () => {
    const SupplementaryData = {
      DestinationCountry: 'US',
      NCCCode: 'USABA',
      NCCIdentification: '021000021',
    };
    const routed = { Initiation: { ...TO_USA, SupplementaryData } };
    expect(read('international-payments', routed)).toMatchObject({
      'Payee’s bank': ['‹BOFAUS3NXXX›', '‹USABA 021000021›'],
    });
  });

  it.each([
    ['a payment abroad', 'international-payments', TO_USA],
    ['a payment', 'international-payments', TO_BRITAIN],
    [
      'a payment abroad on a later day',
      'international-scheduled-payments',
      { ...TO_USA, RequestedExecutionDateTime: '2026-12-10T09:00:00Z' },
    ],
    [
      'a payment on a later day',
      'international-scheduled-payments',
      { ...TO_BRITAIN, RequestedExecutionDateTime: '2026-12-10T09:00:00Z' },
    ],
  ])('calls %s by that name', (kind, family, Initiation) => {
    const data = JSON.stringify({ Initiation });
    expect(familyNamed(family).review(data, CONTEXT).kind).toBe(kind);
  });
});
