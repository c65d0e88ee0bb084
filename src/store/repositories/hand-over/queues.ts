import type {
  FailingHandOver,
  ListedMessage,
  MessageFilter,
  RefusedHandOver,
  SchemeQueue,
} from '../../../domain/ports/hub-admin-store.ts';
import type { CreditStateCounts } from '../../../domain/schemes/credit-states.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import { contentOf, IS_SENT, withTotal, type ContentRow, type TotalRow } from './message-rows.ts';
import type { SchemeStops } from './scheme-stops.ts';

/** The queues of messages to schemes, as operators see them. */
export class Queues {
  readonly #stops: SchemeStops;

  constructor(stops: SchemeStops) {
    this.#stops = stops;
  }

  *all(now: Instant): DbCommand<readonly SchemeQueue[]> {
    const waiting = yield* SQL.waiting.all({ now });
    const unanswered = yield* SQL.unanswered.all();
    const pending = yield* SQL.pending.all();
    const refused = yield* SQL.refused.all();
    const stops = yield* this.#stops.all();
    return INSTRUMENTS.map((instrument) => {
      const nothing = { messages: 0, credits: 0, oldestAt: null, scheduled: 0, nextAt: null };
      const none = { instrument, ...nothing, late: 0 };
      const isSame = (row: { readonly instrument: Instrument }) => row.instrument === instrument;
      const handingOver = waiting.find(isSame) ?? none;
      const handedOver = (rows: readonly CreditsRow[]): SchemeQueue['unanswered'] => {
        const { messages, credits, oldestAt } = rows.find(isSame) ?? none;
        return { messages, credits, oldestAt };
      };
      return {
        instrument,
        waiting: { messages: handingOver.messages, oldestAt: handingOver.oldestAt },
        scheduled: { messages: handingOver.scheduled, nextAt: handingOver.nextAt },
        late: { waiting: handingOver.late, unanswered: (unanswered.find(isSame) ?? none).late },
        unanswered: handedOver(unanswered),
        pending: handedOver(pending),
        refused: refused.find(isSame)?.messages ?? 0,
        stop: stops.find(isSame) ?? null,
      };
    });
  }

  *countOverdue(instrument: Instrument, handedOverBefore: Instant): DbCommand<number> {
    return (yield* SQL.overdue.get(instrument, handedOverBefore))?.messages ?? 0;
  }

  readonly findFailing = (instrument: Instrument) => SQL.failing.get(instrument);

  readonly findRefused = (instrument: Instrument) => SQL.newestRefused.get(instrument);

  *list(which: MessageFilter, limit: number): DbCommand<readonly ListedMessage[]> {
    return (yield* this.#rows(which, limit)).map(messageOf);
  }

  *#rows(which: MessageFilter, limit: number): DbCommand<readonly ListedRow[]> {
    const { listed } = SQL;
    // `~` sorts after all characters of an id.
    if (which.by === 'start') return yield* listed.start.all(which.id, `${which.id}~`, limit);
    if (which.by === 'id' || which.by === 'payment') {
      return yield* listed[which.by].all(which.id, limit);
    }
    return yield* listed[which.by].all(limit);
  }

  readonly findContent = (id: string) => SQL.content.get(id, id, id);
}

interface WaitingRow {
  readonly instrument: Instrument;
  readonly messages: number;
  readonly oldestAt: Instant | null;
  readonly scheduled: number;
  readonly nextAt: Instant | null;
  readonly late: number;
}

interface CreditsRow {
  readonly instrument: Instrument;
  readonly messages: number;
  readonly credits: number;
  readonly oldestAt: Instant;
}

type ListedRow = Omit<ListedMessage, 'total' | 'credits'> & CreditStateCounts & TotalRow;

function messageOf(row: ListedRow): ListedMessage {
  const { open, pending, accepted, rejected, ...message } = withTotal(row);
  return { ...message, credits: { open, pending, accepted, rejected } };
}

/** Returns SQL for a column of the last enquiry about a `scheme_message`. */
const lastEnquiry = (column: string): string =>
  `(SELECT scheme_enquiry.${column} FROM scheme_enquiry WHERE message_id = scheme_message.id
    ORDER BY number DESC LIMIT 1)`;

const MESSAGE = `SELECT id, scheme_message.payment_id AS paymentId, batch AS number, instrument,
    created_at AS createdAt, settlement_date AS settlementDate, transactions,
    total_minor AS totalMinor, currency, first_index AS firstIndex, last_index AS lastIndex,
    handed_over_at AS handedOverAt, attempts, try_at AS tryAt, problem, refused_at AS refusedAt, open,
    pending, accepted, rejected, ${lastEnquiry('id')} AS enquiryId,
    ${lastEnquiry('problem')} AS enquiryProblem,
    (SELECT MAX(scheme_enquiry.handed_over_at) FROM scheme_enquiry
     WHERE message_id = scheme_message.id) AS enquiredAt
  FROM scheme_message`;

/** SQL condition: the message waits until its scheme opens. */
const IS_SCHEDULED = 'attempts = 0 AND try_at > CAST(@now AS BIGINT)';
const IS_UNANSWERED = 'open > 0 AND handed_over_at IS NOT NULL';
const IS_PENDING = 'pending > 0';
const IS_REFUSED = 'refused_at IS NOT NULL';

const SQL = {
  waiting: sql<{ now: Instant }, WaitingRow>(`
    SELECT instrument, COUNT(*) FILTER (WHERE NOT (${IS_SCHEDULED})) AS messages,
      MIN(created_at) FILTER (WHERE NOT (${IS_SCHEDULED})) AS oldestAt,
      COUNT(*) FILTER (WHERE ${IS_SCHEDULED}) AS scheduled,
      MIN(try_at) FILTER (WHERE ${IS_SCHEDULED}) AS nextAt,
      COUNT(*) FILTER (WHERE hand_over_by <= CAST(@now AS BIGINT)) AS late
    FROM scheme_message
    WHERE handed_over_at IS NULL AND ${IS_SENT} GROUP BY instrument`),
  unanswered: sql<[], CreditsRow & Pick<WaitingRow, 'late'>>(`
    SELECT instrument, COUNT(*) AS messages, CAST(SUM(open) AS BIGINT) AS credits,
      MIN(handed_over_at) AS oldestAt,
      COUNT(*) FILTER (WHERE handed_over_at >= hand_over_by) AS late
    FROM scheme_message WHERE ${IS_UNANSWERED} GROUP BY instrument`),
  pending: sql<[], CreditsRow>(`
    SELECT instrument, COUNT(*) AS messages, CAST(SUM(pending) AS BIGINT) AS credits,
      MIN(handed_over_at) AS oldestAt
    FROM scheme_message WHERE ${IS_PENDING} GROUP BY instrument`),
  refused: sql<[], Pick<WaitingRow, 'instrument' | 'messages'>>(`
    SELECT instrument, COUNT(*) AS messages FROM scheme_message
    WHERE ${IS_REFUSED} GROUP BY instrument`),
  newestRefused: sql<[Instrument], RefusedHandOver>(`
    SELECT id AS messageId, problem, refused_at AS refusedAt FROM scheme_message
    WHERE instrument = ? AND ${IS_REFUSED} ORDER BY refused_at DESC, id DESC LIMIT 1`),
  overdue: sql<[Instrument, Instant], { messages: number }>(`
    SELECT COUNT(*) AS messages FROM scheme_message
    WHERE instrument = ? AND handed_over_at < ? AND ${IS_UNANSWERED}`),
  failing: sql<[Instrument], FailingHandOver>(`
    SELECT id AS messageId, attempts, problem FROM scheme_message
    WHERE instrument = ? AND handed_over_at IS NULL AND problem IS NOT NULL
      AND refused_at IS NULL AND ${IS_SENT}
    ORDER BY attempts DESC, id LIMIT 1`),
  listed: {
    newest: sql<[number], ListedRow>(`${MESSAGE} ORDER BY created_at DESC, id DESC LIMIT ?`),
    waiting: sql<[number], ListedRow>(`
      ${MESSAGE} WHERE handed_over_at IS NULL AND ${IS_SENT} ORDER BY created_at, id LIMIT ?`),
    unanswered: sql<[number], ListedRow>(`
      ${MESSAGE} WHERE ${IS_UNANSWERED} ORDER BY handed_over_at, id LIMIT ?`),
    pending: sql<[number], ListedRow>(`
      ${MESSAGE} WHERE ${IS_PENDING} ORDER BY handed_over_at, id LIMIT ?`),
    id: sql<[string, number], ListedRow>(`${MESSAGE} WHERE id = ? LIMIT ?`),
    start: sql<[string, string, number], ListedRow>(`
      ${MESSAGE} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?`),
    payment: sql<[string, number], ListedRow>(`
      ${MESSAGE} WHERE payment_id = ? ORDER BY batch, part LIMIT ?`),
  },
  content: sql<[string, string, string], ContentRow>(`
    SELECT content, sha256, bytes FROM scheme_message WHERE id = ?
    UNION ALL SELECT content, NULL, NULL FROM scheme_recall WHERE id = ?
    UNION ALL SELECT content, NULL, NULL FROM scheme_enquiry WHERE id = ?`).as(contentOf),
};
