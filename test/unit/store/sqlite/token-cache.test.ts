import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runnerOf, type RunSync } from '../../../../src/store/sqlite/engine.ts';
import { FIND_GRANT } from '../../../../src/store/repositories/access/tokens.ts';
import { FIND_SOFTWARE_OF } from '../../../../src/store/repositories/access/directory-statements.ts';
import { ChainedLog } from '../../../../src/store/sqlite/repositories/audit-log.ts';
import { createInMemoryClaims } from '../../../../src/store/sqlite/repositories/claims.ts';
import { SqliteAccessCache } from '../../../../src/store/sqlite/repositories/token-cache.ts';
import { type Database, openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import {
  openRepositories,
  type Repositories,
} from '../../../../src/store/repositories/repositories.ts';
import { ACT, BANK, inFolder, NOW, tokenOf } from '../../../contract/store/fixtures.ts';

/** Runs `use` with the repositories of a store that has a bank and the token `token`. */
function withRepositories(
  use: (repositories: Repositories, run: RunSync, database: Database) => void,
): Promise<void> {
  return inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const repositories = openRepositories({
      auditLog: new ChainedLog(database, () => NOW),
      accessCache: new SqliteAccessCache(database),
      claimsOf: (work) => createInMemoryClaims(work, () => NOW),
    });
    const run = runnerOf(database);
    run(repositories.bank.seed(BANK, NOW));
    run(repositories.tokens.saveToken(tokenOf('token')));
    use(repositories, run, database);
    database.close();
    return Promise.resolve();
  });
}

/** Returns the tables that a query reads, according to SQLite's EXPLAIN. */
function tablesReadBy(query: string, database: Database): readonly string[] {
  const program = database.prepare(`EXPLAIN ${query}`).all('') as Step[];
  const roots = program.filter(({ opcode }) => opcode === 'OpenRead').map(({ p2 }) => p2);
  const names = database.prepare<[string], string>(
    `SELECT DISTINCT tbl_name FROM sqlite_schema
     WHERE rootpage IN (SELECT value FROM json_each(?)) ORDER BY tbl_name`,
  );
  return names.pluck().all(JSON.stringify(roots));
}

interface Step {
  readonly opcode: string;
  readonly p2: number;
}

test.each([
  ['tokens', FIND_GRANT, 'token'],
  ['the software of clients', FIND_SOFTWARE_OF, 'client'],
])('triggers report every change of a table that the query of %s reads', (_, query, name) =>
  withRepositories((_repositories, _run, database) => {
    const tables = tablesReadBy(query, database);
    expect(tables).toContain(name);
    expect(tables).toContain('organisation');
    const triggers = database
      .prepare<[], string>('SELECT sql FROM sqlite_temp_schema')
      .pluck()
      .all();
    for (const table of tables) {
      for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
        expect(triggers.join('\n')).toContain(` AFTER ${change} ON main.${table} `);
      }
    }
  }),
);

test('a token lookup is cached until a row that it depends on changes', () =>
  withRepositories(({ tokens, directory }, run, database) => {
    const found = run(tokens.findGrant('token'));
    expect(found).toMatchObject({ organisationId: 'one' });
    expect(run(tokens.findGrant('token'))).toBe(found);
    database.exec(`UPDATE account SET balance_pence = balance_pence`);
    expect(run(tokens.findGrant('token'))).toBe(found);
    run(tokens.saveToken(tokenOf('another')));
    expect(run(tokens.findGrant('token'))).toBe(found);
    run(directory.refresh([{ kind: 'shutOut', of: 'organisation', id: 'one' }], ACT));
    expect(run(tokens.findGrant('token'))).toBeUndefined();
  }));

test.each([
  ['its organisation', `UPDATE organisation SET document = json_set(document, '$.status', 'x')`],
  ['its software', `UPDATE software SET document = json_set(document, '$.status', 'x')`],
  ['its client', `UPDATE client SET software_id = 'software of lapsed'`],
  ['the token', `DELETE FROM token`],
  [
    'the replaced token row',
    `INSERT OR REPLACE INTO token (hash, client_id, kind, expires_at)
     VALUES ('token', 'tpp-lapsed', 'client', 0)`,
  ],
])('a token is rejected at once when %s changes, and accepted again after a rollback', (_, sql) =>
  withRepositories(({ tokens }, run, database) => {
    const found = run(tokens.findGrant('token'));
    expect(found).toBeDefined();
    database.exec('BEGIN');
    database.exec(sql);
    expect(run(tokens.findGrant('token'))).toBeUndefined();
    database.exec('ROLLBACK');
    expect(run(tokens.findGrant('token'))).toEqual(found);
  }),
);

test('a row found in a transaction that is rolled back is not cached', () =>
  withRepositories(({ tokens }, run, database) => {
    database.exec('BEGIN');
    run(tokens.saveToken(tokenOf('undone')));
    expect(run(tokens.findGrant('undone'))).toBeDefined();
    database.exec('ROLLBACK');
    expect(run(tokens.findGrant('undone'))).toBeUndefined();
  }));

test('the lookup of a client’s software is cached until its record changes', () =>
  withRepositories(({ directory }, run) => {
    const found = run(directory.findSoftwareOf('tpp-one'));
    expect(found).toMatchObject({ isAdmitted: true });
    expect(run(directory.findSoftwareOf('tpp-one'))).toBe(found);
    run(directory.refresh([{ kind: 'shutOut', of: 'software', id: 'software of one' }], ACT));
    expect(run(directory.findSoftwareOf('tpp-one'))).toMatchObject({ isAdmitted: false });
  }));

test('a second cache on the same connection is refused', () =>
  withRepositories((_, _run, database) => {
    expect(() => new SqliteAccessCache(database)).toThrow('already exists');
  }));
