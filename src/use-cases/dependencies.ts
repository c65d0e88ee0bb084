import type { LapseSettings } from '../domain/lifecycle/lapse.ts';
import type { ExchangeContracts, ExchangeRates, Holidays } from '../domain/ports/bank.ts';
import type { CoreBanking, HoldingCore } from '../domain/ports/core-banking.ts';
import type { FileStore, FileWorkers, Spool } from '../domain/ports/files.ts';
import type { RecallWriter } from '../domain/ports/hub.ts';
import type { PayeeConfirmation } from '../domain/ports/payee-confirmation.ts';
import type { BankScreening } from '../domain/ports/screening.ts';
import type { SchemeGateway } from '../domain/ports/schemes.ts';
import type { SearchSegments, SearchWorkers } from '../domain/ports/search-index.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { SchemeLimits } from '../domain/schemes/schemes.ts';
import type { Days, Stopwatch } from '../shared/time.ts';
import type { PaymentSource } from './payments/payment-source.ts';

export interface UseCaseSettings extends SchemeLimits, LapseSettings {
  /** Maximum size of a payment file, in bytes. */
  readonly fileMaxBytes: number;
  /** Maximum number of days between today and the execution date of a payment. */
  readonly maxDaysAhead: Days;
  readonly bacsAccepted: boolean;
  /** Sort codes (6 digits) of accounts held at this bank. */
  readonly bankSortCodes: readonly string[];
  /**
   * Name of the bank in its own account scheme, `UK.<bankName>.OtherAccount`. If undefined, the
   * service accepts the account schemes of all banks.
   */
  readonly bankName?: string | undefined;
}

/** Dependencies of the use cases: ports, settings, clocks and the observer of events. */
export interface UseCaseParts {
  readonly store: Store;
  readonly files: FileStore;
  readonly spool: Spool;
  readonly workers: FileWorkers;
  readonly searchIndex: SearchWorkers & SearchSegments;
  readonly schemes: SchemeGateway;
  /** The system that keeps the customers' accounts. Null if this service keeps them. */
  readonly coreBanking: (CoreBanking & HoldingCore) | null;
  /** Writes the recalls of customers. Null if the schemes are simulated. */
  readonly recallWriter: RecallWriter | null;
  /** Compares names of payees with names of accounts. Null if the bank offers no name checks. */
  readonly payeeConfirmation: PayeeConfirmation | null;
  /** Decides about payments before they are booked. Null if the bank has no screening. */
  readonly screening: BankScreening | null;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  /**
   * The bank's exchange-rate contracts. Null if the bank has none. Consents with an agreed rate are
   * then refused.
   */
  readonly contracts: ExchangeContracts | null;
  readonly settings: UseCaseSettings;
  readonly paymentSource: PaymentSource;
  /**
   * Returns false while the clock may be wrong. Nothing is booked during that time, because it
   * might not be due.
   */
  readonly isClockGood: () => boolean;
  readonly observe: Observe;
  /** Monotonic clock for measuring how long a step takes. */
  readonly stopwatch: Stopwatch;
}
