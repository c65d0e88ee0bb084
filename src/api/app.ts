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
import { versionAt, VERSIONS } from '../versions/index.ts';
import type { Version } from '../versions/version.ts';
import { descriptionPath, routesOf } from './routes.ts';
import { authenticate } from './middleware/authenticate.ts';
import { readInteractionId } from './middleware/interaction-id.ts';
import type { RateLimit } from './middleware/rate-limit.ts';

/** The dependencies of the responses to unknown paths and methods. */
export interface AppParts {
  readonly tokens: AccessTokens;
  readonly rateLimit: RateLimit;
  readonly signatures: MessageSignatures;
  readonly observe: Observe;
}

/** Creates an app without routes. It responds to unknown paths and methods with standard errors. */
export function createApp(parts: AppParts): App {
  const app: App = new Hono();
  app.notFound(({ env, req }) =>
    answerUnknown(env, refuseAddress(methodsAt(app, req.path)), versionAt(req.path), parts),
  );
  // This handler is for routes outside the request pipeline: health, metrics, API description and
  // sandbox.
  app.onError((error, { env }) => {
    const interactionId = readInteractionId(env.incoming.headers, new FaultList());
    return respond(refusalFor(error, parts.observe), { interactionId });
  });
  return app;
}

/**
 * Returns the methods that a path supports. Returns none if the path is unknown. It is called only
 * after a request matched no route, so that known routes need no second handler.
 */
function methodsAt(app: App, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  return [...methods].filter((method) => app.router.match(method, path)[0].length > 0);
}

/**
 * Responds to a request for an unknown path or method. A TPP with a valid token gets a signed
 * response, and its rate limit applies. Other clients get an unsigned response.
 */
async function answerUnknown(
  { incoming, listener, recognise }: Bindings,
  refusal: Refusal,
  version: Version,
  { tokens, rateLimit, signatures }: AppParts,
): Promise<Response> {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  if (!listener.signsAnswers) return respond(refusal, { interactionId, version });
  const grant = await authenticate(incoming, listener, tokens);
  if (grant instanceof Refusal) return respond(refusal, { interactionId, version });
  const limited = await rateLimit.count(grant.organisationId);
  if (limited === undefined) recognise();
  const headers = rateLimit.headersFor(grant.organisationId);
  return respondSigned(signatures, limited ?? refusal, { interactionId, version, headers });
}

/** Registers the routes of the Open Banking standard. */
export function serveApi(
  app: App,
  pipeline: RequestPipeline,
  handlers: Readonly<Record<OperationName, Handler>>,
): void {
  const routes = VERSIONS.flatMap((version) =>
    routesOf(version).map((route) => ({ route, root: version.root })),
  );
  for (const { route, root } of routes) {
    const { method } = route.operation;
    const handler = handlers[route.name];
    for (const base of route.version.bases) {
      const basePath = `${root}/${base}`;
      app.on(method, `${basePath}${route.path.replace('{id}', ':id')}`, (context) => {
        const id = context.req.param('id') ?? '';
        return pipeline({ ...context.env, basePath, id }, route, handler);
      });
    }
  }
}

/** The result of the readiness check of a node. */
export interface Readiness {
  /** Name of the node. */
  readonly node: string;
  /** True if its database accepts writes. */
  readonly canWrite: boolean;
  /** The reason why the node is not ready, or undefined if it is ready. */
  readonly reason: string | undefined;
}

/** The metrics in the text format of Prometheus. */
export interface ReadableMetrics {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

/** Dependencies of the operators' routes. */
export interface OperatorParts {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: ReadableMetrics;
  /** The routes and schemas of the API description that are outside the standard. */
  readonly described: Pick<ApiDescriptionParts, 'others' | 'named'>;
}

/** Registers the routes for health, metrics and the API description. */
export function serveOperators(app: App, { readiness, metrics, described }: OperatorParts): void {
  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', async (context) => {
    const { reason, ...node } = await readiness();
    if (reason === undefined) return context.json({ status: 'ready', ...node });
    return context.json({ status: 'not ready', reason, ...node }, 503);
  });
  serveMetrics(app, metrics);
  for (const version of VERSIONS) {
    // The description is built at the first request, so that the service starts faster.
    let description: string | undefined;
    app.get(descriptionPath(version), () => {
      description ??= JSON.stringify(describeApi({ version, ...described }));
      return new Response(description, { headers: { 'content-type': 'application/json' } });
    });
  }
  serveDocs(app);
}

/** Registers the route of the metrics. */
export function serveMetrics(app: App, { contentType, read }: ReadableMetrics): void {
  app.get('/metrics', async () => {
    return new Response(await read(), { headers: { 'content-type': contentType } });
  });
}
