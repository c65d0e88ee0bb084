import type { HeldTask, SentForm, Task } from '../../../domain/ports/node-store.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { SECOND_MS, type Milliseconds } from '../../../shared/time.ts';
import type { BucketSize } from '../../../shared/token-bucket.ts';
import { selectOnce, sql, type DbCommand } from '../../repositories/engine.ts';
import { NOW_MS } from '../engine.ts';
import type { BucketTokens } from '../prefetched-tokens.ts';

const SECOND_US = 1_000_000;

/**
 * Acquires or renews the leases of tasks, except those that another owner holds. All nodes lock the
 * tasks in the same order, which prevents deadlocks.
 */
export function* holdTasks(
  tasks: readonly Task[],
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: Milliseconds },
): DbCommand<readonly HeldTask[]> {
  const held: HeldTask[] = [];
  for (const task of [...tasks].sort()) {
    const lease = yield* SQL.hold.get({ task, owner, leaseMs });
    if (lease !== undefined) held.push({ task, takenFrom: lease.takenFrom });
  }
  return tasks.flatMap((task) => held.filter((one) => one.task === task));
}

export function releaseTasks(owner: string): DbCommand<void> {
  return SQL.release.write(owner);
}

/** Takes up to `wanted` tokens from a rate-limit bucket. */
export function* takeTokens(
  name: string,
  size: BucketSize,
  wanted: number,
): DbCommand<BucketTokens> {
  const { intervalUs, roomUs } = spacingOf(size);
  const row = yield* SQL.take.get({ name, wanted, intervalUs, roomUs });
  const { given, waitUs } = expectDefined(row, `the bucket ${name}`);
  return {
    tokens: given,
    waitMs: Math.max(0, waitUs) / (SECOND_US / SECOND_MS),
    left: Math.max(0, Math.floor(1 - waitUs / intervalUs)),
  };
}

/** Returns a token to a rate-limit bucket. A full bucket stays full. */
export function giveTokenBack(name: string, size: BucketSize): DbCommand<void> {
  return SQL.giveBack.write(spacingOf(size).intervalUs, name);
}

/**
 * Deletes up to `limit` full buckets, because a missing bucket counts as full. Returns the number
 * of deleted rows.
 */
export function clearBuckets(limit: number): DbCommand<number> {
  return SQL.clear.run(limit);
}

/**
 * Registers a submitted form, so that only one node processes it. The first node to register the
 * form must answer it within `withinMs` milliseconds.
 */
export function* sentForm(name: string, withinMs: Milliseconds): DbCommand<SentForm> {
  const first = yield* SQL.sent.get({ name, withinMs });
  if (first !== undefined) return { kind: 'first' };
  const answer = (yield* SQL.answerOf.get(name))?.answer ?? null;
  return answer === null ? { kind: 'underWay' } : { kind: 'answered', answer };
}

export function answeredForm(
  name: string,
  answer: string,
  retentionMs: Milliseconds,
): DbCommand<void> {
  return SQL.answered.write({ name, answer, retentionMs });
}

export function failedForm(name: string): DbCommand<void> {
  return SQL.failed.write(name);
}

/** Deletes up to `limit` expired forms. Returns the number of deleted rows. */
export function clearForms(limit: number): DbCommand<number> {
  return SQL.clearForms.run(limit);
}

/** Returns the ID of the last transaction that changed the directory. */
export function* directoryVersion(): DbCommand<string> {
  const row = expectDefined(yield* SQL.version.get(), 'the version of the directory');
  return String(row.changedBy);
}

/** Returns the time between two tokens, and the time to fill an empty bucket, in microseconds. */
function spacingOf({ perSecond, burst }: BucketSize) {
  const intervalUs = Math.max(1, Math.round(SECOND_US / perSecond));
  return { intervalUs, roomUs: intervalUs * burst };
}

/**
 * SQL for the start time of the statement in microseconds. All expressions of a statement use the
 * same time.
 */
const NOW_US = 'CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)';

/**
 * SQL for the time at which the bucket will be full. It is never later than if the bucket were
 * empty now, because the database's clock may have been set back.
 */
const FULL_AT = `LEAST(GREATEST(kept.full_at, ${NOW_US}), ${NOW_US} + CAST(@roomUs AS BIGINT))`;

/** SQL for the number of tokens to take from an existing bucket. */
const GIVEN = `LEAST(CAST(@wanted AS BIGINT),
  GREATEST(0, ${NOW_US} + CAST(@roomUs AS BIGINT) - ${FULL_AT}) / CAST(@intervalUs AS BIGINT))`;

/** SQL for the number of tokens to take from a full bucket. */
const FIRST = `LEAST(CAST(@wanted AS BIGINT), CAST(@roomUs AS BIGINT) / CAST(@intervalUs AS BIGINT))`;

interface Taking {
  readonly name: string;
  readonly wanted: number;
  readonly intervalUs: number;
  readonly roomUs: number;
}

const SQL = {
  hold: sql<
    { readonly task: Task; readonly owner: string; readonly leaseMs: Milliseconds },
    Pick<HeldTask, 'takenFrom'>
  >(`
    INSERT INTO task_lease AS kept (task, owner, held_until)
    VALUES (@task, @owner, ${NOW_MS} + CAST(@leaseMs AS BIGINT))
    ON CONFLICT (task) DO UPDATE SET
      taken_from = CASE WHEN kept.owner = excluded.owner THEN NULL ELSE kept.owner END,
      owner = excluded.owner, held_until = ${NOW_MS} + CAST(@leaseMs AS BIGINT)
    WHERE kept.owner = excluded.owner OR kept.held_until <= ${NOW_MS}
    RETURNING taken_from AS takenFrom`),
  release: sql<[string]>('DELETE FROM task_lease WHERE owner = ?'),
  take: sql<Taking, { readonly given: number; readonly waitUs: number }>(`
    INSERT INTO bucket AS kept (name, given, full_at)
    VALUES (@name, ${FIRST}, ${NOW_US} + ${FIRST} * CAST(@intervalUs AS BIGINT))
    ON CONFLICT (name) DO UPDATE SET given = ${GIVEN},
      full_at = ${FULL_AT} + ${GIVEN} * CAST(@intervalUs AS BIGINT)
    RETURNING given,
      full_at + CAST(@intervalUs AS BIGINT) - CAST(@roomUs AS BIGINT) - ${NOW_US} AS waitUs`),
  giveBack: sql<[intervalUs: number, name: string]>(`
    UPDATE bucket SET full_at = full_at - ? WHERE name = ?`),
  clear: sql<[number]>(`
    DELETE FROM bucket WHERE name IN (${selectOnce(
      `SELECT name FROM bucket WHERE full_at <= ${NOW_US} LIMIT ? FOR UPDATE SKIP LOCKED`,
    )})`),
  sent: sql<{ readonly name: string; readonly withinMs: Milliseconds }, { name: string }>(`
    INSERT INTO form AS kept (name, until)
    VALUES (@name, ${NOW_MS} + CAST(@withinMs AS BIGINT))
    ON CONFLICT (name) DO UPDATE SET answer = NULL,
      until = ${NOW_MS} + CAST(@withinMs AS BIGINT)
    WHERE kept.until <= ${NOW_MS}
    RETURNING name`),
  answerOf: sql<[string], { readonly answer: string | null }>(`
    SELECT answer FROM form WHERE name = ?`),
  answered: sql<{ name: string; answer: string; retentionMs: Milliseconds }>(`
    UPDATE form SET answer = @answer, until = ${NOW_MS} + CAST(@retentionMs AS BIGINT)
    WHERE name = @name`),
  failed: sql<[string]>('DELETE FROM form WHERE name = ?'),
  clearForms: sql<[number]>(`
    DELETE FROM form WHERE name IN (${selectOnce(
      `SELECT name FROM form WHERE until <= ${NOW_MS} LIMIT ? FOR UPDATE SKIP LOCKED`,
    )})`),
  version: sql<[], { readonly changedBy: number }>(`
    SELECT changed_by AS changedBy FROM directory_version`),
};
