import { displayAmount, type Pence, type MinorUnits } from '../../shared/money.ts';
import { londonDate, londonTime, type Instant, type LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { PayeeNews } from '../parties/payees.ts';
import { fractionDigitsOf } from '../pricing/currencies.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';

/** Formats days, amounts, accounts and schemes as text for customers. */

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const COUNT = new Intl.NumberFormat('en-GB');

const COUNTRY = new Intl.DisplayNames('en-GB', { type: 'region' });

/** Returns a date such as `Tuesday 1 December 2026`. */
export function formatDay(date: LocalDate): string {
  return DAY.format(Date.parse(date)).replace(',', '');
}

/** Returns the day in London of an instant, such as `Tuesday 1 December 2026`. */
export function dayOfInstant(instant: Instant): string {
  return formatDay(londonDate(instant));
}

/** Returns the time in London, such as `16:00`. */
export function formatTime(instant: Instant): string {
  const { minuteOfDay } = londonTime(instant);
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Formats a time, for example `Monday 2 November 2026 at 10:15, London time`. */
export function formatMoment(at: Instant): string {
  return `${dayOfInstant(at)} at ${formatTime(at)}, London time`;
}

/** Returns an amount in pounds such as `£1,234.56`. */
export function formatPounds(pence: Pence): string {
  return `£${displayAmount(pence)}`;
}

/** Returns an amount in pounds that can be negative, such as `-£1,234.56`. */
export function formatSignedPounds(pence: Pence): string {
  return `${pence < 0 ? '-' : ''}${formatPounds(Math.abs(pence))}`;
}

/**
 * Returns an amount such as `£1,234.56` or `1234.56 EUR`, with as many decimals as the currency
 * has.
 */
export function formatMoney(minor: MinorUnits, currency: string): string {
  if (currency === 'GBP') return `£${displayAmount(minor)}`;
  return `${displayAmount(minor, fractionDigitsOf(currency) ?? 0)} ${currency}`;
}

/** Returns a sort code and account number such as `11-28-00 01234567`. */
export function formatAccount(account: AccountNumber): string {
  const sortCode = [account.slice(0, 2), account.slice(2, 4), account.slice(4, 6)].join('-');
  return `${sortCode} ${account.slice(6)}`;
}

/** Returns an account at a bank in the UK with hyphens, and any other as it is. */
export function accountText(account: string): string {
  return /^\d{14}$/.test(account) ? formatAccount(account) : account;
}

export function formatScheme(instrument: Instrument): string {
  return SCHEMES[instrument].name;
}

/** Returns the label that warns the customer about a payment to a new or changed payee. */
export function formatPayeeNews(news: PayeeNews): string {
  return news === 'newPayee' ? 'New payee' : 'Another account than in the last file';
}

/** Returns the name of a country from its ISO 3166-1 code. */
export function formatCountry(code: string): string {
  return COUNTRY.of(code) ?? code;
}

/**
 * Returns the text with its first letter in lower case, so that it can follow other words in a
 * sentence.
 */
export function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Returns a count such as `1,234`. */
export function formatNumber(count: number): string {
  return COUNT.format(count);
}

/** Returns `1 payment`, `3 payments` or `1,234 payments`. */
export function formatCount(count: number, thing: string, things = `${thing}s`): string {
  return `${formatNumber(count)} ${count === 1 ? thing : things}`;
}
