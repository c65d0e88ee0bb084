import type { Observe } from '../../domain/events.ts';
import type { LapseSettings } from '../../domain/lapse.ts';
import type { SchemeLimits } from '../../domain/payment.ts';
import type { ExchangeRates, FileWorkers, Holidays, SchemeGateway } from '../../domain/ports.ts';
import type { Store } from '../../domain/store.ts';
import type { Clock } from '../../kernel/time.ts';
import type { Spool } from '../spool.ts';

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
