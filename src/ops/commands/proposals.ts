import { Hono } from 'hono';
import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../../domain/records/operators.ts';
import {
  PROPOSED_OUTCOMES,
  SCHEME_REASONS,
  type OutcomeRefusal,
  type Proposal,
  type ProposalRequest,
  type ProposalResult,
} from '../../domain/schemes/proposals.ts';
import { namedAct, readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { Reason, readBody } from '../read-request.ts';
import type { RouteParts } from '../route-parts.ts';

/** Maximum number of proposals that one command lists. */
const MAX_LISTED = 1000;

/** Body of a request to propose an outcome. */
export const OutcomeBody = z
  .strictObject({
    outcome: z.enum(PROPOSED_OUTCOMES),
    code: z.enum(SCHEME_REASONS).nullable(),
    reason: Reason,
  })
  .refine(({ outcome, code }) => (outcome === 'accepted') === (code === null)) satisfies z.ZodType<
  Omit<ProposalRequest, 'creditId'>
>;

type Parts = Pick<RouteParts, 'store' | 'proposeOutcome' | 'wake' | 'clock'>;

/** The proposals that a command lists, at most 1,000. */
export interface ProposalList {
  readonly listed: readonly Proposal[];
}

/** Returns the routes with which two operators decide the outcome of a credit. */
export function proposalRoutes(parts: Parts): Hono<ControlEnv> {
  const { store, proposeOutcome, clock } = parts;
  const routes = new Hono<ControlEnv>();
  routes.get('/hub/proposals', recorded('hub-proposals'), async (c) => {
    const which = c.req.query('which') === 'open' ? 'open' : 'newest';
    const listed = await store.listProposals(which, clock(), MAX_LISTED);
    return c.json({ listed } satisfies ProposalList);
  });
  routes.post('/hub/credits/:id/propose', recorded('hub-propose'), async (c) => {
    const creditId = c.req.param('id');
    const body = await readBody(c, OutcomeBody, INVALID_BODY);
    const act = namedAct(c);
    if (proposeOutcome === null) throw refusal(409, SIMULATED);
    const result = await proposeOutcome({ creditId, ...body }, act);
    if (result.kind === 'proposed') return c.json({ id: result.id });
    if (result.kind === 'unknownCredit') {
      throw refusal(404, `This service handed over no credit ${creditId}.`);
    }
    if (result.kind !== 'alreadyProposed') throw refusal(409, OUTCOME_REFUSALS[result.kind]);
    throw refusal(409, `Proposal ${String(result.id)} is about this credit. Withdraw it first.`);
  });
  addDecisions(routes, parts);
  return routes;
}

function addDecisions(routes: Hono<ControlEnv>, parts: Parts): void {
  const { store, proposeOutcome, wake } = parts;
  routes.post('/hub/proposals/:id/confirm', recorded('hub-confirm'), async (c) => {
    const id = readNumber(c.req.param('id'), 'proposal');
    const act = namedAct(c);
    if (proposeOutcome === null) throw refusal(409, SIMULATED);
    requireDone(await store.confirmProposal(id, act), id);
    wake();
    return c.json({ id });
  });
  routes.post('/hub/proposals/:id/withdraw', recorded('hub-withdraw'), async (c) => {
    const id = readNumber(c.req.param('id'), 'proposal');
    const act = namedAct(c);
    requireDone(await store.withdrawProposal(id, act), id);
    return c.json({ id });
  });
}

const SIMULATED =
  'The schemes are simulated (PIS_SCHEMES), so no credit was handed over to a payment hub.';

const INVALID_BODY =
  `Give an outcome (${PROPOSED_OUTCOMES.join(', ')}) and a reason of 1 to ` +
  `${String(MAX_REASON_CHARACTERS)} characters. "rejected" and "returned" also need a code ` +
  `(${SCHEME_REASONS.join(', ')}), and "accepted" has none.`;

const OUTCOME_REFUSALS: Readonly<Record<OutcomeRefusal, string>> = {
  notHandedOver:
    'The hub has not confirmed the message with this credit, so it may still be sent. See: ' +
    'npx pisctl hub messages --waiting',
  accepted: 'The credit is accepted. If the money came back, propose "returned".',
  rejected: 'The credit is rejected. The debtor gets the money, or has it already.',
  cameBack: 'The credit came back already. See: npx pisctl hub problems',
  notAccepted:
    'The credit is not accepted, so it cannot come back. If the scheme rejected it, propose ' +
    '"rejected".',
};

/** Throws the refusal of a command that was not done. */
function requireDone(result: ProposalResult, id: number): void {
  const proposal = `Proposal ${String(id)}`;
  switch (result) {
    case 'done':
      return;
    case 'unknown':
      throw refusal(404, `There is no proposal ${String(id)}. See: npx pisctl hub proposals`);
    case 'ended':
      throw refusal(409, `${proposal} was confirmed or withdrawn. See: npx pisctl hub proposals`);
    case 'lapsed':
      throw refusal(409, `${proposal} has lapsed. Propose the outcome again.`);
    case 'sameOperator':
      throw refusal(
        409,
        `${proposal} must be confirmed by another operator than the one who proposed it, with ` +
          'another user name and another login user id.',
      );
    default:
      throw refusal(409, OUTCOME_REFUSALS[result]);
  }
}
