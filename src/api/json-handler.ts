import type { Context, Handler } from 'hono';
import { FaultList, Refusal } from '../shared/errors.ts';
import { JSON_CONTENT_TYPE, respond } from './responses.ts';
import type { Bindings } from './request-context.ts';
import { readInteractionId } from './middleware/interaction-id.ts';

/** Context of a request for a route outside the standard. */
export type PlainContext = Context<{ Bindings: Bindings }>;

/** The response of a route outside the standard. */
export interface JsonAnswer {
  readonly status: number;
  /** The response body, sent as JSON. Null if the response has no body. */
  readonly body: object | null;
}

/**
 * Creates a handler that runs `task` and sends its result as JSON. The response is not signed, and
 * it has an interaction id.
 */
export function jsonHandler(
  task: (context: PlainContext, interactionId: string) => Promise<JsonAnswer | Refusal>,
): Handler<{ Bindings: Bindings }> {
  return async (context) => {
    const interactionId = readInteractionId(context.env.incoming.headers, new FaultList());
    const outcome = await task(context, interactionId);
    if (outcome instanceof Refusal) return respond(outcome, { interactionId });
    const { status, body } = outcome;
    if (body === null) return respond({ status, body, contentType: null }, { interactionId });
    const contentType = JSON_CONTENT_TYPE;
    return respond({ status, body: JSON.stringify(body), contentType }, { interactionId });
  };
}
