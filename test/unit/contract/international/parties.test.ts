import { describe, expect, it } from 'vitest';
import {
  american,
  faultsIn,
  german,
  IBAN_OF_GERMANY,
  TO_EMIRATES,
  TO_GERMANY,
  TO_USA,
  without,
  type Members,
} from '../../../helpers/international.ts';

describe('the destination', () => {
  it.each(['de', 'XK', 'ZZ', 'DEU', '', null, 7])('must not be %j', (country) => {
    expect(german({ SupplementaryData: { DestinationCountry: country } })).toEqual([
      'Field.Invalid SupplementaryData.DestinationCountry',
    ]);
  });

  it('must be the same in both members', () => {
    expect(german({ DestinationCountryCode: 'DE' })).toEqual([]);
    expect(german({ DestinationCountryCode: 'FR' })).toEqual([
      'Field.Invalid DestinationCountryCode',
    ]);
    expect(german({ DestinationCountryCode: 'XK' })).toEqual([
      'Field.Invalid DestinationCountryCode',
    ]);
  });

  it('may be next to other supplementary data, but not in a list', () => {
    expect(german({ SupplementaryData: { DestinationCountry: 'DE', Branch: 7 } })).toEqual([]);
    expect(german({ SupplementaryData: ['DE'] })).toEqual(['Field.Invalid SupplementaryData']);
    expect(german({ SupplementaryData: null })).toEqual(['Field.Invalid SupplementaryData']);
  });

  it('determines which clearing code is valid', () => {
    const withCode = (DestinationCountry: string, NCCCode: unknown, NCCIdentification: unknown) =>
      american({ SupplementaryData: { DestinationCountry, NCCCode, NCCIdentification } });
    expect(withCode('US', 'USABA', '021000021')).toEqual([]);
    expect(withCode('CA', 'USABA', '021000021')).toContain(
      'Field.Invalid SupplementaryData.NCCCode',
    );
    expect(withCode('US', 'USABA', '21000021')).toEqual([
      'Field.Invalid SupplementaryData.NCCIdentification',
    ]);
    expect(withCode('US', 'USABA', undefined)).toEqual([
      'Field.Expected SupplementaryData.NCCIdentification',
    ]);
    expect(withCode('US', 5, '021000021')).toEqual(['Field.Invalid SupplementaryData.NCCCode']);
    expect(withCode('CL', 'USABA', '021000021')).toEqual([
      'Field.Unexpected SupplementaryData.NCCCode',
      'Field.Unexpected SupplementaryData.NCCIdentification',
      'Field.Invalid CreditorAgent.Identification',
    ]);
  });
});

describe('the creditor account', () => {
  const account = (SchemeName: unknown, Identification: unknown, others: Members = TO_GERMANY) =>
    faultsIn({ ...others, CreditorAccount: { SchemeName, Identification, Name: 'ACME' } });

  it('must use one of the four schemes', () => {
    expect(account('UK.OBIE.IBAN', IBAN_OF_GERMANY)).toEqual([]);
    expect(account('IBAN', IBAN_OF_GERMANY)).toEqual([]);
    expect(account('OtherAccount', '0123456789', TO_USA)).toEqual([]);
    expect(account('UK.NatWest.OtherAccount', '0123456789', TO_USA)).toEqual([]);
  });

  it.each([
    'UK.OBIE.SortCodeAccountNumber',
    'UK..OtherAccount',
    'UK.A.B.OtherAccount',
    'UK.A B.OtherAccount',
    'UK.A\u0000.OtherAccount',
    `UK.${'A'.repeat(25)}.OtherAccount`,
    'GB.NatWest.OtherAccount',
    'OtherAccount.',
    'iban',
    '',
  ])('must not use %j', (name) => {
    expect(account(name, '0123456789', TO_USA)).toEqual([
      'Unsupported.Scheme CreditorAccount.SchemeName',
    ]);
  });

  it('must be an IBAN of the destination if accounts there have one', () => {
    for (const wrong of ['DE88370400440532013000', 'FR1420041010050500013M02606', '37040044']) {
      expect(account('IBAN', wrong)).toEqual(['Field.Invalid CreditorAccount.Identification']);
    }
    expect(account('OtherAccount', '37040044')).toEqual([
      'Field.Invalid CreditorAccount.SchemeName',
    ]);
  });

  it('must not be an IBAN with impossible check digits', () => {
    for (const iban of ['DE00370400440532013000', 'DE01370400440532013000']) {
      expect(account('IBAN', iban)).toEqual(['Field.Invalid CreditorAccount.Identification']);
    }
  });

  it('must have the characters and length of accounts in its country', () => {
    expect(account('OtherAccount', '!!!', TO_USA)).toEqual([
      'Field.Invalid CreditorAccount.Identification',
    ]);
    expect(account('OtherAccount', '1'.repeat(18), TO_USA)).toEqual([
      'Field.Invalid CreditorAccount.Identification',
    ]);
  });

  it('is checked with any scheme', () => {
    const faults = [
      'Field.Invalid CreditorAccount.SchemeName',
      'Field.Invalid CreditorAccount.Identification',
    ];
    expect(account('IBAN', 'DE88370400440532013000', TO_USA)).toEqual(faults);
    expect(account('OtherAccount', '!!!')).toEqual(faults);
    expect(account(undefined, '!!!')).toEqual([
      'Field.Missing CreditorAccount.SchemeName',
      'Field.Invalid CreditorAccount.Identification',
    ]);
    expect(account(undefined, IBAN_OF_GERMANY)).toEqual([
      'Field.Missing CreditorAccount.SchemeName',
    ]);
  });

  it('must not be an IBAN if accounts there have none', () => {
    expect(account('IBAN', IBAN_OF_GERMANY, TO_USA)).toEqual([
      'Field.Invalid CreditorAccount.SchemeName',
    ]);
  });

  it('must have valid check digits even if the destination is unknown', () => {
    const nowhere = { ...TO_GERMANY, SupplementaryData: {} };
    expect(account('IBAN', 'DE88370400440532013000', nowhere)).toEqual([
      'Field.Missing SupplementaryData.DestinationCountry',
      'Field.Invalid CreditorAccount.Identification',
    ]);
  });

  it('must have a name', () => {
    const nameless = { SchemeName: 'IBAN', Identification: IBAN_OF_GERMANY };
    expect(german({ CreditorAccount: nameless })).toEqual(['Field.Missing CreditorAccount.Name']);
  });
});

describe('the creditor agent', () => {
  const needed = [
    'Field.Expected CreditorAgent.SchemeName',
    'Field.Expected CreditorAgent.Identification',
  ];
  const fedwire = { DestinationCountry: 'US', NCCCode: 'USABA', NCCIdentification: '021000021' };

  it.each(['UK.OBIE.BICFI', 'BICFI'])('may use %s', (SchemeName) => {
    const agent = { SchemeName, Identification: 'BOFAUS3N' };
    expect(american({ CreditorAgent: agent })).toEqual([]);
    expect(american({ CreditorAgent: { ...agent, Identification: 'BOFAZZ3N' } })).toEqual([
      'Field.Invalid CreditorAgent.Identification',
    ]);
  });

  it.each(['UK.OBIE.NCC', 'bicfi', ''])('must not use %j', (SchemeName) => {
    expect(american({ CreditorAgent: { SchemeName, Identification: 'BOFAUS3N' } })).toEqual([
      'Unsupported.Scheme CreditorAgent.SchemeName',
    ]);
  });

  it('must have both members or neither', () => {
    expect(german({ CreditorAgent: { SchemeName: 'BICFI' } })).toEqual([
      'Field.Expected CreditorAgent.Identification',
    ]);
    expect(german({ CreditorAgent: { Identification: 'DEUTDEFF' } })).toEqual([
      'Field.Expected CreditorAgent.SchemeName',
    ]);
    expect(german({ CreditorAgent: { SchemeName: null, Identification: 'DEUTDEFF' } })).toEqual([
      'Field.Invalid CreditorAgent.SchemeName',
    ]);
  });

  it.each([
    ['DE', 'DEUTDEFF', true],
    ['DE', 'BOFAUS3N', false],
    ['DE', 'BNPAFRPP', false],
    ['GP', 'BNPAFRPP', true],
    ['GP', 'CRCAGPGX', true],
    ['GP', 'BNPARERX', false],
    ['JE', 'NWBKGB2L', true],
    ['JE', 'NWBKJESH', true],
    ['JE', 'NWBKIMDX', false],
  ])('of an account in %s may be %s: %s', (DestinationCountry, Identification, isTaken) => {
    const ibans: Readonly<Record<string, string>> = {
      DE: IBAN_OF_GERMANY,
      GP: 'FR1420041010050500013M02606',
      JE: 'GB29NWBK60161331926819',
    };
    const faults = german({
      SupplementaryData: { DestinationCountry },
      CreditorAccount: { SchemeName: 'IBAN', Identification: ibans[DestinationCountry], Name: 'A' },
      CreditorAgent: { SchemeName: 'BICFI', Identification },
    });
    expect(faults).toEqual(isTaken ? [] : ['Field.Invalid CreditorAgent.Identification']);
  });

  it('is checked without a scheme too', () => {
    expect(german({ CreditorAgent: { Identification: 'BOFAUS3N' } })).toEqual([
      'Field.Expected CreditorAgent.SchemeName',
      'Field.Invalid CreditorAgent.Identification',
    ]);
  });

  it('is required outside SEPA, with or without an IBAN', () => {
    expect(faultsIn(without(TO_USA, 'CreditorAgent'))).toEqual(needed);
    expect(faultsIn(without(TO_EMIRATES, 'CreditorAgent'))).toEqual(needed);
    expect(american({ CreditorAgent: null })).toEqual(['Field.Invalid CreditorAgent']);
  });

  it('may be replaced by a clearing code for dollars to the USA', () => {
    const withCode = { ...without(TO_USA, 'CreditorAgent'), SupplementaryData: fedwire };
    expect(faultsIn(withCode)).toEqual([]);
    expect(faultsIn({ ...withCode, CreditorAgent: { Name: 'Bank of America' } })).toEqual([]);
    expect(faultsIn({ ...withCode, CurrencyOfTransfer: 'GBP' })).toEqual(needed);
    expect(faultsIn({ ...withCode, CurrencyOfTransfer: 'usd' })).toEqual([
      'Field.Invalid CurrencyOfTransfer',
    ]);
    const canada = {
      DestinationCountry: 'CA',
      NCCCode: 'CACPA',
      NCCIdentification: '000305092',
    };
    expect(faultsIn({ ...withCode, SupplementaryData: canada })).toEqual(needed);
  });

  it('must have a name and an address if it has no BIC', () => {
    const address = { TownName: 'Frankfurt' };
    expect(german({ CreditorAgent: { Name: 'Bank', PostalAddress: address } })).toEqual([]);
    expect(german({ CreditorAgent: { Name: 'Bank' } })).toEqual(needed);
    expect(german({ CreditorAgent: {} })).toEqual(needed);
  });
});

describe('the creditor', () => {
  it('uses the mandatory name of the account if it has no other', () => {
    expect(faultsIn(without(TO_GERMANY, 'Creditor'))).toEqual([]);
    expect(german({ Creditor: {} })).toEqual([]);
    const address = { PostalAddress: { Country: 'US', TownName: 'Ohio' } };
    expect(american({ Creditor: address })).toEqual([]);
    const home = {
      ...without(TO_GERMANY, 'Creditor'),
      CreditorAccount: { SchemeName: 'IBAN', Identification: 'GB29NWBK60161331926819', Name: 'A' },
      SupplementaryData: { DestinationCountry: 'GB' },
    };
    expect(faultsIn(home)).toEqual([]);
  });

  it('must have an address outside SEPA', () => {
    const creditor = (PostalAddress: unknown) =>
      american({ Creditor: { Name: 'ACME Inc', PostalAddress } });
    for (const line of [{ TownName: 'Ohio' }, { StreetName: 'Elm' }, { AddressLine: ['Elm 1'] }]) {
      expect(creditor({ Country: 'US', ...line })).toEqual([]);
      expect(creditor(line)).toEqual(['Field.Expected Creditor.PostalAddress.Country']);
    }
    expect(creditor({ Country: 'US', PostCode: '1' })).toEqual([
      'Field.Expected Creditor.PostalAddress.AddressLine',
    ]);
    expect(creditor({ Country: 'US', AddressLine: [] })).toEqual([
      'Field.Expected Creditor.PostalAddress.AddressLine',
    ]);
    expect(creditor(undefined)).toEqual(['Field.Expected Creditor.PostalAddress']);
    expect(creditor(null)).toEqual(['Field.Invalid Creditor.PostalAddress']);
    expect(creditor({ Country: 'US', AddressLine: 'Elm 1' })).toEqual([
      'Field.Invalid Creditor.PostalAddress.AddressLine',
    ]);
  });
});
