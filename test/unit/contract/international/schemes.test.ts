import { describe, expect, it } from 'vitest';
import {
  instrumentOf,
  InternationalInitiation,
} from '../../../../src/contract/international/initiation.ts';
import { checkInternational } from '../../../../src/contract/international/rules.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import {
  american,
  faultsIn,
  german,
  TO_BRITAIN,
  TO_EMIRATES,
  TO_GERMANY,
  TO_USA,
  type Members,
} from '../../../helpers/international.ts';

const CHAPS = 'UK.OBIE.CHAPS';

/** Returns the messages about an Initiation that follows the contract. */
function wordsOf(initiation: Members): readonly string[] {
  const faults = new FaultList();
  checkInternational({ Data: { Initiation: initiation } }, faults);
  return faults.faults.map(({ message }) => message);
}

describe('the scheme', () => {
  const invalid = ['Field.Invalid LocalInstrument'];

  it('must be one of the four of international payments', () => {
    for (const name of ['UK.OBIE.SWIFT', 'UK.OBIE.SEPACreditTransfer', 'UK.OBIE.Target2']) {
      expect(german({ LocalInstrument: name })).toEqual([]);
    }
    expect(faultsIn({ ...TO_BRITAIN, LocalInstrument: CHAPS })).toEqual([]);
    for (const name of ['UK.OBIE.FPS', 'UK.OBIE.BACS', 'SWIFT', '']) {
      expect(german({ LocalInstrument: name })).toEqual([
        'Unsupported.LocalInstrument LocalInstrument',
      ]);
    }
  });

  it('must have euro if it is SEPA or TARGET', () => {
    for (const name of ['UK.OBIE.SEPACreditTransfer', 'UK.OBIE.Target2']) {
      expect(german({ LocalInstrument: name, CurrencyOfTransfer: 'GBP' })).toEqual(invalid);
    }
    expect(german({ LocalInstrument: 'UK.OBIE.SWIFT', CurrencyOfTransfer: 'GBP' })).toEqual([]);
  });

  it.each([
    ['a CurrencyOfTransfer of GBP', { CurrencyOfTransfer: 'EUR' }],
    ['an InstructedAmount in GBP', { InstructedAmount: { Amount: '1', Currency: 'USD' } }],
    ['a destination in the United Kingdom', { SupplementaryData: { DestinationCountry: 'GG' } }],
  ])('needs %s if it is CHAPS', (need, members) => {
    const named = { ...TO_BRITAIN, LocalInstrument: CHAPS, ...members };
    expect(faultsIn(named)).toEqual(invalid);
    expect(wordsOf(named)).toEqual([`Found "${CHAPS}". This scheme needs ${need}.`]);
    expect(faultsIn({ ...named, LocalInstrument: 'UK.OBIE.SWIFT' })).toEqual([]);
  });

  it.each(['NWBKGGSP', 'NWBKIMDX', 'NWBKJESH'])('is SWIFT to the bank %s, not CHAPS', (bic) => {
    const CreditorAgent = { SchemeName: 'BICFI', Identification: bic };
    const elsewhere = { ...TO_BRITAIN, CreditorAgent };
    expect(wordsOf({ ...elsewhere, LocalInstrument: CHAPS })).toEqual([
      `Found "${CHAPS}". This scheme needs a creditor's bank in the United Kingdom.`,
    ]);
    expect(faultsIn(elsewhere)).toEqual([]);
    const inBritain = { SchemeName: 'BICFI', Identification: 'NWBKGB2L' };
    const british = { ...TO_BRITAIN, CreditorAgent: inBritain, LocalInstrument: CHAPS };
    expect(faultsIn(british)).toEqual([]);
  });

  it('reports everything that it needs together', () => {
    expect(wordsOf({ ...TO_USA, LocalInstrument: CHAPS })).toEqual([
      `Found "${CHAPS}". This scheme needs a CurrencyOfTransfer of GBP and an InstructedAmount in GBP ` +
        "and a destination in the United Kingdom and an IBAN and a creditor's bank in the United " +
        'Kingdom.',
    ]);
    const priced = { ...TO_USA, ChargeBearer: 'BorneByDebtor' };
    expect(wordsOf({ ...priced, LocalInstrument: 'UK.OBIE.SEPACreditTransfer' })).toEqual([
      'Found "UK.OBIE.SEPACreditTransfer". This scheme needs a CurrencyOfTransfer of EUR and a destination in SEPA ' +
        'and an IBAN and shared charges.',
    ]);
  });

  it('gets no fault for values that cannot be read', () => {
    const unreadable = {
      LocalInstrument: 'UK.OBIE.SEPACreditTransfer',
      CurrencyOfTransfer: 'eur',
      CreditorAccount: { SchemeName: 'PAN', Identification: '4929000000006', Name: 'ACME GmbH' },
      SupplementaryData: { DestinationCountry: 'XK' },
    };
    expect(german(unreadable)).toEqual([
      'Field.Invalid CurrencyOfTransfer',
      'Unsupported.Scheme CreditorAccount.SchemeName',
      'Field.Invalid SupplementaryData.DestinationCountry',
    ]);
  });

  it.each(['UK.OBIE.SEPACreditTransfer', 'UK.OBIE.Target2'])(
    'needs an IBAN in a SEPA country if it is %s',
    (LocalInstrument) => {
      const InstructedAmount = { Amount: '1.00', Currency: 'EUR' };
      const scheme = { InstructedAmount, CurrencyOfTransfer: 'EUR', LocalInstrument };
      expect(german(scheme)).toEqual([]);
      expect(american(scheme)).toEqual(invalid);
      expect(faultsIn({ ...TO_EMIRATES, ...scheme })).toEqual(invalid);
    },
  );

  it.each(['BorneByCreditor', 'BorneByDebtor'])(
    'must share charges if it is SEPA, so not %s',
    (ChargeBearer) => {
      const charged = { CurrencyOfTransfer: 'EUR', ChargeBearer };
      expect(german({ ...charged, LocalInstrument: 'UK.OBIE.SEPACreditTransfer' })).toEqual(
        invalid,
      );
      expect(german({ ...charged, LocalInstrument: 'UK.OBIE.Target2' })).toEqual([]);
      expect(german(charged)).toEqual([]);
    },
  );

  it.each([
    ['SEPA', TO_GERMANY],
    ['SWIFT', { ...TO_GERMANY, CurrencyOfTransfer: 'USD' }],
    ['SWIFT', { ...TO_EMIRATES, CurrencyOfTransfer: 'EUR' }],
    ['SWIFT', { ...TO_USA, CurrencyOfTransfer: 'EUR' }],
    ['SWIFT', { ...TO_GERMANY, SupplementaryData: { DestinationCountry: 'GB' } }],
    ['SWIFT', { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.SWIFT' }],
    ['SWIFT', { ...TO_GERMANY, ChargeBearer: 'BorneByDebtor' }],
    ['SWIFT', { ...TO_GERMANY, ChargeBearer: 'BorneByCreditor' }],
    ['SEPA', { ...TO_GERMANY, ChargeBearer: 'FollowingServiceLevel' }],
    ['SEPA', { ...TO_GERMANY, ChargeBearer: 'Shared' }],
    ['SEPA', { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.SEPACreditTransfer' }],
    ['SameDayEUR', { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.Target2' }],
    ['CHAPS', { ...TO_BRITAIN, LocalInstrument: CHAPS }],
    ['SWIFT', TO_BRITAIN],
  ])('is %s', (instrument, initiation) => {
    expect(instrumentOf(InternationalInitiation.parse(initiation))).toBe(instrument);
  });
});
