import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DocumentKind, StoredDocument } from '../../../src/simulators/hub/agenda.ts';
import { Books } from '../../../src/simulators/hub/books.ts';
import { composeDocument } from '../../../src/simulators/hub/documents/compose.ts';
import { printReport } from '../../../src/simulators/hub/report.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { readHubAccount, type HubAccount } from './hub-account.ts';
import type { HubProcess } from './hub-process.ts';

/** The hub's own record of a credit, from its report. */
export interface HubCredit {
  readonly id: string;
  readonly amount: string;
  readonly status: 'ACSC' | 'RJCT';
  readonly reason: string | null;
  readonly returned: string;
  readonly returnReason: string | null;
}

/** The hub's own record of a message, from its report. */
export interface HubMessage {
  readonly id: string;
  readonly sha256: string;
  readonly state: string;
  readonly instrument: string;
  readonly currency: string;
  readonly total: string;
  readonly repeats: number;
  readonly conflicts: number;
  readonly waiting: number;
  readonly credits: readonly HubCredit[];
}

/** A document that the hub delivered. */
export interface HubDocument {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly file: string;
  readonly messageId: string;
  readonly sha256: string;
}

/** Reads the hub's own records. The hub may run meanwhile. */
export class HubBooks {
  readonly #hub: HubProcess;
  /** The documents in the order of their numbers. Each one is built only once. */
  readonly #documents: HubDocument[] = [];

  constructor(hub: HubProcess) {
    this.#hub = hub;
  }

  /** Returns the report that `pisctl hub-simulator report` prints. */
  messages(): readonly HubMessage[] {
    const lines: string[] = [];
    printReport(this.#hub.data, (line) => lines.push(line));
    return (JSON.parse(lines.join('\n')) as { messages: readonly HubMessage[] }).messages;
  }

  /** Returns all documents with the hash of their content. All must have been delivered. */
  documents(): readonly HubDocument[] {
    const after = this.#documents.at(-1)?.number ?? 0;
    this.#read((database) => {
      const books = new Books(database);
      const rows = database
        .prepare<[number], Omit<StoredDocument, 'isReversed'> & { isReversed: 0 | 1 }>(
          `SELECT number, message, kind, id, file, created_at AS createdAt, due_at AS dueAt, part,
             parts, is_reversed AS isReversed, variant
           FROM document WHERE number > ? ORDER BY number`,
        )
        .all(after);
      for (const row of rows) {
        const document = { ...row, isReversed: row.isReversed === 1 };
        const message = expectDefined(books.get(row.message), 'the message of a document');
        const hash = createHash('sha256');
        for (const piece of composeDocument(document, message, books)) hash.update(piece);
        const { number, kind, file } = row;
        const sha256 = hash.digest('hex');
        this.#documents.push({ number, kind, file, messageId: message.id, sha256 });
      }
    });
    return this.#documents;
  }

  /** Returns the settlement account and the recalls. */
  account(): HubAccount {
    return this.#read(readHubAccount);
  }

  /** Returns a reason why the hub is not idle. Returns undefined if it has no work. */
  work(): string | undefined {
    const counts = this.#hub.hasData ? this.#read(waitingIn) : undefined;
    if (counts === undefined) return 'the hub has no data yet';
    for (const [what, number] of Object.entries(counts)) {
      if (number > 0) return `the hub has ${String(number)} ${what}`;
    }
    const { folders } = this.#hub.exchange;
    for (const folder of [...Object.values(folders), join(this.#hub.data, 'incoming')]) {
      const [name] = readdirSync(folder);
      if (name !== undefined) return `${folder} contains ${name}`;
    }
    return undefined;
  }

  #read<Result>(read: (database: Sqlite.Database) => Result): Result {
    const path = join(this.#hub.data, 'hub.db');
    const database = new Sqlite(path, { fileMustExist: true, readonly: true });
    try {
      return database.transaction(() => read(database))();
    } finally {
      database.close();
    }
  }
}

/** Returns undefined if the hub was killed before it created its tables. */
function waitingIn(database: Sqlite.Database) {
  if (count(database, "sqlite_schema WHERE name = 'document'") === 0) return undefined;
  return {
    'undecided messages': count(database, "message WHERE state = 'stored'"),
    'undelivered documents': count(database, 'document WHERE is_delivered = 0'),
    'entries without a notification': count(database, 'entry WHERE is_notified = 0'),
    'entries without a statement': count(database, 'entry WHERE statement IS NULL'),
    'undelivered statements': count(database, 'statement WHERE is_delivered = 0'),
  };
}

function count(database: Sqlite.Database, table: string): number {
  const statement = database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`);
  return statement.pluck().get() ?? 0;
}
