import { formatPounds } from '../../domain/messages/format.ts';
import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import type { CaseDecision, ScreeningCase } from '../../domain/records/screening.ts';
import type { CaseList, DecidedCase, HeldPayment } from '../../ops/commands/screening.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { numberOf, printList, request } from '../control-client.ts';
import { CHECK as CHECK_PROPOSALS, printProposal } from './action-proposals.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that shows what became of an interrupted one. */
const CHECK = 'npx pisctl screening list';

/** Holds a payment that has not been booked. */
export async function hold(
  context: CliContext,
  payment: string,
  { reason }: { reason: string },
): Promise<HeldPayment> {
  if (!/^[\w-]+$/.test(payment)) throw new CliError('Name the payment by its id.');
  const route = `POST /payments/${payment}/hold` as const;
  const held = await request<HeldPayment>(context, route, CHECK, { reason });
  for (const one of held.cases) context.print(formatCase(one));
  if (held.others > 0) {
    const batches = held.others === 1 ? '1 other batch' : `${String(held.others)} other batches`;
    context.print(`Not held, because it has begun, is parked or has a case: ${batches}.`);
  }
  context.print(
    'The payment waits without a limit. Two operators decide about each case: npx pisctl ' +
      'screening release <case>, or reject <case>',
  );
  return held;
}

/** Lists the payments that the bank's screening or an operator holds. */
export async function list(context: CliContext): Promise<CaseList> {
  const found = await request<CaseList>(context, 'GET /screening', CHECK);
  printList(context, found.listed, formatCase, 'No payment is held.');
  return found;
}

/** Releases a held payment, or proposes it. */
export function release(
  context: CliContext,
  id: string,
  { reason }: { reason: string },
): Promise<DecidedCase> {
  return decide(context, id, 'release', reason);
}

/** Rejects a held payment, or proposes it. */
export function reject(
  context: CliContext,
  id: string,
  { reason }: { reason: string },
): Promise<DecidedCase> {
  return decide(context, id, 'reject', reason);
}

/** Proposes to release all held parts of a payment. */
export function releaseAll(
  context: CliContext,
  payment: string,
  { reason }: { reason: string },
): Promise<ActionProposal> {
  return decideAll(context, payment, 'release', reason);
}

/** Proposes to reject all held parts of a payment. */
export function rejectAll(
  context: CliContext,
  payment: string,
  { reason }: { reason: string },
): Promise<ActionProposal> {
  return decideAll(context, payment, 'reject', reason);
}

async function decideAll(
  context: CliContext,
  payment: string,
  decision: CaseDecision,
  reason: string,
): Promise<ActionProposal> {
  if (!/^[\w-]+$/.test(payment)) throw new CliError('Name the payment by its id.');
  const route = `POST /payments/${payment}/cases/${decision}` as const;
  const proposal = await request<ActionProposal>(context, route, CHECK_PROPOSALS, { reason });
  printProposal(context, proposal);
  return proposal;
}

async function decide(
  context: CliContext,
  id: string,
  decision: CaseDecision,
  reason: string,
): Promise<DecidedCase> {
  const route = `POST /screening/${numberOf(id, 'case', CHECK)}/${decision}` as const;
  const decided = await request<DecidedCase>(context, route, CHECK, { reason });
  context.print(
    decided.result === 'proposed'
      ? `The payment is still held. Another operator confirms with: npx pisctl screening ${decision} ${id}`
      : `Case ${id} is decided: ${decision}.`,
  );
  return decided;
}

function formatCase(one: ScreeningCase): string {
  const { id, class: why, payments, totalPence, paymentId, batch, openedAt, endsAt } = one;
  const limit = endsAt === null ? 'no limit' : `rejected at ${formatLondon(endsAt)}`;
  const codes = one.reasons.length === 0 ? '' : `, ${printable(one.reasons.join(', '))}`;
  const bankCase = one.bankCaseId === null ? '' : `, case ${printable(one.bankCaseId)}`;
  const { proposed, heldBy } = one;
  return [
    `${String(id)}  ${why}${codes}${bankCase}: ${formatPounds(totalPence)}, ${limit}`,
    `    payment ${paymentId}, batch ${String(batch)}, payments held: ${String(payments)}, since ` +
      formatLondon(openedAt),
    ...(heldBy === null ? [] : [`    held by ${printable(heldBy)}`]),
    ...(proposed === null
      ? []
      : [
          `    ${proposed.decision} proposed ${formatLondon(proposed.at)} by ${printable(proposed.by)}`,
        ]),
  ].join('\n');
}
