import type { IncomingMessage } from 'node:http';
import {
  refuseFalseSignature,
  SIGNATURE_CODES,
  type MessageSignatures,
} from '../domain/ports/signatures.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { AuditThrottle } from '../domain/records/audit-throttle.ts';
import type { AuditStore } from '../domain/records/audit.ts';
import type { Observe } from '../domain/records/events.ts';
import type { VerifiedGrant } from '../domain/records/records.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import { actOfTpp } from './audit-context.ts';
import { refusalFor, respond, respondSigned } from './responses.ts';
import type { Address, Answer, Bindings, Call, Handler } from './request-context.ts';
import { checkAccept, checkContentType } from './middleware/check-content.ts';
import { checkGrant } from './middleware/check-grant.ts';
import { checkFapiHeaders, readIdempotencyKey } from './middleware/check-headers.ts';
import { readSignature } from './middleware/check-signature.ts';
import { identify } from './middleware/authenticate.ts';
import { readInteractionId } from './middleware/interaction-id.ts';
import type { RateLimit } from './middleware/rate-limit.ts';
import { hashBytes, readBytes, readJson } from './middleware/read-body.ts';

/** What the steps work with. */
export interface ChainParts {
  readonly tokens: AccessTokens;
  readonly limitRate: RateLimit;
  readonly signatures: MessageSignatures;
  readonly record: AuditStore['record'];
  /** Which of the refused signatures are written down. */
  readonly throttle: AuditThrottle;
  /** Business time, in which consents and payments live. */
  readonly clock: Clock;
  readonly machineClock: Clock;
  /** Finer than a clock, for telling how long an answer took. */
  readonly stopwatch: Clock;
  readonly observe: Observe;
  readonly bodyMaxBytes: number;
}

/** What a request said of itself before its first step, and what became known on the way. */
interface Progress {
  readonly incoming: IncomingMessage;
  readonly interactionId: string;
  readonly faults: FaultList;
  grant: VerifiedGrant | undefined;
}

/** A request for one of the API's addresses; `basePath` is what the caller put before it. */
export interface Arrival extends Pick<
  Bindings,
  'incoming' | 'outgoing' | 'listener' | 'origin' | 'search' | 'recognise' | 'endUnread'
> {
  readonly basePath: string;
  /** The id in the path, decoded; empty where there is none. */
  readonly id: string;
}

export type Chain = <Of extends Address>(
  arrival: Arrival,
  route: Of,
  handler: Handler<Of>,
) => Promise<Response>;

/** Answers every request the same way, whatever it is about; its steps from top to bottom. */
export function createChain(parts: ChainParts): Chain {
  return async (arrival, route, handler) => {
    const started = parts.stopwatch();
    const { incoming } = arrival;
    const faults = new FaultList();
    const interactionId = readInteractionId(incoming.headers, faults);
    const progress: Progress = { incoming, interactionId, faults, grant: undefined };
    const outcome = await takeSteps(parts, arrival, route, handler, progress)
      .then((taken) => recordFalseSignature(parts, arrival, progress, taken))
      .catch((error: unknown) => refusalFor(error, parts.observe));
    // A signature takes as long as all the rest of a small answer: strangers get none.
    const isSigned = arrival.listener.signsAnswers && progress.grant !== undefined;
    const response = isSigned
      ? await respondSigned(parts.signatures, outcome, interactionId)
      : respond(outcome, interactionId);
    // Nobody takes the body of such an answer, and an open file may be behind it.
    if (incoming.method === 'HEAD') await response.body?.cancel();
    parts.observe({
      kind: 'requestAnswered',
      operation: `${route.family.name}.${route.name}`,
      status: response.status,
      milliseconds: parts.stopwatch() - started,
      interactionId,
      clientId: progress.grant?.clientId,
    });
    return response;
  };
}

async function takeSteps<Of extends Address>(
  parts: ChainParts,
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

  const grant = await identify(incoming, listener, parts.tokens);
  if (grant instanceof Refusal) return grant;
  progress.grant = grant;
  const limited = await parts.limitRate(grant.organisationId);
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
  const bytes = operation.body === 'json' ? await readBytes(incoming, parts.bodyMaxBytes) : null;
  if (bytes instanceof Refusal) return bytes;
  if (bytes !== null && signature !== null && !(await parts.signatures.verify(signature, bytes)))
    return refuseFalseSignature();
  const body = bytes === null ? undefined : readJson(bytes, faults);
  if (body === undefined && !faults.isEmpty) return faults.refusal();

  const act = actOfTpp(incoming, listener, grant, progress.interactionId, parts.clock());
  const call: Call<Of> = {
    route,
    id,
    ...{ incoming, outgoing, endUnread },
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
          // Not the address as written, which has several spellings.
          endpoint: `${route.family.name}.${route.name} ${id}`,
          key: written ?? '',
          bodyHash: bytes === null ? '' : hashBytes(bytes),
        }
      : undefined,
  };
  return handler(call);
}

/**
 * Notes in the audit log that a TPP's signature was refused, unless it has many such already. Where
 * that cannot be written, the request fails as any other.
 */
async function recordFalseSignature(
  parts: ChainParts,
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
