import type { Act } from '../records/audit.ts';
import type { Instant, LocalDate, Milliseconds } from '../../shared/time.ts';
import type { DayCounts, NodeRun, Outage, RequestCounts } from '../records/api-figures.ts';

/** A periodic report of a node that runs, with the requests since its last report. */
export interface NodeReport {
  /** Name of the node. Nodes count separately, so that they never wait for each other. */
  readonly node: string;
  /** Unique identifier of the process. */
  readonly run: string;
  readonly at: Instant;
  readonly day: LocalDate;
  /** Longest time between two reports of a node that runs, in milliseconds. */
  readonly maxGapMs: Milliseconds;
  readonly stopped: 0 | 1;
  readonly counts: readonly RequestCounts[];
  /** Times in which the node did not answer, in order. Only the last one may go on. */
  readonly outages: readonly Outage[];
}

/** Requests and running times of the nodes, for the figures of the regulator. */
export interface ApiFiguresStore {
  /**
   * Adds the counts. Extends the current run of the process, or begins one after a gap or an
   * outage.
   */
  addNodeReport(report: NodeReport): Promise<void>;
  /** Returns the counts of the days from `from` to `to`, inclusive. */
  apiCounts(from: LocalDate, to: LocalDate): Promise<readonly DayCounts[]>;
  /** Returns the runs in a time, those that ended last before it, and those that began next. */
  nodeRuns(from: Instant, before: Instant): Promise<readonly NodeRun[]>;
  /** Counts a planned downtime as unplanned. Returns false if there is none with this start. */
  markUnplanned(start: Instant, reason: string, act: Act): Promise<boolean>;
}
