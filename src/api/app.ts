import { Hono } from 'hono';
import type { Observe } from '../domain/events.ts';
import type { OperationName } from '../families/operations.ts';
import { FaultList } from '../kernel/errors.ts';
import type { App, Handler } from './call.ts';
import { refusalFor, refuseAddress, respond, type Chain } from './chain.ts';
import { serveDocs } from './docs.ts';
import { describeApi } from './openapi.ts';
import { ROOT_PATH, ROUTES } from './routes.ts';
import { readInteractionId } from './steps/interaction-id.ts';

/** What the addresses are made of. */
export interface AppParts {
  readonly chain: Chain;
  readonly handlers: Record<OperationName, Handler>;
  /** Whether the service can do its work at this moment. */
  readonly isReady: () => Promise<boolean>;
  readonly observe: Observe;
  readonly metrics: { readonly contentType: string; readonly read: () => Promise<string> };
}

/** Every address that the service answers on; the sandbox adds its own. */
export function createApp(parts: AppParts): App {
  const app: App = new Hono();
  const methodsOf = new Map<string, string[]>();
  for (const route of ROUTES) {
    const { method } = route.operation;
    const handler = parts.handlers[route.name];
    for (const base of route.family.bases) {
      const basePath = `${ROOT_PATH}/${base}`;
      const path = `${basePath}${route.path.replace('{id}', ':id')}`;
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
      app.on(method, path, (context) => {
        const id = context.req.param('id') ?? '';
        return parts.chain({ incoming: context.env.incoming, basePath, id }, route, handler);
      });
    }
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (context) => refuseAddress(context.env.incoming, methods));
  }
  app.get('/health/live', (context) => context.json({ status: 'live' }));
  app.get('/health/ready', async (context) => {
    const isReady = await parts.isReady();
    return context.json({ status: isReady ? 'ready' : 'not ready' }, isReady ? 200 : 503);
  });
  app.get('/metrics', async () => {
    const headers = { 'content-type': parts.metrics.contentType };
    return new Response(await parts.metrics.read(), { headers });
  });
  const description = JSON.stringify(describeApi(ROUTES, ROOT_PATH));
  app.get('/openapi.json', () => {
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
  serveDocs(app);
  app.notFound((context) => refuseAddress(context.env.incoming, []));
  // The last resort of what has no chain around it: health, metrics, documents, the sandbox.
  app.onError((error, context) => {
    const interactionId = readInteractionId(context.env.incoming.headers, new FaultList());
    return respond(refusalFor(error, parts.observe), interactionId);
  });
  return app;
}
