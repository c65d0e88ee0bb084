import type { Context, Handler } from 'hono';
import { FaultList, Refusal } from '../shared/errors.ts';
import { JSON_CONTENT_TYPE, respond } from './responses.ts';
import type { Answer, Bindings } from './request-context.ts';
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
 * Creates a handler that runs `task` and sends its result. The response is not signed, and it has
 * an interaction id.
 */
export function plainHandler(
  task: (context: PlainContext, interactionId: string) => Promise<Answer | Refusal>,
): Handler<{ Bindings: Bindings }> {
  return async (context) => {
    const { incoming } = context.env;
    const interactionId = readInteractionId(incoming.headers, new FaultList());
    const response = respond(await task(context, interactionId), { interactionId });
    // A HEAD response is sent without its body, so the file that it reads must be closed.
    if (incoming.method === 'HEAD') await response.body?.cancel();
    return response;
  };
}

/** Creates a handler like `plainHandler` that sends its result as JSON. */
export function jsonHandler(
  task: (context: PlainContext, interactionId: string) => Promise<JsonAnswer | Refusal>,
): Handler<{ Bindings: Bindings }> {
  return plainHandler(async (context, interactionId) => {
    const outcome = await task(context, interactionId);
    if (outcome instanceof Refusal) return outcome;
    const { status, body } = outcome;
    if (body === null) return { status, body, contentType: null };
    return { status, body: JSON.stringify(body), contentType: JSON_CONTENT_TYPE };
  });
}
