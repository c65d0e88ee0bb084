import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { openReferencePayee } from '../../../src/simulators/payee/server.ts';
import { openReferenceScreening } from '../../../src/simulators/screening/server.ts';
import { eventually } from '../../helpers/eventually.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { TestCore } from '../../helpers/reference-core.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { startSecureService } from '../../helpers/secure-service.ts';
import { startService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import {
  openCollector,
  type ReceivedSpan,
  type TraceCollector,
} from '../../helpers/trace-collector.ts';
import { clientOf } from '../access/cases.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Spans of requests to other systems of the bank (docs/decisions, 180). */

const [CLIENT, ERROR] = [3, 2];

/** The settings of a service that traces all its requests. */
const tracing = ({ url }: TraceCollector) => ({ otlpUrl: url, otlpSamplePercent: 100 });

/** Forwards requests to a system. Collects the span ids in their `traceparent`. */
async function recording(url: string) {
  const callers: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { traceparent, 'content-type': type = 'application/json' } = incoming.headers;
    if (typeof traceparent === 'string') callers.push(traceparent.split('-')[2] ?? '');
    void (async () => {
      const { method = 'GET' } = incoming;
      const body = method === 'GET' ? undefined : await buffer(incoming);
      const headers = { 'content-type': type };
      const answer = await fetch(`${url}${incoming.url ?? ''}`, {
        ...{ method, headers },
        ...(body !== undefined && { body: new Uint8Array(body) }),
      });
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
      outgoing.end(await answer.text());
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, callers };
}

/** Starts a service with a core, a screening and a bucket. */
async function start() {
  const collector = await openCollector();
  const core = await TestCore.start();
  const screening = await openReferenceScreening({ port: 0 });
  const objects = await useObjectStore();
  const to = { core: await recording(core.url), screening: await recording(screening.url) };
  const service = await startService({
    config: {
      ...{ ...tracing(collector), ...filesAt(objects.place) },
      ...{ core: to.core.url, screening: to.screening.url },
    },
  });
  const tpp = await Tpp.signIn(service.origin);
  /** Ends all, and returns the spans. */
  const end = async () => {
    await service.end();
    await Promise.all([core.remove(), screening.close()]);
    return collector;
  };
  return { service, tpp, to, objects, end };
}

/** Pays the domestic payment of the family's test case. Returns its id. */
async function pay(tpp: Tpp): Promise<string> {
  const family = new FamilyClient(tpp, familyNamed('domestic-payments'));
  const consentId = await family.prepared();
  const { json } = await family.decide(consentId, { debtorAccount: NORTHWIND });
  const token = json?.['access_token'] as string;
  return family.paymentIdOf(await family.submit({ consentId, token }));
}

/** Returns the names of the spans that contain a span, the innermost first. */
function ancestorsOf(spans: readonly ReceivedSpan[], span: ReceivedSpan | undefined): string[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId);
  return parent === undefined ? [] : [parent.name, ...ancestorsOf(spans, parent)];
}

/** Returns the attributes of a span by name, as OTLP encodes their values. */
const attributesOf = (span: ReceivedSpan | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value]));

test('requests to the systems of the bank are spans, and name them as their callers', async () => {
  const { service, tpp, to, end } = await start();
  const paymentId = await pay(tpp);
  await eventually(async () => {
    const payment = await tpp.get(`/domestic-payments/${paymentId}`);
    expect(dataOf(payment)['Status']).toBe('AcceptedCreditSettlementCompleted');
  });
  const { spans, bodies } = await end();
  const named = (name: string) => spans.filter((span) => span.name === name);

  const [hold] = named('core-banking perform');
  expect(hold).toMatchObject({ kind: CLIENT, status: { code: 0 } });
  expect(attributesOf(hold)).toEqual({
    'peer.service': { stringValue: 'core-banking' },
    'pis.items': { intValue: 1 },
  });
  expect(ancestorsOf(spans, hold)).toEqual(['job book']);
  const [screened] = named('screening screen');
  expect(ancestorsOf(spans, screened)).toEqual(['job book']);

  // A request that belongs to no request or job begins a trace.
  const [first, ...changes] = named('core-banking changesAfter');
  expect(first).toMatchObject({ kind: CLIENT, status: { code: 0 } });
  for (const span of [first, ...changes]) expect(ancestorsOf(spans, span)).toEqual([]);

  // Each system gets the id of the span of its request.
  const idsOf = (system: string) =>
    new Set(spans.filter(({ name }) => name.startsWith(system)).map(({ spanId }) => spanId));
  expect(new Set(to.core.callers)).toEqual(idsOf('core-banking '));
  expect(new Set(to.screening.callers)).toEqual(idsOf('screening '));

  for (const secret of [NORTHWIND, '11280001234567', 'ACME', 'Northwind', 'clara']) {
    expect(bodies.join('\n')).not.toContain(secret);
  }
  expect(service.events.filter(({ kind }) => kind === 'failure')).toEqual([]);
});

test('a failed request is a failed span, with the class of its error only', async () => {
  const collector = await openCollector();
  const payees = await openReferencePayee({ port: 0, accounts: new Map() });
  const recorded = await recording(payees.url);
  const service = await startSecureService({
    config: { ...tracing(collector), payeeConfirmation: recorded.url },
  });
  const client = clientOf(await SecureApi.open(service), 'domestic-payments');
  const approve = async (): Promise<void> => {
    const consentId = await client.prepared();
    await client.decide(consentId, { user: 'clara', debtorAccount: NORTHWIND });
  };
  await approve();
  await payees.close();
  await approve();
  await service.end();
  const spans = collector.spans.filter(({ name }) => name === 'payee-confirmation confirm');
  expect(spans.map(({ status }) => status.code)).toEqual([0, ERROR]);
  expect(recorded.callers).toEqual(expect.arrayContaining(spans.map(({ spanId }) => spanId)));
  expect(attributesOf(spans.at(-1))).toEqual({
    ...{ 'peer.service': { stringValue: 'payee-confirmation' }, 'pis.items': { intValue: 1 } },
    'error.type': { stringValue: 'PayeeCheckFailed' },
  });
});

test('requests to the object store are spans of the job or request that sent them', async () => {
  const { tpp, objects, end } = await start();
  const consentId = await tpp.consentFor(bulkFile(3));
  await tpp.upload(consentId, bulkFile(3));
  await tpp.get(`/file-payment-consents/${consentId}/file`);
  const other = await tpp.consentFor(bulkFile(2));
  objects.faults.isAway = true;
  expect((await tpp.upload(other, bulkFile(2))).status).toBe(503);
  objects.faults.isAway = false;
  const { spans, bodies } = await end();
  const inUpload = ['run receive', 'worker receive', 'file-payments.uploadFile'];
  const requests = (command: string) =>
    spans
      .filter(({ name }) => name === `S3/${command}`)
      .map((span) => ({ ...span, ancestors: ancestorsOf(spans, span) }));
  const [stored] = requests('PutObject');
  expect(stored).toMatchObject({ kind: CLIENT, status: { code: 0 }, ancestors: inUpload });
  // The first request finds no object. That is an answer and no error. The second one fails.
  expect(requests('HeadObject').map(({ status }) => status.code)).toEqual([0, ERROR]);
  const reads = requests('GetObject').flatMap(({ ancestors }) => ancestors);
  expect(reads).toContain('file-payments.readFile');
  const [run] = spans.filter(({ name }) => name === 'run receive');
  expect(Number(stored?.startTimeUnixNano)).toBeGreaterThanOrEqual(Number(run?.startTimeUnixNano));
  expect(bodies.join('\n')).not.toContain(objects.place.bucket);
});
