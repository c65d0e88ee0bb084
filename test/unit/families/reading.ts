import { piecesOf, type RichText } from '../../../src/domain/messages/rich-text.ts';
import type { ReviewContext } from '../../../src/families/common/review.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { pounds } from '../../helpers/orders.ts';
import { account } from '../../helpers/payment-file.ts';

/** 16:30 on a Tuesday, after every cut-off. */
export const CONTEXT: ReviewContext = {
  now: Date.parse('2026-12-01T16:30:00Z'),
  holidays: { isBankHoliday: (day) => day === '2026-12-25', isTargetHoliday: () => false },
  limits: LIMITS,
  file: null,
};

/** Returns the headline and the lines that a customer reads, by their labels. */
export function read(family: string, data: object, context: Partial<ReviewContext> = {}) {
  const review = familyNamed(family).review(JSON.stringify(data), { ...CONTEXT, ...context });
  return {
    headline: written(review.headline),
    ...Object.fromEntries(review.lines.map(({ label, value }) => [label, writtenAll(value)])),
  };
}

/** Returns a rich text as plain text, with ‹ and › around user text. */
export function written(words: RichText): string {
  return piecesOf(words)
    .map((piece) => (typeof piece === 'string' ? piece : `‹${piece.userText}›`))
    .join('');
}

function writtenAll(value: RichText | readonly RichText[]): string | string[] {
  return Array.isArray(value) ? value.map(written) : written(value as RichText);
}

/** A domestic payment. */
export const PAYMENT = {
  InstructionIdentification: 'I',
  InstructedAmount: pounds('1234.50'),
  CreditorAccount: account('20000000000001', 'Fresco Ltd'),
  RemittanceInformation: { Reference: 'INV 1', Unstructured: 'For March' },
};
