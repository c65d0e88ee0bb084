import { formatPounds } from '../../domain/messages/format.ts';
import type { CaseDecision, ScreeningCase } from '../../domain/records/screening.ts';
import type { DecidedCase, HeldPayment } from '../../ops/commands/screening.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { idOf, listing, request } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl screening list';

/** Holds a payment that has not been booked. */
export async function hold(
  context: CliContext,
  payment: string,
  { reason }: { reason: string },
): Promise<HeldPayment> {
  const route = `POST /payments/${idOf('payment', payment, CHECK)}/hold` as const;
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
export const list = listing('GET /screening', CHECK, formatCase, 'No payment is held.');

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

async function decide(
  context: CliContext,
  id: string,
  decision: CaseDecision,
  reason: string,
): Promise<DecidedCase> {
  const route = `POST /screening/${idOf('case', id, CHECK)}/${decision}` as const;
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
