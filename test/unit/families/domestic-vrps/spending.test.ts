import { describe, expect, test } from 'vitest';
import type { Consent } from '../../../../src/domain/records/records.ts';
import type { SubmissionContext } from '../../../../src/families/common/family.ts';
import { domesticVrps } from '../../../../src/families/domestic-vrps/index.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { pounds } from '../../../helpers/orders.ts';
import { account } from '../../../helpers/payment-file.ts';
import { periodicLimit, SAVINGS, told, vrpConsent, vrpPayment } from '../../../helpers/vrp.ts';
import { SENT_WITH_V3 } from '../../../helpers/v3.ts';

/** 10:00 on a summer day in London. */
const NOW = Date.parse('2026-06-10T09:00:00Z');

const CONTEXT: SubmissionContext = {
  now: NOW,
  holidays: { isBankHoliday: () => false, isTargetHoliday: () => false },
  ...LIMITS,
};

type Json = Readonly<Record<string, unknown>>;

describe('the spending of a payment', () => {
  function spendingOf(
    parameters: Json,
    instruction: Json = {},
    data: Json = {},
    restrictions: string | null = null,
  ) {
    const consent: Consent = {
      id: 'vrpc-1',
      family: 'domestic-vrps',
      clientId: 'tpp-one',
      status: 'Authorised',
      createdAt: Date.parse('2026-06-05T23:30:00Z'),
      statusUpdatedAt: NOW,
      data: JSON.stringify(vrpConsent(parameters).Data),
      ...SENT_WITH_V3,
      risk: '{}',
      debtorAccount: '11280001234567',
      customerId: 'acme',
      refusal: null,
      refusedBy: null,
      restrictions,
      expiresAt: null,
      lapsesAt: null,
    };
    const faults = new FaultList();
    const payment = JSON.stringify(vrpPayment('vrpc-1', instruction, data).Data);
    return { ...domesticVrps.spendingOf(consent, payment, CONTEXT, faults), faults: told(faults) };
  }

  test('must not exceed the lower of the agreed limits and those of the customer', () => {
    const parameters = {
      MaximumIndividualAmount: pounds('50.00'),
      PeriodicLimits: [
        periodicLimit('Month', 'Calendar', '300.00'),
        periodicLimit('Week', 'Calendar', '100.00'),
      ],
    };
    const own = { isPaused: false, maximumPence: 9_99, periodPence: [150_00, 999_00] };
    const { limits, faults } = spendingOf(parameters, {}, {}, JSON.stringify(own));
    expect(faults).toEqual([
      'Rules.FailsControlParameters Data.ControlParameters.MaximumIndividualAmount',
    ]);
    // The month of the creation counts from the 6th, so its limit is 25/30 of the whole.
    const maxima = limits.map(({ maximumPence }) => maximumPence);
    expect(maxima).toEqual([125_00, 100_00]);
    const agreed = spendingOf(parameters).limits.map(({ maximumPence }) => maximumPence);
    expect(agreed).toEqual([250_00, 100_00]);
  });

  const months = [
    periodicLimit('Month', 'Calendar', '300.00'),
    periodicLimit('Month', 'Consent', '300.00'),
  ];

  /** The limits of a consent that was created on 6 June in London. */
  const FROM_CREATION = [
    {
      first: '2026-06-06',
      last: '2026-06-30',
      maximumPence: 250_00,
      path: 'Data.ControlParameters.PeriodicLimits[0]',
    },
    {
      first: '2026-06-06',
      last: '2026-07-05',
      maximumPence: 300_00,
      path: 'Data.ControlParameters.PeriodicLimits[1]',
    },
  ];

  test("is its amount, with limits that count from the consent's day in London", () => {
    const spending = spendingOf({ PeriodicLimits: months });
    expect(spending).toEqual({ faults: [], pence: 10_00, limits: FROM_CREATION });
  });

  test.each(['2026-06-06T00:00:00+01:00', '2026-05-06T12:00:00Z', '2020-01-01T00:00:00Z'])(
    'has the same limits with a ValidFromDateTime of %s, which is not after the consent',
    (ValidFromDateTime) => {
      const { limits } = spendingOf({ ValidFromDateTime, PeriodicLimits: months });
      expect(limits).toEqual(FROM_CREATION);
    },
  );

  test('has limits that count from the day of a later ValidFromDateTime', () => {
    const ValidFromDateTime = '2026-06-10T23:59:59+01:00';
    const { limits } = spendingOf({ ValidFromDateTime, PeriodicLimits: months });
    expect(limits).toMatchObject([
      { first: '2026-06-10', last: '2026-06-30', maximumPence: 210_00 },
      { first: '2026-06-10', last: '2026-07-09', maximumPence: 300_00 },
    ]);
  });

  test('has limits even if it violates other control parameters', () => {
    const MaximumIndividualAmount = pounds('9.99');
    const spending = spendingOf({ MaximumIndividualAmount, PeriodicLimits: months });
    expect(spending).toEqual({
      faults: ['Rules.FailsControlParameters Data.ControlParameters.MaximumIndividualAmount'],
      pence: 10_00,
      limits: FROM_CREATION,
    });
  });

  test('gets all violations of its consent together', () => {
    const parameters = {
      ValidFromDateTime: '2026-06-11T00:00:00+01:00',
      MaximumIndividualAmount: pounds('9.99'),
      PeriodicLimits: months,
    };
    const instruction = {
      CreditorAccount: {
        ...account('08080021325699', 'fresco Savings'),
        SecondaryIdentification: '1',
      },
      RemittanceInformation: undefined,
    };
    const { limits, faults } = spendingOf(parameters, instruction, {
      PSUAuthenticationMethod: 'UK.OBIE.SCANotRequired',
    });
    expect(limits).toEqual([]);
    expect(faults).toEqual([
      'Rules.FailsControlParameters Data.ControlParameters.MaximumIndividualAmount',
      'Rules.FailsControlParameters Data.ControlParameters.PSUAuthenticationMethods',
      'Resource.ConsentMismatch Data.Instruction.CreditorAccount.Identification',
      'Resource.ConsentMismatch Data.Instruction.CreditorAccount.Name',
      'Resource.ConsentMismatch Data.Instruction.CreditorAccount.SecondaryIdentification',
      'Resource.ConsentMismatch Data.Instruction.RemittanceInformation.Reference',
      'Rules.FailsControlParameters Data.ControlParameters.ValidFromDateTime',
    ]);
  });

  test('may equal the maximum, and name the same account in another notation', () => {
    const CreditorAccount = { ...SAVINGS, SchemeName: 'SortCodeAccountNumber' };
    const { faults } = spendingOf({ MaximumIndividualAmount: pounds('10') }, { CreditorAccount });
    expect(faults).toEqual([]);
  });
});
