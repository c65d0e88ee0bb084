import { textOf } from '../../src/store/postgres/database/sql-text.ts';
import { engine } from '../../src/store/postgres/engine.ts';
import { InboxLog } from '../../src/store/postgres/repositories/audit-inbox.ts';
import { claimsInRows } from '../../src/store/postgres/repositories/claims.ts';
import { noTokenCache } from '../../src/store/repositories/access/token-cache.ts';
import type { Engine } from '../../src/store/repositories/engine.ts';
import { openRepositories } from '../../src/store/repositories/repositories.ts';

/** Returns all statements that the repositories prepare for PostgreSQL. */
export function postgresStatements(): readonly string[] {
  const found: string[] = [];
  const listening: Engine = {
    ...engine,
    prepare: (sql) => {
      found.push(typeof sql === 'string' ? sql : sql.postgres);
      return engine.prepare(sql);
    },
  };
  openRepositories(listening, {
    auditLog: new InboxLog(
      Date.now,
      () => [],
      () => undefined,
    ),
    accessCache: noTokenCache,
    claimsOf: () => claimsInRows,
  });
  return found.map((sql) => textOf(sql).sql.replaceAll(/\s+/g, ' ').trim());
}
