import { describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { startSecureService } from '../../helpers/secure-service.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Tpp } from '../../helpers/tpp.ts';
import {
  openCollector,
  type ReceivedSpan,
  type TraceCollector,
} from '../../helpers/trace-collector.ts';

/* Traces in OpenTelemetry's protocol, as a collector receives them (docs/decisions, 180). */

const [CALLER_TRACE, CALLER_SPAN] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const TRACEPARENT = `00-${CALLER_TRACE}-${CALLER_SPAN}-01`;
const SERVER = 2;

/** The settings of a service that traces this share of its requests. */
function tracing({ url }: TraceCollector, otlpSamplePercent = 100): Partial<Config> {
  return { otlpUrl: url, otlpSamplePercent };
}

/** Returns the spans of the whole service. They are complete after it has stopped. */
async function spansAfter(service: RunningService, { spans }: TraceCollector) {
  await service.end();
  const named = (name: string): ReceivedSpan => {
    const found = spans.find((span) => span.name === name);
    if (found === undefined)
      throw new Error(`No span ${name} in ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const ancestorsOf = ({ parentSpanId }: ReceivedSpan): readonly string[] => {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId);
    return parent === undefined ? [] : [parent.name, ...ancestorsOf(parent)];
  };
  return { spans, named, ancestorsOf };
}

/** Returns the ids of the traces that a span links to. */
const linked = ({ links }: ReceivedSpan): readonly string[] => links.map(({ traceId }) => traceId);

describe('a payment file that is handed over to a hub', () => {
  test('is one chain of traces, from the upload to the answers of the scheme', async () => {
    const [collector, hub] = [await openCollector(), new TestHub()];
    const service = await startService({ config: { ...hub.settings, ...tracing(collector) } });
    hub.start();
    const tpp = await Tpp.signIn(service.origin);
    const paymentId = await tpp.pay(bulkFile(3));
    await eventually(async () => {
      expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    });
    const [message] = hub.messages();
    await endWithHub({ ...service, end: () => Promise.resolve() }, hub);
    const { spans, named, ancestorsOf } = await spansAfter(service, collector);

    const upload = named('file-payments.uploadFile');
    expect(upload.kind).toBe(SERVER);
    expect(ancestorsOf(named('run receive'))).toEqual(['worker receive', upload.name]);
    expect(ancestorsOf(named('db attachFile'))).toEqual([upload.name]);

    const submission = named('db submitPayment');
    expect(ancestorsOf(submission)).toEqual(['file-payments.createPayment']);
    expect(linked(submission)).toEqual([upload.traceId]);
    const jobs = spans.filter(({ name }) => name.startsWith('job '));
    expect(jobs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['job book', 'job send', 'job collect']),
    );
    for (const job of jobs) expect(linked(job)).toEqual([submission.traceId]);
    expect(ancestorsOf(named('db bookDebits'))).toEqual(['job book']);
    expect(ancestorsOf(named('worker writeMessages'))).toEqual(['scheme send FPS', 'job send']);

    // The runner looks for jobs by itself, also if a request woke it.
    expect(spans.map(({ name }) => name)).not.toContain('db claimWork');

    const sent = spans.find(({ name }) => name === 'job send');
    const handedOver = named('hand over FPS');
    expect(linked(handedOver)).toEqual([sent?.traceId]);
    expect(linked(named('take answers'))).toEqual([sent?.traceId]);
    expect(JSON.stringify(handedOver.attributes)).toContain(`"${String(message?.id)}"`);
  });

  test('leaves no name, account number, reference, token or path in the traces', async () => {
    const collector = await openCollector();
    const service = await startService({ config: tracing(collector) });
    const tpp = await Tpp.signIn(service.origin);
    await tpp.finished(await tpp.pay(bulkFile(3)));
    await tpp.get('/domestic-payments/Clara-Oswald?name=Clara');
    await fetch(`${service.origin}/sandbox/users/clara/code`);
    const { spans } = await spansAfter(service, collector);
    expect(spans.length).toBeGreaterThan(10);
    const all = collector.bodies.join('\n');
    for (const secret of [NORTHWIND, '20000000000001', 'Northwind', 'Fresco', 'FRESCO', 'ACME']) {
      expect(all).not.toContain(secret);
    }
    for (const secret of [tpp.token, 'Clara', 'clara', '/sandbox', '10.50']) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('the trace of a caller', () => {
  test('is continued at the internal listener', async () => {
    const collector = await openCollector();
    const service = await startService({ config: tracing(collector) });
    await fetch(`${service.origin}/sandbox/clock`, { headers: { traceparent: TRACEPARENT } });
    await fetch(`${service.origin}/sandbox/clock`, { headers: { traceparent: '00-0-0-01' } });
    await fetch(`${service.origin}/health/ready`, { headers: { traceparent: TRACEPARENT } });
    const { spans } = await spansAfter(service, collector);
    const requests = spans.filter(({ name }) => name === 'GET plain');
    expect(requests.map(({ parentSpanId }) => parentSpanId ?? 'none').sort()).toEqual(
      [CALLER_SPAN, 'none'].sort(),
    );
    expect(requests.filter(({ traceId }) => traceId === CALLER_TRACE)).toHaveLength(1);
  });

  test('is only linked at the listener of the TPPs, and does not affect the sampling', async () => {
    const collector = await openCollector();
    for (const percent of [100, 1]) {
      const service = await startSecureService({ config: tracing(collector, percent) });
      const tpp = await SecureApi.open(service, new SecureTpp('tpp-one', service));
      const headers = { traceparent: TRACEPARENT, tracestate: 'vendor=1' };
      for (let count = 0; count < (percent === 1 ? 20 : 1); count += 1) {
        await tpp.call('GET', '/domestic-payments/none', { headers });
      }
      await service.end();
    }
    const requests = collector.spans.filter((span) => linked(span).includes(CALLER_TRACE));
    expect(requests.length).toBeGreaterThan(0);
    // With 1 %, 20 requests of a caller that samples all of them are not all recorded.
    expect(requests.length).toBeLessThan(20);
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(CALLER_TRACE);
  });
});

describe('a collector', () => {
  test.each([
    ['hangs', async () => (await openCollector({ hangs: true })).url],
    ['does not listen', () => Promise.resolve('http://127.0.0.1:1')],
  ])('that %s breaks no payment, and the lost spans are counted', async (_, urlOf) => {
    const service = await startService({
      config: { otlpUrl: await urlOf(), otlpSamplePercent: 100 },
    });
    const tpp = await Tpp.signIn(service.origin);
    const paymentId = await tpp.pay(bulkFile(3));
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    await eventually(async () => {
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      expect(Number(/^pis_spans_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    });
    // Stops although the collector accepts nothing.
    await service.end();
  });
});

test('A service without a collector stores no traces', async () => {
  const service = await startService();
  const tpp = await Tpp.signIn(service.origin);
  const paymentId = await tpp.pay(bulkFile(1));
  expect(await service.store.traceContextsOf([paymentId])).toEqual([]);
  await service.end();
});

test('Stored traces are replaced, found once, and cleared when they expire', async () => {
  const service = await startService();
  const { store } = service;
  const expiresAt = Date.parse('2026-12-02T00:00:00Z');
  await store.saveTraceContexts(['p1', 'p2'], 'old', expiresAt);
  await store.saveTraceContexts(['p1', 'm1'], TRACEPARENT, expiresAt + 1);
  expect(await store.traceContextsOf(['p1', 'm1', 'none'])).toEqual([TRACEPARENT]);
  expect([...(await store.traceContextsOf(['p1', 'p2']))].sort()).toEqual([TRACEPARENT, 'old']);
  await store.clearExpired(expiresAt);
  expect(await store.traceContextsOf(['p2'])).toEqual([]);
  expect(await store.traceContextsOf(['p1'])).toEqual([TRACEPARENT]);
  await service.end();
});
