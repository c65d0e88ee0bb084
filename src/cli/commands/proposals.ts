import type { ProposalList } from '../../ops/commands/proposals.ts';
import { printList, request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';
import { creditIdOf } from '../../domain/schemes/messages.ts';
import type { Proposal } from '../../domain/schemes/proposals.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { formatMoney } from '../reports/hub.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl hub proposals';

/** Proposes the outcome of a credit. */
export async function propose(
  context: CliContext,
  credit: string,
  outcome: string,
  { code, reason }: { code?: string; reason: string },
): Promise<{ readonly id: number }> {
  if (!/^[A-Z0-9]+-#?\d+$/.test(credit)) {
    throw new CliError('Name the credit by its id: the message, a hyphen and its index.');
  }
  const route = `POST /hub/credits/${encodeURIComponent(credit)}/propose` as const;
  const body = { outcome, code: code ?? null, reason };
  const result = await request<{ readonly id: number }>(context, route, CHECK, body);
  const id = String(result.id);
  context.print(
    `Proposal ${id} is stored. No money has moved. Another operator confirms it with: ` +
      `npx pisctl hub confirm ${id}`,
  );
  return result;
}

/** Lists proposals: the newest ones, or those that can be confirmed. */
export async function list(
  context: CliContext,
  { open = false }: { open?: boolean },
): Promise<ProposalList> {
  const which = open ? 'open' : 'newest';
  const found = await request<ProposalList>(context, `GET /hub/proposals?which=${which}`, CHECK);
  printList(context, found.listed, formatProposal, 'No proposal.');
  return found;
}

/** Returns the lines about a proposal. */
function formatProposal(proposal: Proposal): string {
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
