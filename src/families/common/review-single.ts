import type { Order } from '../../domain/execution/order.ts';
import { userText, richText } from '../../domain/messages/rich-text.ts';
import { formatAccount, formatMoney, formatScheme } from '../../domain/messages/format.ts';
import { isChanged, receivedTexts } from '../../domain/schemes/payee-texts.ts';
import { expectDefined } from '../../shared/assert.ts';
import { promiseOf, whenLines } from './review-when.ts';
import {
  linesOf,
  PAYEES_ACCOUNT,
  userTextIf,
  type Review,
  type ReviewContext,
  type ReviewLine,
  WITHIN_ACCOUNT,
} from './review.ts';

/** Returns the summary of a single domestic payment, which is made at once or on a future date. */
export function reviewSingle(order: Order, kind: string, context: ReviewContext): Review {
  const { instrument, parties, currency } = order;
  const { date, amount } = expectDefined(order.nextPayment(null, context.holidays), 'the payment');
  return {
    kind,
    headline: richText`${formatMoney(amount, currency)} to ${userText(parties.creditorName)}`,
    lines: linesOf(
      ...payeeLines(order),
      ...ultimateLines(order),
      { label: 'Amount', value: formatMoney(amount, currency) },
      ...referenceLines(order),
      ...whenLines(instrument, date, context),
      { label: 'Sent by', value: formatScheme(instrument) },
      { label: 'Our charge', value: 'None' },
    ),
    promise: promiseOf(instrument, date, context),
  };
}

/** Returns the lines of the summary with the payee and the payee's UK account. */
export function payeeLines({ parties, creditor }: Order): readonly ReviewLine[] {
  return linesOf(
    { label: 'Payee', value: userText(parties.creditorName) },
    { label: PAYEES_ACCOUNT, value: formatAccount(parties.creditor) },
    userTextIf(WITHIN_ACCOUNT, creditor.secondary),
  );
}

/**
 * Returns the lines with the parties on whose behalf the payment is made and received. The customer
 * must see them (v4.0, "Ultimate parties").
 */
export function ultimateLines({
  ultimateDebtor,
  ultimateCreditor,
}: Pick<Order, 'ultimateDebtor' | 'ultimateCreditor'>): readonly ReviewLine[] {
  return linesOf(
    userTextIf('On behalf of', ultimateDebtor),
    userTextIf('Payee collects for', ultimateCreditor),
  );
}

/** Returns the lines of the summary with the remittance information. */
export function referenceLines({ instrument, parties, creditor }: Order): readonly ReviewLine[] {
  const sent = { ...parties, creditorName: creditor.name };
  const { name, reference, note } = receivedTexts(instrument, sent, creditor.secondary);
  const noteText = note === null ? 'Nothing, because there is a reference' : userText(note.text);
  const isNoteChanged = parties.unstructured !== '' && (note === null || isChanged(note));
  return linesOf(
    userTextIf('Reference', parties.reference) ?? { label: 'Reference', value: 'None' },
    userTextIf('Note', parties.unstructured),
    isChanged(name) ? userTextIf('The payee’s bank reads as the name', name.text) : null,
    isChanged(reference) ? userTextIf('The payee reads as the reference', reference.text) : null,
    isNoteChanged ? { label: 'The payee reads as the note', value: noteText } : null,
  );
}
