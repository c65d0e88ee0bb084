import { formatFact } from '../../domain/messages/operator-text.ts';
import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import type { ActionList, ConfirmedProposal } from '../../ops/commands/action-proposals.ts';
import { formatAmount } from '../../shared/money.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that shows what became of an interrupted one. */
const CHECK = 'npx pisctl proposal list';

/** Lists proposed actions: the newest ones, or those that can be confirmed. */
export async function list(
  context: CliContext,
  { open = false }: { open?: boolean },
): Promise<ActionList> {
  const which = open ? 'open' : 'newest';
  const found = await request<ActionList>(context, `GET /proposals?which=${which}`, CHECK);
  for (const one of found.listed) context.print(formatAction(one));
  const count = found.listed.length;
  context.print(count === 0 ? 'No proposal.' : `${String(count)} listed.`);
  return found;
}

/** Confirms an action that another operator proposed. */
export async function confirm(context: CliContext, proposal: string): Promise<ConfirmedProposal> {
  const route = `POST /proposals/${proposalNumber(proposal)}/confirm` as const;
  const confirmed = await request<ConfirmedProposal>(context, route, CHECK);
  const returned = formatAmount(confirmed.returnedPence);
  context.print(`Proposal ${proposal} is confirmed. Returned to the debtor account: ${returned}.`);
  return confirmed;
}

/** Withdraws a proposed action. */
export async function withdraw(context: CliContext, proposal: string): Promise<unknown> {
  const route = `POST /proposals/${proposalNumber(proposal)}/withdraw` as const;
  const result = await request<unknown>(context, route, CHECK);
  context.print(`Proposal ${proposal} is withdrawn. Nothing else has changed.`);
  return result;
}

/** Returns the lines about a proposed action, with the facts on which operators decide. */
export function formatAction(proposal: ActionProposal): string {
  const { id, action, subject, facts, reason, proposedAt, proposedBy } = proposal;
  return [
    `${String(id)}  ${action} ${printable(subject)}: ${stateOf(proposal)}`,
    ...Object.entries(facts).map(([name, fact]) => `    ${name}: ${printable(formatFact(fact))}`),
    `    proposed ${formatLondon(proposedAt)} by ${printable(proposedBy)}: ${printable(reason)}`,
  ].join('\n');
}

function stateOf({ end, lapsesAt }: ActionProposal): string {
  if (end === null) return `can be confirmed before ${formatLondon(lapsesAt)}`;
  const by = end.by === null ? '' : ` by ${end.by}`;
  return `${end.ending} ${formatLondon(end.at)}${by}`;
}

/** Throws CliError if this is not a number. A path such as `.` would name another command. */
function proposalNumber(id: string): string {
  if (/^\d+$/.test(id)) return id;
  throw new CliError(`Name the proposal by its number. See: ${CHECK}`);
}
