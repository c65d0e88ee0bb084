import type { ListedRecall } from '../../domain/ports/recall-store.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { formatMoney } from './hub.ts';

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
