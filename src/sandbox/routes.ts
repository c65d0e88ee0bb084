import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { App } from '../api/call.ts';
import { JSON_CONTENT_TYPE, respond } from '../api/chain.ts';
import { checkGrant } from '../api/steps/check-grant.ts';
import { checkHost } from '../api/steps/check-host.ts';
import { identify } from '../api/steps/identify.ts';
import { readInteractionId } from '../api/steps/interaction-id.ts';
import { readBytes, readJson } from '../api/steps/read-body.ts';
import type { TokenOffice } from '../auth/tokens.ts';
import type { Store } from '../domain/store.ts';
import { FaultList, Refusal, refuse } from '../kernel/errors.ts';
import { DAY_MS, formatInstant, parseInstant, type Instant } from '../kernel/time.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { SandboxClock } from './clock.ts';
import { decide } from './decision.ts';
import { readStatement } from './statement.ts';
import { issueToken, oauthError, type SandboxAnswer } from './token.ts';

/** Dates of four digits must be left for what is dated ahead. */
const LAST_INSTANT = Date.parse('9000-01-01T00:00:00Z');

/** How far one move may go, in days: each stop on the way takes its time (docs/decisions, 39). */
const MAX_MOVE_DAYS = 3660;

/** Largest body of a request to the sandbox, in bytes. */
const BODY_MAX_BYTES = 16 * 1024;

export interface SandboxParts {
  readonly store: Store;
  readonly tokens: TokenOffice;
  readonly pipeline: Pipeline;
  readonly clock: SandboxClock;
  /**
   * Moves the clock, also for after a restart, and answers when all that fell due has been done;
   * false, and nothing changes, when it would go back.
   */
  readonly moveClock: (instant: Instant) => Promise<boolean>;
  readonly publicHosts: readonly string[];
}

type SandboxContext = Context<{ Bindings: HttpBindings }>;
type Act = (context: SandboxContext) => Promise<SandboxAnswer | Refusal>;

/** The addresses that only the sandbox has: tokens, the customer's decision, statements, clock. */
export function serveSandbox(app: App, parts: SandboxParts): void {
  const { store, tokens, clock } = parts;
  const answering = (act: Act) => (context: SandboxContext) => answer(parts, context, act);

  app.post(
    '/sandbox/token',
    answering(async ({ env }) => {
      const bytes = await readBytes(env.incoming, BODY_MAX_BYTES);
      if (bytes instanceof Refusal) return bytes;
      const type = env.incoming.headers['content-type'] ?? '';
      if (!type.startsWith('application/x-www-form-urlencoded')) {
        return oauthError(400, 'invalid_request', 'Send the fields form-encoded.');
      }
      return issueToken(new URLSearchParams(bytes.toString('utf8')), tokens);
    }),
  );
  app.post(
    '/sandbox/consents/:id/decision',
    answering(async ({ env, req }) => {
      const grant = await identify(env.incoming.headers, tokens);
      if (grant instanceof Refusal) return grant;
      const refused = checkGrant(grant, { grant: 'client' });
      if (refused !== undefined) return refused;
      const body = await readSmallJson(env.incoming);
      if (body instanceof Refusal) return body;
      return decide(parts, req.param('id') ?? '', body.value, grant, clock.now());
    }),
  );
  app.get(
    '/sandbox/accounts/:account/entries',
    answering(({ req }) => {
      const { searchParams } = new URL(req.url);
      return readStatement(store, req.param('account') ?? '', searchParams);
    }),
  );
  app.get(
    '/sandbox/clock',
    answering(() => Promise.resolve(showClock(clock))),
  );
  app.put(
    '/sandbox/clock',
    answering(async ({ env }) => {
      const body = await readSmallJson(env.incoming);
      if (body instanceof Refusal) return body;
      return moveClock(parts, body.value);
    }),
  );
}

async function answer(parts: SandboxParts, context: SandboxContext, act: Act): Promise<Response> {
  const { incoming } = context.env;
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  const misdirected = checkHost(incoming, parts.publicHosts);
  const outcome = misdirected ?? (await act(context));
  if (outcome instanceof Refusal) return respond(outcome, interactionId);
  const { status, body } = outcome;
  return respond(
    { status, body: JSON.stringify(body), contentType: JSON_CONTENT_TYPE },
    interactionId,
  );
}

async function readSmallJson(
  incoming: HttpBindings['incoming'],
): Promise<{ value: unknown } | Refusal> {
  const bytes = await readBytes(incoming, BODY_MAX_BYTES);
  if (bytes instanceof Refusal) return bytes;
  const faults = new FaultList();
  const body = readJson(bytes, faults);
  return faults.isEmpty ? body : faults.refusal();
}

function showClock(clock: SandboxClock): SandboxAnswer {
  return { status: 200, body: { now: formatInstant(clock.now()) } };
}

/** `PUT /sandbox/clock`: moves the clock forward, never back. */
async function moveClock(
  { clock, moveClock: move }: SandboxParts,
  body: unknown,
): Promise<SandboxAnswer | Refusal> {
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
  if (!(await move(instant))) {
    const message = `It is ${formatInstant(clock.now())} already; the clock only goes on.`;
    return refuse(400, 'fieldInvalidDate', message, { path: 'now' });
  }
  return showClock(clock);
}
