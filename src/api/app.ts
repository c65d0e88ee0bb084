import { Hono } from 'hono';
import type { OperationName } from '../contract/operations.ts';
import type { MessageSignatures } from '../domain/ports/signatures.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import { refusalFor, refuseAddress, respond, respondSigned } from './responses.ts';
import type { App, Bindings, Handler } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { serveDocs } from './openapi/docs.ts';
import { describeApi, type ApiDescriptionParts } from './openapi/document.ts';
import { ROOT_PATH, ROUTES } from './routes.ts';
import { authenticate } from './middleware/authenticate.ts';
import { readInteractionId } from './middleware/interaction-id.ts';
import type { RateLimit } from './middleware/rate-limit.ts';

/** Dependencies of the answers to unknown paths and methods. */
export interface AppParts {
  readonly tokens: AccessTokens;
  readonly limitRate: RateLimit;
  readonly signatures: MessageSignatures;
  readonly observe: Observe;
}

/** Creates an app without routes. It answers unknown paths and methods with standard errors. */
export function createApp(parts: AppParts): App {
  const app: App = new Hono();
  app.notFound(({ env, req }) =>
    answerUnknown(env, refuseAddress(methodsAt(app, req.path)), parts),
  );
  // For routes outside the request pipeline: health, metrics, API description and sandbox.
  app.onError((error, { env }) => {
    const interactionId = readInteractionId(env.incoming.headers, new FaultList());
    return respond(refusalFor(error, parts.observe), interactionId);
  });
  return app;
}

/**
 * Returns the methods of a path, or none if the path is unknown. Called only after a request
 * matched no route, so that known routes need no second handler.
 */
function methodsAt(app: App, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  return [...methods].filter((method) => app.router.match(method, path)[0].length > 0);
}

/**
 * Answers a request for an unknown path or method. A TPP with a valid token gets a signed answer,
 * and its rate limit applies. Other clients get an unsigned one.
 */
async function answerUnknown(
  { incoming, listener, recognise }: Bindings,
  refusal: Refusal,
  { tokens, limitRate, signatures }: AppParts,
): Promise<Response> {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  if (!listener.signsAnswers) return respond(refusal, interactionId);
  const grant = await authenticate(incoming, listener, tokens);
  if (grant instanceof Refusal) return respond(refusal, interactionId);
  const limited = await limitRate(grant.organisationId);
  if (limited === undefined) recognise();
  return respondSigned(signatures, limited ?? refusal, interactionId);
}

/** Registers the routes of the standard. */
export function serveApi(
  app: App,
  pipeline: RequestPipeline,
  handlers: Readonly<Record<OperationName, Handler>>,
): void {
  for (const route of ROUTES) {
    const { method } = route.operation;
    const handler = handlers[route.name];
    for (const base of route.family.bases) {
      const basePath = `${ROOT_PATH}/${base}`;
      app.on(method, `${basePath}${route.path.replace('{id}', ':id')}`, (context) => {
        const id = context.req.param('id') ?? '';
        return pipeline({ ...context.env, basePath, id }, route, handler);
      });
    }
  }
}

/** Answer of the readiness check of a node. */
export interface Readiness {
  /** Name of the node. */
  readonly node: string;
  /** True if its database accepts writes. */
  readonly canWrite: boolean;
  /** Why the node is not ready, or undefined if it is ready. */
  readonly reason: string | undefined;
}

/** Dependencies of the operators' routes. */
export interface OperatorParts {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: { readonly contentType: string; readonly read: () => Promise<string> };
  /** The routes and schemas of the API description that are not the standard's. */
  readonly described: Pick<ApiDescriptionParts, 'others' | 'named'>;
}

/** Registers health, metrics and the API description. */
export function serveOperators(app: App, { readiness, metrics, described }: OperatorParts): void {
  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', async (context) => {
    const { reason, ...node } = await readiness();
    if (reason === undefined) return context.json({ status: 'ready', ...node });
    return context.json({ status: 'not ready', reason, ...node }, 503);
  });
  app.get('/metrics', async () => {
    return new Response(await metrics.read(), { headers: { 'content-type': metrics.contentType } });
  });
  // Built at the first request, to keep the start short.
  let description: string | undefined;
  app.get('/openapi.json', () => {
    description ??= JSON.stringify(describeApi({ routes: ROUTES, root: ROOT_PATH, ...described }));
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
  serveDocs(app);
}
