import { Hono } from 'hono';
import { z } from 'zod';
import {
  CASE_DECISIONS,
  type CaseDecisionResult,
  type HoldResult,
  type ScreeningCase,
} from '../../domain/records/screening.ts';
import { namedAct, readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { Reason, readBody, readReason } from '../read-request.ts';
import type { RouteParts } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

/** Maximum number of cases that one command lists. */
const MAX_LISTED = 1000;

/** Body of a request that proposes or confirms a decision about a held payment. */
export const DecisionBody = z.strictObject({ decision: z.enum(CASE_DECISIONS), reason: Reason });

type Parts = Pick<RouteParts, 'store' | 'wake'>;

/** Payments that the bank's screening or an operator holds, at most 1,000. */
export interface CaseList {
  readonly listed: readonly ScreeningCase[];
}

/** A decision of an operator, and whether it is final. */
export interface DecidedCase {
  readonly id: number;
  readonly result: Extract<CaseDecisionResult, 'proposed' | 'decided'>;
}

/** The new cases of a held payment, and the number of its booking steps that are not held. */
export type HeldPayment = Pick<Extract<HoldResult, { kind: 'held' }>, 'cases' | 'others'>;

/**
 * Returns the routes with which an operator holds a payment, and two operators release or reject
 * held payments.
 */
export function screeningRoutes({ store, wake }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/screening', recorded('screening-list'), async (c) => {
    return c.json({ listed: await store.listCases(MAX_LISTED) } satisfies CaseList);
  });
  routes.post('/payments/:id/hold', recorded('payment-hold'), async (c) => {
    const id = c.req.param('id');
    const reason = await readReason(c);
    const result = await store.holdPayment(id, reason, c.var.act());
    if (result.kind !== 'held') {
      throw refusal(result.kind === 'unknown' ? 404 : 409, HOLD_REFUSALS[result.kind](id));
    }
    const { cases, others } = result;
    return c.json({ cases, others } satisfies HeldPayment);
  });
  for (const decision of CASE_DECISIONS) {
    routes.post(
      `/payments/:id/cases/${decision}`,
      recorded(`screening-${decision}-all`),
      async (c) => {
        const subject = c.req.param('id');
        const action = decision === 'release' ? 'releaseCases' : 'rejectCases';
        const refused = () =>
          refusal(409, `Payment ${subject} has no open case. See: npx pisctl screening list`);
        return c.json(await proposeFor(store, c, { action, subject }, refused));
      },
    );
    routes.post(`/screening/:id/${decision}`, recorded(`screening-${decision}`), async (c) => {
      const act = namedAct(c);
      const id = readNumber(c.req.param('id'), 'case');
      const decided = { id, decision, reason: await readReason(c) };
      const result = await store.decideCase(decided, act);
      requireDone(result, id);
      if (result === 'decided') wake();
      return c.json({ id, result } satisfies DecidedCase);
    });
  }
  addSeparateDecisions(routes, { store, wake });
  return routes;
}

/** Adds a route for each half of a decision, because they need different roles. */
function addSeparateDecisions(routes: Hono<ControlEnv>, { store, wake }: Parts): void {
  for (const step of ['propose', 'confirm'] as const) {
    routes.post(`/screening/:id/${step}`, recorded(`screening-${step}`), async (c) => {
      const id = readNumber(c.req.param('id'), 'case');
      const expected = 'Give a decision (release or reject) and a reason.';
      const body = await readBody(c, DecisionBody, expected);
      const decided = { id, ...body, isConfirmation: step === 'confirm' };
      const result = await store.decideCase(decided, namedAct(c));
      requireDone(result, id);
      if (result === 'decided') wake();
      return c.json({ id, result } satisfies DecidedCase);
    });
  }
  routes.post('/screening/:id/withdraw', recorded('screening-withdraw'), async (c) => {
    const id = readNumber(c.req.param('id'), 'case');
    const result = await store.withdrawCase(id, namedAct(c));
    if (result !== 'done') throw refusal(409, `Case ${String(id)} has no proposal to withdraw.`);
    return c.json({ id });
  });
}

const HOLD_REFUSALS: Readonly<
  Record<Exclude<HoldResult['kind'], 'held'>, (paymentId: string) => string>
> = {
  unknown: (id) => `There is no payment ${id}.`,
  noBooking: (id) =>
    `Payment ${id} has no booking that can be held: it was booked, has ended, or waits for ` +
    `approvals. A user of the customer can reject it while it waits. See: npx pisctl show ${id}`,
  heldBefore: (id) =>
    `Payment ${id} is held already, or two persons have decided about it. See: npx pisctl ` +
    'screening list',
  parked: (id) =>
    `A booking step of payment ${id} is parked, so it cannot be held. Abandon or retry it. See: ` +
    'npx pisctl work list',
  begun: (id) =>
    `The booking of payment ${id} has begun, so it cannot be held. See: npx pisctl show ${id}`,
};

function requireDone(
  result: CaseDecisionResult,
  id: number,
): asserts result is DecidedCase['result'] {
  const name = `Case ${String(id)}`;
  switch (result) {
    case 'proposed':
    case 'decided':
      return;
    case 'unknown':
      throw refusal(404, `There is no case ${String(id)}. See: npx pisctl screening list`);
    case 'ended':
      throw refusal(409, `${name} was decided, or its payment was cancelled.`);
    case 'changed':
      throw refusal(409, `${name} was changed by another operator.`);
    case 'sameOperator':
      throw refusal(
        409,
        `${name} must be decided by another operator too, with another user name and another ` +
          'login user id.',
      );
  }
}
