import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Observe } from '../domain/records/events.ts';
import { SECOND_MS, type Instant, type Milliseconds } from '../shared/time.ts';

/** Maximum number of ended spans that wait for the collector. Further ones are dropped. */
const MAX_QUEUED_SPANS = 8192;
/** Maximum number of spans in a request to the collector. */
const MAX_EXPORTED_SPANS = 512;
/** Longest time for which an ended span waits before it is sent, in milliseconds. */
const EXPORT_DELAY_MS: Milliseconds = 2 * SECOND_MS;
/**
 * Time in which the collector must accept a batch, with all repeats, in milliseconds. A stop of the
 * service waits no longer for the last spans.
 */
const EXPORT_TIMEOUT_MS: Milliseconds = 3 * SECOND_MS;

export interface TracingOptions {
  /** Base URL of the collector. The exporter appends `/v1/traces`. */
  readonly url: string;
  /** Share of new traces that are recorded, in percent. */
  readonly samplePercent: number;
  readonly node: string;
  readonly version: string;
  /** Receives the batches of spans that could not be exported. */
  readonly observe: Observe;
}

/** A span to start. Its attributes never contain personal data (docs/decisions, 180). */
export interface SpanRequest {
  readonly name: string;
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: Attributes;
  /**
   * `current`: the span is part of the current one, if there is one. `none`: it begins a trace.
   * Otherwise the `traceparent` header (W3C Trace Context) of a trusted caller, which may be
   * invalid.
   */
  readonly parent: 'current' | 'none' | { readonly traceparent: string };
  /** The `traceparent` values of other traces that caused the span. */
  readonly links?: readonly string[];
  /** The `traceparent` header of a caller that is not trusted. It does not affect the sampling. */
  readonly untrustedLink?: string | undefined;
}

export interface OpenSpan {
  /** Runs work with this span as the current one. */
  run<Result>(work: () => Result): Result;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Adds a link to the trace with this `traceparent`. */
  link(traceparent: string): void;
  /** Ends the span. The error is recorded by its class only, because its text may quote data. */
  end(error?: unknown): void;
  /** The `traceparent` of this span. Undefined if the trace is not recorded. */
  readonly traceparent: string | undefined;
}

/** A span that has ended already. */
export interface EndedSpan extends Pick<SpanRequest, 'name' | 'kind' | 'attributes'> {
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  /** Class of the error, if there was one. */
  readonly error?: string | undefined;
  readonly parts?: readonly EndedSpan[];
}

/** Records spans and sends them to an OpenTelemetry collector. */
export interface Tracing {
  start(request: SpanRequest): OpenSpan;
  /** Returns the current span. Undefined if there is none that is recorded and has not ended. */
  current(): OpenSpan | undefined;
  /** Runs work in a span that ends with it, also if the work returns a promise. */
  inSpan<Result>(request: SpanRequest, work: (span: OpenSpan) => Result): Result;
  /** Records a part of the current span that has ended already. */
  record(part: EndedSpan): void;
  /** Sends the spans that wait, for a limited time. Does not reject. */
  stop(): Promise<void>;
}

/** Flags of a trace that is not recorded. */
const NOT_SAMPLED = 0;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Starts the recording of traces. Nothing is sent before the first span ends. */
export function openTracing(options: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'payment-initiation-service',
      'service.version': options.version,
      'service.instance.id': options.node,
    }),
    sampler: samplerOf(options.samplePercent / 100),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporterOf(options),
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: MAX_EXPORTED_SPANS,
        scheduledDelayMillis: EXPORT_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('payment-initiation-service', options.version);
  const active = new AsyncLocalStorage<Span>();
  const start = (request: SpanRequest): OpenSpan => {
    const { name, attributes = {}, links = [], untrustedLink } = request;
    const started = { attributes, links: [...links.flatMap(linkTo), ...untrusted(untrustedLink)] };
    const options = { ...started, kind: kindOf(request) };
    const span = tracer.startSpan(name, options, parentOf(request.parent, active));
    return openSpan(span, active);
  };
  const current = (): OpenSpan | undefined => {
    const span = active.getStore();
    return span?.isRecording() === true ? openSpan(span, active) : undefined;
  };
  return {
    start,
    current,
    inSpan: (request, work) => runIn(start(request), work),
    record: (part) => recordEnded(tracer, part, parentOf('current', active)),
    stop: async () => {
      const deadline = new Promise((resolve) => setTimeout(resolve, EXPORT_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), deadline]);
    },
  };
}

function runIn<Result>(span: OpenSpan, work: (span: OpenSpan) => Result): Result {
  try {
    const result = span.run(() => work(span));
    if (!(result instanceof Promise)) span.end();
    else
      result.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      );
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Records a span that has ended, with its parts. */
function recordEnded(tracer: Tracer, ended: EndedSpan, parent: Context): void {
  const { name, attributes = {}, startedAt: startTime, endedAt, error, parts = [] } = ended;
  const span = tracer.startSpan(name, { attributes, kind: kindOf(ended), startTime }, parent);
  const inSpan = trace.setSpan(parent, span);
  for (const part of parts) recordEnded(tracer, part, inSpan);
  if (error !== undefined) fail(span, error);
  span.end(endedAt);
}

function kindOf({ kind }: Pick<SpanRequest, 'kind'>): SpanKind {
  return kind === undefined ? SpanKind.INTERNAL : KINDS[kind];
}

/** Marks a span as failed, with the class of the error only. */
function fail(span: Span, errorClass: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorClass);
}

function openSpan(span: Span, active: AsyncLocalStorage<Span>): OpenSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    run: (work) => active.run(span, work),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    link: (traceparent) => void span.addLinks(linkTo(traceparent)),
    end: (error) => {
      if (error !== undefined) fail(span, error instanceof Error ? error.name : 'unknown');
      span.end();
    },
    traceparent: span.isRecording() ? `00-${traceId}-${spanId}-01` : undefined,
  };
}

function parentOf(parent: SpanRequest['parent'], active: AsyncLocalStorage<Span>): Context {
  if (parent === 'none') return ROOT_CONTEXT;
  if (parent === 'current') {
    const span = active.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  }
  const context = parseTraceParent(parent.traceparent);
  if (context === null || !isSpanContextValid(context)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true });
}

function linkTo(traceparent: string): Link[] {
  const context = parseTraceParent(traceparent);
  return context === null || !isSpanContextValid(context) ? [] : [{ context }];
}

/** Returns a link without the sampled flag, so that a caller cannot have its requests recorded. */
function untrusted(traceparent: string | undefined): Link[] {
  const links = traceparent === undefined ? [] : linkTo(traceparent);
  return links.map(({ context }) => ({ context: { ...context, traceFlags: NOT_SAMPLED } }));
}

/**
 * Records a share of the new traces, and each trace that a recorded one caused. Parts of a trace
 * are recorded if their trace is.
 */
function samplerOf(share: number): Sampler {
  const byShare = new TraceIdRatioBasedSampler(share);
  const root: Sampler = {
    shouldSample: (context, traceId, _name, _kind, _attributes, links) =>
      links.some((link) => (link.context.traceFlags & TraceFlags.SAMPLED) !== 0)
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : byShare.shouldSample(context, traceId),
    toString: () => `linked or ${byShare.toString()}`,
  };
  return new ParentBasedSampler({ root });
}

/** Creates the exporter. Reports each batch that the collector did not accept in time. */
function exporterOf({ url, observe }: TracingOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const problem = result.error?.message ?? 'no reason given';
        if (result.code !== ExportResultCode.SUCCESS)
          observe({ kind: 'spansNotExported', spans: spans.length, problem });
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
