import type { HandOverFailure } from '../../../domain/ports/hand-over-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import { ANSWER_TIME_MS, hasEnquiries } from '../../../domain/schemes/answer-time.ts';
import type {
  EnquiryName,
  EnquiryResult,
  MessageToEnquire,
  NewEnquiry,
} from '../../../domain/schemes/enquiries.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sql, type DbCommand } from '../engine.ts';
import { dueUntil, type DueOf } from './scheme-stops.ts';

const ENQUIRED = INSTRUMENTS.filter(hasEnquiries);

/**
 * SQL for the time from the hand-over of a `scheme_message` to the first enquiry, in milliseconds.
 * Null for a scheme without enquiries.
 */
export const FIRST_ENQUIRY_MS = `CASE instrument ${ENQUIRED.map(
  (instrument) => `WHEN '${instrument}' THEN ${String(ANSWER_TIME_MS[instrument])}`,
).join(' ')} END`;

/** The enquiries to a payment hub about messages without a complete answer. */
export class Enquiries {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *due(
    instruments: readonly Instrument[],
    now: Instant,
    limit: number,
  ): DbCommand<readonly MessageToEnquire[]> {
    return (yield* SQL.due.all({ instruments: JSON.stringify(instruments), now, limit })).map(
      ({ enquiryId, number, content, attempts, ...message }) => {
        const waiting =
          enquiryId === null || number === null || content === null || attempts === null
            ? null
            : { id: enquiryId, number, content, attempts };
        return { ...message, waiting };
      },
    );
  }

  readonly add = (enquiry: NewEnquiry) => SQL.add.write(enquiry);

  /** Records that an enquiry was handed over, and when the hub is asked again. */
  *markHandedOver({ id, messageId }: EnquiryName, now: Instant, nextAt: Instant): DbCommand<void> {
    if ((yield* SQL.markHandedOver.run(now, id)) === 0) return;
    yield* SQL.enquireAgain.write(nextAt, messageId);
  }

  *postpone(
    { id, messageId }: EnquiryName,
    { problem, tryAt }: Omit<HandOverFailure, 'refusedAt'>,
  ): DbCommand<void> {
    if ((yield* SQL.postpone.run(problem, id)) === 0) return;
    yield* SQL.tryAgain.write(tryAt, messageId);
  }

  *request(messageId: string, act: Act): DbCommand<EnquiryResult> {
    const message = yield* SQL.find.get(messageId);
    if (message === undefined) return 'unknown';
    const { instrument, handedOverAt, isOpen, stopped } = message;
    if (handedOverAt === null) return 'notHandedOver';
    if (isOpen === 0) return 'answered';
    if (!hasEnquiries(instrument)) return 'noEnquiries';
    if (stopped !== null) return 'stopped';
    yield* SQL.request.write(act.at, messageId);
    yield* this.#auditLog.append(act, { action: 'hubEnquired', subject: messageId });
    return 'done';
  }
}

interface DueRow extends Omit<MessageToEnquire, 'waiting'> {
  readonly enquiryId: string | null;
  readonly number: number | null;
  readonly content: string | null;
  readonly attempts: number | null;
}

interface StateRow {
  readonly instrument: Instrument;
  readonly handedOverAt: Instant | null;
  /** 1 if credits have no final answer. Otherwise 0. */
  readonly isOpen: number;
  /** The scheme, if it is stopped. Otherwise null. */
  readonly stopped: Instrument | null;
}

/** Returns SQL that selects the messages of a scheme whose enquiry is due, oldest first. */
const dueOf = (instrument: Instrument): string =>
  `SELECT * FROM (
     SELECT id, instrument, created_at, enquire_at FROM scheme_message
     WHERE instrument = '${instrument}'
       AND enquire_at <= ${dueUntil(instrument)}
     ORDER BY enquire_at, id LIMIT @limit) AS of${instrument}`;

const SQL = {
  due: sql<DueOf, DueRow>(`
    SELECT due.id, due.instrument, due.created_at AS createdAt,
      (SELECT COUNT(*) FROM scheme_enquiry AS stored WHERE stored.message_id = due.id)
        AS enquiries,
      scheme_enquiry.id AS enquiryId, scheme_enquiry.number, scheme_enquiry.content,
      scheme_enquiry.attempts
    FROM (${ENQUIRED.map(dueOf).join(' UNION ALL ')}) AS due
      LEFT JOIN scheme_enquiry
        ON scheme_enquiry.message_id = due.id AND scheme_enquiry.handed_over_at IS NULL
    ORDER BY due.enquire_at, due.id LIMIT @limit`),
  add: sql<NewEnquiry>(`
    INSERT INTO scheme_enquiry (message_id, number, id, created_at, content)
    VALUES (@messageId, @number, @id, @createdAt, @content)
    ON CONFLICT (message_id, number) DO NOTHING`),
  markHandedOver: sql<[Instant, string]>(`
    UPDATE scheme_enquiry SET handed_over_at = ?, problem = NULL
    WHERE id = ? AND handed_over_at IS NULL`),
  // An answer may have completed the message meanwhile.
  enquireAgain: sql<[Instant, string]>(`
    UPDATE scheme_message SET enquire_at = CASE WHEN open > 0 THEN CAST(? AS BIGINT) END
    WHERE id = ?`),
  postpone: sql<[string, string]>(`
    UPDATE scheme_enquiry SET attempts = attempts + 1, problem = ?
    WHERE id = ? AND handed_over_at IS NULL`),
  tryAgain: sql<[Instant, string]>(`
    UPDATE scheme_message SET enquire_at = ? WHERE id = ? AND enquire_at IS NOT NULL`),
  find: sql<[string], StateRow>(`
    SELECT scheme_message.instrument, handed_over_at AS handedOverAt,
      CASE WHEN open + pending > 0 THEN 1 ELSE 0 END AS isOpen,
      scheme_stop.instrument AS stopped
    FROM scheme_message
      LEFT JOIN scheme_stop
        ON scheme_stop.instrument = scheme_message.instrument AND resumed_at IS NULL
    WHERE scheme_message.id = ?`),
  request: sql<[Instant, string]>(`
    UPDATE scheme_message SET enquire_at = ? WHERE id = ? AND open + pending > 0`),
};
