import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../../test/helpers/command-line.ts';
import { addRun, readHistory } from '../helpers/history.ts';
import { HISTORY, LATEST, RESULTS_DIRECTORY } from '../helpers/results.ts';

/** Runs `npm run bench -- history`. Adds the results of the last run to bench/results. */
export function history(args: readonly string[]): void {
  readCommandLine(
    {
      command: 'npm run bench -- history',
      about: `Adds the results of the last run to bench/results/${HISTORY}, which the site shows.`,
      options: {},
    },
    args,
  );
  const path = join(RESULTS_DIRECTORY, HISTORY);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = addRun(before, readFileSync(join(RESULTS_DIRECTORY, LATEST), 'utf8'));
  writeFileSync(path, after);
  console.log(`${path}: ${String(readHistory(after).length)} runs.`);
}
