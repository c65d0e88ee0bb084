import type { ListedRecall } from '../ports/recall-store.ts';
import type { RecallReason, RecallState } from '../schemes/recalls.ts';
import { dayOfInstant, lowerFirst } from './format.ts';
import { richText, userText, type RichText } from './rich-text.ts';
import { formatReason } from './status-text.ts';

/** Formats recalls as text for customers. */

/** Reasons for which a customer can ask for a payment back, as the form shows them. */
export const RECALL_CHOICES = {
  DUPL: 'It was paid twice',
  AM09: 'The amount is wrong',
  AC03: 'It went to the wrong account',
  CUST: 'It was a mistake, or there is another reason',
} as const satisfies Partial<Record<RecallReason, string>>;

/** A reason for which a customer can ask for a payment back. */
export type RecallChoice = keyof typeof RECALL_CHOICES;

const REASONS: Readonly<Record<RecallReason, string>> = {
  ...RECALL_CHOICES,
  TECH: 'A technical error',
  FRAD: 'Fraud',
};

/** Reasons of a refusal (ISO 20022, ExternalPaymentCancellationRejection1Code). */
const REFUSALS: ReadonlyMap<string | null, string> = new Map([
  ['AC04', 'the payee’s account is closed'],
  ['AGNT', 'the payee’s bank does not agree'],
  ['AM04', 'there is not enough money in the payee’s account'],
  ['ARDT', 'the payee’s bank sent the money back before'],
  ['CUST', 'the payee does not agree'],
  ['LEGL', 'the law does not allow it'],
  ['NOAS', 'the payee has not answered'],
  ['NOOR', 'the payee’s bank cannot find the payment'],
]);

/** Returns the reason of a refusal as a phrase, or undefined if the code is unknown. */
export function formatRecallRefusal(code: string | null): string | undefined {
  return REFUSALS.get(code);
}

/** Returns texts about a recall: the request, the customer's note and the outcome. */
export function formatRecall(recall: ListedRecall): readonly RichText[] {
  const { requestedAt, requestedBy, requestedByKind, reason, note } = recall;
  const isOwn = requestedByKind === 'customer';
  const by = isOwn ? userText(requestedBy) : 'us';
  const request = richText`Asked for back on ${dayOfInstant(requestedAt)} by ${by}: ${lowerFirst(REASONS[reason])}`;
  // The bank's own note is for the payee's bank.
  const written = isOwn && note !== null ? [richText`Your text: ${userText(note)}`] : [];
  return [request, ...written, formatOutcome(recall)];
}

/** Returns the outcome of a recall. The money is back only if it was booked on the account. */
function formatOutcome(recall: ListedRecall): string {
  const { state, answerCode, answeredAt, creditedAt, returnReason } = recall;
  const on = answeredAt === null ? '' : ` on ${dayOfInstant(answeredAt)}`;
  switch (state) {
    case 'open':
    case 'pending':
      return 'The payee’s bank has not decided yet';
    case 'accepted':
      return `The payee’s bank agreed${on}. The money has not come back yet`;
    case 'refused':
      return `Refused${on}: ${formatRecallRefusal(answerCode) ?? 'ask us for the reason'}`;
    case 'returned': {
      if (creditedAt === null)
        return `The payee’s bank sent the money back${on}. It is not on your account yet`;
      // The text above contains the request already.
      const isNamed = returnReason !== null && returnReason !== 'NARR' && returnReason !== 'FOCR';
      const why = isNamed ? `: ${formatReason(returnReason)}` : '';
      return `The money came back on ${dayOfInstant(creditedAt)}${why}`;
    }
  }
}

const STATES: Readonly<Record<RecallState, string>> = {
  open: 'not decided yet',
  pending: 'not decided yet',
  accepted: 'agreed but not back yet',
  refused: 'refused',
  returned: 'sent back',
};

/** Returns a short text about the recalls of one payment. Returns null if there are none. */
export function formatRecallStates(states: readonly RecallState[]): string | null {
  if (states.length === 0) return null;
  return `Asked for back: ${[...new Set(states.map((state) => STATES[state]))].join(', ')}`;
}
