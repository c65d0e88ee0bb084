import { listing } from '../control-client.ts';
import { formatDifference, formatStatement, formatTotals } from '../reports/settlement.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl hub differences';

/** Lists statements of the settlement accounts, the newest first. */
export const statements = listing('GET /hub/statements', CHECK, formatStatement, 'No statement.');

/** Lists the differences between the settlement accounts and the credits, the oldest first. */
export const differences = listing(
  ...(['GET /hub/differences', CHECK, formatDifference, 'No difference.'] as const),
);

/** Shows the sums of each scheme and settlement date. */
export const settlement = listing('GET /hub/settlement', CHECK, formatTotals, 'No message.');
