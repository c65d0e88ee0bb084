import { serveApi } from '../api/app.ts';
import type { App } from '../api/request-context.ts';
import { createRequestPipeline } from '../api/request-pipeline.ts';
import { serveEventExtensions } from '../api/event-extensions.ts';
import { serveEvents } from '../api/events.ts';
import { serveFileChecks } from '../api/file-checks.ts';
import { serveShadows } from '../api/shadow.ts';
import { serveStatements } from '../api/statements.ts';
import { createHandlers } from '../api/handlers/index.ts';
import type { HandlerParts } from '../api/handlers/parts.ts';
import type { RateLimit } from '../api/middleware/rate-limit.ts';
import { Downloads } from '../api/middleware/downloads.ts';
import { createConcurrencyLimit } from '../api/middleware/concurrency-limit.ts';
import type { Callbacks } from '../domain/ports/callbacks.ts';
import type { MessageSignatures } from '../domain/ports/signatures.ts';
import { AuditThrottle } from '../domain/records/audit-throttle.ts';
import { SECOND_MS } from '../shared/time.ts';
import type { Core } from './core.ts';

/** Maximum number of concurrent requests of one TPP that wait for events, and of all TPPs. */
const LONG_POLLS = { perTpp: 2, inAll: 100 } as const;

/** Maximum number of concurrent test events of one TPP, and of all TPPs. */
const TEST_EVENTS = { perTpp: 1, inAll: 20 } as const;

interface SharedParts {
  readonly signatures: MessageSignatures;
  readonly rateLimit: RateLimit;
  /** Identifier of the bank in security event tokens. */
  readonly issuer: string;
  readonly callbacks: Callbacks;
}

/**
 * Returns a function that adds the Open Banking endpoints and the extensions to an app. The limits
 * of a TPP apply to all of these endpoints together.
 */
export function createOpenBankingRoutes(
  core: Core,
  { signatures, rateLimit, issuer, callbacks }: SharedParts,
): (app: App) => void {
  const { config, store, clock, runner, observe } = core;
  const pipeline = createRequestPipeline({
    ...core,
    signatures,
    rateLimit,
    record: store.record.bind(store),
    throttle: new AuditThrottle(observe),
    clock: clock.now,
    bodyMaxBytes: config.bodyMaxBytes,
  });
  const parts: HandlerParts = {
    useCases: core.useCases,
    acquireUploadSlot: createConcurrencyLimit({
      kind: 'uploads',
      perTpp: config.uploadsPerTpp,
      inAll: null,
    }),
    downloads: new Downloads({
      perTpp: config.downloadsPerTpp,
      inAll: config.downloadsInAll,
      timeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    }),
    wake: () => runner.wake(),
  };
  const handlers = createHandlers(parts);
  const eventParts = {
    useCases: core.useCases,
    signatures,
    issuer,
    clock: clock.now,
    machineClock: core.machineClock,
    acquireWait: createConcurrencyLimit({ kind: 'long polls', ...LONG_POLLS }),
    isStopping: () => runner.isStopped,
  };
  const extensionParts = {
    ...eventParts,
    callbacks,
    acquireTest: createConcurrencyLimit({ kind: 'test events', ...TEST_EVENTS }),
  };
  return (app) => {
    serveApi(app, pipeline, handlers);
    serveEvents(app, pipeline, eventParts);
    serveEventExtensions(app, pipeline, extensionParts);
    serveShadows(app, pipeline, core.useCases);
    serveStatements(app, pipeline, parts);
    serveFileChecks(app, pipeline, { ...parts, maxDaysAhead: config.maxDaysAhead });
  };
}
