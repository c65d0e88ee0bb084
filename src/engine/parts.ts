import type { LapseSettings } from '../domain/lifecycle/lapse.ts';
import type { ExchangeRates, Holidays } from '../domain/ports/bank.ts';
import type { FileWorkers, Spool } from '../domain/ports/files.ts';
import type { SchemeGateway } from '../domain/ports/schemes.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { SchemeLimits } from '../domain/records/payment.ts';
import type { Clock } from '../kernel/time.ts';

export interface EngineSettings extends SchemeLimits, Pick<LapseSettings, 'consentUseDays'> {
  readonly fileMaxBytes: number;
  readonly horizonDays: number;
  readonly bacsAccepted: boolean;
}

export interface EngineParts {
  readonly spool: Spool;
  readonly store: Store;
  readonly workers: FileWorkers;
  readonly schemes: SchemeGateway;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  readonly settings: EngineSettings;
  readonly observe: Observe;
  /** The machine's clock, for telling how long a step took. */
  readonly stopwatch: Clock;
}
