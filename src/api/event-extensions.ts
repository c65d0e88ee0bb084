import { z } from 'zod';
import { addZodFaults } from '../contract/faults.ts';
import type { Operation } from '../contract/operations.ts';
import { DateTime, text } from '../contract/fields.ts';
import type { Callbacks } from '../domain/ports/callbacks.ts';
import type { EndpointHealth } from '../domain/records/event-notifications.ts';
import type { SigningParts, UseCases } from '../use-cases/index.ts';
import { expectDefined } from '../shared/assert.ts';
import { Refusal } from '../shared/errors.ts';
import { formatInstant } from '../shared/time.ts';
import { BASE_PATH } from './file-checks.ts';
import { json } from './handlers/parts.ts';
import type { AcquireSlot } from './middleware/concurrency-limit.ts';
import type { OtherAddress } from './openapi/document.ts';
import type { Address, App, Handler } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';

const SUBSCRIPTION = '/event-subscriptions/{id}';
const COMMON = {
  resource: 'nothing',
  paged: false,
  grant: 'client',
  idempotent: false,
  success: 200,
  answers: 'application/json',
  unsigned: true,
} as const;

const OPERATIONS = {
  testSubscription: {
    ...COMMON,
    summary: 'Send a test event',
    method: 'POST',
    path: `${SUBSCRIPTION}/test`,
    body: 'none',
  },
  replayEvents: {
    ...COMMON,
    summary: 'Receive events again',
    method: 'POST',
    path: `${SUBSCRIPTION}/replay`,
    body: 'json',
  },
  readHealth: {
    ...COMMON,
    summary: 'Read the state of the subscription',
    method: 'GET',
    path: `${SUBSCRIPTION}/health`,
    body: 'none',
  },
} as const satisfies Record<string, Operation>;

type Name = keyof typeof OPERATIONS;

const NAMES = Object.keys(OPERATIONS) as Name[];

const time = z.string().meta({ format: 'date-time' });

/** A request to receive events again. */
const ReplayRequest = z.strictObject({ from: DateTime, after: text(128).optional() });

const ANSWERS = {
  testSubscription: z.strictObject({
    jti: z.string(),
    accepted: z.boolean(),
    problem: z.string().optional(),
  }),
  replayEvents: z.strictObject({ replayed: z.int(), next: z.string().optional() }),
  readHealth: z.strictObject({
    state: z.enum(['polling', 'active', 'unresponsive']),
    unresponsiveSince: time.optional(),
    lastSuccessAt: time.optional(),
    lastFailureAt: time.optional(),
    lastProblem: z.string().optional(),
    backlog: z.int(),
    oldestEventAt: time.optional(),
  }),
} as const satisfies Record<Name, z.ZodType>;

const DESCRIPTIONS: Readonly<Record<Name, string>> = {
  testSubscription:
    'Sends an event of the type `https://schemas.openid.net/secevent/ssf/event-type/verification` ' +
    'to the CallbackUrl, and answers with the outcome. If it is accepted with 202 and the address ' +
    'was unresponsive, events are pushed again.',
  replayEvents:
    'Sends acknowledged events and those with errors again that are not older than `from`, oldest ' +
    'first. Each request sends up to 1,000. If there are more, the answer has `next`: send the same ' +
    'request with it as `after`. Acknowledged events are kept for a day.',
  readHealth: 'Returns the outcome of the last pushes. `backlog` counts up to 1,000 events.',
};

/** The routes about subscriptions that the standard does not have, for the API description. */
export const EVENT_EXTENSION_ADDRESSES: readonly OtherAddress[] = NAMES.map((name) => {
  const { method, path, summary, success: status, body } = OPERATIONS[name];
  const type = 'application/json';
  return {
    method: method === 'GET' ? 'get' : 'post',
    path: `${BASE_PATH}${path.replace('{id}', '{EventSubscriptionId}')}`,
    summary,
    tag: 'extensions',
    takesToken: true,
    description: `An extension of this service. ${DESCRIPTIONS[name]}`,
    parameters: [{ name: 'EventSubscriptionId', in: 'path', schema: { type: 'string' } }],
    ...(body === 'json' && { request: { type, schema: ReplayRequest } }),
    answer: { status, type, schema: ANSWERS[name] },
  };
});

/** Dependencies of the routes about subscriptions that the standard does not have. */
export interface EventExtensionParts extends SigningParts {
  readonly useCases: UseCases;
  readonly callbacks: Callbacks;
  /** Reserves a slot for a test event. */
  readonly acquireTest: AcquireSlot;
}

function createHandlers(parts: EventExtensionParts): Record<Name, Handler<Address>> {
  const { useCases, acquireTest } = parts;
  return {
    testSubscription: async ({ route, id, base, grant, now }) => {
      const { clientId, organisationId } = grant;
      const release = acquireTest(organisationId);
      if (typeof release !== 'function') return release;
      try {
        const named = { id, clientId, sub: `${base}/event-subscriptions/${id}` };
        const tested = await useCases.testEndpoint(named, parts, now);
        if (tested instanceof Refusal) return tested;
        const { jti, problem } = tested;
        return json(
          route,
          JSON.stringify({ jti, accepted: problem === null, ...(problem !== null && { problem }) }),
        );
      } finally {
        release();
      }
    },
    replayEvents: async ({ route, id, grant, body, faults, now }) => {
      const { value } = expectDefined(body, 'body');
      const parsed = ReplayRequest.safeParse(value);
      if (!parsed.success && value !== undefined) addZodFaults(faults, parsed.error, value);
      if (!parsed.success) return faults.refusal();
      const start = { from: Date.parse(parsed.data.from), after: parsed.data.after ?? null };
      const named = { id, clientId: grant.clientId, ...start };
      const sent = await useCases.replayEvents(named, now);
      if (sent instanceof Refusal) return sent;
      const { replayed, next } = sent;
      return json(route, JSON.stringify({ replayed, ...(next !== null && { next }) }));
    },
    readHealth: async ({ route, id, grant: { clientId } }) => {
      const found = await useCases.viewEndpoint({ id, clientId });
      return found instanceof Refusal ? found : json(route, JSON.stringify(healthOf(found)));
    },
  };
}

function healthOf(found: EndpointHealth): z.infer<typeof ANSWERS.readHealth> {
  const { callbackUrl, unresponsiveSince, succeededAt, failedAt, problem } = found;
  const { backlog, oldestAt } = found;
  const pushed = unresponsiveSince === null ? 'active' : 'unresponsive';
  return {
    state: callbackUrl === null ? 'polling' : pushed,
    ...(unresponsiveSince !== null && { unresponsiveSince: formatInstant(unresponsiveSince) }),
    ...(succeededAt !== null && { lastSuccessAt: formatInstant(succeededAt) }),
    ...(failedAt !== null && { lastFailureAt: formatInstant(failedAt) }),
    ...(problem !== null && { lastProblem: problem }),
    backlog,
    ...(oldestAt !== null && { oldestEventAt: formatInstant(oldestAt) }),
  };
}

/** Registers the routes about subscriptions that the standard does not have. */
export function serveEventExtensions(
  app: App,
  pipeline: RequestPipeline,
  parts: EventExtensionParts,
): void {
  const handlers = createHandlers(parts);
  for (const name of NAMES) {
    const operation = OPERATIONS[name];
    const route: Address = { name, operation, family: { name: 'extensions' } };
    app.on(operation.method, `${BASE_PATH}${operation.path.replace('{id}', ':id')}`, (context) => {
      const id = context.req.param('id') ?? '';
      return pipeline({ ...context.env, basePath: BASE_PATH, id }, route, handlers[name]);
    });
  }
}
