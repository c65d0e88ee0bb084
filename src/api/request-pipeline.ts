import type { IncomingMessage } from 'node:http';
import {
  refuseFalseSignature,
  SIGNATURE_CODES,
  type MessageSignatures,
} from '../domain/ports/signatures.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { BeginRequest, BegunRequest } from '../domain/records/api-figures.ts';
import type { AuditThrottle } from '../domain/records/audit-throttle.ts';
import type { AuditStore } from '../domain/records/audit.ts';
import type { Observe } from '../domain/records/events.ts';
import type { VerifiedGrant } from '../domain/records/records.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import type { Clock, Stopwatch } from '../shared/time.ts';
import { versionAt } from '../versions/index.ts';
import { actOfTpp } from './audit-context.ts';
import { refusalFor, respond, respondSigned } from './responses.ts';
import type { Address, Answer, Bindings, Call, Handler } from './request-context.ts';
import { checkAccept, checkContentType } from './middleware/check-content.ts';
import { checkGrant } from './middleware/check-grant.ts';
import { checkFapiHeaders, readIdempotencyKey } from './middleware/check-headers.ts';
import { readSignature } from './middleware/check-signature.ts';
import { authenticate } from './middleware/authenticate.ts';
import { readInteractionId } from './middleware/interaction-id.ts';
import type { RateLimit } from './middleware/rate-limit.ts';
import { hashBytes, readBytes, readJson } from './middleware/read-body.ts';

/** Dependencies of the request pipeline. */
export interface PipelineDependencies {
  readonly tokens: AccessTokens;
  readonly rateLimit: RateLimit;
  readonly signatures: MessageSignatures;
  readonly record: AuditStore['record'];
  /** Limits how many rejected signatures the audit log records. */
  readonly throttle: AuditThrottle;
  /** The business clock, which the sandbox can move. */
  readonly clock: Clock;
  readonly machineClock: Clock;
  /** A monotonic clock in fractions of milliseconds, with which response times are measured. */
  readonly stopwatch: Stopwatch;
  readonly observe: Observe;
  readonly beginRequest: BeginRequest;
  readonly bodyMaxBytes: number;
}

/** The state of a request while it passes through the pipeline. */
interface Progress {
  readonly incoming: IncomingMessage;
  readonly interactionId: string;
  readonly faults: FaultList;
  readonly receive: BegunRequest['receive'];
  grant: VerifiedGrant | undefined;
}

/** A request for a route of the API, as it arrives at the pipeline. */
export interface Arrival extends Pick<
  Bindings,
  'incoming' | 'outgoing' | 'listener' | 'origin' | 'search' | 'recognise' | 'endUnread'
> {
  /** Path prefix of the route, for example `/open-banking/v3.1/pisp`. */
  readonly basePath: string;
  /** The decoded id in the path. Empty if there is none. */
  readonly id: string;
}

export type RequestPipeline = <Of extends Address>(
  arrival: Arrival,
  route: Of,
  handler: Handler<Of>,
) => Promise<Response>;

/**
 * Creates the request pipeline, which every route of the API shares. Its steps check or read, in
 * this order: token, rate limit, grant, content type, Accept header, signature, other headers, and
 * body. Then the handler runs. Up to the signature, the first failure ends the request. From then
 * on, faults of the headers and the body are collected and reported together.
 */
export function createRequestPipeline(parts: PipelineDependencies): RequestPipeline {
  return async (arrival, route, handler) => {
    const begun = parts.beginRequest(operationOf(route));
    const response = await answer(parts, begun, arrival, route, handler).catch((error: unknown) => {
      begun.end(INTERNAL_ERROR);
      throw error;
    });
    begun.end(response.status);
    return response;
  };
}

const INTERNAL_ERROR = 500;

/** Returns the name of an operation in the log and in metrics: `file-payments.uploadFile`. */
function operationOf(route: Address): string {
  return `${route.family.name}.${route.name}`;
}

async function answer<Of extends Address>(
  parts: PipelineDependencies,
  { receive }: BegunRequest,
  arrival: Arrival,
  route: Of,
  handler: Handler<Of>,
): Promise<Response> {
  const started = parts.stopwatch();
  const { incoming } = arrival;
  const faults = new FaultList();
  const interactionId = readInteractionId(incoming.headers, faults);
  const version = versionAt(arrival.basePath);
  const progress: Progress = { incoming, interactionId, faults, receive, grant: undefined };
  const outcome = await runSteps(parts, arrival, route, handler, progress)
    .then((result) => recordFalseSignature(parts, arrival, progress, result))
    .catch((error: unknown) => refusalFor(error, parts.observe));
  // Only clients with a valid token get signed responses, because signing takes as long as the
  // rest of a small request.
  const isSigned =
    arrival.listener.signsAnswers &&
    progress.grant !== undefined &&
    route.operation.unsigned !== true;
  const { grant } = progress;
  const headers = grant === undefined ? {} : parts.rateLimit.headersFor(grant.organisationId);
  const about = { interactionId, version, headers };
  const response = isSigned
    ? await respondSigned(parts.signatures, outcome, about)
    : respond(outcome, about);
  // A HEAD response is sent without its body, so the file from which the body may be reading must
  // be closed.
  if (incoming.method === 'HEAD') await response.body?.cancel();
  parts.observe({
    kind: 'requestAnswered',
    operation: operationOf(route),
    status: response.status,
    milliseconds: parts.stopwatch() - started,
    interactionId,
    clientId: progress.grant?.clientId,
  });
  return response;
}

async function runSteps<Of extends Address>(
  parts: PipelineDependencies,
  arrival: Arrival,
  route: Of,
  handler: Handler<Of>,
  progress: Progress,
): Promise<Answer | Refusal> {
  const { incoming, outgoing, listener, origin, search, recognise, endUnread, basePath, id } =
    arrival;
  const { operation } = route;
  const { headers } = incoming;
  const { faults } = progress;

  const grant = await authenticate(incoming, listener, parts.tokens);
  if (grant instanceof Refusal) return grant;
  progress.grant = grant;
  const limited = await parts.rateLimit.count(grant.organisationId);
  if (limited !== undefined) return limited;
  recognise();
  const refused =
    checkGrant(grant, operation) ??
    checkContentType(headers, operation) ??
    checkAccept(headers.accept, operation);
  if (refused !== undefined) return refused;
  const signature = await readSignature(headers, listener, operation, grant, parts.signatures);
  if (signature instanceof Refusal) return signature;

  checkFapiHeaders(headers, faults);
  const written = operation.idempotent ? readIdempotencyKey(headers, faults) : undefined;
  const isRead = operation.body === 'json' || operation.body === 'patch';
  const bytes = isRead ? await progress.receive(readBytes(incoming, parts.bodyMaxBytes)) : null;
  if (bytes instanceof Refusal) return bytes;
  if (bytes !== null && signature !== null && !(await parts.signatures.verify(signature, bytes)))
    return refuseFalseSignature();
  const body = bytes === null ? undefined : readJson(bytes, faults);
  if (body === undefined && !faults.isEmpty) return faults.refusal();

  const act = actOfTpp(incoming, listener, grant, progress.interactionId, parts.clock());
  const call: Call<Of> = {
    route,
    id,
    incoming,
    outgoing,
    endUnread,
    base: `${origin}${basePath}`,
    search,
    grant,
    act,
    now: act.at,
    faults,
    body,
    signature,
    signatureOf: (type) => (listener.signsAnswers ? parts.signatures.prepare(type) : null),
    key: operation.idempotent
      ? {
          clientId: grant.clientId,
          // The request's path is not used, because one resource may be reached by several paths.
          endpoint: `${versionAt(basePath).name} ${route.family.name}.${route.name} ${id}`,
          key: written ?? '',
          bodyHash: bytes === null ? '' : hashBytes(bytes),
        }
      : undefined,
  };
  return handler(call);
}

/**
 * Records a rejected signature in the audit log. The number of entries for each TPP is limited.
 * Throws if the entry cannot be written, and then the request fails.
 */
async function recordFalseSignature(
  parts: PipelineDependencies,
  { incoming, listener }: Arrival,
  { grant, interactionId }: Progress,
  outcome: Answer | Refusal,
): Promise<Answer | Refusal> {
  const code = outcome instanceof Refusal ? outcome.faults[0]?.code : undefined;
  if (grant !== undefined && code !== undefined && SIGNATURE_CODES.has(code)) {
    const { clientId: subject, organisationId } = grant;
    const refused = { action: 'signatureRefused', subject, detail: { code } } as const;
    const entry = parts.throttle.pass(organisationId, refused, parts.machineClock());
    if (entry !== undefined) {
      await parts.record(actOfTpp(incoming, listener, grant, interactionId, parts.clock()), entry);
    }
  }
  return outcome;
}
