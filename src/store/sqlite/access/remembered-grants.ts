import type { VerifiedGrant } from '../../../domain/records/records.ts';
import { makeRoom } from '../../../kernel/make-room.ts';
import type { Database } from '../database/database.ts';

/** Tokens that are remembered at once. */
const MAX_REMEMBERED = 10_000;

/** The tables that say whether a token is good, besides its own: of each token, or of many. */
const TABLES = ['client', 'software', 'organisation', 'registration', 'certificate'];

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * What tokens are good for, remembered for as long as no row changes that says so
 * (docs/decisions, 87). The database itself tells of such a change: triggers of this connection,
 * whatever command it is that changes the row. Of a token that there is not nothing is kept, so
 * nobody fills the memory with tokens that he made up.
 */
export class RememberedGrants {
  readonly #database: Database;
  readonly #grants = new Map<string, VerifiedGrant>();

  constructor(database: Database) {
    this.#database = database;
    database.function('forget_token', (hash) => {
      this.#grants.delete(String(hash));
      return null;
    });
    database.function('forget_tokens', () => {
      this.#grants.clear();
      return null;
    });
    database.exec(TRIGGERS);
  }

  /** The grant of a token, by its SHA-256, as it was found before; else as `find` finds it now. */
  get(
    tokenHash: string,
    find: (hash: string) => VerifiedGrant | undefined,
  ): VerifiedGrant | undefined {
    const known = this.#grants.get(tokenHash);
    if (known !== undefined) return known;
    const found = find(tokenHash);
    // What is read of an open transaction may be undone yet.
    if (found !== undefined && !this.#database.inTransaction) {
      makeRoom(this.#grants, MAX_REMEMBERED);
      this.#grants.set(tokenHash, found);
    }
    return found;
  }
}

const TRIGGERS = [
  ...CHANGES.map((change) => {
    const hash = change === 'INSERT' ? 'NEW.hash' : 'OLD.hash';
    return trigger('token', change, `forget_token(${hash})`);
  }),
  ...TABLES.flatMap((table) => CHANGES.map((change) => trigger(table, change, 'forget_tokens()'))),
].join('\n');

function trigger(table: string, change: string, call: string): string {
  const name = `${table}_${change.toLowerCase()}_forgets`;
  return `CREATE TEMP TRIGGER ${name} AFTER ${change} ON main.${table} BEGIN SELECT ${call}; END;`;
}
