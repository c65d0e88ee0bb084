import type { Config } from '../config/config.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { Traceparent } from '../connections/peer.ts';
import type { Exchange, SchemeExchange } from '../domain/ports/hub.ts';
import type { CreditBatch, SchemeGateway } from '../domain/ports/schemes.ts';
import type { SeededStore } from '../domain/ports/store-admin.ts';
import type { Observe } from '../domain/records/events.ts';
import type { Work } from '../domain/records/records.ts';
import type { WrapHandler } from '../listeners/request-handler.ts';
import type { EndedSpan, OpenSpan, SpanRequest, Tracing } from '../ops/tracing.ts';
import { DAY_MS, type Clock, type Milliseconds } from '../shared/time.ts';
import { onObjectStoreRequest, type ObjectStoreRequest } from '../store/files/s3/requests.ts';
import type { UseCases } from '../use-cases/index.ts';
import type { FileWorkerPool, FileWorkersOptions } from '../workers/pool.ts';
import type { BankSystems } from './bank-systems.ts';
import { versionOfService } from './service-report.ts';
import { describeRequest, traceHandler } from './traced-requests.ts';

/** Time for which the trace that caused later jobs and messages is stored, in milliseconds. */
const CONTEXT_KEPT_MS: Milliseconds = 30 * DAY_MS;

/** The jobs that the runner of due work executes. */
type Jobs = Pick<UseCases, 'executeWork' | 'executeOrders'>;

/**
 * Adds tracing to the parts of the service. If tracing is off, each function returns its argument,
 * so tracing costs nothing (docs/decisions, 180).
 */
export interface Traced {
  readonly observe: Observe | null;
  readonly handler: WrapHandler;
  store<Of extends SeededStore>(store: Of): Of;
  readonly recordRun: NonNullable<FileWorkersOptions['recordRun']> | null;
  workers(workers: FileWorkerPool): FileWorkerPool;
  schemes(schemes: SchemeGateway): SchemeGateway;
  systems(systems: BankSystems): BankSystems;
  /** Returns the trace for requests to other systems of the bank. */
  readonly traceparent: Traceparent | null;
  exchange(exchange: SchemeExchange): SchemeExchange;
  jobs(jobs: Jobs): Jobs;
  stop(): Promise<void>;
}

const same = <Part>(part: Part): Part => part;

const UNTRACED: Traced = {
  ...{ observe: null, handler: same, store: same, recordRun: null, workers: same },
  ...{ schemes: same, systems: same, traceparent: null },
  ...{ exchange: same, jobs: same, stop: () => Promise.resolve() },
};

/** Starts tracing if it is on. Otherwise does not load the packages of OpenTelemetry. */
export async function openTraced(
  config: Pick<Config, 'otlpUrl' | 'otlpSamplePercent' | 'node' | 'store'>,
  { machineClock, observe }: { readonly machineClock: Clock; readonly observe: Observe },
): Promise<Traced> {
  const { otlpUrl: url, otlpSamplePercent: samplePercent } = config;
  if (url === undefined) return UNTRACED;
  const { openTracing } = await import('../ops/tracing.ts');
  const node = nodeNameOf(config);
  const version = versionOfService();
  const tracing = openTracing({ url, samplePercent, node, version, observe });
  const contexts = new Contexts(tracing, machineClock);
  const stopRequests = onObjectStoreRequest((request) => {
    if (tracing.current() !== undefined) tracing.record(spanOfRequest(request));
  });
  const system = config.store.kind === 'sqlite' ? 'sqlite' : 'postgresql';
  return {
    observe: describeRequest(tracing),
    handler: (handler, listener) => traceHandler(tracing, handler, listener),
    store: (store) => {
      contexts.store = store;
      return traceStore(tracing, contexts, store, system);
    },
    recordRun: (name, { startedAt, endedAt, requests }) => {
      const parts = requests.map(spanOfRequest);
      if (tracing.current() !== undefined)
        tracing.record({ name: `run ${name}`, startedAt, endedAt, parts });
    },
    workers: (workers) =>
      traceMethods(workers, (name, run) =>
        NOT_JOBS.has(name) ? run() : inCurrent(tracing, { name: `worker ${name}` }, run),
      ),
    schemes: (schemes) => traceSchemes(tracing, schemes),
    systems: ({ core, screening, payeeConfirmation: payees }) => ({
      core: core && traceSystem(tracing, 'core-banking', core),
      screening: screening && traceSystem(tracing, 'screening', screening),
      payeeConfirmation: payees && traceSystem(tracing, 'payee-confirmation', payees),
    }),
    traceparent: () => tracing.current()?.traceparent,
    exchange: (exchange) => traceExchange(tracing, contexts, exchange),
    jobs: (jobs) => traceJobs(tracing, contexts, jobs),
    stop: () => {
      stopRequests();
      return tracing.stop();
    },
  };
}

/** Methods of the worker pool that run no job. */
const NOT_JOBS = new Set(['start', 'close']);

/** Stores and finds the traces that caused later jobs and messages, by the id of their subject. */
class Contexts {
  store: Pick<SeededStore, 'saveTraceContexts' | 'traceContextsOf'> | null = null;
  readonly #tracing: Tracing;
  readonly #clock: Clock;

  constructor(tracing: Tracing, clock: Clock) {
    this.#tracing = tracing;
    this.#clock = clock;
  }

  /** Stores the current trace for subjects, if it is recorded. Tracing never fails a command. */
  save(subjects: readonly string[]): void {
    const traceparent = this.#tracing.current()?.traceparent;
    if (traceparent === undefined || subjects.length === 0) return;
    const until = this.#clock() + CONTEXT_KEPT_MS;
    this.store?.saveTraceContexts(subjects, traceparent, until).catch(() => undefined);
  }

  async of(subjects: readonly string[]): Promise<readonly string[]> {
    return (await this.store?.traceContextsOf(subjects).catch(() => [])) ?? [];
  }
}

/** Commands and queries that the runner of due work uses to look for jobs. */
const OF_RUNNER = new Set([
  ...['claimWork', 'renewWork', 'releaseWork', 'dueWork', 'nextWorkAt', 'nextRetryAt'],
]);

/** Traces the commands and queries of the store that belong to a recorded request or job. */
function traceStore<Of extends SeededStore>(
  tracing: Tracing,
  contexts: Contexts,
  store: Of,
  system: string,
): Of {
  const traced: Pick<SeededStore, 'attachFile' | 'submitPayment' | 'addMessages' | 'takeAnswers'> =
    {
      attachFile: (consentId, ...rest) => {
        contexts.save([consentId]);
        return store.attachFile(consentId, ...rest);
      },
      submitPayment: async (payment, ...rest) => {
        contexts.save([payment.id]);
        const span = tracing.current();
        if (span !== undefined)
          for (const upload of await contexts.of([payment.consentId])) span.link(upload);
        return store.submitPayment(payment, ...rest);
      },
      addMessages: (batch, messages) => {
        contexts.save(messages.map(({ id }) => id));
        return store.addMessages(batch, messages);
      },
      takeAnswers: async (sha256, slice, now) => {
        const answered = [...slice.answers, ...slice.groups].map(({ messageId }) => messageId);
        const ids = [...new Set(answered)].slice(0, MAX_LINKS);
        const links = await contexts.of(ids);
        const attributes = { 'messaging.operation.name': 'take', 'pis.message_ids': ids };
        const about = { name: 'take answers', kind: 'consumer', attributes } as const;
        return tracing.inSpan({ ...about, parent: 'none', links }, () =>
          store.takeAnswers(sha256, slice, now),
        );
      },
    };
  return traceMethods({ ...store, ...traced }, (name, run) => {
    if (OF_RUNNER.has(name)) return run();
    return inCurrent(
      tracing,
      {
        ...{ name: `db ${name}`, kind: 'client' },
        attributes: { 'db.system.name': system, 'db.operation.name': name },
      },
      run,
    );
  });
}

/** Maximum number of links of a span, and of message ids in its attributes. */
const MAX_LINKS = 128;

/** Traces the sending of batches to a scheme, and the questions for its answers. */
function traceSchemes(tracing: Tracing, schemes: SchemeGateway): SchemeGateway {
  const about = (name: string, { instrument, paymentId, number }: CreditBatch): PartOfSpan => ({
    name: `${name} ${instrument}`,
    kind: 'client',
    attributes: { 'pis.scheme': instrument, 'pis.payment_id': paymentId, 'pis.batch': number },
  });
  return {
    send: (batch, now) =>
      inCurrent(tracing, about('scheme send', batch), () => schemes.send(batch, now)),
    ask: (batch, query) =>
      inCurrent(tracing, about('scheme ask', batch), () => schemes.ask(batch, query)),
  };
}

/** Methods of other systems of the bank that send no request. */
const NOT_REQUESTS = new Set(['whenUnanswered', 'isReachable', 'close']);

/**
 * Traces the requests to another system of the bank, with the number of their items. A request that
 * belongs to no request or job, for example for the changes of accounts, begins a trace.
 */
function traceSystem<Of extends object>(tracing: Tracing, system: string, client: Of): Of {
  return traceMethods(client, (name, run, args) => {
    const items = args.find((value) => Array.isArray(value))?.length;
    if (NOT_REQUESTS.has(name) || items === 0) return run();
    const attributes = {
      'peer.service': system,
      ...(items !== undefined && { 'pis.items': items }),
    };
    const about = { name: `${system} ${name}`, kind: 'client', attributes } as const;
    return tracing.inSpan({ ...about, parent: 'current' }, run);
  });
}

/** Returns the span of a request to the object store, without the name of the object. */
function spanOfRequest({ command, ...request }: ObjectStoreRequest): EndedSpan {
  const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': command };
  return { ...request, name: `S3/${command}`, kind: 'client', attributes };
}

/** Traces the hand-over of messages to a payment hub, with a link to the job that wrote them. */
function traceExchange(
  tracing: Tracing,
  contexts: Contexts,
  exchange: SchemeExchange,
): SchemeExchange {
  const handOver: Exchange['handOver'] = async (message) => {
    const links = await contexts.of([message.id]);
    const about: SpanRequest = {
      name: `hand over ${message.instrument}`,
      kind: 'producer',
      attributes: {
        ...{ 'messaging.message.id': message.id, 'messaging.message.body.size': message.bytes },
        ...{ 'pis.scheme': message.instrument, 'pis.exchange': exchange.name },
      },
      ...{ parent: 'none', links },
    };
    return tracing.inSpan(about, () => exchange.handOver(message));
  };
  return { ...exchange, handOver };
}

/** Traces jobs, each group in a trace of its own with links to the traces that caused them. */
function traceJobs(tracing: Tracing, contexts: Contexts, jobs: Jobs): Jobs {
  const inJob = async <Result>(
    works: readonly Work[],
    run: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result> => {
    const payments = [...new Set(works.map(({ paymentId }) => paymentId))];
    const steps = [...new Set(works.map(({ step }) => step))];
    const attributes = {
      'pis.steps': steps,
      'pis.jobs': works.length,
      'pis.payment_ids': payments,
    };
    const name = `job ${steps.length === 1 ? String(steps[0]) : 'group'}`;
    const links = await contexts.of(payments);
    return tracing.inSpan({ name, attributes, links, parent: 'none' }, run);
  };
  return {
    executeWork: (work, now) => inJob([work], () => jobs.executeWork(work, now)),
    executeOrders: (works, now) =>
      inJob(works, async (span) => {
        const failed = await jobs.executeOrders(works, now);
        if (failed.length > 0) span.set({ 'pis.jobs_failed': failed.length });
        return failed;
      }),
  };
}

/** A part of the current span. */
type PartOfSpan = Omit<SpanRequest, 'parent'>;

/** Runs work in a part of the current span. Runs it without a span if none is recorded. */
function inCurrent<Result>(tracing: Tracing, about: PartOfSpan, run: () => Result): Result {
  return tracing.current() === undefined
    ? run()
    : tracing.inSpan({ ...about, parent: 'current' }, run);
}

type Method = (...args: unknown[]) => unknown;

/** Returns the object, with methods that are called through `around`, also those of a class. */
function traceMethods<Of extends object>(
  target: Of,
  around: (name: string, run: () => unknown, args: readonly unknown[]) => unknown,
): Of {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const method = member as Method;
      return (...args: unknown[]) => around(String(name), () => method.apply(target, args), args);
    },
  });
}
