import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AgreedRate } from '../pricing/exchange.ts';

/** Public holidays on which the bank or TARGET is closed. */
export interface Holidays {
  /** Returns true for a bank holiday in England and Wales. Weekends are not considered. */
  isBankHoliday(date: LocalDate): boolean;
  /** Returns true for a holiday of TARGET, the settlement system for the euro. */
  isTargetHoliday(date: LocalDate): boolean;
}

/** The bank's exchange rates of the day. */
export interface ExchangeRates {
  /** Returns the units of the currency for one pound, as an exact decimal, for example `1.2705`. */
  ratePerPound(currency: string, now: Instant): string;
}

/** A reference by a TPP to an exchange contract, with the payment that would use it. */
export interface ContractClaim {
  /** `ContractIdentification` of the consent. */
  readonly id: string;
  /** The agreed rate according to the TPP. */
  readonly rate: AgreedRate;
  /** The organisation that owns the TPP's software, as listed in the directory. */
  readonly organisationId: string;
  readonly customerId: string;
  /**
   * The consent of the payment. Repeated calls for one consent count as one use of the contract.
   */
  readonly consentId: string;
  /** The currency that is bought with sterling. */
  readonly currency: string;
  /** The instructed amount, in minor units of its currency. */
  readonly amount: { readonly minor: MinorUnits; readonly currency: string };
}

/** The bank's register of exchange contracts. */
export interface ExchangeContracts {
  /**
   * Returns the rate of the contract that is valid for this payment at this time. Returns undefined
   * if there is none. It is called again at every step of a payment that uses the rate.
   */
  findContract(claim: ContractClaim, now: Instant): Promise<AgreedRate | undefined>;
}
