import { describe, expect, test } from 'vitest';
import { domesticVrps } from '../../../../src/families/domestic-vrps/index.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { formatInstant } from '../../../../src/shared/time.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { pounds } from '../../../helpers/orders.ts';
import { account } from '../../../helpers/payment-file.ts';
import { INITIATION, periodicLimit, SAVINGS, told, vrpConsent } from '../../../helpers/vrp.ts';
import { readConsent as readWithV3 } from '../../../helpers/v3.ts';

/** 10:00 on a summer day in London. */
const NOW = Date.parse('2026-06-10T09:00:00Z');

type Json = Readonly<Record<string, unknown>>;

/** A consent that names the creditor's bank. */
function withAgent(CreditorAgent: Json) {
  return vrpConsent({}, { Initiation: { ...INITIATION, CreditorAgent } });
}

const OTHER = { VRPType: ['UK.OBIE.VRPType.Other'] };

function readConsent(body: unknown) {
  const faults = new FaultList();
  const context = {
    now: NOW,
    maxDaysAhead: 365,
    bankName: null,
    bacsAccepted: true,
    hasContracts: true,
    ...LIMITS,
  };
  const consent = readWithV3(domesticVrps, body, context, faults);
  return { asked: consent, faults: told(faults) };
}

describe('a VRP consent request', () => {
  test.each<[string, Json]>([
    ['with the least that the contract asks for', vrpConsent()],
    ['without a VRPType', vrpConsent({ VRPType: undefined })],
    [
      'for more than sweeping',
      vrpConsent({ VRPType: ['UK.OBIE.VRPType.Sweeping', ...OTHER.VRPType] }),
    ],
    ['that leaves open who is paid', vrpConsent(OTHER, { Initiation: {} })],
    [
      'with members that the contract does not know',
      {
        ...vrpConsent({}, { Unheard: 2 }),
        Risk: { Unheard: 3, DeliveryAddress: { TownName: 'York', Country: 'GB', Unheard: 4 } },
      },
    ],
    [
      'with an Instruction, which is also not defined',
      vrpConsent({}, { Instruction: { InstructedAmount: 'all' } }),
    ],
    ['that ends today, whatever the time', vrpConsent({ ValidToDateTime: '2026-06-10T00:00:00Z' })],
    [
      'that ends on the day it begins',
      vrpConsent({
        ValidFromDateTime: '2026-06-12T20:00:00Z',
        ValidToDateTime: '2026-06-12T08:00:00Z',
      }),
    ],
    ['with an empty SupplementaryData', vrpConsent({ SupplementaryData: {} })],
    ['with a bank of the creditor', withAgent({ Name: 'Bank', PostalAddress: { Country: 'GB' } })],
    ['with its BIC', withAgent({ SchemeName: 'UK.OBIE.BICFI', Identification: 'NWBKGB2L' })],
    ['with a BIC of Jersey', withAgent({ SchemeName: 'BICFI', Identification: 'NWBKJESHXXX' })],
    [
      'with periodic limits only',
      vrpConsent({
        MaximumIndividualAmount: undefined,
        PeriodicLimits: [periodicLimit('Month', 'Calendar', '1.00')],
      }),
    ],
  ])('%s is accepted', (_, body) => {
    expect(readConsent(JSON.parse(JSON.stringify(body))).faults).toEqual([]);
  });

  const parameters = 'Data.ControlParameters';
  test.each<[string, Json]>([
    [`Field.Invalid ${parameters}.VRPType`, { VRPType: [] }],
    [`Field.Invalid ${parameters}.VRPType[0]`, { VRPType: ['UK.OBIE.VRPType.Sleeping'] }],
    [`Field.Invalid ${parameters}.PSUAuthenticationMethods`, { PSUAuthenticationMethods: [] }],
    [
      `Field.Invalid ${parameters}.PSUAuthenticationMethods[0]`,
      { PSUAuthenticationMethods: ['SCA'] },
    ],
    [
      `Field.Missing ${parameters}.PSUAuthenticationMethods`,
      { PSUAuthenticationMethods: undefined },
    ],
    [`Field.Unexpected ${parameters}.SupplementaryData`, { SupplementaryData: { a: null } }],
    [`Field.InvalidDate ${parameters}.ValidFromDateTime`, { ValidFromDateTime: '2026-06-12' }],
    [
      `Field.InvalidDate ${parameters}.ValidToDateTime`,
      { ValidToDateTime: '2026-06-09T22:59:59Z' },
    ],
    [
      `Field.InvalidDate ${parameters}.ValidToDateTime`,
      {
        ValidFromDateTime: '2026-06-12T00:00:00+01:00',
        ValidToDateTime: '2026-06-11T23:59:59+01:00',
      },
    ],
    [
      `Field.Invalid ${parameters}.MaximumIndividualAmount.Amount`,
      {
        MaximumIndividualAmount: pounds('0.00'),
      },
    ],
    [
      `Unsupported.Currency ${parameters}.PeriodicLimits[0].Currency`,
      {
        PeriodicLimits: [{ ...periodicLimit('Day', 'Consent', '1'), Currency: 'EUR' }],
      },
    ],
    [
      `Field.Invalid ${parameters}.PeriodicLimits[1].PeriodAlignment`,
      {
        PeriodicLimits: [
          periodicLimit('Fortnight', 'Consent', '1'),
          periodicLimit('Fortnight', 'Calendar', '1'),
        ],
      },
    ],
    [
      `Field.Invalid ${parameters}.PeriodicLimits[2]`,
      {
        PeriodicLimits: [
          periodicLimit('Month', 'Calendar', '1'),
          periodicLimit('Month', 'Consent', '1'),
          periodicLimit('Month', 'Calendar', '2'),
        ],
      },
    ],
    [
      `Field.Invalid ${parameters}.PeriodicLimits[0].PeriodType`,
      {
        PeriodicLimits: [periodicLimit('Quarter', 'Calendar', '1')],
      },
    ],
    [
      `Field.Invalid ${parameters}.PeriodicLimits`,
      {
        PeriodicLimits: Array.from({ length: 12 }, () => periodicLimit('Day', 'Consent', '1')),
      },
    ],
  ])('is rejected with %s', (fault, changes) => {
    const body: unknown = JSON.parse(JSON.stringify(vrpConsent(changes)));
    expect(readConsent(body).faults).toEqual([fault]);
  });

  test.each<[string, Json]>([
    [
      'Field.Missing Data.Initiation.DebtorAccount.Name',
      {
        Initiation: { ...INITIATION, DebtorAccount: account('11280001234567') },
      },
    ],
    [
      'Unsupported.AccountIdentifier Data.Initiation.CreditorAccount.Identification',
      {
        Initiation: {
          CreditorAccount: {
            ...SAVINGS,
            SchemeName: 'IBAN',
            Identification: 'DE89370400440532013000',
          },
        },
      },
    ],
    [
      'Field.Unexpected Data.Initiation.CreditorAgent.PostalAddress.Unheard',
      {
        Initiation: {
          ...INITIATION,
          CreditorAgent: { Name: 'Bank', PostalAddress: { Unheard: 1 } },
        },
      },
    ],
    ['Field.Expected Data.Initiation.CreditorAccount', { Initiation: {} }],
  ])('is rejected with %s outside the control parameters', (fault, changes) => {
    expect(readConsent(vrpConsent({}, changes)).faults).toEqual([fault]);
  });

  test('gets all its faults together', () => {
    const { faults } = readConsent({
      Data: {
        ControlParameters: {
          ValidToDateTime: '2020-01-01T00:00:00Z',
          PeriodicLimits: [{ PeriodType: 'Fortnight', PeriodAlignment: 'Calendar' }],
        },
        Initiation: {},
      },
    });
    expect(faults).toEqual([
      'Field.Missing Data.ControlParameters.PeriodicLimits[0].Amount',
      'Field.Missing Data.ControlParameters.PeriodicLimits[0].Currency',
      'Field.Missing Data.ControlParameters.PSUAuthenticationMethods',
      'Field.Missing Risk',
      'Field.InvalidDate Data.ControlParameters.ValidToDateTime',
      'Field.Invalid Data.ControlParameters.PeriodicLimits[0].PeriodAlignment',
      'Field.Expected Data.Initiation.CreditorAccount',
    ]);
  });

  test.each([
    ['in summer', '2026-07-01T10:00:00Z', '2026-07-01T23:00:00.000Z'],
    [
      'in summer, when it is tomorrow in London',
      '2026-07-01T23:30:00Z',
      '2026-07-02T23:00:00.000Z',
    ],
    ['in winter', '2026-12-01T23:30:00Z', '2026-12-02T00:00:00.000Z'],
    ['with the last day that can be written', '9999-12-31T23:59:59Z', '9999-12-31T00:00:00.000Z'],
  ])('ends after the day of its ValidToDateTime %s', (_, ValidToDateTime, end) => {
    const { asked: consent } = readConsent(vrpConsent({ ValidToDateTime }));
    expect(formatInstant(expectDefined(consent?.expiresAt, 'its end'))).toBe(end);
  });

  test('never ends without a ValidToDateTime', () => {
    expect(readConsent(vrpConsent()).asked?.expiresAt).toBeNull();
  });
});
