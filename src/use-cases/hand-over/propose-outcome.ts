import type { Store } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import { parseCreditId } from '../../domain/schemes/messages.ts';
import type { ProposalRequest, ProposedResult } from '../../domain/schemes/proposals.ts';
import { findSentCredit, type FindParts } from './find-sent-credits.ts';

type Parts = FindParts & { readonly store: Pick<Store, 'addProposal'> };

/**
 * Stores the outcome of a credit that an operator proposes, because the hub does not report it. It
 * takes effect when another operator confirms it.
 */
export async function proposeOutcome(
  parts: Parts,
  { creditId, ...proposed }: ProposalRequest,
  act: Act,
): Promise<ProposedResult> {
  const name = parseCreditId(creditId);
  const found = name && (await findSentCredit(parts, name));
  if (found === undefined) return { kind: 'unknownCredit' };
  const { message, credit } = found;
  const creditFacts = { messageId: message.id, index: credit.index, amount: credit.amount.minor };
  return parts.store.addProposal({ ...creditFacts, ...proposed }, act);
}
