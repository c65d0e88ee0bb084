import type { Counted } from './counts.ts';
import { watch } from './watch.ts';

/** The return value of a statement's method, to see whether any row was found or changed. */
type Result = { readonly changes: number } | readonly unknown[] | undefined;

/**
 * Statements of periodic work: the search for due work, and the sandbox's clock. Their number
 * depends on the machine.
 */
const BY_THE_CLOCK = [
  /^SELECT\b.*\bFROM work\b/,
  /^INSERT INTO setting\b/,
  /^SELECT value FROM setting\b/,
  /^SELECT id FROM consent WHERE lapses_at\b/,
];

const CLAIM = /^UPDATE work\b/;

const TOKEN = /^SELECT\b.*\bFROM token\b/;

/** Maximum printed length of a statement, in characters. */
const TOLD_CHARACTERS = 110;

/**
 * Counts the statements and transactions of this thread, without periodic statements. A transaction
 * of only periodic statements is not counted. The returned list grows with each statement.
 */
export async function watchStatements(
  count: (what: Counted, amount?: number) => void,
): Promise<string[]> {
  const { default: Database } = await import('better-sqlite3');
  const trial = new Database(':memory:');
  const prototype = Object.getPrototypeOf(trial.prepare('SELECT 1')) as object;
  trial.close();
  const reported: string[] = [];
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
    reported.push(...done.map((one) => one.slice(0, TOLD_CHARACTERS)));
  };
  for (const method of ['run', 'get', 'all', 'iterate']) {
    watch(prototype, method, (result, _, statement) => {
      const { source } = statement as { readonly source: string };
      see(source.replaceAll(/\s+/g, ' ').trim(), result as Result);
    });
  }
  return reported;
}

function isNothing(result: Result): boolean {
  if (result === undefined) return true;
  return 'changes' in result ? result.changes === 0 : result.length === 0;
}
