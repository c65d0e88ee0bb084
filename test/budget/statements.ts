import type { Counted } from './counts.ts';
import { watch } from './watch.ts';

/** What the methods of a statement give back, as far as it tells whether there was anything. */
type Result = { readonly changes: number } | readonly unknown[] | undefined;

/**
 * How often it is looked whether anything is due, and how the sandbox's clock goes, depends on the
 * machine: neither is a property of what was asked.
 */
const BY_THE_CLOCK = [
  /^SELECT\b.*\bFROM work\b/,
  /^INSERT INTO setting\b/,
  /^SELECT value FROM setting\b/,
  /^SELECT id FROM consent WHERE lapses_at\b/,
];

const CLAIM = /^UPDATE work\b/;

const TOKEN = /^SELECT\b.*\bFROM token\b/;

/** Characters of a statement that are told. */
const TOLD_CHARACTERS = 110;

/**
 * Counts the statements and transactions of this thread, without those that depend on the clock; a
 * transaction of nothing else is none. The list that is given back has them as they come.
 */
export async function watchStatements(
  count: (what: Counted, amount?: number) => void,
): Promise<string[]> {
  const { default: Database } = await import('better-sqlite3');
  const trial = new Database(':memory:');
  const prototype = Object.getPrototypeOf(trial.prepare('SELECT 1')) as object;
  trial.close();
  const told: string[] = [];
  let open: string[] | null = null;
  const see = (sql: string, result: Result): void => {
    if (/^BEGIN\b/.test(sql)) {
      open = [sql];
      return;
    }
    const isCommit = /^COMMIT\b/.test(sql);
    if (isCommit && open !== null && open.length === 1) {
      open = null;
      return;
    }
    if (BY_THE_CLOCK.some((pattern) => pattern.test(sql))) return;
    if (CLAIM.test(sql) && isNothing(result)) return;
    if (TOKEN.test(sql)) count('token look-ups');
    if (open !== null && !/^(COMMIT|ROLLBACK)$/.test(sql)) {
      open.push(sql);
      return;
    }
    const done = [...(open ?? []), sql];
    open = null;
    count('statements', done.length);
    if (isCommit) count('commits');
    told.push(...done.map((one) => one.slice(0, TOLD_CHARACTERS)));
  };
  for (const method of ['run', 'get', 'all', 'iterate']) {
    watch(prototype, method, (result, _, statement) => {
      const { source } = statement as { readonly source: string };
      see(source.replaceAll(/\s+/g, ' ').trim(), result as Result);
    });
  }
  return told;
}

function isNothing(result: Result): boolean {
  if (result === undefined) return true;
  return 'changes' in result ? result.changes === 0 : result.length === 0;
}
