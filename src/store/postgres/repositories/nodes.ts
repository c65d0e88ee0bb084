import type { HeldTask, SentForm, Task } from '../../../domain/ports/node-store.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { BucketSize } from '../../../shared/token-bucket.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import { engine } from '../engine.ts';
import type { Given } from '../prefetched-tokens.ts';
import { NOW_MS } from './clock.ts';

const SECOND_US = 1_000_000;

/** Takes the tasks that nobody else has; one after the other, on every node in the same order. */
export function* holdTasks(
  tasks: readonly Task[],
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
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

/** Takes so many tokens of a bucket, or as many as it has. */
export function* takeTokens(name: string, size: BucketSize, wanted: number): DbCommand<Given> {
  const { intervalUs, roomUs } = spacingOf(size);
  const row = yield* SQL.take.get({ name, wanted, intervalUs, roomUs });
  const { given, waitUs } = expectDefined(row, `the bucket ${name}`);
  return { tokens: given, waitMs: Math.max(0, waitUs) / (SECOND_US / SECOND_MS) };
}

/** Puts a token back; a bucket that is full stays as it is. */
export function giveTokenBack(name: string, size: BucketSize): DbCommand<void> {
  return SQL.giveBack.write(spacingOf(size).intervalUs, name);
}

/** Removes rows of buckets that are full, so many at most; how many there were. */
export function clearBuckets(limit: number): DbCommand<number> {
  return SQL.clear.run(limit);
}

/** A form is sent: whoever is first is to answer it within so many milliseconds. */
export function* sentForm(name: string, withinMs: number): DbCommand<SentForm> {
  const first = yield* SQL.sent.get({ name, withinMs });
  if (first !== undefined) return { kind: 'first' };
  const answer = (yield* SQL.answerOf.get(name))?.answer ?? null;
  return answer === null ? { kind: 'underWay' } : { kind: 'answered', answer };
}

export function answeredForm(name: string, answer: string, keptMs: number): DbCommand<void> {
  return SQL.answered.write({ name, answer, keptMs });
}

export function failedForm(name: string): DbCommand<void> {
  return SQL.failed.write(name);
}

/** Removes forms that nobody sends again, so many at most; how many there were. */
export function clearForms(limit: number): DbCommand<number> {
  return SQL.clearForms.run(limit);
}

/** Which transaction changed the directory last. */
export function* directoryVersion(): DbCommand<string> {
  const row = expectDefined(yield* SQL.version.get(), 'the version of the directory');
  return String(row.changedBy);
}

/** How long a token takes to come, and how long until an empty bucket is full, in microseconds. */
function spacingOf({ perSecond, burst }: BucketSize) {
  const intervalUs = Math.max(1, Math.round(SECOND_US / perSecond));
  return { intervalUs, roomUs: intervalUs * burst };
}

/** When the statement began, in microseconds: one instant, wherever in it that is asked. */
const NOW_US = 'CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)';

/**
 * When a bucket is full that is not emptied any more. Never later than an empty one would be: after
 * the database's clock was set back, nobody waits for it to come to where it was.
 */
const FULL_AT = `LEAST(GREATEST(kept.full_at, ${NOW_US}), ${NOW_US} + CAST(@roomUs AS BIGINT))`;

/** Of what is wanted, what a bucket has. */
const GIVEN = `LEAST(CAST(@wanted AS BIGINT),
  GREATEST(0, ${NOW_US} + CAST(@roomUs AS BIGINT) - ${FULL_AT}) / CAST(@intervalUs AS BIGINT))`;

/** Of what is wanted, what a full one has. */
const FIRST = `LEAST(CAST(@wanted AS BIGINT), CAST(@roomUs AS BIGINT) / CAST(@intervalUs AS BIGINT))`;

interface Taking {
  readonly name: string;
  readonly wanted: number;
  readonly intervalUs: number;
  readonly roomUs: number;
}

const SQL = {
  hold: engine.prepare<
    { readonly task: Task; readonly owner: string; readonly leaseMs: number },
    Pick<HeldTask, 'takenFrom'>
  >(
    `INSERT INTO task_lease AS kept (task, owner, held_until)
     VALUES (@task, @owner, ${NOW_MS} + CAST(@leaseMs AS BIGINT))
     ON CONFLICT (task) DO UPDATE SET
       taken_from = CASE WHEN kept.owner = excluded.owner THEN NULL ELSE kept.owner END,
       owner = excluded.owner, held_until = ${NOW_MS} + CAST(@leaseMs AS BIGINT)
     WHERE kept.owner = excluded.owner OR kept.held_until <= ${NOW_MS}
     RETURNING taken_from AS takenFrom`,
  ),
  release: engine.prepare<[string]>('DELETE FROM task_lease WHERE owner = ?'),
  take: engine.prepare<Taking, { readonly given: number; readonly waitUs: number }>(
    `INSERT INTO bucket AS kept (name, given, full_at)
     VALUES (@name, ${FIRST}, ${NOW_US} + ${FIRST} * CAST(@intervalUs AS BIGINT))
     ON CONFLICT (name) DO UPDATE SET given = ${GIVEN},
       full_at = ${FULL_AT} + ${GIVEN} * CAST(@intervalUs AS BIGINT)
     RETURNING given,
       full_at + CAST(@intervalUs AS BIGINT) - CAST(@roomUs AS BIGINT) - ${NOW_US} AS waitUs`,
  ),
  giveBack: engine.prepare<[intervalUs: number, name: string]>(
    'UPDATE bucket SET full_at = full_at - ? WHERE name = ?',
  ),
  clear: engine.prepare<[number]>(
    `DELETE FROM bucket WHERE name IN (
       SELECT name FROM bucket WHERE full_at <= ${NOW_US} LIMIT ? FOR UPDATE SKIP LOCKED)`,
  ),
  sent: engine.prepare<{ readonly name: string; readonly withinMs: number }, { name: string }>(
    `INSERT INTO form AS kept (name, until)
     VALUES (@name, ${NOW_MS} + CAST(@withinMs AS BIGINT))
     ON CONFLICT (name) DO UPDATE SET answer = NULL,
       until = ${NOW_MS} + CAST(@withinMs AS BIGINT)
     WHERE kept.until <= ${NOW_MS}
     RETURNING name`,
  ),
  answerOf: engine.prepare<[string], { readonly answer: string | null }>(
    'SELECT answer FROM form WHERE name = ?',
  ),
  answered: engine.prepare<{ name: string; answer: string; keptMs: number }>(
    `UPDATE form SET answer = @answer, until = ${NOW_MS} + CAST(@keptMs AS BIGINT)
     WHERE name = @name`,
  ),
  failed: engine.prepare<[string]>('DELETE FROM form WHERE name = ?'),
  clearForms: engine.prepare<[number]>(
    `DELETE FROM form WHERE name IN (
       SELECT name FROM form WHERE until <= ${NOW_MS} LIMIT ? FOR UPDATE SKIP LOCKED)`,
  ),
  version: engine.prepare<[], { readonly changedBy: number }>(
    'SELECT changed_by AS changedBy FROM directory_version',
  ),
};
