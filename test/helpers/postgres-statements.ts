import { textOf } from '../../src/store/postgres/database/sql-text.ts';
import { InboxLog } from '../../src/store/postgres/repositories/audit-inbox.ts';
import { noTokenCache } from '../../src/store/repositories/access/token-cache.ts';
import { openRepositories } from '../../src/store/repositories/repositories.ts';
import { createInMemoryClaims } from '../../src/store/sqlite/repositories/claims.ts';
import { notedStatements } from './noted-statements.ts';

/**
 * Returns all statements of the repositories in the dialect of PostgreSQL. `noteStatements` must
 * mock the module that creates them.
 */
export function postgresStatements(): readonly string[] {
  openRepositories({
    auditLog: new InboxLog(
      Date.now,
      () => [],
      () => undefined,
    ),
    accessCache: noTokenCache,
    claimsOf: (work) => createInMemoryClaims(work, Date.now),
  });
  const texts = notedStatements('postgres').map((sql) => textOf(sql).sql);
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))];
}
