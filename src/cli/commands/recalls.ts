import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import type { RecallList } from '../../ops/commands/recalls.ts';
import { idOf, printList, request } from '../control-client.ts';
import { CHECK as CHECK_PROPOSALS, printProposal } from './action-proposals.ts';
import type { CliContext } from '../program.ts';
import type { ListedRecall } from '../../domain/ports/recall-store.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { formatMoney } from '../reports/hub.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl hub recalls';

/** Proposes to recall an accepted credit. */
export async function recall(
  context: CliContext,
  payment: string,
  { row, code, reason, note }: { row?: number; code: string; reason: string; note?: string },
): Promise<ActionProposal> {
  const route = `POST /hub/payments/${idOf('payment', payment, CHECK)}/recall` as const;
  const body = { row: row ?? null, code, reason, note: note ?? null };
  const proposal = await request<ActionProposal>(context, route, CHECK_PROPOSALS, body);
  printProposal(context, proposal);
  return proposal;
}

/** Lists recalls: the newest ones, or those that an option selects. */
export async function list(
  context: CliContext,
  { open, payment }: { open?: true; payment?: string },
): Promise<RecallList> {
  const query =
    payment === undefined
      ? new URLSearchParams({ by: open === true ? 'open' : 'newest' })
      : new URLSearchParams({ by: 'payment', id: payment });
  const route = `GET /hub/recalls?${query.toString()}` as const;
  const found = await request<RecallList>(context, route, CHECK);
  printList(context, found.listed, formatRecall, 'No recall.');
  return found;
}

/** Returns the lines about a recall. */
export function formatRecall(recall: ListedRecall): string {
  const { id, paymentId, index, messageId, instrument, amount, reason, note, problem } = recall;
  const attempts = recall.attempts === 0 ? '' : `, ${counted(recall.attempts, 'failed attempt')}`;
  const requested = `${formatLondon(recall.requestedAt)} by ${recall.requestedByKind} ${recall.requestedBy}`;
  return [
    `${id}  ${stateOf(recall)}`,
    `    ${instrument}, payment ${paymentId}, index ${String(index)}, message ${messageId}, ` +
      formatMoney(amount),
    `    requested ${requested}, reason ${reason}${note === null ? '' : `: ${printable(note)}`}`,
    recall.handedOverAt === null
      ? `    not handed over${attempts}`
      : `    handed over ${formatLondon(recall.handedOverAt)}${attempts}`,
    ...(problem === null ? [] : [`    ${printable(problem)}`]),
  ].join('\n');
}

/** Returns the state, with the code and the time of the answer. */
function stateOf({ state, handedOverAt, answerCode, answeredAt }: ListedRecall): string {
  if (answeredAt === null) return handedOverAt === null ? 'requested' : 'handed over';
  const code = answerCode === null ? '' : ` (${printable(answerCode)})`;
  return `${state}${code} since ${formatLondon(answeredAt)}`;
}
