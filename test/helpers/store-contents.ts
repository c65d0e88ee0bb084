import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import type { Backup } from '../../src/domain/ports/store-admin.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { AuditRow } from '../../src/store/repositories/audit/audit-chain.ts';
import { readAuditLog } from '../../src/store/sqlite/database/inspection.ts';
import { entriesOf, rowsOf } from './postgres-audit.ts';

/** An open store, its database settings and its data folder. */
interface OpenStore {
  readonly store: Store & Backup<string>;
  readonly config: Partial<Pick<Config, 'store'>>;
  readonly directory: string;
}

/** Returns the entries of the audit log, oldest first. Works with both database engines. */
export async function auditLogOf({ store, config, directory }: OpenStore) {
  if (config.store?.kind === 'postgres') {
    // Reading the head of the audit log gives sequence numbers to the entries that lack one.
    await store.auditHead();
    return entriesOf(config.store.url);
  }
  return withCopy({ store, directory }, (copy) =>
    readAuditLog(copy, (rows): readonly AuditRow[] => [...rows]),
  );
}

/** Returns all data of a store, in the format of its database engine. */
export async function contentsOf({ store, config, directory }: OpenStore): Promise<Buffer> {
  if (config.store?.kind === 'postgres') return textsOf(config.store.url);
  return withCopy({ store, directory }, (copy) => readFileSync(copy));
}

async function withCopy<Value>(
  { store, directory }: Pick<OpenStore, 'store' | 'directory'>,
  use: (copy: string) => Value,
): Promise<Value> {
  const copy = join(directory, 'copy.db');
  await store.backup(copy, () => undefined);
  try {
    return use(copy);
  } finally {
    rmSync(copy);
  }
}

async function textsOf(url: string): Promise<Buffer> {
  const tables = (await rowsOf(
    url,
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )) as { name: string }[];
  const rows = tables.map(({ name }) => `SELECT ${name}::text AS row FROM ${name}`);
  const found = (await rowsOf(url, rows.join(' UNION ALL '))) as { row: string }[];
  return Buffer.from(found.map(({ row }) => row).join('\n'));
}
