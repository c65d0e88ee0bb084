import {
  accountText,
  dayOfInstant,
  formatCount,
  formatDay,
  formatPounds,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { plainText, type RichText } from '../../../domain/messages/rich-text.ts';
import type { FileFacts, PaymentParties } from '../../../domain/records/payment.ts';
import type { FactLine } from '../../../domain/records/payment-timeline.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { ReviewLine } from '../../../families/common/review.ts';
import type { Instant } from '../../../shared/time.ts';

/** Returns the lines about the payee, the texts and the scheme of a payment. */
export function paymentLines(parties: PaymentParties, instrument: Instrument): readonly FactLine[] {
  return [
    ...line('Payee', parties.creditorName),
    ...line('Payee’s account', accountText(parties.creditor)),
    ...line('Reference', parties.reference),
    ...line('Unstructured information', parties.unstructured),
    ...line('End-to-end id', parties.endToEndIdentification),
    ...line('Instruction id', parties.instructionIdentification),
    ...line('Scheme', formatScheme(instrument)),
  ];
}

/** Maximum number of groups of a file that are listed. */
const MAX_GROUPS = 12;

/** Returns the lines about a file: its reference, and its groups. */
export function fileLines({ groups }: FileFacts, reference: string): readonly FactLine[] {
  const listed = groups.slice(0, MAX_GROUPS).map((group) => {
    const { instrument, date } = group;
    const by = `${formatCount(group.payments, 'payment')} by ${formatScheme(instrument)}`;
    return `${by}, ${formatPounds(group.totalPence)}${date === null ? '' : `, on ${formatDay(date)}`}`;
  });
  const others = groups.length - listed.length;
  const more = others === 0 ? [] : [`and ${formatCount(others, 'other group')}`];
  return [...line('File reference', reference), { label: 'Groups', values: [...listed, ...more] }];
}

/** Lines of the summary of a permission that only customers need. */
const FOR_CUSTOMERS: ReadonlySet<string> = new Set([
  'Purpose',
  'Payments are made',
  'Until',
  'We ask you again',
  'The provider says',
  'Our charge',
  'You can end this',
]);

/** Returns the lines about a permission: its payee and limits, and its end. */
export function permissionLines(
  review: readonly ReviewLine[],
  expiresAt: Instant | null,
): readonly FactLine[] {
  return [
    ...review.filter(({ label }) => !FOR_CUSTOMERS.has(label)).map(lineOf),
    ...line('Until', expiresAt === null ? 'No end' : `${dayOfInstant(expiresAt - 1)}, inclusive`),
  ];
}

function line(label: string, value: string): readonly FactLine[] {
  return value === '' ? [] : [{ label, values: [value] }];
}

function lineOf({ label, value }: ReviewLine): FactLine {
  const values: readonly RichText[] = isList(value) ? value : [value];
  return { label, values: values.map(plainText) };
}

function isList(value: ReviewLine['value']): value is readonly RichText[] {
  return Array.isArray(value);
}
