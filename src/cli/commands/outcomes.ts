import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import { request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';
import { CHECK, printProposal } from './action-proposals.ts';

/** Proposes the outcome of a credit. */
export async function propose(
  context: CliContext,
  credit: string,
  outcome: string,
  { code, reason }: { code?: string; reason: string },
): Promise<ActionProposal> {
  if (!/^[A-Z0-9]+-#?\d+$/.test(credit)) {
    throw new CliError('Name the credit by its id: the message, a hyphen and its index.');
  }
  const route = `POST /hub/credits/${encodeURIComponent(credit)}/propose` as const;
  const body = { outcome, code: code ?? null, reason };
  const proposal = await request<ActionProposal>(context, route, CHECK, body);
  printProposal(context, proposal);
  return proposal;
}
