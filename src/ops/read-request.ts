import type { Context } from 'hono';
import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';
import { refusal, type ControlEnv } from './control.ts';

/** The reason that an operator gives for a command. */
export const Reason = z.string().trim().min(1).max(MAX_REASON_CHARACTERS);

/** Body of a request that needs only a reason. */
export const ReasonRequest = z.strictObject({ reason: Reason });

/** Returns the JSON body of a request. Throws a refusal with the message if it is not valid. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<ControlEnv>,
  schema: Schema,
  message: string,
): Promise<z.output<Schema>> {
  return valid(schema, await c.req.json().catch(() => null), message);
}

/** Returns the query of a request. Throws a refusal with the message if it is not valid. */
export function readQuery<Schema extends z.ZodType>(
  c: Context<ControlEnv>,
  schema: Schema,
  message: string,
): z.output<Schema> {
  return valid(schema, c.req.query(), message);
}

function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, message: string) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(400, message);
}

/** Returns the reason in the body of a request. Throws a refusal if there is none. */
export async function readReason(c: Context<ControlEnv>): Promise<string> {
  const message = `Give a reason of 1 to ${String(MAX_REASON_CHARACTERS)} characters.`;
  return (await readBody(c, ReasonRequest, message)).reason;
}
