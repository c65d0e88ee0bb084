import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AgreedRate } from '../pricing/exchange.ts';

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

/** An exchange contract that a TPP names, and the payment that it names it for. */
export interface ContractClaim {
  /** `ContractIdentification` of the consent. */
  readonly id: string;
  /** The rate that the TPP says it has agreed. */
  readonly rate: AgreedRate;
  /** The organisation in the directory that owns the TPP's software. */
  readonly organisationId: string;
  readonly customerId: string;
  /** The consent of the payment: it uses a contract once, however often the bank is asked. */
  readonly consentId: string;
  /** The currency that is bought with sterling. */
  readonly currency: string;
  /** The instructed amount, in minor units of its currency. */
  readonly amount: { readonly minor: number; readonly currency: string };
}

/** The bank's book of exchange contracts. */
export interface ExchangeContracts {
  /**
   * Returns the rate of the contract that is valid for this payment at this time; undefined where
   * there is none. Asked anew at every step of a payment that uses the rate.
   */
  findContract(claim: ContractClaim, now: Instant): Promise<AgreedRate | undefined>;
}
