import type { CoreOperation, CoreTotal } from '../../domain/ports/core-banking.ts';
import type {
  CoreProblem,
  CoreDifference,
  CoreReconciliation,
} from '../../domain/ports/core-store.ts';
import type { CoreStatus } from '../../ops/commands/core.ts';
import { formatAmount } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { listing, request, type Route } from '../control-client.ts';
import { CliError, IntegrityError, type CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl core status';

/** Shows the state of the connection to the core banking system. */
export async function status(context: CliContext): Promise<CoreStatus> {
  const found = await ask<CoreStatus>(context, 'GET /core');
  const { isReachable, changesProblem, waiting, oldestAt, refused, days } = found;
  context.print(`Core banking system: ${isReachable ? 'answers' : 'CANNOT BE REACHED'}`);
  if (changesProblem !== null) context.print(`Changes of accounts: FAILING. ${changesProblem}`);
  const since = oldestAt === null ? '' : `, the oldest since ${formatLondon(oldestAt)}`;
  context.print(`Requests waiting: ${String(waiting)}${since}`);
  context.print(`Requests refused: ${String(refused)}`);
  if (refused > 0) context.print('See: npx pisctl core problems');
  context.print(`Last reconciled day: ${days[0]?.day ?? 'none'}`);
  context.print(`Days to reconcile: ${String(found.daysToReconcile)}`);
  for (const { day, differences } of days) {
    if (differences === 0) continue;
    context.print(
      `DIFFERENCES on ${day}: ${String(differences)}. See: npx pisctl core reconcile ${day}`,
    );
  }
  return found;
}

/** Lists the requests that the core refused, the oldest first. */
export const problems = listing(
  'GET /core/problems',
  CHECK,
  formatProblem,
  'No request was refused.',
);

/**
 * Compares a day of the core banking system with this service.
 *
 * @throws IntegrityError if they differ
 */
export async function reconcile(context: CliContext, day: string): Promise<CoreReconciliation> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new CliError('Write the day as 2026-03-02.');
  const found = await ask<CoreReconciliation>(context, `GET /core/days/${day}`);
  context.print(`${day} (${found.isFinal ? 'final' : 'the core may still book on this day'})`);
  context.print(`    here:         ${formatTotals(found.here)}`);
  context.print(`    core banking: ${formatTotals(found.inCore)}`);
  for (const difference of found.differences) context.print(formatDifference(difference));
  if (found.count === 0) {
    context.print('No difference.');
    return found;
  }
  const message = `${counted(found.count, 'difference')} between this service and the core.`;
  throw new IntegrityError(message, { result: found });
}

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, CHECK, body);
}

function formatProblem({ id, operations, addedAt, problem }: CoreProblem): string {
  const lines = operations.map((operation) => `    ${formatOperation(operation)}`);
  return [`${String(id)}  since ${formatLondon(addedAt)}: ${problem}`, ...lines].join('\n');
}

function formatOperation(operation: CoreOperation): string {
  if (operation.type === 'release') return `release ${operation.holdId}`;
  const { type, id, account, amountPence } = operation;
  return `${type} ${formatAmount(amountPence)} ${account} (${id})`;
}

const formatTotals = (totals: readonly CoreTotal[]): string =>
  totals
    .map(({ type, count, sumPence }) => `${counted(count, type)} ${formatAmount(sumPence)}`)
    .join(', ') || 'nothing';

const SIDES: Readonly<Record<CoreDifference['kind'], string>> = {
  onlyHere: 'only here',
  onlyInCore: 'only in the core',
  differs: 'differs',
};

function formatDifference({ id, kind, here, inCore }: CoreDifference): string {
  const entryOf = (entry: CoreDifference['here']): readonly string[] =>
    entry === null ? [] : [`${entry.type} ${formatAmount(entry.amountPence)} ${entry.account}`];
  return `    ${SIDES[kind]}: ${id}: ${[...entryOf(here), ...entryOf(inCore)].join(' / ')}`;
}
