import { describe, expect, test } from 'vitest';
import { domesticVrps } from '../../../../src/families/domestic-vrps/index.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { pounds } from '../../../helpers/orders.ts';
import { INITIATION, periodicLimit, told, vrpConsent } from '../../../helpers/vrp.ts';
import { readConsent } from '../../../helpers/v3.ts';

/** 10:00 on a summer day in London. */
const NOW = Date.parse('2026-06-10T09:00:00Z');

type Json = Readonly<Record<string, unknown>>;

/** A consent that names the creditor's bank. */
function withAgent(CreditorAgent: Json) {
  return vrpConsent({}, { Initiation: { ...INITIATION, CreditorAgent } });
}

function faultsOf(body: unknown) {
  const faults = new FaultList();
  readConsent(
    domesticVrps,
    body,
    {
      now: NOW,
      maxDaysAhead: 365,
      bankName: null,
      bacsAccepted: true,
      hasContracts: true,
      ...LIMITS,
    },
    faults,
  );
  return told(faults);
}

const parameters = 'Data.ControlParameters';
const invalid = `Field.Invalid ${parameters}`;

describe('a VRP consent request', () => {
  const agent = 'Data.Initiation.CreditorAgent';
  test.each<[string, Json, readonly string[]]>([
    [
      'another scheme than BICFI',
      { SchemeName: 'UK.OBIE.NCC', Identification: '560036' },
      [`Unsupported.Scheme ${agent}.SchemeName`],
    ],
    [
      'an unknown scheme and no BIC',
      { SchemeName: 'banana' },
      [`Unsupported.Scheme ${agent}.SchemeName`, `Field.Expected ${agent}.Identification`],
    ],
    [
      'no real BIC',
      { SchemeName: 'BICFI', Identification: 'NWBKZZ2L' },
      [`Field.Invalid ${agent}.Identification`],
    ],
    [
      'a BIC of a bank abroad',
      { SchemeName: 'BICFI', Identification: 'DEUTDEFF' },
      [`Field.Invalid ${agent}.Identification`],
    ],
    [
      'a BIC without its scheme',
      { Identification: 'NWBKGB2L' },
      [`Field.Expected ${agent}.SchemeName`],
    ],
    [
      'neither a BIC nor a scheme',
      { Identification: 'banana' },
      [`Field.Expected ${agent}.SchemeName`, `Field.Invalid ${agent}.Identification`],
    ],
    [
      'only a name',
      { Name: 'Bank' },
      [`Field.Expected ${agent}.SchemeName`, `Field.Expected ${agent}.Identification`],
    ],
    [
      'nothing',
      {},
      [`Field.Expected ${agent}.SchemeName`, `Field.Expected ${agent}.Identification`],
    ],
  ])('whose creditor agent has %s is rejected', (_, CreditorAgent, faults) => {
    expect(faultsOf(withAgent(CreditorAgent))).toEqual(faults);
  });

  test.each<[string, Json, readonly string[]]>([
    [
      'a limit with a misspelt name',
      { MaximumIndividualAmount: undefined, PeriodicLimit: [] },
      [
        `Field.Unexpected ${parameters}.PeriodicLimit`,
        `Field.Expected ${parameters}.MaximumIndividualAmount`,
      ],
    ],
    [
      'a maximum with a misspelt name',
      { MaximumIndividualAmount: undefined, MaximumIndividualAmounts: pounds('1.00') },
      [
        `Field.Unexpected ${parameters}.MaximumIndividualAmounts`,
        `Field.Expected ${parameters}.MaximumIndividualAmount`,
      ],
    ],
    [
      'no limit at all',
      { MaximumIndividualAmount: undefined },
      [`Field.Expected ${parameters}.MaximumIndividualAmount`],
    ],
    [
      'an empty list of limits',
      { MaximumIndividualAmount: undefined, PeriodicLimits: [] },
      [`Field.Expected ${parameters}.MaximumIndividualAmount`],
    ],
    [
      'unknown members within its limits',
      {
        MaximumIndividualAmount: { ...pounds('1.00'), Per: 'Day' },
        PeriodicLimits: [{ ...periodicLimit('Day', 'Consent', '1.00'), Kind: 'soft' }],
      },
      [
        `Field.Unexpected ${parameters}.MaximumIndividualAmount.Per`,
        `Field.Unexpected ${parameters}.PeriodicLimits[0].Kind`,
      ],
    ],
    ['null for a most', { MaximumIndividualAmount: null }, [`${invalid}.MaximumIndividualAmount`]],
    [
      'a string as a maximum',
      { MaximumIndividualAmount: '1.00', PeriodicLimits: null },
      [`${invalid}.MaximumIndividualAmount`, `${invalid}.PeriodicLimits`],
    ],
    [
      'a number for an amount',
      { MaximumIndividualAmount: { Amount: 1, Currency: 'GBP' } },
      [`${invalid}.MaximumIndividualAmount.Amount`],
    ],
    [
      'invalid limits',
      { MaximumIndividualAmount: undefined, PeriodicLimits: [null, 'Day', []] },
      [0, 1, 2].map((index) => `${invalid}.PeriodicLimits[${String(index)}]`),
    ],
    [
      'a list of lists as types, and no methods',
      { VRPType: [[]], PSUAuthenticationMethods: null },
      [`${invalid}.VRPType[0]`, `${invalid}.PSUAuthenticationMethods`],
    ],
    [
      'null as the type of two limits',
      {
        PeriodicLimits: [
          { ...periodicLimit('Month', 'Consent', '1.00'), PeriodType: null },
          { ...periodicLimit('Month', 'Consent', '1.00'), PeriodType: null },
        ],
      },
      [0, 1].map((index) => `${invalid}.PeriodicLimits[${String(index)}].PeriodType`),
    ],
    [
      'two limits of one kind',
      {
        PeriodicLimits: [
          periodicLimit('Month', 'Consent', '1.00'),
          periodicLimit('Month', 'Consent', '2.00'),
        ],
      },
      [`${invalid}.PeriodicLimits[1]`],
    ],
  ])('with %s is rejected', (_, changes, faults) => {
    const body: unknown = JSON.parse(JSON.stringify(vrpConsent(changes)));
    expect(faultsOf(body)).toEqual(faults);
  });

  test('with too many limits gets a fault for that and for each invalid one', () => {
    const PeriodicLimits = Array.from({ length: 12 }, () => ({ PeriodType: 'Day' }));
    const faults = faultsOf(vrpConsent({ PeriodicLimits }));
    expect(faults).toHaveLength(12 * 3 + 1);
    expect(faults).toContain(`Field.Invalid ${parameters}.PeriodicLimits`);
  });
});
