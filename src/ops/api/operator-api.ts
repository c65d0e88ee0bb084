import { Hono, type Context, type Handler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isTransient } from '../../domain/ports/storage-errors.ts';
import { actorOf, type AuditEntry, type AuditStore } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import { hasRole, type Operator } from '../../domain/records/operators.ts';
import type { Clock } from '../../shared/time.ts';
import { CODES, type ControlEnv } from '../control.ts';
import type { Answers } from './answers.ts';
import { describeOperatorApi } from './document.ts';
import { API_ROUTES, isApiRoute, type ApiRoute } from './routes.ts';
import { searchDetail } from '../../domain/records/operator-search.ts';

/** Path below which the API is served, on the console's listener. */
const API_PATH = '/api/v1';

/** Maximum size of a request body, in bytes, as for the console's forms. */
const MAX_BODY_BYTES = 8 * 1024;

/** Format of the Idempotency-Key. */
const KEY = /^[\w-]{16,128}$/;

interface ApiEnv {
  Bindings: { readonly incoming: IncomingMessage };
  Variables: ControlEnv['Variables'] & {
    readonly operatorId: string;
    /** The JSON body of the request. An empty object if it has none. */
    readonly body: Parameters;
  };
}

interface OperatorApiParts {
  /** The routes of the control API. */
  readonly routes: readonly Hono<ControlEnv>[];
  /** Returns the operator of an access token, or why it is refused. */
  readonly operatorOf: (
    token: string,
    address: string | null,
  ) => Promise<
    Operator | { readonly refused: 'invalid' | 'refused' | 'away'; readonly message: string }
  >;
  /** Returns false if the operator used the key before. */
  readonly isFirstUse: (operatorId: string, key: string) => Promise<boolean>;
  readonly store: Pick<AuditStore, 'record'>;
  /** Business clock. */
  readonly clock: Clock;
  readonly addressOf: (incoming: IncomingMessage) => string | null;
  readonly observe: Observe;
}

/**
 * Creates the JSON API of operators, which serves routes of the control API to operators with an
 * access token (docs/decisions, 170). It reads no cookie and sends no CORS headers.
 */
export function createOperatorApi(parts: OperatorApiParts): Pick<Hono<ApiEnv>, 'fetch'> {
  const app = new Hono<ApiEnv>().basePath(API_PATH);
  app.onError((error, c) => answerError(parts, error, c));
  app.notFound((c) => c.json({ code: 'not_found', message: 'Unknown method or path.' }, 404));
  const description = describeOperatorApi();
  app.get('/openapi.json', (c) => c.json(description));
  app.use(authenticate(parts));
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw refusal(413, `The body has more than ${String(MAX_BODY_BYTES)} bytes.`);
      },
    }),
  );
  for (const [name, route] of Object.entries(API_ROUTES)) {
    const [method = '', path = ''] = name.split(' ');
    app.on(method, path, admit(parts, route), recordView(parts, name as keyof Answers));
  }
  for (const { method, path, handler } of parts.routes.flatMap(({ routes }) => routes)) {
    const name = `${method} ${path}`;
    if (isApiRoute(name)) app.on(method, path, handler as unknown as Handler<ApiEnv>);
  }
  return app;
}

/** Finds the operator of the access token, and sets the variables of the request. */
function authenticate({ operatorOf, store, clock, addressOf }: OperatorApiParts) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (token === undefined) throw refusal(401, 'authorization: send a Bearer access token.');
    const address = addressOf(c.env.incoming);
    const found = await operatorOf(token, address);
    if ('refused' in found) {
      throw refusal(STATUSES[found.refused], `authorization: ${found.message}`);
    }
    const act = () => {
      return { at: clock(), by: actorOf({ kind: 'operator', id: found.id }, { address }) };
    };
    c.set('act', act);
    c.set('isNamed', true);
    c.set('requireRole', (role) => {
      if (!hasRole(found, role)) throw refusal(403, `The role ${role} is needed.`);
    });
    c.set('record', (subject, argument) => {
      const { reason } = c.var.body;
      const argumentDetail = { ...(argument !== undefined && { argument }) };
      const detail = {
        ...argumentDetail,
        ...(typeof reason === 'string' && { reason: reason.trim() }),
      };
      return store.record(act(), { action: 'operatorCommand', subject, detail });
    });
    c.set('operatorId', found.id);
    await next();
  });
}

const STATUSES = { invalid: 401, refused: 403, away: 503 } as const;

/** Checks the role of the operator, the parameters, the body and the key of a request. */
function admit({ isFirstUse }: OperatorApiParts, { role, query, body, once }: ApiRoute) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.var.requireRole(role);
    check(query, c.req.query());
    c.set('body', body === undefined ? {} : check(body, await readJson(c)));
    if (once === true) {
      const key = c.req.header('idempotency-key') ?? '';
      if (!KEY.test(key)) {
        throw refusal(400, 'idempotency-key: send 16 to 128 letters, digits, dashes, underscores.');
      }
      if (!(await isFirstUse(c.var.operatorId, key))) {
        throw refusal(409, 'idempotency-key: the request was sent before. Check its effect.');
      }
    }
    await next();
  });
}

/** Records a view of customers' data before the answer is sent. */
function recordView({ store }: OperatorApiParts, route: keyof Answers) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const view = VIEWS[route] as
      ((answer: unknown, parameters: Parameters) => AuditEntry) | undefined;
    if (view === undefined) {
      await next();
      return;
    }
    // The entry about the view replaces that about the command.
    c.set('record', () => Promise.resolve());
    await next();
    if (!c.res.ok) return;
    const parameters = { ...c.req.query(), ...c.var.body, ...c.req.param() };
    await store.record(c.var.act(), view(await c.res.clone().json(), parameters));
  });
}

async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  if (!/^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw refusal(415, 'content-type: send application/json.');
  }
  try {
    return await c.req.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, 'The body is not valid JSON.');
    throw error;
  }
}

/** Returns the parameters if they are valid. Throws a refusal that names the first wrong one. */
function check(schema: z.ZodObject | undefined, parameters: unknown): Parameters {
  const parsed = (schema ?? NOTHING).safeParse(parameters);
  if (parsed.success) return parameters as Parameters;
  const [issue] = parsed.error.issues;
  const names = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? []);
  const name = names.length === 0 ? 'The request' : names.join('.');
  throw refusal(400, `${name}: ${issue?.message ?? 'is not valid'}.`);
}

const NOTHING = z.strictObject({});

function refusal(status: ContentfulStatusCode, message: string): HTTPException {
  return new HTTPException(status, { message });
}

function answerError({ observe }: OperatorApiParts, error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof HTTPException) {
    const { status } = error;
    if (status === 401) {
      const isWithout = c.req.header('authorization') === undefined;
      c.header('www-authenticate', isWithout ? 'Bearer' : 'Bearer error="invalid_token"');
    }
    // The message for API clients must not advise commands of pisctl.
    const message = error.message.replace(/ [A-Z][^.]*npx pisctl.*$/s, '');
    return c.json({ code: CODES[status] ?? 'error', message }, status);
  }
  if (isTransient(error)) {
    return c.json({ code: CODES[503], message: 'The service is busy. Try again.' }, 503);
  }
  if (c.env.incoming.errored === null) {
    observe({ kind: 'failure', what: `the request ${c.req.method} ${c.req.path}`, error });
  }
  const message = 'The request failed. The reason is in the log of the service.';
  return c.json({ code: 'internal_error', message }, 500);
}

/** The parameters of a request: those in the path and the query, and the members of its body. */
export type Parameters = Readonly<Record<string, unknown>>;

type Views = {
  readonly [Route in keyof Answers]?: (
    answer: Answers[Route],
    parameters: Parameters,
  ) => AuditEntry;
};

/**
 * The entries of the audit log about views of customers' data. They are those of the console's
 * pages. Routes that are not listed are recorded as commands.
 */
const VIEWS: Views = {
  'POST /payments/find': ({ payments }) => ({
    action: 'paymentsSearched',
    subject: 'payments',
    detail: searchDetail(payments),
  }),
  'GET /payments/:id': ({ facts: { paymentId, consentId } }, { row }) => ({
    action: 'paymentViewed',
    subject: paymentId ?? consentId,
    detail: { consentId, row: row === undefined ? null : Number(row) },
  }),
  'POST /payments/:id/rows': (_, { id, only = 'all', page = 1, text = '' }) => ({
    action: 'fileViewed',
    subject: textOf(id),
    detail: { only: textOf(only), page: Number(page), searched: text !== '' },
  }),
  'GET /files': ({ files }, parameters) =>
    listed('files', files, parameters, ['day', 'status', 'after']),
  'GET /approvals': (answer) => listed('approvals', answer.listed),
  'GET /ledger/entries': ({ account, day, entries }, parameters) => {
    return listed('ledger', entries, { ...parameters, account, day }, ['account', 'day', 'after']);
  },
  'GET /proposals': (answer) => listed('decisions', answer.listed),
  'GET /screening': (answer) => listed('decisions', answer.listed),
  'GET /audit': ({ entries }, parameters) =>
    listed('audit', entries, parameters, ['id', 'action', 'before']),
};

function listed(
  subject: string,
  rows: readonly unknown[],
  parameters: Parameters = {},
  names: readonly string[] = [],
): AuditEntry {
  const selection = names.map((name) => {
    return [name, parameters[name] === undefined ? null : textOf(parameters[name])] as const;
  });
  const detail = { ...Object.fromEntries<string | null>(selection), shown: rows.length };
  return { action: 'listViewed', subject, detail };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
