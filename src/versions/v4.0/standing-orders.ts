import { z } from 'zod';
import { valueAt } from '../../contract/faults.ts';
import {
  DateTime,
  OF_ANY_OBJECT,
  SterlingAmount,
  SupplementaryData,
  text,
} from '../../contract/fields.ts';
import { weekdayOf } from '../../domain/calendar/days.ts';
import { NO_MEMBERS, orderSchemas, Permission } from '../../families/common/orders.ts';
import type { PaymentView } from '../../families/common/view.ts';
import {
  domesticStandingOrders,
  StandingOrderInitiation as V3Initiation,
} from '../../families/domestic-standing-orders/index.ts';
import { londonDate, parseInstant } from '../../shared/time.ts';
import {
  Authorisation,
  CategoryPurpose,
  CreditorAccount,
  DebtorAccount,
  RegulatoryReporting,
  RemittanceInformation,
  UltimateParty,
} from '../../contract/v4/fields.ts';
import { frequencyOf, patternOf, SUPPORTED_TYPES } from './frequencies.ts';
import { defineOrderVersion, SHARED } from './orders.ts';
import { ORDER_STATUSES, type Status } from './statuses.ts';
import {
  changed,
  DOMESTIC_FORM,
  isObject,
  REFERENCE_PATH,
  withInitiation,
  type Form,
  type Json,
  type Request,
} from './stored-form.ts';

const DATES = ['FirstPaymentDateTime', 'RecurringPaymentDateTime', 'FinalPaymentDateTime'] as const;

const FrequencySchema = z.looseObject({
  Type: z.string('Expected a code, such as MNTH.'),
  CountPerPeriod: z
    .literal(1, {
      error: 'Expected 1: the bank makes one payment in each period.',
    })
    .optional(),
  PointInTime: z
    .string()
    .regex(/^(?:\d\d|-[1-5])$/, 'Expected two digits, or -1 to -5.')
    .optional(),
});

/** The fields that the stored form needs. Its numbers are not parsed to JavaScript numbers. */
const StoredFrequency = FrequencySchema.omit({ CountPerPeriod: true });

/** Schema of the mandate (OBMandateRelatedInformation1). Not closed. */
const MandateRelatedInformation = z
  .looseObject({
    MandateIdentification: text(35).optional(),
    Classification: z.enum(['FIXE', 'USGB', 'VARI']).optional(),
    CategoryPurposeCode: CategoryPurpose.optional(),
    FirstPaymentDateTime: DateTime,
    RecurringPaymentDateTime: DateTime.optional(),
    FinalPaymentDateTime: DateTime.optional(),
    Frequency: FrequencySchema,
    Reason: text(256).optional(),
  })
  .superRefine((mandate, context) => {
    const frequency = FrequencySchema.safeParse(mandate.Frequency).data;
    if (frequency === undefined || storedFrequencyOf(mandate) !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['Frequency', 'Type'],
      message:
        `Expected one of ${SUPPORTED_TYPES.join(', ')} with a PointInTime that fits, ` +
        'or a pattern of v3.1.',
      params: { code: 'unsupportedFrequency' },
    });
  }, OF_ANY_OBJECT);

/** Schema of `Data.Initiation` of a standing order (OBWriteDomesticStandingOrder3). Closed. */
const Initiation = z.strictObject({
  NumberOfPayments: V3Initiation.shape.NumberOfPayments,
  FirstPaymentAmount: SterlingAmount,
  RecurringPaymentAmount: SterlingAmount.optional(),
  FinalPaymentAmount: SterlingAmount.optional(),
  DebtorAccount: DebtorAccount.optional(),
  CreditorAccount,
  UltimateCreditor: UltimateParty.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RegulatoryReporting: RegulatoryReporting.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  MandateRelatedInformation,
  SupplementaryData: SupplementaryData.optional(),
});

/** Returns the frequency of a mandate in the form of v3.1, or undefined if it is not supported. */
function storedFrequencyOf(mandate: Json): string | undefined {
  const frequency = StoredFrequency.safeParse(mandate['Frequency']).data;
  if (frequency === undefined) return undefined;
  const { FirstPaymentDateTime: first, RecurringPaymentDateTime: recurring } = mandate;
  const start = recurring ?? first;
  const instant = typeof start === 'string' ? parseInstant(start) : undefined;
  if (instant === undefined) return patternOf(frequency, null);
  const date = londonDate(instant);
  const day = Number(date.slice(-2));
  return patternOf(frequency, { weekday: weekdayOf(date), day });
}

/** The conversions of standing orders. The stored form has no mandate, but its fields. */
export const STANDING_ORDER_FORM: Form = {
  toStored: (body) =>
    withInitiation(DOMESTIC_FORM.toStored(body), (initiation) => {
      const { MandateRelatedInformation: mandate, RemittanceInformation: remitted } = initiation;
      if (!isObject(mandate)) return initiation;
      const dates = DATES.flatMap((name) => (name in mandate ? [[name, mandate[name]]] : []));
      const Reference = valueAt(remitted, ['Reference']);
      return {
        ...initiation,
        ...Object.fromEntries(dates),
        Frequency: storedFrequencyOf(mandate),
        ...(Reference === undefined ? {} : { Reference }),
      };
    }),
  fromStored: (request) =>
    changed<Request>(request, 'Data', (data) => changed(data, 'Initiation', initiationOf)),
  pathOf(path, body) {
    const mandate = 'Data.Initiation.MandateRelatedInformation';
    const moved = DATES.find((name) => path === `Data.Initiation.${name}`);
    if (moved !== undefined) return `${mandate}.${moved}`;
    if (path === 'Data.Initiation.Frequency') return `${mandate}.Frequency.Type`;
    return path === 'Data.Initiation.Reference' ? REFERENCE_PATH : DOMESTIC_FORM.pathOf(path, body);
  },
};

/** Returns the Initiation of a standing order of v3.1 in the form of v4.0. */
function initiationOf({ Frequency: pattern, Reference, ...others }: Json): Json {
  const isDate = (name: string) => DATES.some((date) => date === name);
  const entries = Object.entries(others);
  const reference = { Structured: [{ CreditorReferenceInformation: { Reference } }] };
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isDate(name))),
    ...(Reference === undefined ? {} : { RemittanceInformation: reference }),
    MandateRelatedInformation: {
      ...Object.fromEntries(entries.filter(([name]) => isDate(name))),
      Frequency: frequencyOf(String(pattern)),
    },
  };
}

/**
 * Returns the status of a standing order: INCO as soon as its first payment is made, INFA if it was
 * set up and no payment was made.
 */
function statusOf({ payment, isNew }: PaymentView): Status | undefined {
  const { cancelledAt, firstPaidAt, groupStatus, releasedAt, statusUpdatedAt } = payment;
  if (cancelledAt !== null || isNew) return undefined;
  if (firstPaidAt !== null) return { status: 'INCO', since: firstPaidAt };
  if (releasedAt === null) return undefined;
  if (groupStatus === 'RJCT') return { status: 'INFA', since: statusUpdatedAt };
  return { status: 'PDNG', since: payment.createdAt };
}

export const domesticStandingOrders4 = defineOrderVersion({
  family: domesticStandingOrders,
  form: STANDING_ORDER_FORM,
  schemas: orderSchemas(
    {
      initiation: Initiation,
      consent: { ...Permission, Authorisation: Authorisation.optional() },
      paymentIdName: domesticStandingOrders.paymentIdName,
      paymentStatuses: ORDER_STATUSES,
      answers: NO_MEMBERS,
    },
    SHARED,
  ),
  isCredited: () => true,
  statusOf,
});
