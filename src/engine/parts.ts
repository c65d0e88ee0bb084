import type { LapseSettings } from '../domain/lifecycle/lapse.ts';
import type { ExchangeRates, FileWorkers, Holidays, SchemeGateway } from '../domain/ports/ports.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { SchemeLimits } from '../domain/records/payment.ts';
import type { Clock } from '../kernel/time.ts';
import type { Spool } from '../pipeline/spool.ts';

export interface PipelineSettings extends SchemeLimits, Pick<LapseSettings, 'consentUseDays'> {
  readonly filesDirectory: string;
  readonly fileMaxBytes: number;
  readonly horizonDays: number;
  readonly bacsAccepted: boolean;
}

export interface PipelineParts {
  readonly store: Store;
  readonly workers: FileWorkers;
  readonly schemes: SchemeGateway;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  readonly settings: PipelineSettings;
  readonly observe: Observe;
  /** The machine's clock, for telling how long a step took. */
  readonly stopwatch: Clock;
}

/** What the journeys are made with; `spool` is theirs alone. */
export interface JourneyParts extends PipelineParts {
  readonly spool: Spool;
}
