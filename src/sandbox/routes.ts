import type { IncomingMessage } from 'node:http';
import { actOf, actOfTpp } from '../api/audit-context.ts';
import { jsonHandler, plainHandler, type JsonAnswer } from '../api/json-handler.ts';
import type { App } from '../api/request-context.ts';
import { RETRY_SOON } from '../api/errors.ts';
import { checkGrant } from '../api/middleware/check-grant.ts';
import { authenticate } from '../api/middleware/authenticate.ts';
import { readBytes, readJson } from '../api/middleware/read-body.ts';
import { claimedId } from '../auth/profile.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import { FaultList, Refusal, refuse } from '../shared/errors.ts';
import {
  DAY_MS,
  formatInstant,
  parseInstant,
  type Clock,
  type Instant,
  type Days,
} from '../shared/time.ts';
import type { ClockMove } from './clock-mover.ts';
import type { SandboxClock } from './clock.ts';
import { codeOf } from './credentials.ts';
import { returnPayment } from './credit-returns.ts';
import type { ActionParts, SandboxAction } from './action.ts';
import { cancel, decide, decideFurther, withdraw } from './customer-actions.ts';
import { readDayStatement, readStatement } from './statement.ts';
import { issueToken, oauthError, type SandboxSecrets } from './token.ts';

/**
 * The latest time to which the sandbox's clock can be moved. Payments with a later date must still
 * have a year of four digits.
 */
const LAST_INSTANT = Date.parse('9000-01-01T00:00:00Z');

/**
 * Maximum number of days that one request can move the clock. Each stop on the way takes time
 * (docs/decisions, 39).
 */
const MAX_MOVE_DAYS: Days = 3660;

/** Maximum size of a request to the sandbox's endpoints, in bytes. */
const BODY_MAX_BYTES = 16 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The actor of a clock move in the audit log. It is always the same, because everyone who can reach
 * the sandbox can move its clock.
 */
const SANDBOX_OPERATOR = { kind: 'operator', id: 'sandbox' } as const;

export interface SandboxParts extends ActionParts {
  readonly store: Store & SandboxSecrets;
  readonly clock: SandboxClock;
  /** The machine's clock, which decides about one-time codes. */
  readonly machineClock: Clock;
  /** Moves the clock and stores its offset. Resolves when all work that became due is done. */
  readonly moveClock: (instant: Instant) => Promise<ClockMove>;
}

/**
 * Registers the sandbox's own endpoints: tokens, customers' decisions, returned payments, account
 * statements, one-time codes and the clock.
 */
export function serveSandbox(app: App, parts: SandboxParts): void {
  const { store, tokens, clock } = parts;
  app.post(
    '/sandbox/token',
    jsonHandler(async ({ env }, interactionId) => {
      const bytes = await readBytes(env.incoming, BODY_MAX_BYTES);
      if (bytes instanceof Refusal) return bytes;
      const type = env.incoming.headers['content-type'] ?? '';
      if (!type.startsWith(FORM_TYPE)) {
        return oauthError(400, 'invalid_request', `Content-Type must be ${FORM_TYPE}.`);
      }
      const form = new URLSearchParams(bytes.toString('utf8'));
      const id = claimedId(form.get('client_id'));
      const act = actOf({ kind: 'tpp', id }, env, interactionId, clock.now());
      return issueToken(form, {
        tokens,
        secrets: store,
        record: (action) => store.record(act, { action, subject: id }),
      });
    }),
  );
  const sandboxAction = (perform: SandboxAction) =>
    jsonHandler(async ({ env, req }, interactionId) => {
      const grant = await authenticate(env.incoming, env.listener, tokens);
      if (grant instanceof Refusal) return grant;
      const refused = checkGrant(grant, { grant: 'client' });
      if (refused !== undefined) return refused;
      const body = await readSmallJson(env.incoming);
      if (body instanceof Refusal) return body;
      const act = actOfTpp(env.incoming, env.listener, grant, interactionId, clock.now());
      return perform(parts, req.param('id') ?? '', body.value, grant, act);
    });
  app.post('/sandbox/consents/:id/decision', sandboxAction(decide));
  app.post('/sandbox/consents/:id/revocation', sandboxAction(withdraw));
  app.post('/sandbox/payments/:id/cancellation', sandboxAction(cancel));
  app.post('/sandbox/payments/:id/approvals', sandboxAction(decideFurther));
  app.post('/sandbox/payments/:id/returns', sandboxAction(returnPayment));
  app.get(
    '/sandbox/accounts/:account/entries',
    jsonHandler(({ req }) => {
      const { searchParams } = new URL(req.url);
      return readStatement(store, req.param('account') ?? '', searchParams);
    }),
  );
  app.get(
    '/sandbox/accounts/:account/camt.053',
    plainHandler(({ req }) => {
      const { searchParams } = new URL(req.url);
      return readDayStatement(parts, req.param('account') ?? '', searchParams, clock.now());
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
      const act = actOf(SANDBOX_OPERATOR, env, interactionId, clock.now());
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

/** Handles `GET /sandbox/users/{user}/code`. It returns the user's next valid one-time code. */
async function showCodeOf(
  { store, machineClock }: SandboxParts,
  userId: string,
): Promise<JsonAnswer | Refusal> {
  const body = await codeOf(store, userId, machineClock());
  if (body !== undefined) return { status: 200, body };
  return refuse(400, 'fieldInvalid', 'The sandbox has no such user.', { path: 'user' });
}

function showClock(clock: SandboxClock): JsonAnswer {
  return { status: 200, body: { now: formatInstant(clock.now()) } };
}

/** Handles `PUT /sandbox/clock`. It moves the clock forward, but never back. */
async function moveClock(
  { store, clock, moveClock: move }: SandboxParts,
  body: unknown,
  act: Act,
): Promise<JsonAnswer | Refusal> {
  const text = typeof body === 'object' && body !== null && 'now' in body ? body.now : undefined;
  const instant = typeof text === 'string' ? parseInstant(text) : undefined;
  if (instant === undefined) {
    const message = 'Expected a date-time with a time zone, such as 2026-12-01T09:00:00Z.';
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const latest = Math.min(LAST_INSTANT, clock.now() + MAX_MOVE_DAYS * DAY_MS);
  if (instant > latest) {
    const message = `Expected a time up to ${formatInstant(latest)}.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const outcome = await move(instant);
  const now = formatInstant(clock.now());
  if (outcome === 'back') {
    const message = `The clock is already at ${now} and cannot be moved back.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  const detail = { to: outcome === 'moved' ? formatInstant(instant) : now };
  await store.record(act, { action: 'clockMoved', subject: 'clock', detail });
  if (outcome === 'moved') return showClock(clock);
  const message =
    `The clock stopped at ${now}, because no further work can be started: the service is stopping, or ` +
    'it has a problem that /health/ready reports. All work due before that time is done. Try again later.';
  return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
}
