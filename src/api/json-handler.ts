import type { Context, Handler } from 'hono';
import { FaultList, Refusal } from '../shared/errors.ts';
import { JSON_CONTENT_TYPE, respond } from './responses.ts';
import type { Bindings } from './request-context.ts';
import { readInteractionId } from './middleware/interaction-id.ts';

/** A request for an address that is not one of the standard's. */
export type PlainContext = Context<{ Bindings: Bindings }>;

/** What it is answered: a status, and what becomes JSON; null: no body. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: object | null;
}

/** Has a task answer under one interaction id, unsigned. */
export function jsonHandler(
  task: (context: PlainContext, interactionId: string) => Promise<JsonAnswer | Refusal>,
): Handler<{ Bindings: Bindings }> {
  return async (context) => {
    const interactionId = readInteractionId(context.env.incoming.headers, new FaultList());
    const outcome = await task(context, interactionId);
    if (outcome instanceof Refusal) return respond(outcome, interactionId);
    const { status, body } = outcome;
    if (body === null) return respond({ status, body, contentType: null }, interactionId);
    const contentType = JSON_CONTENT_TYPE;
    return respond({ status, body: JSON.stringify(body), contentType }, interactionId);
  };
}
