import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IdempotencyKey } from '../../../../src/domain/ports/store.ts';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { DAY_MS, type Instant } from '../../../../src/shared/time.ts';
import { runnerOf, type RunSync } from '../../../../src/store/sqlite/engine.ts';
import { openDatabase, type Database } from '../../../../src/store/sqlite/database/database.ts';
import { GroupCommit } from '../../../../src/store/sqlite/database/group-commit.ts';
import { IdempotencyKeys } from '../../../../src/store/repositories/payments/idempotency-keys.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');

let directory: string;
let database: Database;
let keys: IdempotencyKeys;
let run: RunSync;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pis-keys-'));
  database = openDatabase(join(directory, 'service.db'));
  keys = new IdempotencyKeys();
  run = runnerOf(database);
});

afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

function use(key: string, now: number, bodyHash = 'body'): string {
  const name = { clientId: 'tpp-one', endpoint: 'POST /consents', key, bodyHash };
  const resource = { id: `resource of ${key} at ${String(now)}` };
  return createOnce(name, now, resource);
}

function createOnce(name: IdempotencyKey, now: Instant, resource: { readonly id: string }): string {
  const created = keys.once(
    name,
    now,
    function* (id) {
      return { id };
    },
    function* () {
      return { outcome: 'created', value: resource };
    },
  );
  return run(created).outcome;
}

function count(): number {
  const sql = 'SELECT COUNT(*) AS keys FROM idempotency_key';
  return (database.prepare(sql).get() as { keys: number }).keys;
}

test('an idempotency key expires after 24 hours and can then be reused', () => {
  expect(use('k', NOW)).toBe('created');
  expect(use('k', NOW + DAY_MS - 1)).toBe('repeated');
  expect(use('k', NOW + DAY_MS - 1, 'another body')).toBe('keyReused');
  expect(use('k', NOW + DAY_MS, 'another body')).toBe('created');
  expect(count()).toBe(1);
});

test('a repeated request fails with its group if the disk is full, and succeeds alone', async () => {
  const commits = new GroupCommit(
    database,
    () => undefined,
    () => undefined,
    // The simulated time stands still, so that both commands share a transaction.
    () => 0,
  );
  const submit = (key: string, body?: string) => commits.submit(() => use(key, NOW, body));
  expect(await submit('k')).toBe('created');
  database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`);
  const together = await Promise.allSettled([submit('k'), submit('large', 'x'.repeat(100_000))]);
  for (const answer of together) {
    expect('reason' in answer && answer.reason).toBeInstanceOf(StoreUnavailable);
  }
  // A repeated request writes nothing, so it works on a full disk.
  expect(await submit('k')).toBe('repeated');
});

test('only expired idempotency keys are deleted', () => {
  for (let number = 0; number < 640; number += 1) use(`old ${String(number)}`, NOW);
  expect(count()).toBe(640);
  const later = NOW + DAY_MS;
  for (let number = 0; number < 640; number += 1) use(`new ${String(number)}`, later);
  expect(count()).toBe(640);
  expect(use('new 0', later)).toBe('repeated');
});

test('different clients, endpoints and keys never share a digest, even if their joined texts are equal', () => {
  const create = (clientId: string, endpoint: string, key: string): string =>
    createOnce({ clientId, endpoint, key, bodyHash: 'body' }, NOW, { id: 'r' });
  expect(create('a', 'b', 'c')).toBe('created');
  expect(create('ab', '', 'c')).toBe('created');
  expect(create('a', 'bc', '')).toBe('created');
  expect(create('a', 'b', 'c')).toBe('repeated');
});
