import { Hono, type Context } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { ActionStore } from '../../domain/ports/action-store.ts';
import { PROPOSAL_VALIDITY_DAYS, type OutcomeRefusal } from '../../domain/schemes/proposals.ts';
import {
  ACTION_ROLES,
  type AbandonRefusal,
  type ActionFacts,
  type ActionProposal,
  type ActionRequest,
  type ActionRequestResult,
  type ActionResult,
  type ListedProposal,
} from '../../domain/records/action-proposals.ts';
import type { Pence } from '../../shared/money.ts';
import { namedAct, readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';

/** Maximum number of proposals that one command lists. */
const MAX_LISTED = 1000;

/** The proposals that a command lists, at most 1,000. */
export interface ActionList {
  readonly listed: readonly ListedProposal[];
}

/** A confirmed action, with the amount that went back to debtors. */
export interface ConfirmedProposal {
  readonly id: number;
  readonly returnedPence: Pence;
}

/** Returns the routes that list, confirm and withdraw actions that an operator proposed. */
export function actionRoutes(
  parts: PartsWith<'confirmAction' | 'currentFacts', 'store' | 'wake' | 'clock'>,
): Hono<ControlEnv> {
  const { store, useCases, wake, clock } = parts;
  const routes = new Hono<ControlEnv>();
  /** Returns the number of a proposal in a path, if the operator has the role of its action. */
  const readProposal = async (c: Context<ControlEnv, '/proposals/:id/:command'>) => {
    const id = readNumber(c.req.param('id'), 'proposal');
    const found = await store.findAction(id);
    if (found !== undefined) c.var.requireRole(ACTION_ROLES[found.action]);
    return id;
  };
  routes.get('/proposals', recorded('proposal-list'), async (c) => {
    const which = c.req.query('which') === 'open' ? 'open' : 'newest';
    const now = clock();
    const listed = await Promise.all(
      (await store.listActions(which, now, MAX_LISTED)).map(async (proposal) => {
        const isOpen = proposal.end === null && proposal.lapsesAt > now;
        return {
          ...proposal,
          isChanged: isOpen && !isSame(await useCases.currentFacts(proposal, now), proposal.facts),
        };
      }),
    );
    return c.json({ listed } satisfies ActionList);
  });
  routes.post('/proposals/:id/confirm', recorded('proposal-confirm'), async (c) => {
    const id = await readProposal(c);
    const returnedPence = requireDone(await useCases.confirmAction(id, namedAct(c)), id);
    wake();
    return c.json({ id, returnedPence } satisfies ConfirmedProposal);
  });
  routes.post('/proposals/:id/withdraw', recorded('proposal-withdraw'), async (c) => {
    const id = await readProposal(c);
    requireDone(await store.withdrawAction(id, namedAct(c)), id);
    return c.json({ id });
  });
  return routes;
}

function isSame(current: ActionFacts | undefined, facts: ActionFacts): boolean {
  return JSON.stringify(current) === JSON.stringify(facts);
}

/**
 * Proposes an action for the operator of a request, with the reason in its body. Returns the
 * proposal with its facts.
 *
 * @param refused creates the refusal if the state of the subject does not allow the action
 */
export async function proposeFor(
  store: Pick<ActionStore, 'proposeAction'>,
  c: Context<ControlEnv>,
  { action, subject }: Pick<ActionRequest, 'action' | 'subject'>,
  refused: (kind: 'notPossible' | AbandonRefusal) => HTTPException,
): Promise<ActionProposal> {
  const reason = await readReason(c);
  const request = { action, subject, reason, seen: null };
  const result = await store.proposeAction(request, namedAct(c));
  switch (result.kind) {
    case 'proposed':
      return result.proposal;
    case 'alreadyProposed':
      throw alreadyProposed(result.id);
    case 'partlyAnswered':
    case 'handedOver':
      throw refused(result.kind);
    default:
      throw refused('notPossible');
  }
}

/** Returns the refusal of an action that has an open proposal. */
export function alreadyProposed(id: number): HTTPException {
  return refusal(
    409,
    `Proposal ${String(id)} is about this already. See: npx pisctl proposal list`,
  );
}

/** Why an outcome cannot be proposed or confirmed, by the kind of the result. */
export const OUTCOME_REFUSALS: Readonly<Partial<Record<ActionRequestResult['kind'], string>>> = {
  unknownCredit: 'This service handed over no such credit.',
  notHandedOver:
    'The hub has not confirmed the message with this credit, so it may still be sent. See: ' +
    'npx pisctl hub messages --waiting',
  accepted: 'The credit is accepted. If the money came back, propose "returned".',
  rejected: 'The credit is rejected. The debtor gets the money, or has it already.',
  cameBack: 'The credit came back already. See: npx pisctl hub problems',
  notAccepted:
    'The credit is not accepted, so it cannot come back. If the scheme rejected it, propose ' +
    '"rejected".',
} satisfies Readonly<Record<OutcomeRefusal, string>>;

/** Returns the amount that an action returned. Throws a refusal if it was not done. */
function requireDone(result: ActionResult, id: number): Pence {
  const proposal = `Proposal ${String(id)}`;
  switch (result.kind) {
    case 'done':
      return result.returnedPence;
    case 'unknown':
      throw refusal(404, `There is no proposal ${String(id)}. See: npx pisctl proposal list`);
    case 'ended':
      throw refusal(409, `${proposal} has ended. See: npx pisctl proposal list`);
    case 'lapsed': {
      const days = String(PROPOSAL_VALIDITY_DAYS);
      throw refusal(409, `${proposal} has lapsed after ${days} days. Propose the action again.`);
    }
    case 'sameOperator':
      throw refusal(
        409,
        `${proposal} must be confirmed by another operator than the one who proposed it, with ` +
          'another user name and another login user id.',
      );
    case 'changed':
      throw refusal(
        409,
        `The facts have changed since ${proposal.toLowerCase()}. Withdraw it, and propose the action ` +
          'again.',
      );
    default: {
      const general = `The action of ${proposal.toLowerCase()} is not possible any more.`;
      throw refusal(409, OUTCOME_REFUSALS[result.kind] ?? general);
    }
  }
}
