import type { IncomingMessage } from 'node:http';
import { actOf, actOfTpp } from '../api/audit-context.ts';
import { jsonHandler, type JsonAnswer } from '../api/json-handler.ts';
import type { App } from '../api/request-context.ts';
import { RETRY_SOON } from '../api/errors.ts';
import { checkGrant } from '../api/middleware/check-grant.ts';
import { authenticate } from '../api/middleware/authenticate.ts';
import { readBytes, readJson } from '../api/middleware/read-body.ts';
import { claimedId } from '../auth/profile.ts';
import type { TokenService } from '../auth/tokens.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import type { Engine } from '../use-cases/index.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';
import { DAY_MS, formatInstant, parseInstant, type Clock, type Instant } from '../shared/time.ts';
import type { ClockMove } from './clock-mover.ts';
import type { SandboxClock } from './clock.ts';
import { codeOf } from './credentials.ts';
import { decideFurther } from './approvals.ts';
import { decide } from './decision.ts';
import { cancel, withdraw } from './end-consent.ts';
import { readStatement } from './statement.ts';
import { issueToken, oauthError, type SandboxSecrets } from './token.ts';

/** Dates of four digits must be left for what is dated ahead. */
const LAST_INSTANT = Date.parse('9000-01-01T00:00:00Z');

/** How far one move may go, in days: each stop on the way takes its time (docs/decisions, 39). */
const MAX_MOVE_DAYS = 3660;

/** Largest body of a request to the sandbox, in bytes. */
const BODY_MAX_BYTES = 16 * 1024;

/** Whoever plays with the sandbox may move its clock. */
const SOMEBODY = { kind: 'operator', id: 'sandbox' } as const;

export interface SandboxParts {
  readonly store: Store & SandboxSecrets;
  readonly tokens: TokenService;
  readonly engine: Engine;
  readonly clock: SandboxClock;
  /** One-time codes live by it. */
  readonly machineClock: Clock;
  /** Does what is due, once it is told that there is something. */
  readonly runner: { readonly wake: () => void };
  /** Moves the clock, also for after a restart, and answers when all that fell due was done. */
  readonly moveClock: (instant: Instant) => Promise<ClockMove>;
}

/** The addresses that only the sandbox has: tokens, the customer's decision, statements, clock. */
export function serveSandbox(app: App, parts: SandboxParts): void {
  const { store, tokens, clock } = parts;
  app.post(
    '/sandbox/token',
    jsonHandler(async ({ env }, interactionId) => {
      const bytes = await readBytes(env.incoming, BODY_MAX_BYTES);
      if (bytes instanceof Refusal) return bytes;
      const type = env.incoming.headers['content-type'] ?? '';
      if (!type.startsWith('application/x-www-form-urlencoded')) {
        return oauthError(400, 'invalid_request', 'Send the fields form-encoded.');
      }
      const form = new URLSearchParams(bytes.toString('utf8'));
      const id = claimedId(form.get('client_id'));
      const act = actOf({ kind: 'tpp', id }, env, interactionId, clock.now());
      return issueToken(form, {
        ...{ tokens, secrets: store },
        record: (action) => store.record(act, { action, subject: id }),
      });
    }),
  );
  const deciding = (
    decide: (
      parts: SandboxParts,
      id: string,
      body: unknown,
      grant: Grant,
      act: Act,
    ) => Promise<JsonAnswer | Refusal>,
  ) =>
    jsonHandler(async ({ env, req }, interactionId) => {
      const grant = await authenticate(env.incoming, env.listener, tokens);
      if (grant instanceof Refusal) return grant;
      const refused = checkGrant(grant, { grant: 'client' });
      if (refused !== undefined) return refused;
      const body = await readSmallJson(env.incoming);
      if (body instanceof Refusal) return body;
      const act = actOfTpp(env.incoming, env.listener, grant, interactionId, clock.now());
      return decide(parts, req.param('id') ?? '', body.value, grant, act);
    });
  app.post('/sandbox/consents/:id/decision', deciding(decide));
  app.post('/sandbox/consents/:id/revocation', deciding(withdraw));
  app.post('/sandbox/payments/:id/cancellation', deciding(cancel));
  app.post('/sandbox/payments/:id/approvals', deciding(decideFurther));
  app.get(
    '/sandbox/accounts/:account/entries',
    jsonHandler(({ req }) => {
      const { searchParams } = new URL(req.url);
      return readStatement(store, req.param('account') ?? '', searchParams);
    }),
  );
  app.get(
    '/sandbox/users/:user/code',
    jsonHandler(({ req }) => showCodeOf(parts, req.param('user') ?? '')),
  );
  app.get(
    '/sandbox/clock',
    jsonHandler(() => Promise.resolve(showClock(clock))),
  );
  app.put(
    '/sandbox/clock',
    jsonHandler(async ({ env }, interactionId) => {
      const body = await readSmallJson(env.incoming);
      if (body instanceof Refusal) return body;
      const act = actOf(SOMEBODY, env, interactionId, clock.now());
      return moveClock(parts, body.value, act);
    }),
  );
}

async function readSmallJson(incoming: IncomingMessage): Promise<{ value: unknown } | Refusal> {
  const bytes = await readBytes(incoming, BODY_MAX_BYTES);
  if (bytes instanceof Refusal) return bytes;
  const faults = new FaultList();
  const body = readJson(bytes, faults);
  return faults.isEmpty ? body : faults.refusal();
}

/** `GET /sandbox/users/{user}/code`: the next code of the user's authenticator that is good. */
async function showCodeOf(
  { store, machineClock }: SandboxParts,
  userId: string,
): Promise<JsonAnswer | Refusal> {
  const body = await codeOf(store, userId, machineClock());
  if (body !== undefined) return { status: 200, body };
  return refuse(400, 'fieldInvalid', 'There is no such user in the sandbox.', { path: 'user' });
}

function showClock(clock: SandboxClock): JsonAnswer {
  return { status: 200, body: { now: formatInstant(clock.now()) } };
}

/** `PUT /sandbox/clock`: moves the clock forward, never back. */
async function moveClock(
  { store, clock, moveClock: move }: SandboxParts,
  body: unknown,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const written = typeof body === 'object' && body !== null && 'now' in body ? body.now : undefined;
  const instant = typeof written === 'string' ? parseInstant(written) : undefined;
  if (instant === undefined) {
    const message = 'Expected a date-time with a time zone, such as 2026-12-01T09:00:00Z.';
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const latest = Math.min(LAST_INSTANT, clock.now() + MAX_MOVE_DAYS * DAY_MS);
  if (instant > latest) {
    const message = `Expected an instant up to ${formatInstant(latest)}.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const outcome = await move(instant);
  const now = formatInstant(clock.now());
  if (outcome === 'back') {
    const message = `It is ${now} already; the clock only goes on.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const detail = { to: outcome === 'moved' ? formatInstant(instant) : now };
  await store.record(act, { action: 'clockMoved', subject: 'clock', detail });
  if (outcome === 'moved') return showClock(clock);
  const message =
    `The clock is at ${now}: no further work is done now, because the service is stopping or for ` +
    'the reason that /health/ready tells. What fell due before was done. Move it on later.';
  return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
}
