import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A link or the place of a span in a trace. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span as the collector received it in OTLP's JSON encoding. */
export interface ReceivedSpan extends SpanPlace {
  readonly name: string;
  readonly kind: number;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly links: readonly SpanPlace[];
  readonly status: { readonly code: number };
}

/** An OpenTelemetry collector that keeps the received spans. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The bodies of all requests. */
  readonly bodies: string[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/**
 * Starts a collector on the loopback interface, until the test ends. With `hangs` it reads requests
 * and never answers them.
 */
export async function openCollector({ hangs = false } = {}): Promise<TraceCollector> {
  const collector = { url: '', spans: [] as ReceivedSpan[], bodies: [] as string[] };
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      collector.bodies.push(body);
      const { resourceSpans } = JSON.parse(body) as Exported;
      const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
      collector.spans.push(...scopes.flatMap(({ spans }) => spans));
      if (!hangs) outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  collector.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return collector;
}
