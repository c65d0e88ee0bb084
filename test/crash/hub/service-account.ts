import type Sqlite from 'better-sqlite3';

/** The sums of a message that the service compares with the settlement account. */
export interface ServiceSettled {
  readonly id: string;
  readonly accepted: number;
  readonly acceptedMinor: number;
  readonly reported: number;
  readonly reportedMinor: number;
}

/** An entry of the settlement account as the service has stored it. */
export interface ServiceEntry {
  readonly reference: string;
  readonly account: string;
  readonly direction: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly messageId: string | null;
  readonly transactions: number;
  readonly isReturn: 0 | 1;
  readonly problem: string | null;
}

/** A statement of the settlement account as the service has stored it. */
export interface ServiceStatement {
  readonly currency: string;
  readonly sequence: number;
  readonly openingMinor: number;
  readonly closingMinor: number;
  readonly break: string | null;
}

/** A recall as the service has stored it. */
export interface ServiceRecall {
  readonly id: string;
  readonly messageId: string;
  readonly index: number;
  readonly content: string;
  readonly handedOverAt: number | null;
  readonly state: 'open' | 'pending' | 'accepted' | 'refused' | 'returned';
  readonly code: string | null;
}

/** The service's records about the settlement account and the recalls. */
export interface ServiceAccount {
  readonly settled: readonly ServiceSettled[];
  readonly entries: readonly ServiceEntry[];
  readonly statements: readonly ServiceStatement[];
  /** Oldest first. */
  readonly recalls: readonly ServiceRecall[];
  /** Credits that came back, by message id and index, with the entries about them. */
  readonly returns: readonly ServiceReturn[];
}

/** A credit that came back. */
export interface ServiceReturn {
  readonly messageId: string;
  readonly index: number;
  readonly amountMinor: number;
  readonly reportedMinor: number;
}

/** Reads the records of the service from its database. */
export function readServiceAccount(database: Sqlite.Database): ServiceAccount {
  return {
    settled: database.prepare<[], ServiceSettled>(SETTLED).all(),
    entries: database.prepare<[], ServiceEntry>(ENTRIES).all(),
    statements: database.prepare<[], ServiceStatement>(STATEMENTS).all(),
    recalls: database.prepare<[], ServiceRecall>(RECALLS).all(),
    returns: database.prepare<[], ServiceReturn>(RETURNS).all(),
  };
}

const SETTLED = `SELECT id, accepted, accepted_minor AS acceptedMinor, reported + resolved AS reported,
    reported_minor + resolved_minor AS reportedMinor
  FROM scheme_message`;

const ENTRIES = `SELECT reference, account, direction, amount_minor AS amountMinor, currency,
    message_id AS messageId, transactions, is_return AS isReturn, problem
  FROM settlement_entry`;

const STATEMENTS = `SELECT currency, sequence, opening_minor AS openingMinor,
    closing_minor AS closingMinor, break
  FROM settlement_statement`;

const RECALLS = `SELECT id, message_id AS messageId, payment_index AS "index", content,
    handed_over_at AS handedOverAt, state, answer_code AS code
  FROM scheme_recall ORDER BY requested_at, id`;

const RETURNS = `SELECT message_id AS messageId, payment_index AS "index",
    amount_minor AS amountMinor, reported_minor AS reportedMinor
  FROM scheme_return`;
