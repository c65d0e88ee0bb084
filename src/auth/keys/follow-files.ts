import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface FollowOptions {
  /** How often the files are looked at, in milliseconds. */
  readonly everyMs: number;
  /** Takes what the files say now; throws when it is not fit, and then has changed nothing. */
  readonly take: () => void;
  /** Is told of a trouble, once for as long as it stays the same. */
  readonly tell: (error: unknown) => void;
}

/** What no PEM or JSON has in it. */
const SEPARATOR = '\0';

/**
 * Follows what small files say, together, from what they say now: calls `take` once they say
 * something else and two looks in a row found the same, because files that belong together are
 * replaced one after the other. Reads them each time: what tells of changes loses sight of files
 * that are replaced. Gives the function that ends it.
 */
export function followFiles(
  paths: readonly string[],
  { everyMs, take, tell }: FollowOptions,
): () => void {
  let taken = paths.map((path) => readFileSync(path, 'utf8')).join(SEPARATOR);
  let seen = taken;
  let told: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const look = async (): Promise<void> => {
    try {
      const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
      const now = texts.join(SEPARATOR);
      const isSettled = now === seen;
      seen = now;
      if (isStopped || !isSettled || now === taken) return;
      // Looked at, fit or not: the same text is not tried again.
      taken = now;
      take();
      told = undefined;
    } catch (error) {
      const trouble = String(error);
      if (trouble !== told) tell(error);
      told = trouble;
    }
  };
  const lookLater = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void look().finally(lookLater), everyMs).unref();
  };
  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
