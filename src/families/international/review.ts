import type { Creditor } from '../../domain/execution/credit.ts';
import type { Order } from '../../domain/execution/order.ts';
import type { ChargeBearer } from '../../domain/schemes/tariff.ts';
import { userText, richText, type RichTextPieces } from '../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatCountry,
  formatMoney,
  formatScheme,
} from '../../domain/messages/format.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { LocalDate } from '../../shared/time.ts';
import { referenceLines, ultimateLines } from '../common/review-single.ts';
import { dayOfExecution, promiseOf, whenLines } from '../common/review-when.ts';
import {
  linesOf,
  PAYEES_ACCOUNT,
  PAYEES_BANK,
  userTextIf,
  type Review,
  type ReviewContext,
  type ReviewLine,
  WITHIN_ACCOUNT,
} from '../common/review.ts';

const BEARERS: Readonly<Record<ChargeBearer, string>> = {
  Shared: 'You pay our charge; the payee pays those of other banks.',
  FollowingServiceLevel: 'You pay our charge; the payee pays those of other banks.',
  BorneByDebtor: 'You pay all charges.',
  BorneByCreditor: 'The payee pays all charges.',
};

/**
 * Returns the summary of an international payment. It also names the party that bears the charges.
 */
export function reviewInternational(order: Order, context: ReviewContext): Review {
  const { instrument, currency, currencyOfTransfer } = order;
  const { date, amount } = expectDefined(order.nextPayment(null, context.holidays), 'the payment');
  const money = formatMoney(amount, currency);
  return {
    kind: kindOf(order, date),
    headline: richText`${money} to ${userText(order.parties.creditorName)}`,
    lines: linesOf(
      ...payeeAbroad(order),
      ...ultimateLines(order),
      { label: 'Amount', value: money },
      currencyOfTransfer === currency ? null : { label: 'Paid out in', value: currencyOfTransfer },
      ...costLines(order, date, context),
      ...referenceLines(order),
      ...whenLines(instrument, date, context),
      { label: 'Sent by', value: formatScheme(instrument) },
    ),
    promise: promiseOf(instrument, date, context),
  };
}

function kindOf({ creditor }: Order, date: LocalDate | null): string {
  const payment = creditor.country === 'GB' ? 'a payment' : 'a payment abroad';
  return date === null ? payment : `${payment} on a later day`;
}

function payeeAbroad({ parties, creditor }: Order): readonly ReviewLine[] {
  const bank = formatBank(creditor);
  return linesOf(
    { label: 'Payee', value: userText(parties.creditorName) },
    creditor.name === parties.creditorName ? null : userTextIf('Also known as', creditor.name),
    {
      label: PAYEES_ACCOUNT,
      value: creditor.isBritish ? formatAccount(parties.creditor) : userText(parties.creditor),
    },
    userTextIf(WITHIN_ACCOUNT, creditor.secondary),
    bank.length === 0 ? null : { label: PAYEES_BANK, value: bank },
    { label: 'Country', value: formatCountry(creditor.country) },
  );
}

/** Returns the name, the BIC and the clearing code of the payee's bank, if they are known. */
function formatBank({ agent, clearingCode }: Creditor): readonly RichTextPieces[] {
  const cleared = clearingCode && `${clearingCode.code} ${clearingCode.identification}`;
  return [agent?.name ?? null, agent?.bic ?? null, cleared]
    .filter((part) => part !== null)
    .map((part) => userText(part));
}

const AGREED =
  'The provider names an agreed rate. We check it against our contract, and pay at no other rate.';

/**
 * Returns the lines of the summary about charges and the exchange rate. Their amounts are known
 * only after the bank has executed the payment, so the lines contain the time of the execution
 * (rules, 7.15).
 */
function costLines(
  { instrument, exchange, chargeBearer }: Order,
  date: LocalDate | null,
  context: ReviewContext,
): readonly ReviewLine[] {
  const day = dayOfExecution(instrument, date, context);
  const later = `You’ll be told once we have made the payment, on ${day}.`;
  const bearer = BEARERS[chargeBearer ?? 'Shared'];
  const charge = {
    label: 'Our charge',
    value: [later, 'Any charge is then a line of its own on your statement.', bearer],
  };
  if (exchange === null) return [charge];
  const shown =
    'The provider can then show you the rate, and your statement what you paid in pounds.';
  const agreed = exchange.claimed === null ? [] : [AGREED];
  return [{ label: 'Exchange rate', value: [later, shown, ...agreed] }, charge];
}
