import type { Context } from 'hono';
import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';
import { refusal, type ControlEnv } from './control.ts';

/** The reason that an operator gives for a command. */
export const Reason = z.string().trim().min(1).max(MAX_REASON_CHARACTERS);

/** Body of a request that needs only a reason. */
export const ReasonRequest = z.strictObject({ reason: Reason });

/** Returns the reason in the body of a request. Throws a refusal if there is none. */
export async function readReason(c: Context<ControlEnv>): Promise<string> {
  const body = ReasonRequest.safeParse(await c.req.json().catch(() => null));
  if (body.success) return body.data.reason;
  throw refusal(400, `Give a reason of 1 to ${String(MAX_REASON_CHARACTERS)} characters.`);
}
