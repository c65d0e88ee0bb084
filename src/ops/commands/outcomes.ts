import { Hono } from 'hono';
import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../../domain/records/operators.ts';
import {
  PROPOSED_OUTCOMES,
  SCHEME_REASONS,
  type OutcomeRequest,
} from '../../domain/schemes/proposals.ts';
import { namedAct, recorded, refusal, type ControlEnv } from '../control.ts';
import { Reason, readBody } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';
import { alreadyProposed, OUTCOME_REFUSALS } from './action-proposals.ts';

/** Body of a request to propose an outcome. */
export const OutcomeBody = z
  .strictObject({
    outcome: z.enum(PROPOSED_OUTCOMES),
    code: z.enum(SCHEME_REASONS).nullable(),
    reason: Reason,
  })
  .refine(({ outcome, code }) => (outcome === 'accepted') === (code === null)) satisfies z.ZodType<
  Omit<OutcomeRequest, 'creditId'>
>;

/** Returns the route that proposes the outcome of a credit. */
export function outcomeRoutes({ useCases }: PartsWith<'proposeOutcome'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.post('/hub/credits/:id/propose', recorded('hub-propose'), async (c) => {
    const creditId = c.req.param('id');
    const body = await readBody(c, OutcomeBody, INVALID_BODY);
    const result = await useCases.proposeOutcome({ creditId, ...body }, namedAct(c));
    switch (result.kind) {
      case 'proposed':
        return c.json(result.proposal);
      case 'alreadyProposed':
        throw alreadyProposed(result.id);
      case 'simulated':
        throw refusal(409, SIMULATED);
      case 'unknownCredit':
        throw refusal(404, `This service handed over no credit ${creditId}.`);
      default:
        throw refusal(409, OUTCOME_REFUSALS[result.kind] ?? 'The outcome is not possible.');
    }
  });
  return routes;
}

const SIMULATED =
  'The schemes are simulated (PIS_SCHEMES), so no credit was handed over to a payment hub.';

const INVALID_BODY =
  `Give an outcome (${PROPOSED_OUTCOMES.join(', ')}) and a reason of 1 to ` +
  `${String(MAX_REASON_CHARACTERS)} characters. "rejected" and "returned" also need a code ` +
  `(${SCHEME_REASONS.join(', ')}), and "accepted" has none.`;
