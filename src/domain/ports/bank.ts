import type { Instant, LocalDate } from '../../kernel/time.ts';

/** Closed days of the bank. */
export interface Holidays {
  /** Whether the day is a bank holiday in England and Wales. Weekends are not its business. */
  isBankHoliday(date: LocalDate): boolean;
  /** Whether TARGET, which settles the euro, is closed that day for a holiday. */
  isTargetHoliday(date: LocalDate): boolean;
}

/** What the bank sells other currencies for. */
export interface ExchangeRates {
  /** Units of the currency for one pound, as an exact decimal such as `1.2705`. */
  ratePerPound(currency: string, now: Instant): string;
}
