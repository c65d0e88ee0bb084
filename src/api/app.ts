import { Hono, type Context } from 'hono';
import type { Observe } from '../domain/events.ts';
import type { MessageSignatures } from '../domain/signatures.ts';
import type { OperationName } from '../families/operations.ts';
import { FaultList, type Refusal } from '../kernel/errors.ts';
import type { App, Bindings, Handler } from './call.ts';
import { refusalFor, refuseAddress, respondBy } from './answer.ts';
import type { Chain } from './chain.ts';
import { serveDocs } from './docs.ts';
import { describeApi } from './openapi.ts';
import { ROOT_PATH, ROUTES } from './routes.ts';
import { readInteractionId } from './steps/interaction-id.ts';

/** An app without addresses, which refuses in the standard's words whatever is not there. */
export function createApp(observe: Observe, signatures: MessageSignatures): App {
  const app: App = new Hono();
  app.notFound((context) => refuseWith(refuseAddress([]), context, signatures));
  // The last resort of what has no chain around it: health, metrics, documents, the sandbox.
  app.onError((error, context) => refuseWith(refusalFor(error, observe), context, signatures));
  return app;
}

/** A refusal of what no chain has taken. */
function refuseWith(
  refusal: Refusal,
  { env }: Context<{ Bindings: Bindings }>,
  signatures: MessageSignatures,
): Promise<Response> {
  const interactionId = readInteractionId(env.incoming.headers, new FaultList());
  return respondBy(env.door, signatures, refusal, interactionId);
}

/** The addresses of the standard. */
export function serveApi(
  app: App,
  chain: Chain,
  handlers: Readonly<Record<OperationName, Handler>>,
  signatures: MessageSignatures,
): void {
  const methodsOf = new Map<string, string[]>();
  for (const route of ROUTES) {
    const { method } = route.operation;
    const handler = handlers[route.name];
    for (const base of route.family.bases) {
      const basePath = `${ROOT_PATH}/${base}`;
      const path = `${basePath}${route.path.replace('{id}', ':id')}`;
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
      app.on(method, path, (context) => {
        const id = context.req.param('id') ?? '';
        const { incoming, door } = context.env;
        return chain({ incoming, door, basePath, id }, route, handler);
      });
    }
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (context) => refuseWith(refuseAddress(methods), context, signatures));
  }
}

/** What the operators look at. */
export interface OperatorParts {
  /** Why the service cannot do its work at this moment; undefined: it can. */
  readonly whyNotReady: () => Promise<string | undefined>;
  readonly metrics: { readonly contentType: string; readonly read: () => Promise<string> };
}

/** The addresses for those who keep the service running, and the description of the API. */
export function serveOperators(app: App, { whyNotReady, metrics }: OperatorParts): void {
  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', async (context) => {
    const reason = await whyNotReady();
    if (reason === undefined) return context.json({ status: 'ready' });
    return context.json({ status: 'not ready', reason }, 503);
  });
  app.get('/metrics', async () => {
    return new Response(await metrics.read(), { headers: { 'content-type': metrics.contentType } });
  });
  const description = JSON.stringify(describeApi(ROUTES, ROOT_PATH));
  app.get('/openapi.json', () => {
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
  serveDocs(app);
}
