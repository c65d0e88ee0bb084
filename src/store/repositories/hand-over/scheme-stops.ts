import type { SchemeStop } from '../../../domain/ports/hub-admin-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sql, type DbCommand } from '../engine.ts';

/** The schemes to which operators have stopped the hand-over of messages. */
export class SchemeStops {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *stop(instrument: Instrument, reason: string, act: Act): DbCommand<boolean> {
    const { at, by } = act;
    if ((yield* SQL.stop.run(instrument, reason, at, by.id)) === 0) return false;
    yield* this.#auditLog.append(act, { action: 'schemeStopped', subject: instrument });
    return true;
  }

  *resume(instrument: Instrument, act: Act): DbCommand<boolean> {
    const { at, by } = act;
    if ((yield* SQL.resume.run(at, by.id, instrument)) === 0) return false;
    yield* this.#auditLog.append(act, { action: 'schemeResumed', subject: instrument });
    return true;
  }

  readonly all = () => SQL.all.all();
}

/** SQL condition: the scheme is stopped now. */
const isStopped = (instrument: Instrument): string =>
  `EXISTS (SELECT 1 FROM scheme_stop WHERE instrument = '${instrument}' AND resumed_at IS NULL)`;

/** Parameters of a query for due messages, enquiries or recalls. */
export interface DueOf {
  /** Short names of the schemes to hand over, as a JSON array. */
  readonly instruments: string;
  readonly now: Instant;
  readonly limit: number;
}

/**
 * Returns SQL for the latest due time of the rows of a scheme that are selected: `@now`, or -1 if
 * the scheme is stopped or not in `@instruments`.
 */
export const dueUntil = (instrument: Instrument): string =>
  `CASE
     WHEN ${isStopped(instrument)} THEN -1
     WHEN '${instrument}' IN (SELECT value FROM json_each(@instruments)) THEN CAST(@now AS BIGINT)
     ELSE -1 END`;

const SQL = {
  stop: sql<[Instrument, string, Instant, string]>(`
    INSERT INTO scheme_stop (instrument, reason, stopped_at, stopped_by) VALUES (?, ?, ?, ?)
    ON CONFLICT (instrument) WHERE resumed_at IS NULL DO NOTHING`),
  resume: sql<[Instant, string, Instrument]>(`
    UPDATE scheme_stop SET resumed_at = ?, resumed_by = ?
    WHERE instrument = ? AND resumed_at IS NULL`),
  all: sql<[], SchemeStop>(`
    SELECT instrument, reason, stopped_at AS stoppedAt, stopped_by AS stoppedBy
    FROM scheme_stop WHERE resumed_at IS NULL`),
};
