import { z } from 'zod';
import { RequestInitiation } from '../../contract/request-initiation.ts';
import { valueAt } from '../../contract/faults.ts';
import {
  CreditorAccount,
  DateTime,
  DebtorAccount,
  SterlingAmount,
  SupplementaryData,
  text,
} from '../../contract/fields.ts';
import { checkAmountLimit } from '../../contract/scheme-limits.ts';
import { businessDayAfter } from '../../domain/calendar/calendar.ts';
import { FREQUENCY_PATTERN, parseFrequency } from '../../domain/calendar/frequency.ts';
import { lastDayIfOver } from '../../domain/calendar/last-days.ts';
import { occurrenceAfter, type StandingOrder } from '../../domain/calendar/standing-order.ts';
import { orderInstruction, type Order, type OrderPayment } from '../../domain/execution/order.ts';
import { CANCELLABLE_MOVES } from '../../domain/lifecycle/lifecycle.ts';
import type { Holidays } from '../../domain/ports/bank.ts';
import type { PaymentParties } from '../../domain/records/payment.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FaultList } from '../../shared/errors.ts';
import { pathText } from '../../shared/text.ts';
import { addDays, londonDate, type LocalDate } from '../../shared/time.ts';
import {
  defineFamily,
  NOTHING_SPENT,
  type RuleContext,
  type SubmissionContext,
} from '../common/family.ts';
import { debtorAccountOf, initiationOf, penceOf, sterlingOrder } from '../common/initiations.ts';
import { multiAuthorisationMember } from '../common/multi-authorisation.ts';
import {
  NO_MEMBERS,
  ORDER_OPERATIONS,
  orderSchemas,
  Permission,
  refundMember,
  WithAuthorisation,
} from '../common/orders.ts';
import {
  checkAuthorisation,
  checkExecutionDate,
  completionProblems,
  dayOf,
  debtorMember,
  ukAccount,
} from '../common/shared.ts';
import { describeStandingOrder } from '../common/statuses.ts';
import { reviewStandingOrder } from './review.ts';

/** Maximum value of NumberOfPayments. It allows one payment a day for 27 years. */
const MAX_PAYMENTS = 9_999;

/** Maximum number of days from today to the other dates of a standing order: 100 years. */
const MAX_DAYS_AHEAD = 36_525;

/** The reference on the account statement if the standing order has none. */
const NO_REFERENCE = 'Standing order';

/**
 * The schema of `Data.Initiation` of a standing order (OBWriteDomesticStandingOrder3). It does not
 * allow unknown fields.
 */
export const StandingOrderInitiation = z.strictObject({
  Frequency: z
    .string('Expected a frequency.')
    .regex(FREQUENCY_PATTERN, 'Expected a frequency of the standard, such as IntrvlMnthDay:01:15.'),
  Reference: text(35).optional(),
  NumberOfPayments: z
    .string('Expected a number as text.')
    .refine(
      (written) => /^[1-9]\d*$/.test(written) && Number(written) <= MAX_PAYMENTS,
      `Expected a number from 1 to ${String(MAX_PAYMENTS)}, without leading zeros.`,
    )
    .meta({ minLength: 1, maxLength: 35 })
    .optional(),
  FirstPaymentDateTime: DateTime,
  RecurringPaymentDateTime: DateTime.optional(),
  FinalPaymentDateTime: DateTime.optional(),
  FirstPaymentAmount: SterlingAmount,
  RecurringPaymentAmount: SterlingAmount.optional(),
  FinalPaymentAmount: SterlingAmount.optional(),
  DebtorAccount: DebtorAccount.optional(),
  CreditorAccount,
  SupplementaryData: SupplementaryData.optional(),
});

type Initiation = z.infer<typeof StandingOrderInitiation>;

/** Standing orders, which are paid through Faster Payments (rules, 12.11). */
export const domesticStandingOrders = defineFamily({
  name: 'domestic-standing-orders',
  consents: 'domestic-standing-order-consents',
  paymentIdName: 'DomesticStandingOrderId',
  paymentIdPrefix: 'dso',
  operations: ORDER_OPERATIONS,
  schemas: orderSchemas({
    initiation: StandingOrderInitiation,
    consent: { ...Permission, ...WithAuthorisation },
    paymentIdName: 'DomesticStandingOrderId',
    paymentStatuses: Object.keys(CANCELLABLE_MOVES),
    answers: NO_MEMBERS,
  }),
  consentRules(body, context, faults) {
    checkExecutionDate(body, context, faults, ['Data', 'Initiation', 'FirstPaymentDateTime']);
    const initiation = RequestInitiation.of(body, faults);
    if (initiation !== undefined) {
      checkLaterDays(initiation, context);
      checkEnd(initiation);
      checkAmounts(body, context, faults);
    }
    checkAuthorisation(body, context, faults);
  },
  published: {
    consent: {
      request: 'OBWriteDomesticStandingOrderConsent5',
      answer: 'OBWriteDomesticStandingOrderConsentResponse6',
    },
    payment: {
      request: 'OBWriteDomesticStandingOrder3',
      answer: 'OBWriteDomesticStandingOrderResponse6',
    },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  instructionOf: (data) => orderInstruction(orderOf(data)),
  review(data, context) {
    const schedule = scheduleOf(initiationOf<typeof StandingOrderInitiation>(data));
    return reviewStandingOrder(orderOf(data), schedule, context);
  },
  refusals: completionProblems,
  spendingOf(_consent, data, context, faults) {
    checkDaysLeft(orderOf(data), context, faults);
    return NOTHING_SPENT;
  },
  statusOf: describeStandingOrder,
  consentMembers: debtorMember,
  paymentMembers: (view) => ({
    ...refundMember(view),
    ...multiAuthorisationMember(view.payment),
    ...debtorMember(view),
  }),
});

/**
 * Adds a fault if the recurring payments do not begin after the first payment. Adds another fault
 * if the final payment is before the recurring ones (OpenAPI 3.1.9, OBWriteDomesticStandingOrder3).
 * The days in London are compared.
 */
function checkLaterDays(initiation: RequestInitiation, { now }: RuleContext): void {
  const today = londonDate(now);
  const last = addDays(today, MAX_DAYS_AHEAD);
  const dayAt = (member: string): LocalDate | undefined => {
    const written = initiation.validAt(DateTime, member);
    return written === undefined ? undefined : dayOf(written);
  };
  const dayFrom = (earliest: LocalDate, member: string): LocalDate | undefined => {
    const day = dayAt(member);
    if (day === undefined || (day >= earliest && day <= last)) return day;
    const message = `That is ${day} in London. Expected a day from ${earliest} to ${last}.`;
    initiation.addFault('fieldInvalidDate', message, member);
    return undefined;
  };
  const requested = dayAt('FirstPaymentDateTime') ?? today;
  const first = requested > today ? requested : today;
  const recurring = dayFrom(addDays(first, 1), 'RecurringPaymentDateTime');
  dayFrom(recurring ?? first, 'FinalPaymentDateTime');
}

/**
 * Adds a fault for each amount above the limit of Faster Payments, which is the only scheme for
 * standing orders.
 */
function checkAmounts(body: unknown, limits: SchemeLimits, faults: FaultList): void {
  const path = ['Data', 'Initiation'];
  const order = {
    instrument: 'FPS',
    limits,
    advice: 'Standing orders have no other scheme.',
  } as const;
  for (const member of ['FirstPaymentAmount', 'RecurringPaymentAmount', 'FinalPaymentAmount']) {
    checkAmountLimit(valueAt(body, path), pathText(path), { ...order, member }, faults);
  }
}

/**
 * Adds a fault if an order has both a number of payments and a final date. Adds a fault if it has a
 * final amount but neither of them (rules, 12.7).
 */
function checkEnd(initiation: RequestInitiation): void {
  const isCounted = initiation.has('NumberOfPayments');
  const isDated = initiation.has('FinalPaymentDateTime');
  if (isCounted && isDated) {
    const message = 'Use NumberOfPayments or FinalPaymentDateTime, not both.';
    initiation.addFault('fieldUnexpected', message, 'NumberOfPayments');
  }
  if (!initiation.has('FinalPaymentAmount')) return;
  if (isOnePayment(initiation)) {
    const message = 'An order of one payment uses FirstPaymentAmount. Remove FinalPaymentAmount.';
    initiation.addFault('fieldUnexpected', message, 'FinalPaymentAmount');
  }
  if (!isCounted && !isDated) {
    const message = 'A FinalPaymentAmount needs a FinalPaymentDateTime or a NumberOfPayments.';
    initiation.addFault('fieldExpected', message, 'FinalPaymentDateTime');
  }
}

/** Returns true if the order consists of one payment only. */
function isOnePayment(initiation: RequestInitiation): boolean {
  if (initiation.valueAt('NumberOfPayments') === '1') return true;
  const [first, final] = ['FirstPaymentDateTime', 'FinalPaymentDateTime'].map((member) =>
    initiation.validAt(DateTime, member),
  );
  return first !== undefined && final !== undefined && dayOf(first) === dayOf(final);
}

/** Adds a fault if all payment days of the order are in the past (rules, 11.10). */
function checkDaysLeft(order: Order, context: SubmissionContext, faults: FaultList): void {
  const { now, holidays } = context;
  const last = lastDayIfOver(order, londonDate(now), holidays);
  if (last === null) return;
  const member = order.lastDay === null ? 'FirstPaymentDateTime' : 'FinalPaymentDateTime';
  const message = `The last day of this order was ${last} in London, which is in the past.`;
  faults.add('fieldInvalidDate', message, `Data.Initiation.${member}`);
}

/** Returns the order of a standing order consent or of a standing order. */
function orderOf(data: string): Order {
  const initiation = initiationOf<typeof StandingOrderInitiation>(data);
  const schedule = scheduleOf(initiation);
  const parties = standingOrderParties(initiation);
  const amounts = [schedule.firstPence, schedule.recurringPence, schedule.finalPence];
  const order = sterlingOrder('FPS', parties, initiation, {
    largestAmount: Math.max(...amounts),
    amounts,
    nextPayment: (previous, holidays) => nextPayment(schedule, previous, holidays),
  });
  return { ...order, lastDay: schedule.final };
}

/**
 * Returns the schedule of an Initiation. If it has no recurring amount, the first amount is used.
 * If it has no final amount, the recurring amount is used.
 */
function scheduleOf(initiation: Initiation): StandingOrder {
  const { FirstPaymentAmount, NumberOfPayments } = initiation;
  const { RecurringPaymentAmount = FirstPaymentAmount } = initiation;
  const { FinalPaymentAmount = RecurringPaymentAmount } = initiation;
  const { RecurringPaymentDateTime: recurring, FinalPaymentDateTime: final } = initiation;
  return {
    frequency: expectDefined(parseFrequency(initiation.Frequency), initiation.Frequency),
    first: dayOf(initiation.FirstPaymentDateTime),
    recurring: recurring === undefined ? null : dayOf(recurring),
    final: final === undefined ? null : dayOf(final),
    payments: NumberOfPayments === undefined ? null : Number(NumberOfPayments),
    firstPence: penceOf(FirstPaymentAmount),
    recurringPence: penceOf(RecurringPaymentAmount),
    finalPence: penceOf(FinalPaymentAmount),
  };
}

/**
 * Returns the creditor and the references of a standing order. Its Initiation has a Reference, but
 * no other identifications. Requests of v4.0 may add a text.
 */
function standingOrderParties(
  initiation: Initiation & { readonly RemittanceInformation?: { readonly Unstructured?: string } },
): PaymentParties {
  const { CreditorAccount: creditor, Reference, RemittanceInformation } = initiation;
  return {
    creditor: ukAccount(creditor),
    creditorName: creditor.Name,
    instructionIdentification: '',
    endToEndIdentification: Reference ?? NO_REFERENCE,
    reference: Reference ?? '',
    unstructured: RemittanceInformation?.Unstructured ?? '',
  };
}

function nextPayment(
  schedule: StandingOrder,
  previous: Pick<OrderPayment, 'number' | 'date'> | null,
  holidays: Holidays,
): OrderPayment | null {
  const before = previous && {
    number: previous.number,
    date: expectDefined(previous.date, 'the day of a payment of a standing order'),
  };
  const next = occurrenceAfter(schedule, before, (date) => businessDayAfter(date, 'FPS', holidays));
  return next && { number: next.number, date: next.date, amount: next.amountPence };
}
