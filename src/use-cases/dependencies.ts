import type { LapseSettings } from '../domain/lifecycle/lapse.ts';
import type { ExchangeContracts, ExchangeRates, Holidays } from '../domain/ports/bank.ts';
import type { FileStore, FileWorkers, Spool } from '../domain/ports/files.ts';
import type { SchemeGateway } from '../domain/ports/schemes.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { SchemeLimits } from '../domain/schemes/schemes.ts';
import type { Clock } from '../shared/time.ts';
import type { PaymentSource } from './payments/payment-source.ts';

export interface EngineSettings extends SchemeLimits, LapseSettings {
  /** Largest payment file that is taken, in bytes. */
  readonly fileMaxBytes: number;
  /** How many days ahead a payment may be dated. */
  readonly horizonDays: number;
  readonly bacsAccepted: boolean;
  /** Sort codes (6 digits) of accounts held at this bank. */
  readonly bankSortCodes: readonly string[];
  /** What the bank calls itself in the names of its own schemes; absent: any name is taken. */
  readonly bankName?: string | undefined;
}

/** What the use cases work with: the ports, the settings, and who is told of what happens. */
export interface EngineParts {
  readonly store: Store;
  readonly files: FileStore;
  readonly spool: Spool;
  readonly workers: FileWorkers;
  readonly schemes: SchemeGateway;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  /** The bank's contracts of exchange rates; null: it has none, and takes no agreed rate. */
  readonly contracts: ExchangeContracts | null;
  readonly settings: EngineSettings;
  readonly paymentSource: PaymentSource;
  /** Whether the clock can be believed: nothing is booked that is due by a wrong one. */
  readonly isClockGood: () => boolean;
  readonly observe: Observe;
  /** The machine's clock, for telling how long a step took. */
  readonly stopwatch: Clock;
}
