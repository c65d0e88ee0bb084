import { chargeOf, type ChargeBearer } from '../../domain/exchange.ts';
import type { InternationalInitiation } from '../../domain/international.ts';
import type { Order } from '../../domain/order.ts';
import { priceOf } from '../../domain/pricing.ts';
import { theirs, worded } from '../../domain/wording.ts';
import {
  accountInWords,
  countryInWords,
  moneyInWords,
  poundsInWords,
  schemeInWords,
} from '../../domain/words.ts';
import { present } from '../../kernel/assert.ts';
import { linesOf, theirsIf, type Review, type ReviewContext, type ReviewLine } from './review.ts';
import { referenceLines, WITHIN_ACCOUNT } from './single.ts';
import { whenLines } from './when.ts';

const BEARERS: Readonly<Record<ChargeBearer, string>> = {
  Shared: 'You pay our charge; the payee pays those of other banks.',
  FollowingServiceLevel: 'You pay our charge; the payee pays those of other banks.',
  BorneByDebtor: 'You pay all charges.',
  BorneByCreditor: 'The payee pays all charges.',
};

/** What the review tells of the request besides what the order says. */
type Abroad = Pick<
  InternationalInitiation,
  'Creditor' | 'CreditorAccount' | 'CreditorAgent' | 'SupplementaryData'
>;

/**
 * A payment abroad: the amount that is sent, what it costs as far as one can tell, and who bears
 * the charges. Final rates and charges are known when it is executed (rules, 7.15).
 */
export function reviewInternational(
  order: Order,
  initiation: Abroad,
  kind: string,
  context: ReviewContext,
): Review {
  const { date, amount } = present(order.nextPayment(null, context.holidays), 'the payment');
  const money = moneyInWords(amount, order.currency);
  return {
    kind,
    headline: worded`${money} to ${theirs(order.parties.creditorName)}`,
    lines: linesOf(
      ...payeeAbroad(order, initiation),
      { label: 'Amount', value: money },
      ...costLines(order, amount, context),
      ...referenceLines(order),
      ...whenLines(order.instrument, date, context),
      { label: 'Sent by', value: schemeInWords(order.instrument) },
    ),
  };
}

function payeeAbroad(order: Order, initiation: Abroad): readonly ReviewLine[] {
  const { Creditor, CreditorAgent, SupplementaryData, CreditorAccount } = initiation;
  const { DestinationCountry, NCCCode, NCCIdentification } = SupplementaryData;
  const clearing = [NCCCode, NCCIdentification].filter((part) => part !== undefined).join(' ');
  const bank = [CreditorAgent?.Name ?? '', CreditorAgent?.Identification ?? clearing]
    .filter((part) => part !== '')
    .map((part) => theirs(part));
  const account = order.creditor.isBritish
    ? accountInWords(order.parties.creditor)
    : theirs(CreditorAccount.Identification);
  const isNamedApart = Creditor?.Name !== order.parties.creditorName;
  return linesOf(
    { label: 'Payee', value: theirs(order.parties.creditorName) },
    isNamedApart ? theirsIf('Also known as', Creditor?.Name) : null,
    { label: 'Payee’s account', value: account },
    theirsIf(WITHIN_ACCOUNT, order.creditor.secondary),
    bank.length === 0 ? null : { label: 'Payee’s bank', value: bank },
    { label: 'Country', value: countryInWords(DestinationCountry) },
  );
}

function costLines(
  order: Order,
  amount: number,
  { rates, now }: ReviewContext,
): readonly ReviewLine[] {
  const { exchange, currency, chargeBearer } = order;
  const { amountPence, exchangeRate } = priceOf(order, amount, rates, now);
  const charge = chargeOf(order.instrument, chargeBearer);
  const chargeLine = {
    label: 'Our charge',
    value: [charge === 0 ? 'None' : poundsInWords(charge), BEARERS[chargeBearer ?? 'Shared']],
  };
  if (exchange === null || exchangeRate === null) return [chargeLine];
  const { agreed } = exchange;
  const rate =
    agreed === null
      ? [
          `Indicative: 1 GBP = ${exchangeRate} ${exchange.currency} today.`,
          'The rate of the day on which we make the payment counts.',
        ]
      : [`Agreed with us: ${agreed.rate} for 1 ${agreed.unitCurrency}.`];
  const about = agreed === null ? 'About ' : '';
  return linesOf(
    { label: 'Exchange rate', value: rate },
    currency === 'GBP'
      ? { label: 'Paid out in', value: exchange.currency }
      : { label: 'You pay', value: `${about}${poundsInWords(amountPence)}, without our charge` },
    chargeLine,
  );
}
