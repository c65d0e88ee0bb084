/** Creates the page with the history of benchmark results, for the documentation site. */
import { existsSync, readFileSync } from 'node:fs';
import { historyPage, readHistory } from './helpers/history.ts';
import { HISTORY, RESULTS_DIRECTORY } from './helpers/results.ts';

export default {
  paths: () => {
    const path = `${RESULTS_DIRECTORY}/${HISTORY}`;
    const runs = existsSync(path) ? readHistory(readFileSync(path, 'utf8')) : [];
    return [{ params: { history: 'history' }, content: historyPage(runs) }];
  },
};
