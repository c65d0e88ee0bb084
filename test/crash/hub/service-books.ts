import type Sqlite from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { Violation } from '../story.ts';

/** A message as the service has stored it. */
export interface ServiceMessage {
  readonly id: string;
  readonly paymentId: string;
  readonly batch: number;
  readonly batchState: string;
  readonly instrument: string;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly transactions: number;
  readonly totalMinor: number;
  readonly currency: string;
  readonly handedOverAt: number | null;
  /** 0 if the message waits until its scheme opens. Otherwise 1. */
  readonly isDue: 0 | 1;
  readonly content: string | null;
  readonly sha256: string | null;
}

/** The stored result of a credit that was not simply accepted. */
export interface ServiceOutcome {
  readonly status: 'Pending' | 'Refused' | 'Rejected' | 'Returned';
  readonly reason: string;
}

/** A document that the service has received. */
export interface ServiceDelivery {
  readonly state: string;
  readonly code: string | null;
}

/** The service's records about the exchange with the hub, at one moment. */
export interface ServiceBooks {
  readonly messages: readonly ServiceMessage[];
  /** The contents of the enquiries about messages, keyed by id. */
  readonly enquiries: ReadonlyMap<string, string>;
  /** Keyed by payment and index. */
  readonly outcomes: ReadonlyMap<string, ServiceOutcome>;
  /** Amounts in pence of the transfers that gave money back, by kind, payment and index. */
  readonly refunds: ReadonlyMap<string, readonly number[]>;
  /** The reason for which a return was set aside, or null, keyed by message and index. */
  readonly returns: ReadonlyMap<string, string | null>;
  /** Keyed by the hash of the document. */
  readonly deliveries: ReadonlyMap<string, ServiceDelivery>;
  readonly unusable: readonly UnusableRow[];
  /** Balances of the settlement accounts in pence, keyed by scheme. */
  readonly settledPence: ReadonlyMap<string, number>;
}

/** An answer that the service could not take. */
export interface UnusableRow {
  readonly delivery: string;
  readonly problem: string;
  readonly messageId: string | null;
  readonly index: number | null;
}

/** Joins the parts of a key. */
export const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ');

/** Reads the records of the service from its database. */
export function readServiceBooks(database: Sqlite.Database): ServiceBooks {
  const outcomes = database.prepare<[], ServiceOutcome & Credit>(OUTCOMES).all();
  const returns = database.prepare<[], ReturnRow>(RETURNS).all();
  const deliveries = database.prepare<[], DeliveryRow>(DELIVERIES).all();
  const settled = database.prepare<[], SettledRow>(SETTLED).all();
  const enquiries = database
    .prepare<[], { id: string; content: string }>('SELECT id, content FROM scheme_enquiry')
    .all();
  return {
    messages: database.prepare<[], ServiceMessage>(MESSAGES).all(),
    enquiries: new Map(enquiries.map(({ id, content }) => [id, content])),
    outcomes: new Map(outcomes.map((one) => [keyOf(one.paymentId, one.index), one])),
    refunds: refundsIn(database.prepare<[], Refund>(REFUNDS).all()),
    returns: new Map(returns.map((one) => [keyOf(one.messageId, one.index), one.problem])),
    deliveries: new Map(deliveries.map((one) => [one.sha256, one])),
    unusable: database.prepare<[], UnusableRow>(UNUSABLE).all(),
    settledPence: new Map(settled.map(({ instrument, pence }) => [instrument, pence])),
  };
}

/** Returns a reason why the service has work with the hub. Returns undefined if it has none. */
export function serviceWork(database: Sqlite.Database): string | undefined {
  for (const [what, table] of Object.entries(WORK)) {
    const sql = `SELECT COUNT(*) FROM ${table}`;
    const count = database.prepare<[], number>(sql).pluck().get() ?? 0;
    if (count > 0) return `the service has ${String(count)} ${what}`;
  }
  return undefined;
}

/**
 * Returns the hashes of the files that the service stores for the exchange with the hub. Also
 * checks the small documents, which are in the database (docs/decisions, 135).
 */
export function storedDocuments(database: Sqlite.Database): ReadonlySet<string> {
  const small = database.prepare<[], { sha256: string; content: Buffer }>(
    'SELECT sha256, content FROM scheme_delivery WHERE content IS NOT NULL',
  );
  for (const { sha256, content } of small.iterate()) {
    if (createHash('sha256').update(content).digest('hex') === sha256) continue;
    throw new Violation(`Document ${sha256} in the database has another content.`);
  }
  const sql = `SELECT sha256 FROM scheme_delivery WHERE content IS NULL
    UNION SELECT sha256 FROM scheme_message WHERE sha256 IS NOT NULL`;
  return new Set(database.prepare<[], string>(sql).pluck().all());
}

interface Credit {
  readonly paymentId: string;
  readonly index: number;
}

interface Refund extends Credit {
  readonly kind: 'returned-credit' | 'late-return';
  readonly pence: number;
}

interface ReturnRow {
  readonly messageId: string;
  readonly index: number;
  readonly problem: string | null;
}

interface DeliveryRow extends ServiceDelivery {
  readonly sha256: string;
}

interface SettledRow {
  readonly instrument: string;
  readonly pence: number;
}

const OUTCOMES = `SELECT payment_id AS paymentId, payment_index AS "index", status, reason
  FROM credit_outcome`;

const RETURNS = `SELECT message_id AS messageId, payment_index AS "index", problem
  FROM scheme_return`;

const DELIVERIES = `SELECT sha256, state, (SELECT code FROM scheme_problem
    WHERE delivery = sha256 AND kind = 'document') AS code
  FROM scheme_delivery`;

const SETTLED = `SELECT substr(number, 12) AS instrument, balance_pence AS pence FROM account
  WHERE number LIKE 'settlement:%'`;

/** The time of the sandbox's clock in milliseconds, as SQL. */
const BUSINESS_TIME = `(CAST(unixepoch('subsec') * 1000 AS INTEGER) + COALESCE(
  (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'sandbox.clock.offsetMs'), 0))`;

/** SQL condition: the message does not wait until its scheme opens. */
const IS_DUE = `(attempts > 0 OR handed_over_at IS NOT NULL OR try_at <= ${BUSINESS_TIME})`;

const MESSAGES = `SELECT id, scheme_message.payment_id AS paymentId, batch, state AS batchState,
    scheme_message.instrument, first_index AS firstIndex, last_index AS lastIndex, transactions,
    total_minor AS totalMinor, currency, handed_over_at AS handedOverAt, content, sha256,
    ${IS_DUE} AS isDue
  FROM scheme_message JOIN batch
    ON batch.payment_id = scheme_message.payment_id AND batch.number = scheme_message.batch`;

const REFUNDS = `SELECT kind, payment_id AS paymentId, payment_index AS "index",
    amount_pence AS pence
  FROM transfer WHERE kind IN ('returned-credit', 'late-return')`;

const UNUSABLE = `SELECT delivery, code AS problem, message_id AS messageId,
    payment_index AS "index"
  FROM scheme_problem WHERE kind = 'answer'`;

const WORK = {
  'messages to hand over': `scheme_message JOIN batch
    ON batch.payment_id = scheme_message.payment_id AND batch.number = scheme_message.batch
    WHERE handed_over_at IS NULL AND state = 'sent' AND ${IS_DUE}`,
  'documents to read': "scheme_delivery WHERE state IN ('received', 'reading')",
  'unanswered messages': `scheme_message
    WHERE handed_over_at IS NOT NULL AND (open > 0 OR pending > 0)`,
  'batches with answers to collect': `batch WHERE state = 'sent' AND EXISTS (
    SELECT 1 FROM scheme_message
    WHERE scheme_message.payment_id = batch.payment_id AND scheme_message.batch = batch.number
      AND ${IS_DUE})`,
  'recalls to hand over': "scheme_recall WHERE handed_over_at IS NULL AND state = 'open'",
  'returns to book': 'scheme_return WHERE booked_at IS NULL AND problem IS NULL',
} as const;

function refundsIn(rows: readonly Refund[]): ReadonlyMap<string, readonly number[]> {
  const refunds = new Map<string, number[]>();
  for (const { kind, paymentId, index, pence } of rows) {
    const key = keyOf(kind, paymentId, index);
    const known = refunds.get(key);
    if (known === undefined) refunds.set(key, [pence]);
    else known.push(pence);
  }
  return refunds;
}
