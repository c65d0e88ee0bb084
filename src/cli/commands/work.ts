import { formatScheme } from '../../domain/messages/format.ts';
import { formatPaymentType } from '../../domain/messages/operator-text.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatLondon } from '../../shared/time.ts';
import type { WorkList, RetryResult } from '../../ops/commands/work.ts';
import { idOf, request, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl work list';

/** Lists failing execution steps, parked ones first. */
export async function list(context: CliContext): Promise<WorkList> {
  const found = await ask<WorkList>(context, 'GET /work');
  for (const step of found.listed) context.print(formatStep(step));
  const { total } = found;
  context.print(total === 0 ? 'No step is failing.' : `${String(total)} in total.`);
  return found;
}

/** Retries a parked step, or all of them for the ID `all`. */
export async function retry(context: CliContext, id: string): Promise<RetryResult> {
  const step = id === 'all' ? '' : `/${idOf('step', id, CHECK)}`;
  const result = await ask<RetryResult>(context, `POST /work${step}/retry`);
  const resumed = String(result.resumed);
  const parked = String(result.parked);
  context.print(`${resumed} will be retried, ${parked} still parked.`);
  return result;
}

function ask<Result>(context: CliContext, route: Route): Promise<Result> {
  return request<Result>(context, route, CHECK);
}

function formatStep(step: FailingWork): string {
  const { id, paymentId, family, instrument, payments, totalPence, attempts, tryAt } = step;
  const sum = `${String(payments)} by ${formatScheme(instrument)}, ${formatAmount(totalPence)}`;
  const times = attempts === 1 ? 'once' : `${String(attempts)} times`;
  const next = tryAt === null ? 'PARKED' : `next attempt ${formatLondon(tryAt)}`;
  return [
    `${String(id)}  ${step.step} of ${paymentId} (${formatPaymentType(family)}: ${sum})`,
    `    due ${formatLondon(step.dueAt)}, failed ${times}, ${next}`,
    `    ${step.problem}`,
  ].join('\n');
}
