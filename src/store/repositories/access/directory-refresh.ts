import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DirectoryChange, DirectoryStore } from '../../../domain/ports/directory-store.ts';
import type { DirectoryOrganisation } from '../../../domain/records/access.ts';
import type { DbCommand } from '../engine.ts';
import { ListedIds, orderOf, portionsOf, ROWS_IN_STEP, type RowChange } from './directory-rows.ts';
import type { Directory } from './directory.ts';

/**
 * Maximum number of rows that one transaction changes. It limits how long the event loop is
 * blocked.
 */
const MAX_ROWS_CHANGED = 500;

interface Parts {
  readonly directory: Directory;
  /** Runs a query on committed data. */
  readonly query: <Value>(query: () => DbCommand<Value>) => Promise<Value>;
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
}

/**
 * Returns a function that replaces the stored directory with a new list. Replacements run one after
 * the other. Each one first compares the list with the stored rows in small steps, one per turn of
 * the event loop. It then changes the rows that differ, in as few transactions as possible.
 */
export function createDirectoryRefresh(parts: Parts): DirectoryStore['replaceDirectory'] {
  let last: Promise<unknown> = Promise.resolve();
  return (listed, act) => {
    const refreshed = last.then(() => refresh(parts, listed, act));
    last = refreshed.catch(() => undefined);
    return refreshed;
  };
}

async function refresh(
  parts: Parts,
  ...[listed, act]: Parameters<DirectoryStore['replaceDirectory']>
): Promise<DirectoryChange> {
  const { directory, commit } = parts;
  const changes = orderOf(await changesFor(listed, parts));
  const total = { changed: [], admitted: [], shutOut: [], revoked: [] } as {
    [Name in keyof DirectoryChange]: string[];
  };
  for (let at = 0; at < changes.length; at += MAX_ROWS_CHANGED) {
    const portion = changes.slice(at, at + MAX_ROWS_CHANGED);
    const change = await commit(() => directory.refresh(portion, act));
    for (const name of ['changed', 'admitted', 'shutOut', 'revoked'] as const) {
      total[name].push(...change[name]);
    }
  }
  return total;
}

/** Returns the changes that make the stored rows equal to the list. Compares them step by step. */
async function changesFor(
  listed: Iterable<DirectoryOrganisation>,
  { directory, query }: Parts,
): Promise<readonly RowChange[]> {
  const changes: RowChange[] = [];
  const known = new ListedIds();
  for (const portion of portionsOf(listed)) {
    known.add(portion);
    for (const change of await query(() => directory.changesOf(portion))) changes.push(change);
    await nextTurn();
  }
  for (const kind of ['organisation', 'software', 'certificate'] as const) {
    const pages = paged(
      (after) => query(() => directory.activeIds(kind, after, ROWS_IN_STEP)),
      (id) => id,
    );
    for await (const page of pages) {
      const unlisted = page.filter((id) => !known.has(kind, id));
      for (const id of unlisted) changes.push({ kind: 'shutOut', of: kind, id });
    }
  }
  return changes;
}

/**
 * For each active certificate, returns the id of the organisation that it belongs to, by
 * thumbprint.
 */
export async function listHolders({
  directory,
  query,
}: Pick<Parts, 'directory' | 'query'>): Promise<ReadonlyMap<string, string>> {
  const holders = new Map<string, string>();
  const pages = paged(
    (after) => query(() => directory.holders(after, ROWS_IN_STEP)),
    ({ thumbprint }) => thumbprint,
  );
  for await (const page of pages) {
    for (const { thumbprint, organisationId } of page) holders.set(thumbprint, organisationId);
  }
  return holders;
}

/**
 * Reads all pages of a query, one per turn of the event loop. Each page starts after the last key
 * of the previous page.
 */
async function* paged<Row>(
  page: (after: string) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ;) {
    const rows = await page(after);
    yield rows;
    await nextTurn();
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_IN_STEP) return;
    after = keyOf(last);
  }
}
