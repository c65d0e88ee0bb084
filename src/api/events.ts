import {
  EVENT_OPERATIONS,
  EventPolling,
  EventPollingAnswer,
  EventSubscriptionAnswer,
  EventSubscriptionRequest,
  EventSubscriptionsAnswer,
  type EventOperationName,
} from '../contract/events.ts';
import { SIGNATURE_HEADER } from '../domain/ports/signatures.ts';
import { isReadableWith } from '../domain/records/api-version.ts';
import type { LinksOf } from '../use-cases/index.ts';
import { VERSIONS } from '../versions/index.ts';
import { createEventHandlers, type EventParts, type EventVersion } from './handlers/events.ts';
import type { OtherAddress, Parameter } from './openapi/document.ts';
import type { Address, App } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';

/** The names under which the standard publishes the schemas (OpenAPI of events, 3.1.9). */
export const EVENT_SCHEMAS = {
  OBEventSubscription1: EventSubscriptionRequest,
  OBEventSubscriptionResponse1: EventSubscriptionAnswer,
  OBEventSubscriptionsResponse1: EventSubscriptionsAnswer,
  OBEventPolling1: EventPolling,
  OBEventPollingResponse1: EventPollingAnswer,
};

const SCHEMAS = {
  createSubscription: { request: EventSubscriptionRequest, answer: EventSubscriptionAnswer },
  readSubscriptions: { request: null, answer: EventSubscriptionsAnswer },
  replaceSubscription: { request: EventSubscriptionRequest, answer: EventSubscriptionAnswer },
  deleteSubscription: { request: null, answer: null },
  pollEvents: { request: EventPolling, answer: EventPollingAnswer },
} as const satisfies Record<EventOperationName, object>;

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

const NAMES = Object.keys(EVENT_OPERATIONS) as EventOperationName[];

/** The routes of event notifications, as the API description shows them. */
export const EVENT_ADDRESSES: readonly OtherAddress[] = VERSIONS.flatMap(({ root }) =>
  NAMES.map((name) => describeEventRoute(name, root)),
);

function describeEventRoute(name: EventOperationName, root: string): OtherAddress {
  const operation = EVENT_OPERATIONS[name];
  const { request, answer } = SCHEMAS[name];
  const type = 'application/json';
  const parameters: Parameter[] = [];
  if (operation.path.includes('{id}'))
    parameters.push({ name: 'EventSubscriptionId', in: 'path', schema: { type: 'string' } });
  if (request !== null && !('unsigned' in operation)) {
    const description = 'A detached JWS (PS256) of the exact bytes of the body.';
    const schema = { type: 'string' };
    parameters.push({ name: SIGNATURE_HEADER, in: 'header', description, schema });
  }
  return {
    method: METHODS[operation.method],
    path: `${root}${operation.path.replace('{id}', '{EventSubscriptionId}')}`,
    summary: operation.summary,
    tag: 'events',
    takesToken: true,
    parameters,
    ...(name === 'createSubscription' && { mayExist: true }),
    ...(request !== null && { request: { type, schema: request } }),
    answer: { status: operation.success, ...(answer !== null && { type, schema: answer }) },
  };
}

/** Returns the URLs of a resource in all versions that can read it, under all its base paths. */
export const linksAt =
  (origin: string): LinksOf =>
  ({ family: name, apiVersion }, path) =>
    VERSIONS.filter((version) => isReadableWith(apiVersion, version.name)).flatMap(
      ({ name: version, root, families }) => {
        const found = families.find(({ family }) => family.name === name);
        const bases = found?.bases ?? [];
        return bases.map((base) => ({ version, link: `${origin}${root}/${base}${path}` }));
      },
    );

/** Registers the routes of event notifications in all versions of the API. */
export function serveEvents(app: App, pipeline: RequestPipeline, parts: EventParts): void {
  for (const { name, root: basePath } of VERSIONS) {
    const major = Number.parseInt(name.slice(1), 10);
    const version: EventVersion = { basePath, major, linksAt };
    const handlers = createEventHandlers(parts, version);
    for (const each of NAMES) {
      const operation = EVENT_OPERATIONS[each];
      const route: Address = { name: each, operation, family: { name: 'events' } };
      app.on(operation.method, `${basePath}${operation.path.replace('{id}', ':id')}`, (context) => {
        const id = context.req.param('id') ?? '';
        return pipeline({ ...context.env, basePath, id }, route, handlers[each]);
      });
    }
  }
}
