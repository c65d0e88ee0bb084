import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { idFrom } from '../../../src/simulators/hub/dice.ts';
import { writeNotification, writeStatement } from '../../../src/simulators/hub/documents/camt.ts';
import type {
  AccountEntry,
  AccountStatement,
} from '../../../src/simulators/hub/settlement/account-entries.ts';

/** An entry of the account. Its statement is null if no statement contains it yet. */
export type HubEntry = AccountEntry & { readonly statement: number | null };

/** A recall as the hub decided it. */
export interface HubRecall {
  readonly id: string;
  readonly sha256: string;
  readonly conflicts: number;
  /** Ids of the message and of the credit that it names. */
  readonly messageId: string;
  readonly creditId: string;
  /** ISO code of a refusal. Null for any other decision. */
  readonly code: string | null;
  /** True if the credit comes back because of the recall. */
  readonly isReturned: 0 | 1;
}

/** The hub's own record of the bank's settlement account and of the recalls. */
export interface HubAccount {
  readonly entries: readonly HubEntry[];
  readonly statements: readonly AccountStatement[];
  readonly recalls: readonly HubRecall[];
}

/** A notification or a statement that the hub delivered. */
export interface HubReport {
  readonly kind: 'notification' | 'statement';
  readonly file: string;
  /** The possible hashes of its content. A statement may be delivered with a second id. */
  readonly sha256: readonly string[];
}

/** Reads the settlement account and the recalls. All reports must have been delivered. */
export function readHubAccount(database: Sqlite.Database): HubAccount {
  const entries = database.prepare<[], EntryRow>(ENTRIES).all();
  return {
    entries: entries.map(({ credit, ...entry }) => ({
      ...entry,
      credit: credit === null ? null : (JSON.parse(credit) as AccountEntry['credit']),
    })),
    statements: database.prepare<[], AccountStatement>(STATEMENTS).all(),
    recalls: database.prepare<[], HubRecall>(RECALLS).all(),
  };
}

/** Returns the notifications and statements of the account. */
export function reportsOf({ entries, statements }: HubAccount, seed: number): HubReport[] {
  const ofStatement = new Map<number | null, HubEntry[]>();
  for (const entry of entries) {
    const listed = ofStatement.get(entry.statement);
    if (listed === undefined) ofStatement.set(entry.statement, [entry]);
    else listed.push(entry);
  }
  const notifications = entries.map((entry): HubReport => {
    const id = idFrom(seed, 'notification', entry.number);
    const sha256 = [hashOf(writeNotification(id, entry))];
    return { kind: 'notification', file: `camt.054-${id}.xml`, sha256 };
  });
  return [
    ...notifications,
    ...statements.map((statement): HubReport => {
      const ids = ['', 'again'].map((copy) => idFrom(seed, 'statement', statement.number, copy));
      const listed = ofStatement.get(statement.number) ?? [];
      const sha256 = ids.map((id) => hashOf(writeStatement(id, statement, listed)));
      return { kind: 'statement', file: `camt.053-${ids[0] ?? ''}.xml`, sha256 };
    }),
  ];
}

function hashOf(pieces: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

type EntryRow = Omit<HubEntry, 'credit'> & { readonly credit: string | null };

const ENTRIES = `SELECT number, message_id AS messageId, credits, credit, direction,
    amount_minor AS amountMinor, currency, booked_at AS bookedAt, statement
  FROM entry ORDER BY number`;

const STATEMENTS = `SELECT number, currency, sequence, opening_minor AS openingMinor,
    closing_minor AS closingMinor, created_at AS createdAt
  FROM statement ORDER BY number`;

const RECALLS = `SELECT message.id, sha256, conflicts, recall.message_id AS messageId,
    COALESCE(instruction_id, transaction_id) AS creditId, code,
    credit_message IS NOT NULL AS isReturned
  FROM recall JOIN message ON message.number = recall.message ORDER BY message.number`;
