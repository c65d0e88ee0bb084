import { displayAmount, type Pence } from '../../shared/money.ts';
import { londonDate, londonTime, type Instant, type LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { PayeeNews } from '../parties/payees.ts';
import { fractionDigitsOf } from '../pricing/currencies.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';

/** How the bank speaks of days, money, accounts and schemes to its customers. */

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const COUNT = new Intl.NumberFormat('en-GB');

const COUNTRY = new Intl.DisplayNames('en-GB', { type: 'region' });

/** `Tuesday 1 December 2026`. */
export function formatDay(date: LocalDate): string {
  return DAY.format(Date.parse(date)).replace(',', '');
}

/** The day in London of an instant, in words. */
export function dayOfInstant(instant: Instant): string {
  return formatDay(londonDate(instant));
}

/** `16:00`, by the clocks of London. */
export function formatTime(instant: Instant): string {
  const { minuteOfDay } = londonTime(instant);
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `£1,234.56`. */
export function formatPounds(pence: Pence): string {
  return `£${displayAmount(pence)}`;
}

/** `£1,234.56`, or `1234.56 EUR` with as many digits as the currency has. */
export function formatMoney(minor: number, currency: string): string {
  if (currency === 'GBP') return formatPounds(minor);
  return `${displayAmount(minor, fractionDigitsOf(currency) ?? 0)} ${currency}`;
}

/** `11-28-00 01234567`: sort code and account number. */
export function formatAccount(account: AccountNumber): string {
  const sortCode = [account.slice(0, 2), account.slice(2, 4), account.slice(4, 6)].join('-');
  return `${sortCode} ${account.slice(6)}`;
}

export function formatScheme(instrument: Instrument): string {
  return SCHEMES[instrument].name;
}

/** What is new of a payment, beside it. */
export function formatPayeeNews(news: PayeeNews): string {
  return news === 'newPayee' ? 'New payee' : 'Another account than in the last file';
}

/** The name of a country of ISO 3166-1. */
export function formatCountry(code: string): string {
  return COUNTRY.of(code) ?? code;
}

/** Words that began a sentence, as they go on in another. */
export function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** `1,234`: a number that counts something. */
export function formatNumber(count: number): string {
  return COUNT.format(count);
}

/** `1 payment`, `3 payments`, `1,234 payments`. */
export function formatCount(count: number, thing: string): string {
  return `${formatNumber(count)} ${count === 1 ? thing : `${thing}s`}`;
}
