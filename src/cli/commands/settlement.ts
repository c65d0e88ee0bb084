import type { DifferenceList, StatementList, TotalsList } from '../../ops/commands/settlement.ts';
import { printList, request, type Route } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';
import { formatDifference, formatStatement, formatTotals } from '../reports/settlement.ts';

/** Lists statements of the settlement accounts, the newest first. */
export async function statements(context: CliContext): Promise<StatementList> {
  const found = await ask<StatementList>(context, 'GET /hub/statements');
  printList(context, found.listed, formatStatement, 'No statement.');
  return found;
}

/** Lists the differences between the settlement accounts and the credits, the oldest first. */
export async function differences(
  context: CliContext,
  { scheme }: { scheme?: string },
): Promise<DifferenceList> {
  const query = new URLSearchParams(scheme === undefined ? {} : { scheme });
  const found = await ask<DifferenceList>(context, `GET /hub/differences?${query.toString()}`);
  printList(context, found.listed, formatDifference, 'No difference.');
  return found;
}

/** Shows the sums of each scheme and settlement date. */
export async function settlement(
  context: CliContext,
  { from }: { from?: string },
): Promise<TotalsList> {
  const query = new URLSearchParams(from === undefined ? {} : { from });
  const found = await ask<TotalsList>(context, `GET /hub/settlement?${query.toString()}`);
  printList(context, found.listed, formatTotals, 'No message.');
  return found;
}

/** Closes a difference without moving money. */
export async function resolve(
  context: CliContext,
  difference: string,
  { reason }: { reason: string },
): Promise<unknown> {
  if (!/^[A-Z0-9]+(-\d+)?$/.test(difference)) {
    throw new CliError('Name the difference as in: npx pisctl hub differences');
  }
  const route = `POST /hub/differences/${difference}/resolve` as const;
  const result = await ask(context, route, { reason });
  context.print(`Difference ${difference} is resolved. No money has moved.`);
  return result;
}

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, 'npx pisctl hub differences', body);
}
