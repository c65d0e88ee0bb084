import { describe, expect, it } from 'vitest';
import {
  instrumentOf,
  InternationalInitiation,
  InternationalScheduledInitiation,
} from '../../../src/domain/international.ts';
import { checkInternational } from '../../../src/domain/international-rules.ts';
import { FaultList } from '../../../src/kernel/errors.ts';
import {
  american,
  faultsIn,
  german,
  TO_EMIRATES,
  TO_GERMANY,
  TO_USA,
  without,
  type Members,
} from '../../helpers/international.ts';

describe('an international payment', () => {
  it.each([
    ['within SEPA', TO_GERMANY],
    ['by account number', TO_USA],
    ['by IBAN outside SEPA', TO_EMIRATES],
    [
      'with everything',
      { ...TO_USA, Purpose: 'SALA', ExtendedPurpose: 'Pay', ChargeBearer: 'Shared' },
    ],
  ])('%s is taken', (_, initiation) => {
    expect(faultsIn(initiation)).toEqual([]);
  });

  it.each([
    ['InstructionIdentification', 'InstructionIdentification'],
    ['EndToEndIdentification', 'EndToEndIdentification'],
    ['CurrencyOfTransfer', 'CurrencyOfTransfer'],
    ['InstructedAmount', 'InstructedAmount'],
    ['CreditorAccount', 'CreditorAccount'],
    ['SupplementaryData', 'SupplementaryData.DestinationCountry'],
  ])('without %s misses it', (member, path) => {
    expect(faultsIn(without(TO_GERMANY, member))).toEqual([`Field.Missing ${path}`]);
  });

  it('has no priority and no members that the contract does not know', () => {
    for (const priority of ['Normal', 'Urgent', 'Fast', null]) {
      expect(german({ InstructionPriority: priority })).toEqual([
        'Field.Unexpected InstructionPriority',
      ]);
    }
    expect(german({ Priority: 'Normal' })).toEqual(['Field.Unexpected Priority']);
    expect(german({ Creditor: { Name: 'ACME', Iban: '1' } })).toEqual([
      'Field.Unexpected Creditor.Iban',
    ]);
  });

  it('has texts and codes of the contract', () => {
    const wrong = { Purpose: 'SALARY', ExtendedPurpose: 'x'.repeat(141), ChargeBearer: 'Nobody' };
    expect(german(wrong)).toEqual([
      'Field.Invalid Purpose',
      'Field.Invalid ExtendedPurpose',
      'Field.Invalid ChargeBearer',
    ]);
  });

  it('that is none has no faults of rules', () => {
    const faults = new FaultList();
    for (const body of [null, 'text', {}, { Data: {} }, { Data: { Initiation: null } }]) {
      checkInternational(body, faults);
    }
    expect(faults.isEmpty).toBe(true);
  });

  it('shows the faults of schema and rules together', () => {
    const wrong = {
      ...TO_USA,
      Purpose: '',
      CurrencyOfTransfer: 'JPY',
      InstructedAmount: { Amount: '1.5', Currency: 'JPY' },
      Creditor: { PostalAddress: { Country: 'US', AddressLine: [] } },
      CreditorAgent: { Identification: 'BOFAUS3NXXX', Bic: true },
    };
    expect(faultsIn(wrong)).toEqual([
      'Field.Invalid Purpose',
      'Field.Unexpected CreditorAgent.Bic',
      'Field.Invalid InstructedAmount.Amount',
      'Field.Expected CreditorAgent.SchemeName',
      'Field.Expected Creditor.Name',
      'Field.Expected Creditor.PostalAddress.AddressLine',
    ]);
  });
});

describe('a scheduled international payment', () => {
  const scheduled = { ...TO_GERMANY, RequestedExecutionDateTime: '2026-12-01T09:00:00Z' };

  it('names its day, which an immediate one may not', () => {
    expect(faultsIn(scheduled, InternationalScheduledInitiation)).toEqual([]);
    expect(faultsIn(TO_GERMANY, InternationalScheduledInitiation)).toEqual([
      'Field.Missing RequestedExecutionDateTime',
    ]);
    expect(faultsIn(scheduled)).toEqual(['Field.Unexpected RequestedExecutionDateTime']);
  });

  it('may leave EndToEndIdentification out', () => {
    const shorter = without(scheduled, 'EndToEndIdentification');
    expect(faultsIn(shorter, InternationalScheduledInitiation)).toEqual([]);
  });
});

describe('the debtor account', () => {
  const debtor = (members: Members) => german({ DebtorAccount: members });

  it.each(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber'])('is given by %s', (name) => {
    expect(debtor({ SchemeName: name, Identification: '11280001234567' })).toEqual([]);
    expect(debtor({ SchemeName: name, Identification: '1128000123456' })).toEqual([
      'Field.Invalid DebtorAccount.Identification',
    ]);
  });

  it.each(['UK.OBIE.IBAN', 'IBAN', 'UK.OBIE.PAN', ''])('is not given by %j', (name) => {
    expect(debtor({ SchemeName: name, Identification: '11280001234567' })).toEqual([
      'Unsupported.Scheme DebtorAccount.SchemeName',
    ]);
  });

  it('has a scheme name that is not null', () => {
    expect(debtor({ SchemeName: null, Identification: '11280001234567' })).toEqual([
      'Field.Invalid DebtorAccount.SchemeName',
    ]);
    expect(debtor({ Identification: '11280001234567' })).toEqual([
      'Field.Missing DebtorAccount.SchemeName',
    ]);
  });
});

describe('the scheme', () => {
  const invalid = ['Field.Invalid LocalInstrument'];

  it('is one of the three of international payments', () => {
    for (const name of ['UK.OBIE.SWIFT', 'UK.OBIE.SEPACreditTransfer', 'UK.OBIE.Target2']) {
      expect(german({ LocalInstrument: name })).toEqual([]);
    }
    for (const name of ['UK.OBIE.FPS', 'UK.OBIE.CHAPS', 'SWIFT', '']) {
      expect(german({ LocalInstrument: name })).toEqual([
        'Unsupported.LocalInstrument LocalInstrument',
      ]);
    }
  });

  it('carries euro when it is SEPA or TARGET', () => {
    for (const name of ['UK.OBIE.SEPACreditTransfer', 'UK.OBIE.Target2']) {
      expect(german({ LocalInstrument: name, CurrencyOfTransfer: 'GBP' })).toEqual(invalid);
    }
    expect(german({ LocalInstrument: 'UK.OBIE.SWIFT', CurrencyOfTransfer: 'GBP' })).toEqual([]);
  });

  it('is not blamed for what cannot be read', () => {
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
    'needs an IBAN in a SEPA country when it is %s',
    (LocalInstrument) => {
      const InstructedAmount = { Amount: '1.00', Currency: 'EUR' };
      const scheme = { InstructedAmount, CurrencyOfTransfer: 'EUR', LocalInstrument };
      expect(german(scheme)).toEqual([]);
      expect(american(scheme)).toEqual(invalid);
      expect(faultsIn({ ...TO_EMIRATES, ...scheme })).toEqual(invalid);
    },
  );

  it.each(['BorneByCreditor', 'BorneByDebtor'])(
    'shares its charges when it is SEPA: none are %s',
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
  ])('is %s', (instrument, initiation) => {
    expect(instrumentOf(InternationalInitiation.parse(initiation))).toBe(instrument);
  });
});
