import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AgreedRate } from '../pricing/exchange.ts';

/** The public holidays on which the bank or TARGET is closed. */
export interface Holidays {
  /** Returns true for a bank holiday in England and Wales. Weekends are not considered. */
  isBankHoliday(date: LocalDate): boolean;
  /** Returns true for a holiday of TARGET, the settlement system for the euro. */
  isTargetHoliday(date: LocalDate): boolean;
}

/** The bank's exchange rates of the day. */
export interface ExchangeRates {
  /**
   * Returns how many units of the currency one pound buys, as an exact decimal, for example
   * `1.2705`.
   */
  ratePerPound(currency: string, now: Instant): string;
}

/** An exchange contract that a TPP names, with the payment that would use it. */
export interface ContractClaim {
  /** The contract's id: `ContractIdentification` in the consent. */
  readonly id: string;
  /** The rate that the TPP states for the contract. */
  readonly rate: AgreedRate;
  /** The organisation that owns the TPP's software, according to the directory. */
  readonly organisationId: string;
  readonly customerId: string;
  /**
   * The consent of the payment. The contract counts as used once for each consent, however often
   * this method is called.
   */
  readonly consentId: string;
  /** The currency that is bought with sterling. */
  readonly currency: string;
  /** The instructed amount, in minor units of its currency. */
  readonly amount: { readonly minor: MinorUnits; readonly currency: string };
}

/** The bank's register of the exchange contracts with its customers. */
export interface ExchangeContracts {
  /**
   * Returns the rate of the contract if it is valid for this payment at this time, otherwise
   * undefined. The service calls this method again at every step of a payment that uses the rate.
   */
  findContract(claim: ContractClaim, now: Instant): Promise<AgreedRate | undefined>;
}
