import { creditIdOf } from '../../domain/schemes/messages.ts';
import type { Proposal } from '../../domain/schemes/proposals.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { formatMoney } from './hub.ts';

/** Returns the lines about a proposal. */
export function formatProposal(proposal: Proposal): string {
  const { id, paymentId, index, instrument, amount, outcome, code, reason } = proposal;
  const coded = code === null ? '' : ` (${code})`;
  const proposed = `${formatLondon(proposal.proposedAt)} by ${proposal.proposedBy}`;
  return [
    `${String(id)}  ${outcome}${coded}, ${formatMoney(amount)}: ${stateOf(proposal)}`,
    `    ${instrument}, payment ${paymentId}, index ${String(index)}, credit ${creditIdOf(proposal)}`,
    `    proposed ${proposed}: ${printable(reason)}`,
  ].join('\n');
}

function stateOf({ end, lapsesAt }: Proposal): string {
  if (end === null) return `can be confirmed before ${formatLondon(lapsesAt)}`;
  return `${end.ending} ${formatLondon(end.at)} by ${end.by}`;
}
