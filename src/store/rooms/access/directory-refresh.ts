import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DirectoryChange, DirectoryStore } from '../../../domain/ports/directory-store.ts';
import type { GroupCommit } from '../../sqlite/database/group-commit.ts';
import { orderOf, type RowChange } from './directory-rows.ts';
import type { Directory } from './directory.ts';

/** Rows that one transaction changes at most: bounds how long the event loop stands still. */
const MAX_ROWS_CHANGED = 500;

interface Parts {
  readonly directory: Directory;
  readonly commits: GroupCommit;
  readonly look: Look;
}

/** Runs a query at once. */
type Look = <Value>(query: () => Value) => Promise<Value>;

/**
 * Takes new states of the directory, one after the other, and none of them in one turn of the event
 * loop: what is kept is held against the list step by step, then what differs is changed, in as few
 * transactions as may be.
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
  { directory, commits, look }: Parts,
  ...[listed, act]: Parameters<DirectoryStore['replaceDirectory']>
): Promise<DirectoryChange> {
  const found: RowChange[] = [];
  for await (const step of inTurns(directory.changesFor(listed), look)) {
    for (const change of step) found.push(change);
  }
  const changes = orderOf(found);
  const told = { changed: [], admitted: [], shutOut: [], revoked: [] } as {
    [Name in keyof DirectoryChange]: string[];
  };
  for (let at = 0; at < changes.length; at += MAX_ROWS_CHANGED) {
    const portion = changes.slice(at, at + MAX_ROWS_CHANGED);
    const change = await commits.submit(() => directory.refresh(portion, act));
    for (const name of ['changed', 'admitted', 'shutOut', 'revoked'] as const) {
      told[name].push(...change[name]);
    }
  }
  return told;
}

/** Whose the certificates are that are good: the organisations' ids by thumbprint. */
export async function listHolders(
  directory: Directory,
  look: Look,
): Promise<ReadonlyMap<string, string>> {
  const holders = new Map<string, string>();
  for await (const page of inTurns(directory.holders(), look)) {
    for (const [thumbprint, organisationId] of page) holders.set(thumbprint, organisationId);
  }
  return holders;
}

/** Every step in a turn of the event loop of its own. */
async function* inTurns<Step>(steps: Generator<Step>, look: Look): AsyncGenerator<Step> {
  for (;;) {
    const step = await look(() => steps.next());
    if (step.done === true) return;
    yield step.value;
    await nextTurn();
  }
}
