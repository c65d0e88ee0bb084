import type { Order } from '../../domain/execution/order.ts';
import { theirs, worded } from '../../domain/messages/rich-text.ts';
import { accountInWords, poundsInWords, schemeInWords } from '../../domain/messages/format.ts';
import { present } from '../../shared/assert.ts';
import { promiseOf, whenLines } from './review-when.ts';
import {
  linesOf,
  PAYEES_ACCOUNT,
  theirsIf,
  type Review,
  type ReviewContext,
  type ReviewLine,
  WITHIN_ACCOUNT,
} from './review.ts';

/** A single payment within the country, at once or on a day ahead. */
export function reviewSingle(order: Order, kind: string, context: ReviewContext): Review {
  const { instrument, parties } = order;
  const { date, amount } = present(order.nextPayment(null, context.holidays), 'the payment');
  return {
    kind,
    headline: worded`${poundsInWords(amount)} to ${theirs(parties.creditorName)}`,
    lines: linesOf(
      ...payeeLines(order),
      { label: 'Amount', value: poundsInWords(amount) },
      ...referenceLines(order),
      ...whenLines(instrument, date, context),
      { label: 'Sent by', value: schemeInWords(instrument) },
      { label: 'Our charge', value: 'None' },
    ),
    promise: promiseOf(instrument, date, context),
  };
}

/** Who is paid, into which British account. */
export function payeeLines({ parties, creditor }: Order): readonly ReviewLine[] {
  return linesOf(
    { label: 'Payee', value: theirs(parties.creditorName) },
    { label: PAYEES_ACCOUNT, value: accountInWords(parties.creditor) },
    theirsIf(WITHIN_ACCOUNT, creditor.secondary),
  );
}

/** What the payee will read of it. */
export function referenceLines({ parties }: Order): readonly ReviewLine[] {
  return linesOf(
    theirsIf('Reference', parties.reference) ?? { label: 'Reference', value: 'None' },
    theirsIf('Note', parties.unstructured),
  );
}
