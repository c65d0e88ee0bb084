import { describe, valueAt } from '../../contract/faults.ts';
import { addSelfPayment } from '../../contract/self-payment.ts';
import { checkSchemeLimit } from '../../contract/scheme-limits.ts';
import { periodAt, type LimitPeriod } from '../../domain/calendar/vrp-periods.ts';
import type { Spending } from '../../domain/execution/spending.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { FaultList } from '../../shared/errors.ts';
import { displayAmount } from '../../shared/money.ts';
import { pathText } from '../../shared/text.ts';
import { londonDate, type LocalDate } from '../../shared/time.ts';
import type { RunningLimit, SubmissionContext } from '../common/family.ts';
import { penceOf } from '../common/initiations.ts';
import { ukAccount } from '../common/shared.ts';
import {
  agreementOf,
  vrpPaymentOf,
  type Initiation,
  type Instructed,
  type Parameters,
  type VrpPayment,
} from './agreement.ts';
import { effectiveParameters } from './effective-parameters.ts';
import { formatPeriods } from './review.ts';
import { dayOf, PARAMETERS } from './rules.ts';
import { SWEEPING } from './shapes.ts';

const INSTRUCTION = ['Data', 'Instruction'];

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
  const agreement = agreementOf(consent.data);
  const payment = vrpPaymentOf(data);
  const parameters = effectiveParameters(agreement.ControlParameters, consent);
  checkMaximum(parameters, payment.Instruction, faults);
  checkMethods(parameters, payment, faults);
  checkCreditor(agreement.Initiation, payment.Instruction, faults);
  checkCreditorAgent(agreement.Initiation, payment.Instruction, faults);
  checkUltimateCreditor(agreement.Initiation, payment.Instruction, faults);
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

/**
 * Returns the limits that apply on a day. Returns none for a day before the consent begins (rules,
 * 8.4).
 */
export function vrpLimitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[] {
  const parameters = effectiveParameters(agreementOf(consent.data).ControlParameters, consent);
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
  const maximum = penceOf(MaximumIndividualAmount);
  const instructed = penceOf(InstructedAmount);
  if (instructed <= maximum) return;
  const message = `Found ${displayAmount(instructed)}. Expected at most ${displayAmount(maximum)}.`;
  const path = pathText([...PARAMETERS, 'MaximumIndividualAmount']);
  faults.add('failsControlParameters', message, path);
}

/** Requires a method and types that the consent allows (rules, 8.11 and 8.18). */
function checkMethods(
  { PSUAuthenticationMethods, VRPType = [SWEEPING], PSUInteractionTypes }: Parameters,
  payment: VrpPayment,
  faults: FaultList,
): void {
  const check = (allowed: readonly unknown[] | undefined, found: unknown, member: string): void => {
    if (allowed === undefined || found === undefined || allowed.includes(found)) return;
    const message = `Found ${describe(found)}. Expected ${allowed.join(' or ')}.`;
    faults.add('failsControlParameters', message, pathText([...PARAMETERS, member]));
  };
  check(PSUAuthenticationMethods, payment.PSUAuthenticationMethod, 'PSUAuthenticationMethods');
  check(VRPType, payment.VRPType, 'VRPType');
  check(PSUInteractionTypes, payment.PSUInteractionType, 'PSUInteractionTypes');
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

/** Rejects another UltimateCreditor than the consent's. It may be absent (rules, 8.19). */
function checkUltimateCreditor(
  { UltimateCreditor: consented }: Initiation,
  { UltimateCreditor: instructed }: Instructed,
  faults: FaultList,
): void {
  if (consented === undefined || instructed === undefined) return;
  for (const member of ['Name', 'LEI', 'Identification'] as const) {
    if (consented[member] === instructed[member]) continue;
    addMismatch([consented, instructed], ['UltimateCreditor', member], faults);
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
