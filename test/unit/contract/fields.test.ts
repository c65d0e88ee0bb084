import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addZodFaults } from '../../../src/contract/faults.ts';
import {
  characterCount,
  CreditorAccount,
  DateTime,
  DebtorAccount,
  PostalAddress,
  SterlingAmount,
  text,
} from '../../../src/contract/fields.ts';
import { FaultList } from '../../../src/shared/errors.ts';

/** Returns the faults of a value as `code path`. */
function faultsOf(schema: z.ZodType, value: unknown): readonly string[] {
  const checked = schema.safeParse(value);
  const faults = new FaultList(100);
  if (checked.error !== undefined) addZodFaults(faults, checked.error, value, 'Data');
  return faults.faults.map(({ code, path }) => `${code.replace('UK.OBIE.', '')} ${path ?? ''}`);
}

describe('a text', () => {
  it('has from one character to the maximum of the contract', () => {
    expect(faultsOf(text(3), 'abc')).toEqual([]);
    expect(faultsOf(text(3), '')).toEqual(['Field.Invalid Data']);
    expect(faultsOf(text(3), 'abcd')).toEqual(['Field.Invalid Data']);
    expect(faultsOf(text(3), 7)).toEqual(['Field.Invalid Data']);
  });

  it('is measured in characters, not in UTF-16 code units', () => {
    expect(faultsOf(text(3), '😀😀😀')).toEqual([]);
    expect(faultsOf(text(3), '😀😀😀😀')).toEqual(['Field.Invalid Data']);
    expect(characterCount('a😀漢')).toBe(3);
    expect(characterCount('\uD800a')).toBe(2);
    expect(characterCount('\uD800\uD800\uDC00\uDC00')).toBe(3);
  });

  it.each([
    ...['\u0000', 'a\u001F', '\u007F', '\u0085', 'a\nb'],
    ...['ACME\u202E', '\u061C', '\u200B', '\u200F', '\u2028', '\u2066', '\u2069', '\uFEFF'],
  ])('must not contain %j', (value) => {
    expect(faultsOf(text(10), value)).toEqual(['Field.Invalid Data']);
  });

  it('may contain every other character', () => {
    expect(faultsOf(text(10), ' ~\u00A0é漢–’😀')).toEqual([]);
  });
});

describe('a date-time', () => {
  it('needs a time zone', () => {
    expect(faultsOf(DateTime, '2026-12-01T09:00:00+00:00')).toEqual([]);
    expect(faultsOf(DateTime, '2026-12-01T09:00:00')).toEqual(['Field.InvalidDate Data']);
    expect(faultsOf(DateTime, '2026-02-30T09:00:00Z')).toEqual(['Field.InvalidDate Data']);
  });
});

describe('an account', () => {
  const account = {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '11280001234567',
    Name: 'Northwind',
  };

  it('must be in the United Kingdom', () => {
    const iban = { SchemeName: 'UK.OBIE.IBAN', Name: 'Northwind' };
    expect(faultsOf(CreditorAccount, account)).toEqual([]);
    expect(
      faultsOf(CreditorAccount, { ...iban, Identification: 'GB29NWBK60161331926819' }),
    ).toEqual([]);
    expect(
      faultsOf(CreditorAccount, { ...iban, Identification: 'DE89370400440532013000' }),
    ).toEqual(['Unsupported.AccountIdentifier Data.Identification']);
  });

  it('needs a scheme and an identification that matches it', () => {
    expect(faultsOf(CreditorAccount, { ...account, SchemeName: 'UK.OBIE.PAN' })).toEqual([
      'Unsupported.Scheme Data.SchemeName',
    ]);
    expect(faultsOf(CreditorAccount, { ...account, Identification: '1128' })).toEqual([
      'Field.Invalid Data.Identification',
    ]);
  });

  it('needs a name as creditor, and may have one as debtor', () => {
    const { Name, ...nameless } = account;
    expect(Name).toBe('Northwind');
    expect(faultsOf(CreditorAccount, nameless)).toEqual(['Field.Missing Data.Name']);
    expect(faultsOf(DebtorAccount, nameless)).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    [
      'an unsupported scheme and no name',
      { SchemeName: 'UK.OBIE.PAN', Identification: '1' },
      ['Field.Missing Data.Name', 'Unsupported.Scheme Data.SchemeName'],
    ],
    [
      'a wrong number and no name',
      { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '1128' },
      ['Field.Missing Data.Name', 'Field.Invalid Data.Identification'],
    ],
    [
      'an unsupported scheme and nothing else',
      { SchemeName: 'UK.OBIE.PAN' },
      [
        'Field.Missing Data.Identification',
        'Field.Missing Data.Name',
        'Unsupported.Scheme Data.SchemeName',
      ],
    ],
    [
      'a number that no scheme accepts, and no scheme',
      { Identification: '1128', Name: 'A' },
      ['Field.Missing Data.SchemeName', 'Field.Invalid Data.Identification'],
    ],
    [
      'a number that a scheme accepts, and no scheme',
      { Identification: '11280001234567', Name: 'A' },
      ['Field.Missing Data.SchemeName'],
    ],
    [
      'a foreign IBAN and an unknown member',
      { ...account, SchemeName: 'IBAN', Identification: 'DE89370400440532013000', Bic: '1' },
      ['Field.Unexpected Data.Bic', 'Unsupported.AccountIdentifier Data.Identification'],
    ],
    [
      'empty members',
      { SchemeName: '', Identification: '', Name: '' },
      ['SchemeName', 'Identification', 'Name'].map((name) => `Field.Invalid Data.${name}`),
    ],
  ])('with %s gets all faults', (_, value, expected) => {
    expect(faultsOf(CreditorAccount, value)).toEqual(expected);
  });

  it('that is not an object gets one fault', () => {
    for (const value of [null, 'IBAN', 7, []]) {
      expect(faultsOf(CreditorAccount, value)).toEqual(['Field.Invalid Data']);
    }
  });

  it('must not have members that the contract does not define', () => {
    expect(faultsOf(DebtorAccount, { ...account, Iban: '1', Bic: '2' })).toEqual([
      'Field.Unexpected Data.Iban',
      'Field.Unexpected Data.Bic',
    ]);
  });
});

describe('an amount', () => {
  it.each(['0.01', '10', '9999999999999.99'])('of %s is accepted', (amount) => {
    expect(faultsOf(SterlingAmount, { Amount: amount, Currency: 'GBP' })).toEqual([]);
  });

  it.each(['0', '0.00', '-1', '1.001', '1e2', '', 10])('of %j is rejected', (amount) => {
    expect(faultsOf(SterlingAmount, { Amount: amount, Currency: 'GBP' })).toEqual([
      'Field.Invalid Data.Amount',
    ]);
  });

  it('must be in sterling', () => {
    const inCurrency = (currency: unknown) =>
      faultsOf(SterlingAmount, { Amount: '1.00', Currency: currency });
    expect(inCurrency('EUR')).toEqual(['Unsupported.Currency Data.Currency']);
    expect(inCurrency('gbp')).toEqual(['Field.Invalid Data.Currency']);
    expect(inCurrency(undefined)).toEqual(['Field.Missing Data.Currency']);
  });
});

describe('a postal address', () => {
  it('has at most seven lines and a country of two letters', () => {
    const lines = Array.from({ length: 7 }, () => 'line');
    expect(faultsOf(PostalAddress, { AddressLine: lines, Country: 'GB' })).toEqual([]);
    const wrong = { AddressLine: [...lines, 'line'], Country: 'UK1', AddressType: 'Home' };
    const both = { AddressLine: [...lines, 7] };
    expect(faultsOf(PostalAddress, both).toSorted()).toEqual([
      'Field.Invalid Data.AddressLine',
      'Field.Invalid Data.AddressLine[7]',
    ]);
    expect(faultsOf(PostalAddress, { AddressLine: 'a line that is long' })).toEqual([
      'Field.Invalid Data.AddressLine',
    ]);
    expect(faultsOf(PostalAddress, wrong).toSorted()).toEqual([
      'Field.Invalid Data.AddressLine',
      'Field.Invalid Data.AddressType',
      'Field.Invalid Data.Country',
    ]);
  });
});
