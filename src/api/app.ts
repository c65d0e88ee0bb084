import { Hono } from 'hono';
import type { OperationName } from '../contract/operations.ts';
import type { MessageSignatures } from '../domain/ports/signatures.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { FaultList, Refusal } from '../shared/errors.ts';
import { refusalFor, refuseAddress, respond, respondSigned } from './responses.ts';
import type { App, Bindings, Handler } from './request-context.ts';
import type { Chain } from './request-pipeline.ts';
import { serveDocs } from './openapi/docs.ts';
import { describeApi, type Described } from './openapi/document.ts';
import { ROOT_PATH, ROUTES } from './routes.ts';
import { identify } from './middleware/authenticate.ts';
import { readInteractionId } from './middleware/interaction-id.ts';
import type { RateLimit } from './middleware/rate-limit.ts';

/** What addresses and methods that are not there are refused with. */
export interface AppParts {
  readonly tokens: AccessTokens;
  readonly limitRate: RateLimit;
  readonly signatures: MessageSignatures;
  readonly observe: Observe;
}

/** An app without addresses, which refuses in the standard's words whatever is not there. */
export function createApp(parts: AppParts): App {
  const app: App = new Hono();
  app.notFound(({ env, req }) => refuseTo(env, refuseAddress(methodsAt(app, req.path)), parts));
  // The last resort of what has no chain around it: health, metrics, documents, the sandbox.
  app.onError((error, { env }) => {
    const interactionId = readInteractionId(env.incoming.headers, new FaultList());
    return respond(refusalFor(error, parts.observe), interactionId);
  });
  return app;
}

/**
 * The methods that an address has; none where there is no such address. Looked for only when what
 * was asked for is not there, so that an address that is has one handler.
 */
function methodsAt(app: App, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  return [...methods].filter((method) => app.router.match(method, path)[0].length > 0);
}

/**
 * A refusal of what no chain has taken. Whoever shows a good token gets it signed, as all that the
 * API answers, and within its rate; for strangers nobody signs.
 */
async function refuseTo(
  { incoming, listener, recognise }: Bindings,
  refusal: Refusal,
  { tokens, limitRate, signatures }: AppParts,
): Promise<Response> {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  if (!listener.signsAnswers) return respond(refusal, interactionId);
  const grant = await identify(incoming, listener, tokens);
  if (grant instanceof Refusal) return respond(refusal, interactionId);
  const limited = await limitRate(grant.organisationId);
  if (limited === undefined) recognise();
  return respondSigned(signatures, limited ?? refusal, interactionId);
}

/** The addresses of the standard. */
export function serveApi(
  app: App,
  chain: Chain,
  handlers: Readonly<Record<OperationName, Handler>>,
): void {
  for (const route of ROUTES) {
    const { method } = route.operation;
    const handler = handlers[route.name];
    for (const base of route.family.bases) {
      const basePath = `${ROOT_PATH}/${base}`;
      app.on(method, `${basePath}${route.path.replace('{id}', ':id')}`, (context) => {
        const id = context.req.param('id') ?? '';
        return chain({ ...context.env, basePath, id }, route, handler);
      });
    }
  }
}

/** How a node stands at this moment. */
export interface Readiness {
  /** Its name. */
  readonly node: string;
  /** Whether what it writes is committed. */
  readonly canWrite: boolean;
  /** Why it cannot do its work; undefined: it can. */
  readonly reason: string | undefined;
}

/** What the operators look at. */
export interface OperatorParts {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: { readonly contentType: string; readonly read: () => Promise<string> };
  /** What the published description has besides the standard. */
  readonly described: Pick<Described, 'others' | 'named'>;
}

/** The addresses for those who keep the service running, and the description of the API. */
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
  // Made when it is first asked for: a start that nobody asks does without.
  let description: string | undefined;
  app.get('/openapi.json', () => {
    description ??= JSON.stringify(describeApi({ routes: ROUTES, root: ROOT_PATH, ...described }));
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
  serveDocs(app);
}
