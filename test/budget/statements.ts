import type { Counted } from './counts.ts';
import { watch } from './watch.ts';

/** The value that a statement's method returns. It shows if a row was found or changed. */
type Result = { readonly changes: number } | readonly unknown[] | undefined;

/**
 * Matches statements of periodic work, which are the search for due work and updates of the
 * sandbox's clock. Their number depends on the machine.
 */
const BY_THE_CLOCK = [
  /^SELECT\b.*\bFROM work\b/,
  /^INSERT INTO setting\b/,
  /^SELECT value FROM setting\b/,
  /^SELECT id FROM consent WHERE lapses_at\b/,
];

const CLAIM = /^UPDATE work\b/;

const TOKEN = /^SELECT\b.*\bFROM token\b/;

/** Maximum number of characters of a statement to print. */
const TOLD_CHARACTERS = 110;

/**
 * Counts this thread's statements and transactions. Ignores periodic statements, and transactions
 * that consist only of them. Returns a list to which each statement is added.
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
