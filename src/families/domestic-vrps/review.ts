import type { PeriodAlignment, PeriodType } from '../../domain/calendar/vrp-periods.ts';
import { userText, richText } from '../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatDay,
  dayOfInstant,
  formatPounds,
} from '../../domain/messages/format.ts';
import { londonDate, parseInstant, type Instant } from '../../shared/time.ts';
import { penceOf, ultimateNamesOf } from '../common/initiations.ts';
import {
  linesOf,
  PAYEES_ACCOUNT,
  userTextIf,
  type Review,
  type ReviewContext,
  type ReviewLine,
  WITHIN_ACCOUNT,
} from '../common/review.ts';
import { ultimateLines } from '../common/review-single.ts';
import { ukAccount } from '../common/shared.ts';
import type { Agreement, Parameters } from './agreement.ts';
import { OTHER, SWEEPING } from './shapes.ts';

const PERIODS: Readonly<Record<PeriodType, string>> = {
  Day: 'a day',
  Week: 'a week',
  Fortnight: 'a fortnight',
  Month: 'a month',
  'Half-year': 'half a year',
  Year: 'a year',
};

const ALIGNMENTS: Readonly<Record<PeriodAlignment, string>> = {
  Consent: 'counted from the day on which this begins',
  Calendar: 'by the calendar',
};

/**
 * Returns the summary of a VRP consent with the payee, the limits, the validity, and whether the
 * TPP will ask the customer again.
 *
 * @param endsAt when the consent expires, or null: never
 */
export function reviewVrp(
  { ControlParameters: parameters, Initiation }: Agreement,
  endsAt: Instant | null,
  context: ReviewContext,
): Review {
  const { CreditorAccount: payee, RemittanceInformation } = Initiation;
  const reference = RemittanceInformation?.Reference;
  const to = payee === undefined ? 'payees to be named' : userText(payee.Name);
  return {
    kind: 'future payments within the limits below',
    headline: richText`Payments to ${to}, ${formatEach(parameters)}`,
    lines: linesOf(
      userTextIf('Payee', payee?.Name) ?? {
        label: 'Payee',
        value: 'Anyone whom the provider names',
      },
      payee && { label: PAYEES_ACCOUNT, value: formatAccount(ukAccount(payee)) },
      userTextIf(WITHIN_ACCOUNT, payee?.SecondaryIdentification),
      ...ultimateLines(ultimateNamesOf(Initiation)),
      userTextIf('Reference', reference) ?? { label: 'Reference', value: 'Set with each payment' },
      { label: 'Purpose', value: formatPurpose(parameters) },
      interactionLine(parameters),
      ...limitLines(parameters),
      { label: 'From', value: formatBeginning(parameters, context) },
      { label: 'Until', value: formatEnd(endsAt) },
      { label: 'We ask you again', value: 'No: payments within these limits are made at once' },
      providersLine(parameters),
      { label: 'Our charge', value: 'None' },
      { label: 'You can end this', value: 'At any time, at the bank or by telling the provider' },
    ),
    promise: (provider) => richText`we’ll pay within these limits whenever ${provider} asks us to.`,
  };
}

/**
 * Returns the limit of each payment as text. Consents without any limit exist only from an earlier
 * release, which did not require one.
 */
function formatEach(parameters: Parameters): string {
  const { MaximumIndividualAmount: most, PeriodicLimits: [only, ...others] = [] } = parameters;
  if (most !== undefined) return `up to ${formatPounds(penceOf(most))} each`;
  if (only === undefined) return 'of any amount';
  if (others.length > 0) return 'within the limits below';
  return `up to ${formatPounds(penceOf(only))} ${PERIODS[only.PeriodType]}`;
}

/**
 * Returns the purpose of a consent as text. The provider states it, and the bank cannot verify it.
 */
function formatPurpose({ VRPType: types = [SWEEPING] }: Parameters): string {
  const commercial = types.filter((type) => type !== SWEEPING && type !== OTHER);
  const names = commercial.map((type) => type.replace('UK.OBIE.VRPType.', '')).join(' and ');
  const purposes = [
    ...(types.includes(SWEEPING) ? ['moving money between your own accounts (sweeping)'] : []),
    ...(commercial.length > 0 ? [`paying a business (commercial payments, type ${names})`] : []),
    ...(types.includes(OTHER) ? ['other payments'] : []),
  ];
  return `According to the provider: ${purposes.join(', and ')}`;
}

const INTERACTIONS: Readonly<Record<string, string>> = {
  InSession: 'While you use the provider’s app or website',
  OffSession: 'While you are away',
};

/** Returns a line with the interaction types. Returns null for consents of v3.1. */
function interactionLine({ PSUInteractionTypes: types }: Parameters): ReviewLine | null {
  if (types === undefined) return null;
  return { label: 'Payments are made', value: types.map((type) => INTERACTIONS[type] ?? type) };
}

/** Returns the limits for periods of time as texts, in the order of the consent. */
export function formatPeriods({
  PeriodicLimits: limits = [],
}: Pick<Parameters, 'PeriodicLimits'>): readonly string[] {
  return limits.map((limit) => {
    const { PeriodType: type, PeriodAlignment: alignment } = limit;
    return `${formatPounds(penceOf(limit))} ${PERIODS[type]}, ${ALIGNMENTS[alignment]}`;
  });
}

function limitLines(parameters: Parameters): readonly ReviewLine[] {
  const { MaximumIndividualAmount: most } = parameters;
  const periods = formatPeriods(parameters);
  const none = periods.length === 0 ? 'No limit for one payment' : 'What is left of that in all';
  return [
    {
      label: 'Each payment at most',
      value: most === undefined ? none : formatPounds(penceOf(most)),
    },
    {
      label: 'In all at most',
      value: periods.length === 0 ? 'No limit over time' : periods,
    },
  ];
}

function formatBeginning(
  { ValidFromDateTime }: Parameters,
  { now, agreedAt }: Pick<ReviewContext, 'now' | 'agreedAt'>,
): string {
  const from = ValidFromDateTime === undefined ? undefined : parseInstant(ValidFromDateTime);
  const agreed = londonDate(agreedAt ?? now);
  if (from !== undefined && londonDate(from) > agreed) return formatDay(londonDate(from));
  return agreedAt === undefined ? 'Today' : formatDay(agreed);
}

/**
 * Returns the last day of a consent as text. It is the day that contains the instant before
 * `endsAt`.
 */
function formatEnd(endsAt: Instant | null): string {
  return endsAt === null ? 'No end: until you end it' : `${dayOfInstant(endsAt - 1)}, inclusive`;
}

/**
 * Returns a line which states that the TPP, and not the bank, will ask the customer to confirm each
 * payment (decision 38). Returns null if it will not ask.
 */
function providersLine({ PSUAuthenticationMethods: methods }: Parameters): ReviewLine | null {
  if (methods.includes('UK.OBIE.SCANotRequired')) return null;
  return { label: 'The provider says', value: 'It will ask you to confirm each payment' };
}
