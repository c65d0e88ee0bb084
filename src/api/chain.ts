import type { IncomingMessage } from 'node:http';
import type { Observe } from '../domain/events.ts';
import type { AccessTokens } from '../domain/ports.ts';
import { FaultList, Refusal, refuse } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import { StoreUnavailable, WorkersBusy } from '../domain/unavailable.ts';
import type { Answer, Call, Handler, Route } from './call.ts';
import { errorBody, RETRY_SOON, UNEXPECTED } from './errors.ts';
import { checkAccept, checkContentType } from './steps/check-content.ts';
import { checkGrant } from './steps/check-grant.ts';
import { checkFapiHeaders, readIdempotencyKey } from './steps/check-headers.ts';
import { checkHost } from './steps/check-host.ts';
import { identify } from './steps/identify.ts';
import { readInteractionId } from './steps/interaction-id.ts';
import { hashBytes, readBytes, readJson } from './steps/read-body.ts';

/** What the steps work with. */
export interface ChainParts {
  readonly tokens: AccessTokens;
  readonly limitRate: (clientId: string) => Refusal | undefined;
  /** Business time, in which consents and payments live. */
  readonly clock: Clock;
  /** The machine's clock, for telling how long an answer took. */
  readonly stopwatch: Clock;
  readonly observe: Observe;
  readonly publicHosts: readonly string[];
  readonly bodyMaxBytes: number;
}

/** What a request said of itself before its first step, and what became known on the way. */
interface Progress {
  readonly incoming: IncomingMessage;
  readonly interactionId: string;
  readonly faults: FaultList;
  clientId: string | undefined;
}

/** A request for one of the API's addresses; `basePath` is what the caller put before it. */
export interface Arrival {
  readonly incoming: IncomingMessage;
  readonly basePath: string;
  /** The id in the path, decoded; empty where there is none. */
  readonly id: string;
}

export type Chain = (arrival: Arrival, route: Route, handler: Handler) => Promise<Response>;

/** Answers every request the same way, whatever it is about; its steps from top to bottom. */
export function createChain(parts: ChainParts): Chain {
  return async (arrival, route, handler) => {
    const started = parts.stopwatch();
    const { incoming } = arrival;
    const faults = new FaultList();
    const interactionId = readInteractionId(incoming.headers, faults);
    const progress: Progress = { incoming, interactionId, faults, clientId: undefined };
    const outcome = await takeSteps(parts, arrival, route, handler, progress).catch(
      (error: unknown) => refusalFor(error, parts.observe),
    );
    const response = respond(outcome, interactionId);
    parts.observe({
      kind: 'requestAnswered',
      operation: `${route.family.name}.${route.name}`,
      status: response.status,
      milliseconds: parts.stopwatch() - started,
      interactionId,
      clientId: progress.clientId,
    });
    return response;
  };
}

async function takeSteps(
  parts: ChainParts,
  { incoming, basePath, id }: Arrival,
  route: Route,
  handler: Handler,
  progress: Progress,
): Promise<Answer | Refusal> {
  const { operation } = route;
  const { headers } = incoming;
  const { faults } = progress;

  const misdirected = checkHost(incoming, parts.publicHosts);
  if (misdirected !== undefined) return misdirected;
  const grant = await identify(headers, parts.tokens);
  if (grant instanceof Refusal) return grant;
  progress.clientId = grant.clientId;
  const refused =
    parts.limitRate(grant.clientId) ??
    checkGrant(grant, operation) ??
    checkContentType(headers, operation) ??
    checkAccept(headers.accept, operation);
  if (refused !== undefined) return refused;

  checkFapiHeaders(headers, faults);
  const written = operation.idempotent ? readIdempotencyKey(headers, faults) : undefined;
  const bytes = operation.body === 'json' ? await readBytes(incoming, parts.bodyMaxBytes) : null;
  if (bytes instanceof Refusal) return bytes;
  const body = bytes === null ? undefined : readJson(bytes, faults);
  if (body === undefined && !faults.isEmpty) return faults.refusal();

  const url = new URL(incoming.url ?? '', `http://${headers.host ?? ''}`);
  const call: Call = {
    route,
    id,
    incoming,
    base: `${url.origin}${basePath}`,
    query: url.searchParams,
    grant,
    now: parts.clock(),
    faults,
    body,
    key: operation.idempotent
      ? {
          clientId: grant.clientId,
          // Not the address as written, which has several spellings.
          endpoint: `${route.family.name}.${route.name} ${id}`,
          key: written ?? '',
          bodyHash: bytes === null ? '' : hashBytes(bytes),
        }
      : undefined,
  };
  return handler(call);
}

/** The response to what a handler or a step came to. */
export function respond(outcome: Answer | Refusal, interactionId: string): Response {
  if (outcome instanceof Refusal) {
    return new Response(errorBody(outcome, interactionId) || null, {
      status: outcome.status,
      headers: {
        'x-fapi-interaction-id': interactionId,
        ...(outcome.status === 401 ? {} : { 'content-type': JSON_CONTENT_TYPE }),
        'cache-control': 'no-store',
        ...outcome.headers,
      },
    });
  }
  return new Response(outcome.body, {
    status: outcome.status,
    headers: {
      'x-fapi-interaction-id': interactionId,
      'cache-control': 'no-store',
      ...(outcome.contentType === null ? {} : { 'content-type': outcome.contentType }),
    },
  });
}

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** Nothing of the inside reaches the caller; all of it reaches the operators. */
export function refusalFor(error: unknown, observe: Observe): Refusal {
  observe({ kind: 'failure', what: 'answering a request', error });
  if (error instanceof StoreUnavailable || error instanceof WorkersBusy) {
    const message = 'The service cannot take this at the moment. Nothing was done; try again.';
    return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
  }
  return new Refusal(500, [UNEXPECTED]);
}

/** For addresses that are not defined, and methods that an address does not have. */
export function refuseAddress(incoming: IncomingMessage, methods: readonly string[]): Response {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  if (methods.length === 0) {
    return respond(refuse(404, 'notFound', 'There is no such address.'), interactionId);
  }
  const allow = methods.join(', ');
  const message = `This address takes ${allow}.`;
  return respond(refuse(405, 'headerInvalid', message, { headers: { allow } }), interactionId);
}
