import { Hono } from 'hono';
import { z } from 'zod';
import {
  PROPOSED_ACTIONS,
  PROPOSER_ROLES,
  type ActionProposal,
  type CurrentFacts,
} from '../../domain/records/action-proposals.ts';
import { namedAct, recorded, refusal, type ControlEnv } from '../control.ts';
import { Reason, readBody } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';
import { alreadyProposed } from './action-proposals.ts';

/** Body of a request for the facts of an action. Recalls and outcomes have their own routes. */
export const FactsBody = z.strictObject({
  action: z.enum(PROPOSED_ACTIONS).exclude(['decideOutcome', 'recallCredit']),
  subject: z.string().trim().min(1).max(128),
});

/** Body of a request to propose an action. `seen` is the hash of the facts that were read. */
export const ActionBody = FactsBody.extend({
  seen: z.string().regex(/^[0-9a-f]{64}$/),
  reason: Reason,
});

/** Returns the routes that show the facts of any action of two operators, and that propose it. */
export function actionRequestRoutes({
  useCases,
  clock,
}: PartsWith<'factsOfAction' | 'proposeAction', 'clock'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.post('/proposals/facts', async (c) => {
    const { action, subject } = await readBody(c, FactsBody, 'Give an action and its subject.');
    c.var.requireRole(PROPOSER_ROLES[action]);
    const facts = await useCases.factsOfAction(action, subject, clock());
    if (facts === undefined) throw refusal(409, NOT_POSSIBLE);
    // A text that is not an id is not recorded, because it may contain data of a customer.
    await c.var.record('proposal-facts', subject);
    return c.json(facts satisfies CurrentFacts);
  });
  routes.post('/proposals', recorded('proposal-create'), async (c) => {
    const body = await readBody(c, ActionBody, 'Give an action, its subject, "seen" and a reason.');
    c.var.requireRole(PROPOSER_ROLES[body.action]);
    const result = await useCases.proposeAction(body, namedAct(c));
    switch (result.kind) {
      case 'proposed':
        return c.json(result.proposal satisfies ActionProposal);
      case 'alreadyProposed':
        throw alreadyProposed(result.id);
      case 'changed':
        throw refusal(409, 'seen: the facts have changed. Read them again, and propose again.');
      default:
        throw refusal(409, NOT_POSSIBLE);
    }
  });
  return routes;
}

const NOT_POSSIBLE = 'subject: the action is not possible. Check the id, and the state.';
