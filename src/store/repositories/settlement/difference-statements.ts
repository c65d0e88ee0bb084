import type { DifferenceKind, SettlementTotals } from '../../../domain/schemes/reconciliation.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant, LocalDate } from '../../../shared/time.ts';
import { sql } from '../engine.ts';

/*
 * The SQL of the differences. The conditions of the lists are those of the partial indexes, so that
 * rows without a difference are not read.
 */

/** A difference as stored. Numbers and sums include closed differences in `reported`. */
export interface DifferenceRow {
  /** Number of an entry or a statement. Null for a message or a return. */
  readonly id: number | null;
  readonly messageId: string | null;
  readonly index: number | null;
  readonly kind: DifferenceKind;
  readonly instrument: Instrument | null;
  readonly account: string | null;
  readonly paymentId: string | null;
  /** Null for all but a message. */
  readonly settlementDate: LocalDate | null;
  /** Time of the newest entry, of the return or of the statement. */
  readonly at: Instant;
  readonly expected: number;
  readonly expectedMinor: MinorUnits;
  readonly reported: number;
  readonly reportedMinor: MinorUnits;
  readonly currency: string;
  readonly detail: string | null;
}

interface ResolutionRow {
  readonly name: string;
  readonly kind: DifferenceKind;
  readonly credits: number;
  readonly minor: MinorUnits;
  readonly currency: string;
  readonly reason: string;
  readonly at: Instant;
  readonly by: string;
}

const UNREPORTED = 'CASE WHEN reported + resolved < accepted THEN 1 ELSE 0 END = 1';
const MISREPORTED = `CASE WHEN reported + resolved > accepted THEN 1
    WHEN reported + resolved = accepted AND reported_minor + resolved_minor <> accepted_minor THEN 1
    ELSE 0 END = 1`;
const REPORTED_RETURN = 'scheme_return.reported_minor + scheme_return.resolved_minor';
const UNREPORTED_RETURN = `CASE WHEN ${REPORTED_RETURN} = 0 THEN 1 ELSE 0 END = 1`;
const MISREPORTED_RETURN = `CASE WHEN ${REPORTED_RETURN} = 0 THEN 0
    WHEN ${REPORTED_RETURN} <> amount_minor THEN 1 ELSE 0 END = 1`;

/** Returns SQL for a value of the newest entry about the row of a message or a return. */
const ofEntries = (column: string, isReturn: 0 | 1, index: string): string =>
  `(SELECT MAX(settlement_entry.${column}) FROM settlement_entry
    WHERE settlement_entry.message_id = ${isReturn === 0 ? 'scheme_message.id' : 'scheme_return.message_id'}
      AND is_return = ${String(isReturn)}${index})`;

const MESSAGE = `SELECT NULL AS id, id AS messageId, NULL AS "index",
    CASE WHEN reported + resolved < accepted THEN 'missing'
      WHEN reported + resolved = accepted THEN 'amount'
      WHEN reported + resolved > transactions THEN 'excess'
      WHEN open + pending > 0 THEN 'unanswered'
      ELSE 'rejected' END AS kind,
    instrument, ${ofEntries('account', 0, '')} AS account, payment_id AS paymentId,
    settlement_date AS settlementDate,
    COALESCE(${ofEntries('received_at', 0, '')}, created_at) AS at, accepted AS expected,
    accepted_minor AS expectedMinor, reported + resolved AS reported,
    reported_minor + resolved_minor AS reportedMinor, currency, NULL AS detail
  FROM scheme_message`;

const OF_RETURN = ' AND settlement_entry.payment_index = scheme_return.payment_index';

const RETURN = `SELECT NULL AS id, message_id AS messageId, scheme_return.payment_index AS "index",
    CASE WHEN ${REPORTED_RETURN} = 0 THEN 'missing' ELSE 'amount' END AS kind,
    scheme_return.instrument, ${ofEntries('account', 1, OF_RETURN)} AS account,
    payment_id AS paymentId, NULL AS settlementDate, received_at AS at, 1 AS expected,
    amount_minor AS expectedMinor,
    CASE WHEN ${REPORTED_RETURN} = 0 THEN 0 ELSE 1 END AS reported,
    ${REPORTED_RETURN} AS reportedMinor, currency,
    return_id AS detail
  FROM scheme_return JOIN scheme_message ON scheme_message.id = message_id`;

const ENTRY = `SELECT settlement_entry.id, message_id AS messageId, payment_index AS "index",
    'unexpected' AS kind, instrument, account, payment_id AS paymentId,
    NULL AS settlementDate, received_at AS at, 0 AS expected, 0 AS expectedMinor,
    settlement_entry.transactions AS reported, amount_minor AS reportedMinor,
    settlement_entry.currency,
    settlement_entry.problem || ' ' || direction || ' ' || reference AS detail
  FROM settlement_entry LEFT JOIN scheme_message ON scheme_message.id = message_id`;

const STATEMENT = `SELECT id, NULL AS messageId, NULL AS "index", break AS kind,
    NULL AS instrument, account, NULL AS paymentId, NULL AS settlementDate, received_at AS at,
    0 AS expected, 0 AS expectedMinor, 0 AS reported, 0 AS reportedMinor, currency,
    statement_id AS detail
  FROM settlement_statement`;

const IS_UNEXPECTED = 'settlement_entry.problem IS NOT NULL AND resolved_at IS NULL';
const IS_BROKEN = 'break IS NOT NULL AND resolved_at IS NULL';

export const SQL = {
  missing: sql<[Instrument, LocalDate, number], DifferenceRow>(`
    ${MESSAGE} WHERE instrument = ? AND settlement_date <= ? AND ${UNREPORTED}
    ORDER BY settlement_date, scheme_message.id LIMIT ?`),
  misreported: sql<[Instrument, number], DifferenceRow>(`
    ${MESSAGE} WHERE instrument = ? AND ${MISREPORTED} ORDER BY scheme_message.id LIMIT ?`),
  reported: sql<[], { instruments: string }>('SELECT instruments FROM settlement_exchange'),
  missingReturns: sql<[Instrument, Instant, number], DifferenceRow>(`
    ${RETURN} WHERE scheme_return.instrument = ? AND received_at < ? AND ${UNREPORTED_RETURN}
    ORDER BY received_at, message_id, scheme_return.payment_index LIMIT ?`),
  misreportedReturns: sql<[number], DifferenceRow>(`
    ${RETURN} WHERE ${MISREPORTED_RETURN}
    ORDER BY received_at, message_id, scheme_return.payment_index LIMIT ?`),
  entries: sql<[number], DifferenceRow>(`
    ${ENTRY} WHERE ${IS_UNEXPECTED} ORDER BY settlement_entry.id LIMIT ?`),
  statements: sql<[number], DifferenceRow>(`
    ${STATEMENT} WHERE ${IS_BROKEN} ORDER BY settlement_statement.id LIMIT ?`),
  findMessage: sql<[string], DifferenceRow>(`${MESSAGE} WHERE id = ?`),
  findReturn: sql<[string, number], DifferenceRow>(`
    ${RETURN} WHERE message_id = ? AND scheme_return.payment_index = ?`),
  findEntry: sql<[number], DifferenceRow>(`${ENTRY} WHERE settlement_entry.id = ?`),
  findStatement: sql<[number], DifferenceRow>(`${STATEMENT} WHERE id = ?`),
  closeMessage: sql<[number, MinorUnits, string]>(`
    UPDATE scheme_message SET resolved = resolved + CAST(? AS BIGINT),
      resolved_minor = resolved_minor + CAST(? AS BIGINT) WHERE id = ?`),
  closeReturn: sql<[MinorUnits, string, number]>(`
    UPDATE scheme_return SET resolved_minor = resolved_minor + CAST(? AS BIGINT)
    WHERE message_id = ? AND payment_index = ?`),
  closeEntry: sql<[Instant, number]>(`
    UPDATE settlement_entry SET resolved_at = ?
    WHERE id = ? AND problem IS NOT NULL AND resolved_at IS NULL`),
  closeStatement: sql<[Instant, number]>(`
    UPDATE settlement_statement SET resolved_at = ? WHERE id = ? AND ${IS_BROKEN}`),
  addResolution: sql<ResolutionRow>(`
    INSERT INTO settlement_resolution
      (name, kind, credits, amount_minor, currency, reason, resolved_at, resolved_by)
    VALUES (@name, @kind, @credits, @minor, @currency, @reason, @at, @by)`),
  totals: sql<[LocalDate, number], SettlementTotals>(`
    SELECT settlement_date AS settlementDate, instrument, currency, COUNT(*) AS messages,
      CAST(SUM(total_minor) AS BIGINT) AS handedOver,
      CAST(SUM(accepted_minor) AS BIGINT) AS accepted,
      CAST(SUM(rejected_minor) AS BIGINT) AS rejected,
      CAST(SUM(reported_minor) AS BIGINT) AS reported,
      CAST(SUM(resolved_minor) AS BIGINT) AS resolved
    FROM scheme_message WHERE settlement_date >= ?
    GROUP BY settlement_date, instrument, currency
    ORDER BY settlement_date DESC, instrument, currency LIMIT ?`),
};
