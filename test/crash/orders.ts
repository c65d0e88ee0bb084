import { createHolidays } from '../../src/bank/holidays.ts';
import { nextBusinessDay } from '../../src/domain/calendar/calendar.ts';
import { orderOf, type OrderPayment } from '../../src/domain/execution/order.ts';
import { INITIATION_MOVES } from '../../src/domain/lifecycle/lifecycle.ts';
import type { Instrument } from '../../src/domain/schemes/schemes.ts';
import type { Family } from '../../src/families/common/family.ts';
import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { domesticScheduledPayments } from '../../src/families/domestic-scheduled-payments.ts';
import { domesticStandingOrders } from '../../src/families/domestic-standing-orders/index.ts';
import { domesticVrps } from '../../src/families/domestic-vrps/index.ts';
import { internationalPayments } from '../../src/families/international/payments.ts';
import { internationalScheduledPayments } from '../../src/families/international/scheduled-payments.ts';
import { formatAmount, type Pence } from '../../src/shared/money.ts';
import { DAY_MS, londonDate, type LocalDate } from '../../src/shared/time.ts';
import { CLARA, type Members } from '../contract/families/family-case.ts';
import { caseOf } from '../contract/families/family-cases.ts';
import { LIMITS } from '../helpers/limits.ts';
import { first, limitedTo, pounds, standingOrder } from '../helpers/orders.ts';
import { account, NORTHWIND, TWO_APPROVALS } from '../helpers/payment-file.ts';
import { periodicLimit, vrpConsent, vrpPayment } from '../helpers/vrp.ts';
import { pickAccepting, pickCreditor, pickForeigner } from './creditors.ts';
import { Dice } from './random.ts';
import { creditsOf, debitOf, onDay, type Debit } from './entries.ts';
import { sentBy, sentByOrder } from './hub/sent-credits.ts';
import { referenceOf, type Beginning, type Kind, type Plan, type PlannedPayment } from './plan.ts';

/**
 * Kinds of stories without a file: a consent, and its payments with the entries that they must
 * cause.
 */
export const ORDERS: readonly Kind[] = [
  { name: 'domestic', weight: 8, plan: (story) => planDomestic(story, null) },
  { name: 'domestic-scheduled', weight: 3, plan: (story) => planDomestic(story, dayAhead(story)) },
  { name: 'approved-by-two', weight: 5, plan: (story) => planApprovedByTwo(story, SHARE_REJECTED) },
  { name: 'standing-order', weight: 10, plan: planStandingOrder },
  { name: 'vrp', weight: 6, plan: (story) => planVrps(story, FEW) },
  { name: 'vrp-burst', weight: 2, plan: (story) => planVrps(story, BURST) },
  { name: 'abroad', weight: 4, plan: (story) => planAbroad(story, null) },
  { name: 'abroad-scheduled', weight: 3, plan: (story) => planAbroad(story, dayAhead(story)) },
];

/** Share of the consents that the customer rejects. */
const SHARE_DECLINED = 0.05;

/** Share of the payments that the second approver rejects. */
const SHARE_REJECTED = 0.2;

/**
 * Number of days until a scheduled payment is due. The clock moves less during a load, so each
 * payment is submitted before its day.
 */
const DAYS_AHEAD = 2;

/** Minimum and maximum number of payments of a standing order. */
const OCCURRENCES = [3, 8] as const;

type Range = readonly [least: number, most: number];

/** Payments under one VRP consent: their number, their amounts, and the limit for their total. */
interface Vrps {
  readonly payments: Range;
  readonly pence: Range;
  readonly limitPence: Range;
}

const FEW: Vrps = { payments: [3, 6], pence: [1_00, 10_00], limitPence: [10_00, 20_00] };
/**
 * Many payments that are due at once. The service executes their steps in groups, which a kill may
 * interrupt.
 */
const BURST: Vrps = { payments: [20, 50], pence: [1, 30], limitPence: [4_00, 8_00] };

/**
 * An amount in US cents and its price in pence, at the exchange rate agreed in the family's test
 * case.
 */
const EXCHANGE = { cents: 5, pence: 4 } as const;
/** The part of a SWIFT payment's charges that the debtor pays, in pence. */
const CHARGE_PENCE = 15_00;

const OUTSIDER = '20000000000001';
const HOLIDAYS = createHolidays();

export function planDomestic(story: Beginning, day: LocalDate | null): Plan {
  const dice = diceOf(story);
  const { account: creditor, reason, isSlow = false } = pickCreditor(dice, OUTSIDER);
  const debit = debitIn(story, 0, dice.between(1, 200));
  const transferred = { ...debit, creditor, reason };
  const entries = datedEntries([debitOf(debit), ...creditsOf(transferred)], day, 'FPS');
  return planOrder(day === null ? domesticPayments : domesticScheduledPayments, dice, {
    initiation: {
      ...memberOf(day),
      InstructedAmount: pounds(formatAmount(debit.pence)),
      CreditorAccount: account(creditor, 'Fresco Ltd'),
      RemittanceInformation: remittanceOf(debit),
    },
    entriesOf: () => entries,
    sent: () => sentBy(transferred),
    isRejected: reason !== undefined,
    waitsForClock: day !== null || isSlow,
  });
}

/**
 * Plans a payment from an account that needs two approvals. The second approver rejects some of
 * these payments.
 */
export function planApprovedByTwo(story: Beginning, shareRejected: number): Plan {
  const dice = diceOf(story);
  const { account: creditor } = pickAccepting(dice, OUTSIDER);
  const debit = { ...debitIn(story, 0, dice.between(1, 200)), debtor: TWO_APPROVALS };
  const isRejected = dice.chance(shareRejected);
  const plan = planOrder(domesticPayments, dice, {
    initiation: {
      InstructedAmount: pounds(formatAmount(debit.pence)),
      CreditorAccount: account(creditor, 'Fresco Ltd'),
      RemittanceInformation: remittanceOf(debit),
    },
    entriesOf: () => [debitOf(debit), ...creditsOf({ ...debit, creditor })],
    sent: () => sentBy({ ...debit, creditor }),
    isRejected,
    waitsForClock: false,
  });
  return {
    ...plan,
    customer: { user: 'dora', debtorAccount: TWO_APPROVALS },
    approvers: [{ user: 'dave', decision: isRejected ? 'reject' : 'approve' }],
  };
}

/** Plans a payment in US dollars over SWIFT. It may be submitted after the cut-off time. */
function planAbroad(story: Beginning, day: LocalDate | null): Plan {
  const dice = diceOf(story);
  const { account: creditor, reason } = pickForeigner(dice);
  const times = dice.between(1, 50);
  const debit = debitIn(story, 0, times * EXCHANGE.pence);
  const returned = { ...debit, pence: debit.pence + CHARGE_PENCE, creditor, reason };
  const [amount, currency] = [formatAmount(times * EXCHANGE.cents), 'USD'];
  return planOrder(day === null ? internationalPayments : internationalScheduledPayments, dice, {
    initiation: {
      ...caseOf(internationalPayments.name).initiation,
      ...memberOf(day),
      InstructedAmount: { Amount: amount, Currency: currency },
      CreditorAccount: { SchemeName: 'OtherAccount', Identification: creditor, Name: 'ACME Inc' },
      RemittanceInformation: remittanceOf(debit),
    },
    entriesOf: (paymentId) => {
      const charge = { ...debit, reference: paymentId, pence: CHARGE_PENCE };
      return datedEntries([debitOf(debit), debitOf(charge), ...creditsOf(returned)], day, 'SWIFT');
    },
    sent: () => [{ index: 0, instrument: 'SWIFT', amount, currency }],
    isRejected: reason !== undefined,
    waitsForClock: true,
  });
}

export function planStandingOrder(story: Beginning): Plan {
  const dice = diceOf(story);
  const { account: creditor } = pickAccepting(dice, OUTSIDER);
  const reference = referenceOf(story, 0);
  const initiation = standingOrder({
    Frequency: dice.pick(['EvryDay', 'EvryWorkgDay']),
    Reference: reference,
    ...first(dayAhead(story)),
    ...limitedTo(dice.between(...OCCURRENCES)),
    CreditorAccount: account(creditor, 'Fresco Ltd'),
  });
  const occurrences = occurrencesOf(initiation);
  const entries = occurrences.flatMap(({ date, amount }) => {
    const debit = debitIn(story, 0, amount as Pence);
    return datedEntries([debitOf(debit), ...creditsOf({ ...debit, creditor })], date, 'FPS');
  });
  return {
    ...planOrder(domesticStandingOrders, dice, {
      initiation,
      entriesOf: () => entries,
      sent: () => sentByOrder(occurrences, creditor),
      isRejected: false,
      waitsForClock: true,
    }),
    occurrences: occurrences.length,
  };
}

/**
 * Returns the payments of a standing order. Uses the service's code for their dates, because other
 * tests check those.
 */
function occurrencesOf(Initiation: Members): readonly OrderPayment[] {
  const data = JSON.stringify({ Initiation });
  const order = orderOf(domesticStandingOrders.instructionOf(data, 'payment', LIMITS));
  const occurrences: OrderPayment[] = [];
  let next = order.nextPayment(null, HOLIDAYS);
  while (next !== null) {
    occurrences.push(next);
    next = order.nextPayment(next, HOLIDAYS);
  }
  return occurrences;
}

/** Plans several payments under a VRP consent. Some of them exceed its limit. */
export function planVrps(story: Beginning, { payments, pence, limitPence: limits }: Vrps): Plan {
  const dice = diceOf(story);
  const limitPence = dice.between(...limits);
  const limit = periodicLimit('Year', 'Consent', formatAmount(limitPence));
  const { customer, statuses } = caseOf(domesticVrps.name);
  return {
    family: domesticVrps,
    consent: vrpConsent({ PeriodicLimits: [limit] }),
    customer,
    payments: Array.from({ length: dice.between(...payments) }, (_, index) =>
      planVrp(story, index, dice.between(...pence)),
    ),
    limitPence,
    occurrences: 1,
    finalStatus: statuses.last,
    waitsForClock: false,
    ending: endingOf(dice),
  };
}

function planVrp(story: Beginning, index: number, pence: Pence): PlannedPayment {
  const debit = debitIn(story, index, pence);
  const { Data } = vrpPayment('', {
    InstructedAmount: pounds(formatAmount(debit.pence)),
    RemittanceInformation: { Reference: 'Sweepco', Unstructured: debit.reference },
  });
  const entriesOf = () => [debitOf(debit)];
  return { data: Data, pence, entriesOf, sent: () => sentBy({ creditor: '', pence }) };
}

interface OrderFacts
  extends Pick<PlannedPayment, 'entriesOf' | 'sent'>, Pick<Plan, 'waitsForClock'> {
  /** The fields that differ from the Initiation of the family's test case. */
  readonly initiation: Members;
  readonly isRejected: boolean;
}

/** Plans a story with one submission of an order. */
function planOrder(
  family: Family,
  dice: Dice,
  { initiation, entriesOf, sent, isRejected, waitsForClock }: OrderFacts,
): Plan {
  const { consentData, risk: Risk, statuses, ...ofCase } = caseOf(family.name);
  const Initiation = { ...ofCase.initiation, ...initiation };
  return {
    family,
    consent: { Data: { ...consentData, Initiation }, Risk },
    customer: CLARA,
    payments: [{ data: {}, pence: 0, entriesOf, sent }],
    occurrences: 1,
    finalStatus: isRejected ? failedInsteadOf(statuses.last) : statuses.last,
    waitsForClock,
    ending: endingOf(dice),
  };
}

function failedInsteadOf(status: string): string {
  return status in INITIATION_MOVES ? 'InitiationFailed' : 'Rejected';
}

function endingOf(dice: Dice): Plan['ending'] {
  return dice.chance(SHARE_DECLINED) ? 'declined' : undefined;
}

function diceOf({ number, seed }: Beginning): Dice {
  return new Dice(seed, `order ${String(number)}`);
}

export function dayAhead({ now }: Beginning): LocalDate {
  return londonDate(now + DAYS_AHEAD * DAY_MS);
}

function memberOf(day: LocalDate | null): Members {
  return day === null ? {} : { RequestedExecutionDateTime: `${day}T09:00:00Z` };
}

/**
 * Adds to each entry the day on which it must appear: the first business day from the requested day
 * on.
 */
function datedEntries(
  entries: readonly string[],
  day: LocalDate | null,
  instrument: Instrument,
): readonly string[] {
  if (day === null) return entries;
  const open = nextBusinessDay(day, instrument, HOLIDAYS);
  return entries.map((entry) => onDay(entry, open));
}

function debitIn(story: Beginning, index: number, pence: Pence): Debit {
  return { debtor: NORTHWIND, reference: referenceOf(story, index), pence };
}

function remittanceOf({ reference }: Debit): Members {
  return { Reference: reference, Unstructured: reference };
}
