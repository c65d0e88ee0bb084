import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { PayeeClient } from '../../../src/connections/payee-client.ts';
import { PayeeRequest, PayeeResponse } from '../../../src/connections/payee-contract.ts';
import type { PayeeQuestion } from '../../../src/domain/parties/payee-check.ts';
import { PayeeCheckFailed } from '../../../src/domain/ports/payee-confirmation.ts';
import { knownAccounts } from '../../../src/simulators/payee/names.ts';
import {
  openReferencePayee,
  type ReferencePayeeOptions,
} from '../../../src/simulators/payee/server.ts';

async function reference(options: Partial<ReferencePayeeOptions> = {}) {
  const accounts = knownAccounts([['11280001234567', { name: 'Northwind', kind: 'business' }]]);
  const service = await openReferencePayee({ port: 0, accounts, ...options });
  onTestFinished(() => service.close());
  return clientOf(service.url);
}

/** Starts a service that gives the same answer to each request. Returns a client. */
async function answering(status: number, text: string): Promise<PayeeClient> {
  const server = createServer((_incoming, outgoing) => outgoing.writeHead(status).end(text));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return clientOf(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
}

function clientOf(url: string): PayeeClient {
  const client = new PayeeClient(url, null);
  onTestFinished(() => client.close());
  return client;
}

function about(name: string, account: string, more: Partial<PayeeQuestion> = {}): PayeeQuestion {
  return { name, account, secondary: '', kind: null, currency: 'GBP', ...more };
}

const FRESCO = about('Fresco Ltd', '20000000000001');

/** Returns the failure of a question. */
async function failureOf(client: PayeeClient, deadlineMs = 2000): Promise<PayeeCheckFailed> {
  const failure: unknown = await client
    .confirm([FRESCO], deadlineMs)
    .catch((error: unknown) => error);
  if (failure instanceof PayeeCheckFailed) return failure;
  throw new Error(`Expected a failure, and got ${JSON.stringify(failure)}.`);
}

describe('the client of the Confirmation of Payee service', () => {
  test('gets each kind of answer from the reference service, in the order of the questions', async () => {
    const client = await reference();
    const questions = [
      about('FRESCO Limited', '20000000000001'),
      about('Northwind', '11280001234567', { kind: 'business', secondary: 'ROLL 1' }),
      about('Pria Sharma', '20000000000005'),
      about('Priya Sharma', '20000000000005', { kind: 'business' }),
      about('Somebody Else', '20000000000005'),
      about('Anyone', '20000000000006'),
      about('Anyone', '20000000000007'),
      about('Anyone', '99999999999999'),
    ];
    const priya = { outcome: 'closeMatch', actualName: 'Priya Sharma', kind: 'personal' };
    expect(await client.confirm(questions, 2000)).toEqual([
      { outcome: 'match', kind: 'business' },
      { outcome: 'match', kind: 'business' },
      ...[priya, priya],
      { outcome: 'noMatch' },
      { outcome: 'cannotBeChecked', reason: 'optedOut' },
      { outcome: 'cannotBeChecked', reason: 'notReachable' },
      { outcome: 'cannotBeChecked', reason: 'accountNotFound' },
    ]);
  });

  test('reports a time-out at the deadline, also while the service is slow', async () => {
    const client = await reference({ delayMs: 5000 });
    const startedAt = performance.now();
    const failure = await failureOf(client, 100);
    expect(failure).toMatchObject({ reason: 'timedOut' });
    expect(failure.message).toContain('was not answered within 100 milliseconds');
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('repeats a request after an error of the service', async () => {
    const client = await reference({ errorEvery: 2 });
    for (let request = 1; request <= 3; request += 1) {
      expect(await client.confirm([FRESCO], 2000)).toEqual([
        { outcome: 'match', kind: 'business' },
      ]);
    }
  });

  test('reports lasting errors and refusals as not reachable', async () => {
    for (const status of [500, 503, 400, 404]) {
      const failure = await failureOf(await answering(status, '{}'));
      expect(failure).toMatchObject({ reason: 'notReachable' });
      expect(failure.message).toContain(`status ${String(status)}`);
    }
    const nobody = await failureOf(clientOf('http://127.0.0.1:1'));
    expect(nobody).toMatchObject({ reason: 'notReachable' });
  });

  test.each([
    'Fresco Ltd',
    '{}',
    '{"results":[{"id":"1","answer":"perhaps"}]}',
    '{"results":[{"id":"1","answer":"closeMatch"}]}',
    '{"results":[{"id":"1","answer":"closeMatch","actualName":""}]}',
    '{"results":[{"id":"1","answer":"cannotBeChecked","reason":"tired"}]}',
  ])('rejects the malformed answer %s without repeating its values', async (text) => {
    const failure = await failureOf(await answering(200, text));
    expect(failure).toMatchObject({ reason: 'notReachable' });
    expect(failure.message).not.toMatch(/perhaps|tired|Fresco/);
  });

  test('counts a payee without an answer as not reachable, and ignores other payees', async () => {
    const client = await answering(
      200,
      '{"results":[{"id":"2","answer":"match"},{"id":"7","answer":"noMatch"}]}',
    );
    expect(await client.confirm([FRESCO, FRESCO], 2000)).toEqual([
      { outcome: 'cannotBeChecked', reason: 'notReachable' },
      { outcome: 'match', kind: null },
    ]);
  });
});

test('the published contract has the schemas of the client', () => {
  const path = new URL(
    '../../../docs/integration/payee-confirmation-openapi.json',
    import.meta.url,
  );
  const { components } = JSON.parse(readFileSync(path, 'utf8')) as {
    components: { schemas: Record<string, object> };
  };
  for (const [name, schema] of Object.entries({ PayeeRequest, PayeeResponse })) {
    const expected: unknown = JSON.parse(JSON.stringify(z.toJSONSchema(schema)));
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect({ $schema, ...components.schemas[name] }).toEqual(expected);
  }
});

test('the reference service refuses other requests', async () => {
  const service = await openReferencePayee({ port: 0, accounts: new Map() });
  onTestFinished(() => service.close());
  const post = (path: string, body: string) =>
    fetch(`${service.url}${path}`, { method: 'POST', body });
  const path = '/v1/payee-confirmations';
  expect((await post('/v1/payees', '{}')).status).toBe(404);
  expect((await post(path, 'x')).status).toBe(400);
  expect((await post(path, '{"items":[]}')).status).toBe(400);
  expect((await post(path, 'x'.repeat(300_000))).status).toBe(413);
});
