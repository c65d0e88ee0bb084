import { describe, expect, test } from 'vitest';
import type { Family } from '../../../src/families/common/family.ts';
import { internationalPayments } from '../../../src/families/international/payments.ts';
import { internationalScheduledPayments } from '../../../src/families/international/scheduled-payments.ts';
import { useInternationalBank } from '../../helpers/international-bank.ts';
import { TO_GERMANY, TO_USA, without, type Members } from '../../helpers/international.ts';
import { account } from '../../helpers/payment-file.ts';
import { faultsOf } from '../../helpers/tpp.ts';

interface FamilyUnderTest {
  readonly family: Family;
  /** Fields that the family requires in the Initiation (`initiation`) and beside it (`data`). */
  readonly initiation: Members;
  readonly data: Members;
}

const FAMILIES: readonly FamilyUnderTest[] = [
  { family: internationalPayments, initiation: {}, data: {} },
  {
    family: internationalScheduledPayments,
    initiation: { RequestedExecutionDateTime: '2026-12-04T15:00:00Z' },
    data: { Permission: 'Create' },
  },
];

const toCountry = (DestinationCountry: string, others: Members = {}): Members => ({
  ...TO_USA,
  SupplementaryData: { DestinationCountry, ...others },
});
const withRate = (members: Members): Members => ({
  ...TO_USA,
  ExchangeRateInformation: { UnitCurrency: 'USD', ...members },
});
const toScheme = (SchemeName: string): Members => ({
  ...TO_USA,
  CreditorAccount: { SchemeName, Identification: '0123456789', Name: 'ACME Inc' },
});

/**
 * Initiations with invalid fields. Each has the expected fault code and the paths below
 * `Data.Initiation`.
 */
const WRONG: readonly (readonly [string, readonly string[], Members])[] = [
  ['Field.Unexpected', ['InstructionPriority'], { ...TO_USA, InstructionPriority: 'Normal' }],
  [
    'Unsupported.Scheme',
    ['DebtorAccount.SchemeName'],
    { ...TO_USA, DebtorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: '1' } },
  ],
  [
    'Field.Invalid',
    ['DebtorAccount.SchemeName'],
    { ...TO_USA, DebtorAccount: { SchemeName: null, Identification: '11280001234567' } },
  ],
  [
    'Unsupported.Scheme',
    ['CreditorAgent.SchemeName'],
    { ...TO_USA, CreditorAgent: { SchemeName: 'UK.OBIE.NCC', Identification: 'BOFAUS3NXXX' } },
  ],
  [
    'Field.Invalid',
    ['CreditorAgent.Identification'],
    { ...TO_USA, CreditorAgent: { SchemeName: 'BICFI', Identification: 'BOFAUS3' } },
  ],
  [
    'Field.Expected',
    ['CreditorAgent.SchemeName', 'CreditorAgent.Identification'],
    without(TO_USA, 'CreditorAgent'),
  ],
  [
    'Unsupported.Scheme',
    ['CreditorAccount.SchemeName'],
    { ...TO_USA, CreditorAccount: account('11280001234567', 'ACME Inc') },
  ],
  ['Unsupported.Scheme', ['CreditorAccount.SchemeName'], toScheme('UK.Two.Words.OtherAccount')],
  ['Field.Missing', ['SupplementaryData.DestinationCountry'], without(TO_USA, 'SupplementaryData')],
  ['Field.Invalid', ['SupplementaryData.DestinationCountry'], toCountry('USA')],
  [
    'Field.Expected',
    ['SupplementaryData.NCCIdentification'],
    toCountry('US', { NCCCode: 'USABA' }),
  ],
  [
    'Field.Invalid',
    ['SupplementaryData.NCCIdentification'],
    toCountry('US', { NCCCode: 'USABA', NCCIdentification: '02100002' }),
  ],
  [
    'Unsupported.Currency',
    ['InstructedAmount.Currency'],
    { ...TO_USA, InstructedAmount: { Amount: '1', Currency: 'BHD' } },
  ],
  [
    'Field.Invalid',
    ['InstructedAmount.Amount'],
    {
      ...TO_USA,
      CurrencyOfTransfer: 'JPY',
      InstructedAmount: { Amount: '1.5', Currency: 'JPY' },
    },
  ],
  [
    'Field.Expected',
    ['ExchangeRateInformation.ExchangeRate', 'ExchangeRateInformation.ContractIdentification'],
    withRate({ RateType: 'Agreed' }),
  ],
  [
    'Field.Unexpected',
    ['ExchangeRateInformation.ExchangeRate'],
    withRate({ RateType: 'Actual', ExchangeRate: 1.27 }),
  ],
  ['Field.Invalid', ['LocalInstrument'], { ...TO_USA, LocalInstrument: 'UK.OBIE.Target2' }],
  ['Field.Invalid', ['LocalInstrument'], { ...TO_USA, LocalInstrument: 'UK.OBIE.CHAPS' }],
  [
    'Unsupported.LocalInstrument',
    ['LocalInstrument'],
    { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.FPS' },
  ],
];

describe.each(FAMILIES)('$family.name', ({ family, initiation, data }) => {
  const abroad = useInternationalBank({ family, config: { bankName: 'Northbank' } });

  const refusalOf = async (wrong: Members): Promise<readonly [number, readonly string[]]> => {
    const reply = await abroad().ask({ ...wrong, ...initiation }, data);
    return [reply.status, faultsOf(reply)];
  };

  test.each(WRONG)('rejects %s at %j', async (code, paths, wrong) => {
    const faults = paths.map((path) => `${code} Data.Initiation.${path}`);
    expect(await refusalOf(wrong)).toEqual([400, faults]);
  });

  test('accepts the account schemes of this bank, and not those of another', async () => {
    expect(await refusalOf(toScheme('UK.Northbank.OtherAccount'))).toEqual([201, []]);
    expect(await refusalOf(toScheme('OtherAccount'))).toEqual([201, []]);
    const other = 'Unsupported.Scheme Data.Initiation.CreditorAccount.SchemeName';
    expect(await refusalOf(toScheme('UK.Southbank.OtherAccount'))).toEqual([400, [other]]);
    expect(await refusalOf(toScheme('UK.northbank.OtherAccount'))).toEqual([400, [other]]);
  });

  test('rejects an authorisation deadline in the past', async () => {
    const Authorisation = {
      AuthorisationType: 'Any',
      CompletionDateTime: '2026-12-01T08:59:00Z',
    };
    const reply = await abroad().ask({ ...TO_USA, ...initiation }, { ...data, Authorisation });
    expect(faultsOf(reply)).toEqual(['Field.InvalidDate Data.Authorisation.CompletionDateTime']);
  });
});
