import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import type { Backup } from '../../src/domain/ports/store-admin.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { AuditRow } from '../../src/store/repositories/audit/audit-chain.ts';
import { readAuditLog } from '../../src/store/sqlite/database/inspection.ts';
import { entriesOf, rowsOf } from './postgres-audit.ts';

/** A store that is open, and where it is. */
interface OpenStore {
  readonly store: Store & Backup<string>;
  readonly config: Partial<Pick<Config, 'store'>>;
  readonly directory: string;
}

/** The audit log as it is now, oldest first, whatever engine has it. */
export async function auditLogOf({ store, config, directory }: OpenStore) {
  if (config.store?.kind === 'postgres') {
    // What waits for its place is given it.
    await store.auditHead();
    return entriesOf(config.store.url);
  }
  return withCopy({ store, directory }, (copy) =>
    readAuditLog(copy, (rows): readonly AuditRow[] => [...rows]),
  );
}

/** All that the store holds now, as its engine writes it. */
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
