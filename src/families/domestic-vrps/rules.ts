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
import { effectiveParameters } from './effective-parameters.ts';
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

/**
 * The last day for which the next day still has a year of four digits. Later dates are treated as
 * this day.
 */
const LAST_INSTANT: Instant = Date.parse('9999-12-30T00:00:00Z');

/** Returns the day in London of a control parameter, without its time of day (rules, 8.6). */
function dayOf(dateTime: string): LocalDate {
  return londonDate(Math.min(expectDefined(parseInstant(dateTime), dateTime), LAST_INSTANT));
}

/** Returns the end of the day of `ValidToDateTime`. Null if the consent never expires. */
export function endOf({ ValidToDateTime }: Parameters): Instant | null {
  if (ValidToDateTime === undefined) return null;
  return londonInstant(addDays(dayOf(ValidToDateTime), 1));
}

/** Adds the faults of a consent request that concern several fields (rules, 8.3, 8.6 and 8.9). */
export function checkVrpConsent(body: unknown, { now }: RuleContext, faults: FaultList): void {
  checkDays(body, londonDate(now), faults);
  checkAlignments(body, faults);
  checkHasLimit(body, faults);
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
  // If the list of limits is too long, the schema reports it.
  if (limits.length <= MAX_PERIODIC_LIMITS) checkDuplicateLimits(limits, path, faults);
}

/** The fields in which two periodic limits must differ. The schema reports invalid values. */
const LimitKind = PeriodicLimit.pick({ PeriodType: true, PeriodAlignment: true }).loose();

/** Rejects two limits of one kind, because the customer might read only the higher one (8.3). */
function checkDuplicateLimits(
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
      const message = `There is already a limit of ${kind}. Expected one of each kind.`;
      faults.add('fieldInvalid', message, pathText([...path, index]));
    }
    kinds.add(kind);
  }
}

/** Requires a limit, so that the customer does not approve payments of any amount (8.1). */
function checkHasLimit(body: unknown, faults: FaultList): void {
  const parameters = valueAt(body, PARAMETERS);
  if (typeof parameters !== 'object' || parameters === null) return;
  const limits = valueAt(parameters, ['PeriodicLimits']);
  const hasLimits = Array.isArray(limits) ? limits.length > 0 : limits !== undefined;
  if (hasLimits || valueAt(parameters, ['MaximumIndividualAmount']) !== undefined) return;
  const message = 'Expected a MaximumIndividualAmount, or at least one of PeriodicLimits.';
  faults.add('fieldExpected', message, pathText([...PARAMETERS, 'MaximumIndividualAmount']));
}

/** Requires a CreditorAccount in a consent whose purpose is sweeping (rules, 8.9). */
function checkSweeping(body: unknown, faults: FaultList): void {
  const path = ['Data', 'Initiation', 'CreditorAccount'];
  const parameters = valueAt(body, PARAMETERS);
  const types = valueAt(parameters, ['VRPType']) ?? [SWEEPING];
  const isSweeping = Array.isArray(types) && types.includes(SWEEPING);
  if (parameters === undefined || !isSweeping || valueAt(body, path) !== undefined) return;
  faults.add('fieldExpected', 'A sweeping consent requires a CreditorAccount.', pathText(path));
}

/**
 * Checks a payment against its consent and adds the faults (rules, 8.7 to 8.11). Returns the amount
 * and the limits for periods of time. The store checks these together with the earlier payments.
 */
export function vrpSpendingOf(
  consent: Consent,
  data: string,
  context: SubmissionContext,
  faults: FaultList,
): Spending {
  const agreement = dataOf<typeof VrpConsentData>(consent.data);
  const payment = dataOf<typeof VrpPaymentData>(data);
  const parameters = effectiveParameters(agreement.ControlParameters, consent);
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

/** Returns the period of each limit that contains the day `today`. */
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

/** Returns the limits that apply on a day. Returns none before the consent begins (rules, 8.4). */
export function vrpLimitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[] {
  const { ControlParameters } = dataOf<typeof VrpConsentData>(consent.data);
  const parameters = effectiveParameters(ControlParameters, consent);
  const agreed = agreedDay(parameters, consent);
  if (today < agreed) return [];
  const texts = formatPeriods(parameters);
  return periodsOn(parameters, agreed, today).map((period, index) => ({
    ...period,
    text: texts[index] ?? '',
  }));
}

/**
 * Returns the day from which the periods of a consent are counted. It is the day of
 * ValidFromDateTime, but not earlier than the day of the consent's creation. Otherwise a TPP could
 * gain a whole period with a date in the past.
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
  const [maximum, instructed] = [penceOf(MaximumIndividualAmount), penceOf(InstructedAmount)];
  if (instructed <= maximum) return;
  const message = `Found ${displayAmount(instructed)}. Expected at most ${displayAmount(maximum)}.`;
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

/**
 * Requires that the payment credits the CreditorAccount of the consent. The account may be written
 * with another scheme name, but Name and SecondaryIdentification must be equal.
 */
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

/** Rejects a CreditorAgent that differs from that of the consent. The payment may omit it. */
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

/** Removes the namespace from a scheme name, because both spellings mean the same (rules, 10.1). */
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

/**
 * Adds a fault for a field of the instruction that differs from the consent.
 *
 * @param objects the object of the consent and that of the instruction
 */
function addMismatch(
  objects: readonly [unknown, unknown],
  [object, member]: readonly [string, string],
  faults: FaultList,
): void {
  const [consented, found] = objects.map((value) => describe(valueAt(value, [member])));
  const message = `Found ${String(found)}. Expected ${String(consented)}, as in the consent.`;
  faults.add('consentMismatch', message, pathText([...INSTRUCTION, object, member]));
}
