import type { z } from 'zod';
import { describe, valueAt } from '../../contract/faults.ts';
import { DateTime } from '../../contract/fields.ts';
import { addSelfPayment } from '../../contract/self-payment.ts';
import { checkSchemeLimit } from '../../contract/scheme-limits.ts';
import { periodAt, type LimitPeriod } from '../../domain/calendar/vrp-periods.ts';
import type { Spending } from '../../domain/execution/spending.ts';
import type { Consent } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FaultList } from '../../shared/errors.ts';
import { displayAmount } from '../../shared/money.ts';
import { pathText } from '../../shared/text.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  parseInstant,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { RuleContext, RunningLimit, SubmissionContext } from '../common/family.ts';
import { dataOf, penceOf } from '../common/initiations.ts';
import { ukAccount } from '../common/shared.ts';
import { formatPeriods } from './review.ts';
import {
  MAX_PERIODIC_LIMITS,
  PeriodicLimit,
  SWEEPING,
  type VrpConsentData,
  type VrpPaymentData,
  type ControlParameters,
  type Instruction,
  type VrpInitiation,
} from './shapes.ts';

type Parameters = z.infer<typeof ControlParameters>;
type Initiation = z.infer<typeof VrpInitiation>;
type Instructed = z.infer<typeof Instruction>;

const PARAMETERS = ['Data', 'ControlParameters'];
const INSTRUCTION = ['Data', 'Instruction'];

/** The last day whose next day has a year of four digits; dates beyond it count as this one. */
const LAST_INSTANT: Instant = Date.parse('9999-12-30T00:00:00Z');

/** The day in London of a control parameter: its time is disregarded (rules, 8.6). */
function dayOf(dateTime: string): LocalDate {
  return londonDate(Math.min(expectDefined(parseInstant(dateTime), dateTime), LAST_INSTANT));
}

/** From when on a consent is Expired: the end of the day of its `ValidToDateTime`; null: never. */
export function endOf({ ValidToDateTime }: Parameters): Instant | null {
  if (ValidToDateTime === undefined) return null;
  return londonInstant(addDays(dayOf(ValidToDateTime), 1));
}

/**
 * Adds what the members of a request for a consent ask of each other and of the day (rules, 8.3,
 * 8.6 and 8.9).
 */
export function checkVrpConsent(body: unknown, { now }: RuleContext, faults: FaultList): void {
  checkDays(body, londonDate(now), faults);
  checkAlignments(body, faults);
  checkBounds(body, faults);
  checkSweeping(body, faults);
}

function checkDays(body: unknown, today: LocalDate, faults: FaultList): void {
  const dayAt = (member: string): LocalDate | undefined => {
    const dateTime = DateTime.safeParse(valueAt(body, [...PARAMETERS, member])).data;
    return dateTime === undefined ? undefined : dayOf(dateTime);
  };
  const from = dayAt('ValidFromDateTime') ?? today;
  const to = dayAt('ValidToDateTime');
  const first = from > today ? from : today;
  if (to === undefined || to >= first) return;
  const message = `Found ${to}. Expected ${first} or a later day.`;
  faults.add('fieldInvalidDate', message, pathText([...PARAMETERS, 'ValidToDateTime']));
}

function checkAlignments(body: unknown, faults: FaultList): void {
  const path = [...PARAMETERS, 'PeriodicLimits'];
  const found = valueAt(body, path);
  const limits: readonly unknown[] = Array.isArray(found) ? found : [];
  for (const [index, limit] of limits.entries()) {
    const isFortnight = valueAt(limit, ['PeriodType']) === 'Fortnight';
    if (!isFortnight || valueAt(limit, ['PeriodAlignment']) !== 'Calendar') continue;
    const message =
      'Found "Calendar", but no calendar says when fortnights begin. Expected Consent.';
    faults.add('fieldInvalid', message, pathText([...path, index, 'PeriodAlignment']));
  }
  // A list that is too long has a fault of its own.
  if (limits.length <= MAX_PERIODIC_LIMITS) checkDoubles(limits, path, faults);
}

/** What is no kind, the schema tells. */
const LimitKind = PeriodicLimit.pick({ PeriodType: true, PeriodAlignment: true }).loose();

/** Two limits of one kind would let a customer read the wrong one (rules, 8.3). */
function checkDoubles(
  limits: readonly unknown[],
  path: readonly string[],
  faults: FaultList,
): void {
  const kinds = new Set<string>();
  for (const [index, limit] of limits.entries()) {
    const { data: kindOf } = LimitKind.safeParse(limit);
    if (kindOf === undefined) continue;
    const kind = `${kindOf.PeriodType} and ${kindOf.PeriodAlignment}`;
    if (kinds.has(kind)) {
      const message = `There is a limit of ${kind} already. Expected one of each.`;
      faults.add('fieldInvalid', message, pathText([...path, index]));
    }
    kinds.add(kind);
  }
}

/** A permission without any bound is none that a customer can read (rules, 8.1). */
function checkBounds(body: unknown, faults: FaultList): void {
  const parameters = valueAt(body, PARAMETERS);
  if (typeof parameters !== 'object' || parameters === null) return;
  const limits = valueAt(parameters, ['PeriodicLimits']);
  const hasLimits = Array.isArray(limits) ? limits.length > 0 : limits !== undefined;
  if (hasLimits || valueAt(parameters, ['MaximumIndividualAmount']) !== undefined) return;
  const message = 'Expected a MaximumIndividualAmount, or at least one of PeriodicLimits.';
  faults.add('fieldExpected', message, pathText([...PARAMETERS, 'MaximumIndividualAmount']));
}

/** Only a consent for other than sweeping may leave it open who is paid (rules, 8.9). */
function checkSweeping(body: unknown, faults: FaultList): void {
  const path = ['Data', 'Initiation', 'CreditorAccount'];
  const parameters = valueAt(body, PARAMETERS);
  const types = valueAt(parameters, ['VRPType']) ?? [SWEEPING];
  const isSweeping = Array.isArray(types) && types.includes(SWEEPING);
  if (parameters === undefined || !isSweeping || valueAt(body, path) !== undefined) return;
  faults.add('fieldExpected', 'A sweeping consent names the account it pays to.', pathText(path));
}

/**
 * Adds everything in which a payment breaks what its consent allows by itself, and tells the limits
 * that it must keep together with the payments before it (rules, 8.7 to 8.11).
 */
export function vrpSpendingOf(
  consent: Consent,
  data: string,
  context: SubmissionContext,
  faults: FaultList,
): Spending {
  const agreement = dataOf<typeof VrpConsentData>(consent.data);
  const payment = dataOf<typeof VrpPaymentData>(data);
  const parameters = agreement.ControlParameters;
  checkMaximum(parameters, payment.Instruction, faults);
  checkAuthentication(parameters, payment.PSUAuthenticationMethod, faults);
  checkCreditor(agreement.Initiation, payment.Instruction, faults);
  checkCreditorAgent(agreement.Initiation, payment.Instruction, faults);
  checkReference(agreement.Initiation, payment.Instruction, faults);
  checkSchemeLimit(payment.Instruction, pathText(INSTRUCTION), context, faults);
  addSelfPayment(consent.debtorAccount, payment.Instruction, pathText(INSTRUCTION), faults);

  const pence = penceOf(payment.Instruction.InstructedAmount);
  const agreed = agreedDay(parameters, consent);
  const today = londonDate(context.now);
  if (today < agreed) {
    const message = `Found ${today}. Payments begin on ${agreed}.`;
    faults.add('failsControlParameters', message, pathText([...PARAMETERS, 'ValidFromDateTime']));
    return { pence, limits: [] };
  }
  const limits = periodsOn(parameters, agreed, today).map((period, index) => ({
    ...period,
    path: pathText([...PARAMETERS, 'PeriodicLimits', index]),
  }));
  return { pence, limits };
}

/** The periods of a consent's limits in which a day lies, in the order of the limits. */
function periodsOn(
  { PeriodicLimits: limits = [] }: Parameters,
  agreed: LocalDate,
  today: LocalDate,
): readonly LimitPeriod[] {
  return limits.map((limit) => {
    const { PeriodType: type, PeriodAlignment: alignment } = limit;
    return periodAt({ type, alignment, amountPence: penceOf(limit) }, agreed, today);
  });
}

/** The limits that run on a day, in words; none before the consent begins (rules, 8.4). */
export function vrpLimitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[] {
  const { ControlParameters: parameters } = dataOf<typeof VrpConsentData>(consent.data);
  const agreed = agreedDay(parameters, consent);
  if (today < agreed) return [];
  const text = formatPeriods(parameters);
  return periodsOn(parameters, agreed, today).map((period, place) => ({
    ...period,
    text: text[place] ?? '',
  }));
}

/**
 * The day from which a consent's periods count: that of its beginning, but none before anybody
 * agreed to it, which would buy a whole first period.
 */
function agreedDay({ ValidFromDateTime }: Parameters, { createdAt }: Consent): LocalDate {
  const created = londonDate(createdAt);
  if (ValidFromDateTime === undefined) return created;
  const from = dayOf(ValidFromDateTime);
  return from > created ? from : created;
}

function checkMaximum(
  { MaximumIndividualAmount }: Parameters,
  { InstructedAmount }: Instructed,
  faults: FaultList,
): void {
  if (MaximumIndividualAmount === undefined) return;
  const [most, asked] = [penceOf(MaximumIndividualAmount), penceOf(InstructedAmount)];
  if (asked <= most) return;
  const message = `Found ${displayAmount(asked)}. Expected at most ${displayAmount(most)}.`;
  const path = pathText([...PARAMETERS, 'MaximumIndividualAmount']);
  faults.add('failsControlParameters', message, path);
}

function checkAuthentication(
  { PSUAuthenticationMethods }: Parameters,
  method: Parameters['PSUAuthenticationMethods'][number],
  faults: FaultList,
): void {
  if (PSUAuthenticationMethods.includes(method)) return;
  const message = `Found ${method}. Expected ${PSUAuthenticationMethods.join(' or ')}.`;
  const path = pathText([...PARAMETERS, 'PSUAuthenticationMethods']);
  faults.add('failsControlParameters', message, path);
}

/** The same account may be spelt in more than one way; what else is known of it may not. */
function checkCreditor(
  { CreditorAccount: consented }: Initiation,
  { CreditorAccount: instructed }: Instructed,
  faults: FaultList,
): void {
  if (consented === undefined) return;
  const differs = (member: string): void => {
    addMismatch([consented, instructed], ['CreditorAccount', member], faults);
  };
  if (ukAccount(consented) !== ukAccount(instructed)) differs('Identification');
  for (const member of ['Name', 'SecondaryIdentification']) {
    if (consented[member] !== instructed[member]) differs(member);
  }
}

/** A payment need not name the creditor's bank again, but it may name no other. */
function checkCreditorAgent(
  { CreditorAgent: consented }: Initiation,
  { CreditorAgent: instructed }: Instructed,
  faults: FaultList,
): void {
  if (consented === undefined || instructed === undefined) return;
  for (const member of ['SchemeName', 'Identification', 'Name'] as const) {
    if (plainName(consented[member]) === plainName(instructed[member])) continue;
    addMismatch([consented, instructed], ['CreditorAgent', member], faults);
  }
}

/** Schemes have a plain and a namespaced spelling; both are taken (rules, 10.1). */
function plainName(name: string | undefined): string | undefined {
  return name?.replace(/^UK\.OBIE\./, '');
}

function checkReference(
  { RemittanceInformation: consented }: Initiation,
  { RemittanceInformation: instructed }: Instructed,
  faults: FaultList,
): void {
  if (consented?.Reference === undefined || consented.Reference === instructed?.Reference) return;
  addMismatch([consented, instructed], ['RemittanceInformation', 'Reference'], faults);
}

/** @param objects the consent's and the instruction's, in which a member differs */
function addMismatch(
  objects: readonly [unknown, unknown],
  [object, member]: readonly [string, string],
  faults: FaultList,
): void {
  const [consented, found] = objects.map((one) => describe(valueAt(one, [member])));
  const message = `Found ${String(found)}. Expected ${String(consented)}, as in the consent.`;
  faults.add('consentMismatch', message, pathText([...INSTRUCTION, object, member]));
}
