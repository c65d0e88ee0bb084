import { expectDefined } from '../../../shared/assert.ts';
import type { Query } from '../engine.ts';
import type { Connection, Result } from './connections.ts';
import { columnsOf, type Mergeable, type Values } from './statement-batching.ts';
import { nameOf } from './sql-text.ts';
import { keyOf } from './write-buffer.ts';

/** A statement that somebody waits for. */
export interface Question {
  readonly query: Query;
  readonly values: Values;
}

/** Statements that one merged statement stands for at most. */
const MAX_MERGED = 1024;

/** Executes a statement for each of the rows. */
export async function executeAll(
  connection: Connection,
  query: Query,
  rows: readonly Values[],
): Promise<void> {
  const { mergeable } = query;
  const sent =
    mergeable === null || rows.length === 1
      ? rows.map((values) => connection.execute(query, values))
      : portionsOf(rows).map((portion) => executeMerged(connection, mergeable, portion));
  await settled(sent);
}

/** What each question is answered with: rows, or how many rows it changed. */
export async function answer(
  connection: Connection,
  questions: readonly Question[],
): Promise<readonly unknown[]> {
  const answers = new Array<unknown>(questions.length);
  const groups = groupsOf(questions).flatMap((group) => portionsOf(group));
  await settled(
    groups.map(async (places) => {
      const asked = places.map((place) => expectDefined(questions[place], 'a question'));
      const given = await answerAll(connection, asked);
      for (const [at, place] of places.entries()) answers[place] = given[at];
    }),
  );
  return answers;
}

/** Asks questions of one text, which may be merged where there are several. */
async function answerAll(
  connection: Connection,
  asked: readonly Question[],
): Promise<readonly unknown[]> {
  const { query, values } = expectDefined(asked[0], 'a question');
  if (asked.length === 1 || query.mergeable === null) {
    return [answerOf(query, await connection.execute(query, values))];
  }
  const rows = asked.map((one) => one.values);
  const { rows: found } = await executeMerged(connection, query.mergeable, rows);
  const shares = share(found, asked.length);
  return query.answers === 'counts' ? shares.map((own) => own.length) : shares;
}

function answerOf({ answers }: Query, { rows, changes }: Result): unknown {
  return answers === 'counts' ? changes : rows;
}

/** The rows of each question, by the number that they carry. */
function share(found: Result['rows'], questions: number): Result['rows'][] {
  const shares = Array.from({ length: questions }, (): Result['rows'] => []);
  for (const { '#': number, ...row } of found) {
    expectDefined(shares[Number(number) - 1], 'whose row it is').push(row);
  }
  return shares;
}

function executeMerged(
  connection: Connection,
  mergeable: Mergeable,
  rows: readonly Values[],
): Promise<Result> {
  const { types, columns } = columnsOf(rows);
  const { sql, name } = mergedText(mergeable, types.join());
  return connection.execute({ sql, name }, columns);
}

const texts = new WeakMap<Mergeable, Map<string, { sql: string; name: string }>>();

/** The merged text for columns of these types; each is made once. */
function mergedText(mergeable: Mergeable, types: string) {
  const known = texts.get(mergeable) ?? new Map<string, { sql: string; name: string }>();
  texts.set(mergeable, known);
  const found = known.get(types);
  if (found !== undefined) return found;
  const columns = types.split(',').map((type) => (type === '' ? null : type));
  const sql = mergeable.textFor(columns as Parameters<Mergeable['textFor']>[0]);
  const made = { sql, name: nameOf(sql) };
  known.set(types, made);
  return made;
}

/** The places of questions that may be asked as one: of one text, and each of rows of its own. */
function groupsOf(questions: readonly Question[]): readonly (readonly number[])[] {
  const groups: { query: Query; places: number[]; keys: Set<string> }[] = [];
  for (const [place, { query, values }] of questions.entries()) {
    const key = keyOf(query, values);
    const fit = groups.find(
      (group) => group.query === query && key !== null && !(key !== '' && group.keys.has(key)),
    );
    const group = fit ?? { query, places: [], keys: new Set<string>() };
    if (fit === undefined) groups.push(group);
    group.places.push(place);
    if (key !== null) group.keys.add(key);
  }
  return groups.map((group) => group.places);
}

function portionsOf<One>(several: readonly One[]): (readonly One[])[] {
  const portions: (readonly One[])[] = [];
  for (let at = 0; at < several.length; at += MAX_MERGED) {
    portions.push(several.slice(at, at + MAX_MERGED));
  }
  return portions;
}

/** What each statement fails with after one of its transaction did: it says nothing of its own. */
const ABORTED = '25P02';

/** Waits for all that was sent; fails with the failure that the others follow from. */
export async function settled(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(sent)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error & { readonly code?: unknown }] : [],
  );
  const failure = failures.find(({ code }) => code !== ABORTED) ?? failures[0];
  if (failure !== undefined) throw failure;
}
