import { describe, expect, it } from 'vitest';
import { InternationalScheduledInitiation } from '../../../../src/contract/international/initiation.ts';
import { checkInternational } from '../../../../src/contract/international/rules.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import {
  faultsIn,
  german,
  TO_EMIRATES,
  TO_GERMANY,
  TO_USA,
  without,
  type Members,
} from '../../../helpers/international.ts';

describe('an international payment', () => {
  it.each([
    ['within SEPA', TO_GERMANY],
    ['by account number', TO_USA],
    ['by IBAN outside SEPA', TO_EMIRATES],
    [
      'with everything',
      { ...TO_USA, Purpose: 'SALA', ExtendedPurpose: 'Pay', ChargeBearer: 'Shared' },
    ],
  ])('%s is accepted', (_, initiation) => {
    expect(faultsIn(initiation)).toEqual([]);
  });

  it.each([
    ['InstructionIdentification', 'InstructionIdentification'],
    ['EndToEndIdentification', 'EndToEndIdentification'],
    ['CurrencyOfTransfer', 'CurrencyOfTransfer'],
    ['InstructedAmount', 'InstructedAmount'],
    ['CreditorAccount', 'CreditorAccount'],
    ['SupplementaryData', 'SupplementaryData.DestinationCountry'],
  ])('without %s is rejected', (member, path) => {
    expect(faultsIn(without(TO_GERMANY, member))).toEqual([`Field.Missing ${path}`]);
  });

  it('must not have a priority or members that the contract does not define', () => {
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

  it('must have texts and codes of the contract', () => {
    const wrong = { Purpose: 'SALARY', ExtendedPurpose: 'x'.repeat(141), ChargeBearer: 'Nobody' };
    expect(german(wrong)).toEqual([
      'Field.Invalid Purpose',
      'Field.Invalid ExtendedPurpose',
      'Field.Invalid ChargeBearer',
    ]);
  });

  it('that does not match the schema gets no faults of the rules', () => {
    const faults = new FaultList();
    for (const body of [null, 'text', {}, { Data: {} }, { Data: { Initiation: null } }]) {
      checkInternational(body, faults);
    }
    expect(faults.isEmpty).toBe(true);
  });

  it('gets the faults of schema and rules together', () => {
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
      'Field.Expected Creditor.PostalAddress.AddressLine',
    ]);
  });
});

describe('a scheduled international payment', () => {
  const scheduled = { ...TO_GERMANY, RequestedExecutionDateTime: '2026-12-01T09:00:00Z' };

  it('must name its day, which an immediate one must not', () => {
    expect(faultsIn(scheduled, InternationalScheduledInitiation)).toEqual([]);
    expect(faultsIn(TO_GERMANY, InternationalScheduledInitiation)).toEqual([
      'Field.Missing RequestedExecutionDateTime',
    ]);
    expect(faultsIn(scheduled)).toEqual(['Field.Unexpected RequestedExecutionDateTime']);
  });

  it('may omit EndToEndIdentification', () => {
    const shorter = without(scheduled, 'EndToEndIdentification');
    expect(faultsIn(shorter, InternationalScheduledInitiation)).toEqual([]);
  });
});

describe('the debtor account', () => {
  const debtor = (members: Members) => german({ DebtorAccount: members });

  it.each(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber'])('may use %s', (name) => {
    expect(debtor({ SchemeName: name, Identification: '11280001234567' })).toEqual([]);
    expect(debtor({ SchemeName: name, Identification: '1128000123456' })).toEqual([
      'Field.Invalid DebtorAccount.Identification',
    ]);
  });

  it.each(['UK.OBIE.IBAN', 'IBAN', 'UK.OBIE.PAN', ''])('must not use %j', (name) => {
    expect(debtor({ SchemeName: name, Identification: '11280001234567' })).toEqual([
      'Unsupported.Scheme DebtorAccount.SchemeName',
    ]);
  });

  it('must have a scheme name that is not null', () => {
    expect(debtor({ SchemeName: null, Identification: '11280001234567' })).toEqual([
      'Field.Invalid DebtorAccount.SchemeName',
    ]);
    expect(debtor({ Identification: '11280001234567' })).toEqual([
      'Field.Missing DebtorAccount.SchemeName',
    ]);
  });
});
