import { createAdaptorServer } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { StoredFileDamaged } from '../domain/ports/storage-errors.ts';
import { actorOf, type Act, type AuditStore } from '../domain/records/audit.ts';
import type { Observe } from '../domain/records/events.ts';
import type { OperatorRole } from '../domain/records/operators.ts';
import { UNNAMED_OPERATOR } from '../domain/schemes/proposals.ts';
import { messageOf } from '../shared/text.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../shared/time.ts';

/** Maximum number of requests that run at the same time. A streamed backup is not counted. */
export const MAX_REQUESTS = 4;
/** Maximum number of open connections. Further connections are closed without an answer. */
const MAX_CONNECTIONS = 64;
/** Time limit for a connection to send its request, in milliseconds. */
const REQUEST_TIMEOUT_MS: Milliseconds = 10 * SECOND_MS;
/** Maximum size of a request's headers, and of its body, in bytes. */
const MAX_REQUEST_BYTES = 8192;

/** Request header that names the operator as `<user>/<login user id>`. */
const OPERATOR_HEADER = 'x-operator';
/** Format of the operator that a client claims to act for. */
const OPERATOR = /^[\w.@\\$-]{1,64}\/(?:\d{1,10}|-)$/;

/** Body of an error response, and last line of a stream that failed. */
export interface ControlProblem {
  readonly code: string;
  readonly message: string;
}

/** Error code for each status. */
export const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  503: 'busy',
};

/** Variables of a request of an operator. */
export interface ControlEnv {
  Variables: {
    /** Returns the time and the operator, for the audit log. */
    readonly act: () => Act;
    /** True if the client names the operator. */
    readonly isNamed: boolean;
    /** Throws if the operator does not have the role. The control socket has no roles. */
    readonly requireRole: (role: OperatorRole) => void;
    /** Records a command with its argument in the audit log. */
    readonly record: (name: string, argument: string | undefined) => Promise<void>;
    /** Returns the body of an error response. Logs the error if it is not a refusal. */
    readonly problemOf: (error: unknown) => ControlProblem;
  };
}

export interface ControlParts {
  /** Path of the socket. Its file permissions decide who can send requests. */
  readonly path: string;
  readonly routes: readonly Hono<ControlEnv>[];
  readonly store: Pick<AuditStore, 'record'>;
  /** Business time, used for the entries of the audit log. */
  readonly clock: Clock;
  readonly observe: Observe;
}

export interface Control {
  /**
   * Accepts no further requests, closes all connections, and waits for the commands that are
   * running. Does not wait for a backup, which stops because its client is disconnected.
   */
  close(): Promise<void>;
}

const FILE_ADVICE =
  'Nothing is paid from it. See "A payment file is damaged" in the operations guide. Command, while ' +
  'the service is stopped: npx pisctl audit files';

/** Returns the number in a path. Throws a refusal that names its subject, such as `step`. */
export function readNumber(written: string, name: string): number {
  if (/^\d{1,15}$/.test(written)) return Number(written);
  throw refusal(400, `Name the ${name} by its number.`);
}

/** Returns an error that refuses a request although nothing has failed. */
export function refusal(status: 400 | 404 | 409, message: string): HTTPException {
  return new HTTPException(status, { message });
}

/** Returns the act of an operator. Throws a refusal if the client does not name the operator. */
export function namedAct({ var: { act, isNamed } }: Context<ControlEnv>): Act {
  if (isNamed) return act();
  throw refusal(400, 'Name the operator in x-operator, because two operators must decide.');
}

/**
 * Returns a middleware that records a command in the audit log before the command runs. A command
 * that cannot be recorded is not run.
 *
 * @param argument of the command. If undefined, the parameter of the path, if it has one
 */
export function recorded(name: string, argument?: string) {
  return createMiddleware<ControlEnv>(async (c, next) => {
    const parameters: Readonly<Record<string, string>> = c.req.param();
    await c.var.record(name, argument ?? Object.values(parameters)[0]);
    await next();
  });
}

/**
 * Returns the actor and time of an operator's command, for the audit log. The operating system lets
 * only the service's user and root connect to the control socket. Node.js cannot tell which of them
 * is connected, so the name is the client's claim and is marked `claimed:`.
 */
function operatorAct(clock: Clock, operator: string | null): Act {
  const id = operator === null ? UNNAMED_OPERATOR : `claimed:${operator}`;
  return { at: clock(), by: actorOf({ kind: 'operator', id }) };
}

/**
 * Opens the Unix socket on which the running service accepts operators' requests, as HTTP with JSON
 * (docs/reference/control-api.md). Call it only after the store is open: a socket file that already
 * exists was then left by a killed service, and is replaced. If the socket cannot be opened, the
 * failure is logged and the service continues without it.
 */
export function openControl(parts: ControlParts): Promise<Control> {
  const { path, observe } = parts;
  const running = new Set<Promise<void>>();
  const server = createAdaptorServer({
    fetch: createControlApp(parts, running).fetch,
    serverOptions: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: SECOND_MS,
      maxHeaderSize: MAX_REQUEST_BYTES,
    },
  }) as Server;
  server.maxConnections = MAX_CONNECTIONS;
  const close = async (): Promise<void> => {
    await new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
    await Promise.allSettled(running);
  };
  return new Promise((resolve) => {
    server.once('listening', () => {
      chmodSync(path, 0o600);
      resolve({ close });
    });
    server.on('error', (error) => {
      observe({ kind: 'failure', what: `opening the control socket ${path}`, error });
      resolve({ close });
    });
    rmSync(path, { force: true });
    server.listen(path);
  });
}

/** Creates the app of the control socket. It adds each running command to `running`. */
function createControlApp(
  { routes, store, clock, observe }: ControlParts,
  running: Set<Promise<void>>,
): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>();
  app.use(async (c, next) => {
    const operator = c.req.header(OPERATOR_HEADER) ?? null;
    c.set('act', () => operatorAct(clock, operator));
    c.set('isNamed', operator !== null);
    c.set('requireRole', () => undefined);
    c.set('record', (name, argument) => {
      const detail = argument === undefined ? {} : { detail: { argument } };
      const entry = { action: 'operatorCommand', subject: name, ...detail } as const;
      return store.record(operatorAct(clock, operator), entry);
    });
    c.set('problemOf', (error) => {
      const message = messageOf(error);
      if (error instanceof HTTPException) return { code: CODES[error.status] ?? 'error', message };
      observe({ kind: 'failure', what: `the command ${c.req.method} ${c.req.path}`, error });
      const advice = error instanceof StoredFileDamaged ? ` ${FILE_ADVICE}` : '';
      return { code: 'internal_error', message: `${message}${advice}` };
    });
    if (operator !== null && !OPERATOR.test(operator)) {
      throw refusal(400, `${OPERATOR_HEADER} must name an operator as <user>/<user id>.`);
    }
    if (running.size >= MAX_REQUESTS) {
      throw new HTTPException(503, {
        message:
          'The service is busy with other commands. This command was not started. Try again.',
      });
    }
    const command = next().finally(() => running.delete(command));
    running.add(command);
    await command;
  });
  app.use(
    bodyLimit({
      maxSize: MAX_REQUEST_BYTES,
      onError: () => {
        throw new HTTPException(413, { message: 'The request is too large.' });
      },
    }),
  );
  for (const some of routes) app.route('/', some);
  app.notFound((c) => c.json({ code: 'not_found', message: 'Unknown command.' }, 404));
  app.onError((error, c) => {
    const status: ContentfulStatusCode = error instanceof HTTPException ? error.status : 500;
    return c.json(c.var.problemOf(error), status);
  });
  return app;
}
