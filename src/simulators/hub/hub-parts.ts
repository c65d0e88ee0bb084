import type { InTurn } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import type { Agenda } from './agenda.ts';
import type { Books } from './books.ts';
import type { Database } from './database.ts';
import type { Faults } from './https/faults.ts';
import type { Scenario } from './scenario.ts';
import type { AccountEntries } from './settlement/account-entries.ts';

/**
 * Steps after which the hub can end at any time. Each is durable when it is reported:
 *
 * - `copied`: the file or the body of the request is in the data folder.
 * - `stored`: the message is in the database.
 * - `removed`: the file is no longer in `to-hub/`.
 * - `decided`: the credits and the documents are in the database.
 * - `written`: a document is in `from-hub/`.
 * - `delivered`: the delivery is recorded in the database.
 */
export const STEPS = ['copied', 'stored', 'removed', 'decided', 'written', 'delivered'] as const;

export type Step = (typeof STEPS)[number];

/** Folders inside the data folder of the hub. */
export interface DataFolders {
  /** Files that are being checked. */
  readonly incoming: string;
  /** Files of messages that the hub has stored. */
  readonly messages: string;
  /** Files with another content under the id of a stored message. */
  readonly refused: string;
}

/** A message that was copied into the folder `incoming` of the hub. */
export interface CopiedMessage {
  readonly id: string;
  /** File name of the copy. */
  readonly copy: string;
  /** File name of the message: `<id>.xml`, or `<id>.s18` for Bacs Standard 18. */
  readonly file: string;
  readonly sha256: string;
}

/**
 * Result of storing a message. `repeated`: the hub had it already. `conflict`: the hub has another
 * content under this id, so it has refused this one.
 */
export type Stored = 'new' | 'repeated' | 'conflict';

/** Stores a copied message durably, once for each id. */
export type StoreMessage = (message: CopiedMessage) => Promise<Stored>;

/** Parts of a running hub. */
export interface HubParts {
  /** Folder of the documents that wait for the bank, which takes them as files or over HTTPS. */
  readonly fromHub: string;
  readonly folders: DataFolders;
  readonly database: Database;
  readonly books: Books;
  readonly agenda: Agenda;
  readonly account: AccountEntries;
  readonly scenario: Scenario;
  readonly clock: Clock;
  /** Runs an action after those that were passed before it have ended, also if they failed. */
  readonly exclusively: InTurn;
  readonly storeMessage: StoreMessage;
  /** Faults of the HTTPS API. */
  readonly faults: Faults;
  /** Prints a line about the progress. */
  readonly print: (line: string) => void;
  /** Called after each step. A test can throw an error here to simulate a crash. */
  readonly reached: (step: Step) => void;
}

/** Runs an action in a transaction. No other statement may run before the action has ended. */
export async function inTransaction<Result>(
  database: Database,
  action: () => Promise<Result> | Result,
): Promise<Result> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = await action();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
