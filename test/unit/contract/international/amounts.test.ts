import { describe, expect, it } from 'vitest';
import { german, type Members } from '../../../helpers/international.ts';

const IN_STERLING: Members = {
  CurrencyOfTransfer: 'GBP',
  InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
};

describe('the amount', () => {
  const amount = (Amount: unknown, Currency: unknown) =>
    german({ InstructedAmount: { Amount, Currency }, CurrencyOfTransfer: 'GBP' });

  it.each([
    ['0.01', 'EUR'],
    ['9999999999999.99', 'USD'],
    ['1200', 'JPY'],
  ])('may be %s %s', (value, currency) => {
    expect(amount(value, currency)).toEqual([]);
  });

  it.each([
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['1.001', 'EUR'],
    ['1200.0', 'JPY'],
    ['-1', 'EUR'],
    ['', 'EUR'],
    [10, 'EUR'],
  ])('may not be %j %s', (value, currency) => {
    expect(amount(value, currency)).toEqual(['Field.Invalid InstructedAmount.Amount']);
  });

  it('must be in a supported currency', () => {
    expect(amount('1.00', 'BHD')).toEqual(['Unsupported.Currency InstructedAmount.Currency']);
    expect(amount('1.00', 'eur')).toEqual(['Field.Invalid InstructedAmount.Currency']);
    expect(german({ CurrencyOfTransfer: 'RUB' })).toEqual([
      'Unsupported.Currency CurrencyOfTransfer',
    ]);
  });

  it.each([
    ['EUR', 'EUR', true],
    ['EUR', 'GBP', true],
    ['GBP', 'EUR', true],
    ['GBP', 'GBP', true],
    ['USD', 'EUR', false],
    ['EUR', 'USD', false],
  ])('in %s may be sent in %s: %s', (Currency, CurrencyOfTransfer, isTaken) => {
    const sent = german({ InstructedAmount: { Amount: '1.00', Currency }, CurrencyOfTransfer });
    expect(sent).toEqual(isTaken ? [] : ['Unsupported.Currency CurrencyOfTransfer']);
  });
});

describe('the exchange rate', () => {
  const rate = (members: Members, others: Members = {}) =>
    german({ ...others, ExchangeRateInformation: { UnitCurrency: 'GBP', ...members } });
  const agreed = { RateType: 'Agreed', ExchangeRate: 1.17, ContractIdentification: 'FX-1' };

  it('has terms only if it is agreed', () => {
    expect(rate(agreed)).toEqual([]);
    expect(rate({ RateType: 'Actual' })).toEqual([]);
    expect(rate({ RateType: 'Indicative' })).toEqual([]);
    expect(rate({ RateType: 'Agreed' })).toEqual([
      'Field.Expected ExchangeRateInformation.ExchangeRate',
      'Field.Expected ExchangeRateInformation.ContractIdentification',
    ]);
    for (const RateType of ['Actual', 'Indicative']) {
      expect(rate({ ...agreed, RateType })).toEqual([
        'Field.Unexpected ExchangeRateInformation.ExchangeRate',
        'Field.Unexpected ExchangeRateInformation.ContractIdentification',
      ]);
    }
  });

  it.each([0, -1, '1.17'])('of %j is rejected', (ExchangeRate) => {
    expect(rate({ ...agreed, ExchangeRate })).toEqual([
      'Field.Invalid ExchangeRateInformation.ExchangeRate',
    ]);
  });

  it('must have a type of the contract', () => {
    expect(rate({ ...agreed, RateType: 'Guessed' })).toEqual([
      'Field.Invalid ExchangeRateInformation.RateType',
    ]);
  });

  it('must be for a unit of a currency of the payment', () => {
    for (const Currency of ['GBP', 'EUR']) {
      const amount = { InstructedAmount: { Amount: '1.00', Currency } };
      for (const UnitCurrency of ['GBP', 'EUR']) {
        expect(rate({ UnitCurrency, RateType: 'Actual' }, amount)).toEqual([]);
      }
    }
    expect(rate({ UnitCurrency: 'JPY', RateType: 'Actual' })).toEqual([
      'Field.Invalid ExchangeRateInformation.UnitCurrency',
    ]);
    expect(rate({ UnitCurrency: 'BHD', RateType: 'Actual' })).toEqual([
      'Unsupported.Currency ExchangeRateInformation.UnitCurrency',
    ]);
  });

  it('is rejected in a payment of sterling', () => {
    expect(rate({ RateType: 'Actual' }, IN_STERLING)).toEqual([
      'Field.Unexpected ExchangeRateInformation',
    ]);
  });
});
