import { formatFact } from '../../domain/messages/operator-text.ts';
import { ACTION_NAMES, type ActionProposal } from '../../domain/records/action-proposals.ts';
import type { ActionList, ConfirmedProposal } from '../../ops/commands/action-proposals.ts';
import { formatAmount } from '../../shared/money.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { idOf, printList, request } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
export const CHECK = 'npx pisctl proposal list';

/** Prints a new proposal, with the command that confirms it. */
export function printProposal(context: CliContext, proposal: ActionProposal): void {
  context.print(formatAction(proposal));
  context.print(
    'Nothing has changed. Another operator confirms it with: npx pisctl proposal confirm ' +
      String(proposal.id),
  );
}

/** Lists proposed actions: the newest ones, or those that can be confirmed. */
export async function list(
  context: CliContext,
  { open = false }: { open?: boolean },
): Promise<ActionList> {
  const which = open ? 'open' : 'newest';
  const found = await request<ActionList>(context, `GET /proposals?which=${which}`, CHECK);
  printList(context, found.listed, (one) => formatAction(one, one.isChanged), 'No proposal.');
  return found;
}

/** Confirms an action that another operator proposed. */
export async function confirm(context: CliContext, proposal: string): Promise<ConfirmedProposal> {
  const route = `POST /proposals/${idOf('proposal', proposal, CHECK)}/confirm` as const;
  const confirmed = await request<ConfirmedProposal>(context, route, CHECK);
  const { returnedPence } = confirmed;
  const returned =
    returnedPence === 0 ? '' : ` Returned to the debtor account: ${formatAmount(returnedPence)}.`;
  context.print(`Proposal ${proposal} is confirmed.${returned}`);
  return confirmed;
}

/** Line about a proposal that cannot be confirmed. */
const CHANGED = '    THE FACTS HAVE CHANGED: withdraw it, and propose the action again if needed';

/** Returns the lines about a proposed action, with the facts on which operators decide. */
export function formatAction(proposal: ActionProposal, isChanged = false): string {
  const { id, action, subject, facts, reason, proposedAt, proposedBy } = proposal;
  return [
    `${String(id)}  ${ACTION_NAMES[action]}, ${printable(subject)}: ${stateOf(proposal)}`,
    ...(isChanged ? [CHANGED] : []),
    ...Object.entries(facts).map(([name, fact]) => `    ${name}: ${printable(formatFact(fact))}`),
    `    proposed ${formatLondon(proposedAt)} by ${printable(proposedBy)}: ${printable(reason)}`,
  ].join('\n');
}

function stateOf({ end, lapsesAt }: ActionProposal): string {
  if (end === null) return `can be confirmed before ${formatLondon(lapsesAt)}`;
  const by = end.by === null ? '' : ` by ${end.by}`;
  return `${end.ending} ${formatLondon(end.at)}${by}`;
}
