import type { z } from 'zod';
import { valueAt } from '../../contract/faults.ts';
import { DateTime } from '../../contract/fields.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FaultList } from '../../shared/errors.ts';
import { pathText } from '../../shared/text.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  parseInstant,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { RuleContext } from '../common/family.ts';
import { MAX_PERIODIC_LIMITS, PeriodicLimit, SWEEPING, type ControlParameters } from './shapes.ts';

/** The path of the control parameters in a consent request. */
export const PARAMETERS = ['Data', 'ControlParameters'];

/**
 * The last day for which the next day still has a year of four digits. Later dates are treated as
 * this day.
 */
const LAST_INSTANT: Instant = Date.parse('9999-12-30T00:00:00Z');

/** Returns the day in London of a control parameter, without its time of day (rules, 8.6). */
export function dayOf(dateTime: string): LocalDate {
  return londonDate(Math.min(expectDefined(parseInstant(dateTime), dateTime), LAST_INSTANT));
}

/** Returns the end of the day of `ValidToDateTime`. Null if the consent never expires. */
export function endOf({
  ValidToDateTime,
}: Pick<z.infer<typeof ControlParameters>, 'ValidToDateTime'>): Instant | null {
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
