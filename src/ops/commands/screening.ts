import { Hono } from 'hono';
import type { ScreeningStore } from '../../domain/ports/screening-store.ts';
import {
  CASE_DECISIONS,
  type CaseDecisionResult,
  type ScreeningCase,
} from '../../domain/records/screening.ts';
import type { Clock } from '../../shared/time.ts';
import { operatorAct, readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../reason.ts';

/** Maximum number of cases that one command lists. */
const MAX_LISTED = 1000;

interface Parts {
  readonly store: Pick<ScreeningStore, 'listCases' | 'decideCase'>;
  /** Starts the step that a decision has made due. */
  readonly wake: () => void;
  readonly clock: Clock;
}

/** Payments that the bank's screening holds, at most 1,000. */
export interface CaseList {
  readonly listed: readonly ScreeningCase[];
}

/** A decision of an operator, and whether it is final. */
export interface DecidedCase {
  readonly id: number;
  readonly result: Extract<CaseDecisionResult, 'proposed' | 'decided'>;
}

/** Returns the routes with which two operators release or reject held payments. */
export function screeningRoutes({ store, wake, clock }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/screening', recorded('screening-list'), async (c) => {
    return c.json({ listed: await store.listCases(MAX_LISTED) } satisfies CaseList);
  });
  for (const decision of CASE_DECISIONS) {
    const command = recorded(`screening-${decision}`, { parameter: 'id' });
    routes.post(`/screening/:id/${decision}`, command, async (c) => {
      const { operator } = c.var;
      if (operator === null) {
        throw refusal(400, 'Name the operator in x-operator, because two operators must decide.');
      }
      const id = readNumber(c.req.param('id'), 'case');
      const decided = { id, decision, reason: await readReason(c) };
      const result = await store.decideCase(decided, operatorAct(clock, operator));
      requireDone(result, id);
      if (result === 'decided') wake();
      return c.json({ id, result } satisfies DecidedCase);
    });
  }
  return routes;
}

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
