import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore, type SqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, BANK, consentOf, inFolder, keyOf, NOW } from '../../../contract/store/fixtures.ts';

/** Maximum number of pages copied in one step. It limits how long the event loop is blocked. */
const MAX_STEP_PAGES = 64;

/** Runs `use` with a store that is large enough for many copy steps, and a path for the copy. */
function withLargeStore(use: (store: SqliteStore, to: string) => Promise<void>) {
  return () =>
    inFolder(async (directory) => {
      const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
      await store.seed(BANK, NOW);
      const data = `"${'x'.repeat(8192)}"`;
      const ids = Array.from({ length: 300 }, (_, number) => `large${String(number)}`);
      await Promise.all(
        ids.map((id) => store.createConsent({ ...consentOf(id), data }, keyOf(id), ACT)),
      );
      try {
        await use(store, join(directory, 'copy.db'));
      } finally {
        await store.close();
      }
    });
}

/** Opens the copy, checks it and returns the result of `ask`. */
async function inCopy<Value>(path: string, ask: (store: SqliteStore) => Promise<Value>) {
  expect(inspectDatabase(path).findings).toEqual([]);
  const store = openSqliteStore(path, () => NOW);
  const answer = await ask(store);
  await store.close();
  return answer;
}

describe('a copy of the database', () => {
  it(
    'is made in small steps and reports its progress up to the end',
    withLargeStore(async (store, to) => {
      const progress: number[] = [];
      let all = 0;
      await store.backup(to, (done, of) => {
        progress.push(done);
        all = of;
      });
      expect(progress.length).toBeGreaterThan(3);
      expect(progress.at(-1)).toBe(all);
      const steps = progress.slice(1).map((done, index) => done - (progress[index] ?? 0));
      expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_STEP_PAGES);
    }),
  );

  it(
    'contains data written before and during the copy',
    withLargeStore(async (store, to) => {
      // After a group of one command, the next command is committed without waiting for others.
      await store.createConsent(consentOf('alone'), keyOf('alone'), ACT);
      const writing: Promise<unknown>[] = [];
      await store.backup(to, (done, of) => {
        if (done > 0 && writing.length === 0) {
          expect(done).toBeLessThan(of);
          writing.push(store.createConsent(consentOf('meanwhile'), keyOf('meanwhile'), ACT));
        }
      });
      await Promise.all(writing);
      const found = await inCopy(to, (copy) =>
        Promise.all(['large0', 'large299', 'meanwhile'].map((id) => copy.findConsent(id))),
      );
      expect(found.map((consent) => consent?.id)).toEqual(['large0', 'large299', 'meanwhile']);
    }),
  );

  it(
    'stops with the error thrown by onProgress, and the store keeps working',
    withLargeStore(async (store, to) => {
      const copying = store.backup(to, (done) => {
        if (done > 0) throw new Error('enough');
      });
      await expect(copying).rejects.toThrow('enough');
      await store.createConsent(consentOf('after'), keyOf('after'), ACT);
      expect(await store.findConsent('after')).toBeDefined();
    }),
  );

  it(
    'fails if the file cannot be written, and the store keeps working',
    withLargeStore(async (store, to) => {
      await expect(store.backup(`${to}/nowhere/at/all`, () => undefined)).rejects.toThrow();
      await store.createConsent(consentOf('after'), keyOf('after'), ACT);
      expect(await store.findConsent('after')).toBeDefined();
    }),
  );

  it(
    'never overwrites an existing file',
    withLargeStore(async (store, to) => {
      writeFileSync(to, '');
      await expect(store.backup(to, () => undefined)).rejects.toThrow('EEXIST');
      expect(statSync(to).size).toBe(0);
    }),
  );

  it(
    'is readable by its owner only',
    withLargeStore(async (store, to) => {
      await store.backup(to, () => undefined);
      expect(statSync(to).mode & 0o777).toBe(0o600);
    }),
  );

  it(
    'fails if the store is closed during the copy',
    withLargeStore(async (store, to) => {
      const copying = store.backup(to, (done) => {
        if (done > 0) void store.close();
      });
      await expect(copying).rejects.toThrow();
    }),
  );
});
