import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CoreClient, type CoreOptions } from '../../../src/connections/core-client.ts';
import { CORE_MESSAGES } from '../../../src/connections/core-contract.ts';
import { CoreUnavailable, UnknownCursor } from '../../../src/domain/ports/core-banking.ts';
import { operation, RICH, TestCore } from '../../helpers/reference-core.ts';

const { hold, post } = operation;

interface Scripted {
  readonly status: number;
  readonly content: unknown;
}

/** Starts a core that answers every request in the same way, and connects to it. */
async function connectTo(answer: (count: number) => Scripted, options: Partial<CoreOptions> = {}) {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      const { status, content } = answer((count += 1));
      outgoing.writeHead(status).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  const client = new CoreClient({ url, files: null, attempts: 1, ...options });
  onTestFinished(() => {
    client.close();
    server.close();
    server.closeAllConnections();
  });
  return client;
}

const ok = (content: unknown) => () => ({ status: 200, content });
const DONE = { id: 'p1', outcome: 'done', bookedOn: '2026-12-01' };

test('status 404 or 410 means that the core does not know the position in its feed', async () => {
  for (const status of [404, 410]) {
    const client = await connectTo(() => ({ status, content: {} }));
    await expect(client.changesAfter('9')).rejects.toBeInstanceOf(UnknownCursor);
    await expect(client.changesAfter(null)).rejects.not.toBeInstanceOf(UnknownCursor);
  }
});

describe('an answer to operations', () => {
  test.each<readonly [string, unknown, string]>([
    ['without results', {}, 'results: Invalid input'],
    ['with unknown members', { results: [], a: 1 }, 'is not valid: Unrecognized key: "a".'],
    ['with too few results', { results: [] }, 'returned 0 results for 1 operation.'],
    ['with too many results', { results: [DONE, DONE] }, 'returned 2 results for 1 operation.'],
    ['of another id', { results: [{ ...DONE, id: 'p2' }] }, 'the result of p2 in the place of p1.'],
    ['with an unknown outcome', { results: [{ ...DONE, outcome: 'ok' }] }, 'results[0].outcome'],
    [
      'with an unknown reason',
      { results: [{ id: 'p1', outcome: 'refused', reason: 'no', detail: '' }] },
      'results[0].reason',
    ],
    ['without a day', { results: [{ ...DONE, bookedOn: null }] }, 'bookedOn null for the post p1'],
    ['with no real day', { results: [{ ...DONE, bookedOn: '2026-02-30' }] }, 'results[0].bookedOn'],
    ['with other members', { results: [{ ...DONE, amountPence: 1 }] }, 'results[0]: Unrecognized'],
  ])('%s leaves the outcome unknown', async (_, content, message) => {
    const client = await connectTo(ok(content));
    const failure = await client.perform([post('p1', 'h1')]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CoreUnavailable);
    expect((failure as Error).message).toContain(message);
  });

  test('must have no day for a hold', async () => {
    const client = await connectTo(ok({ results: [DONE] }));
    await expect(client.perform([hold('p1', RICH.account, 1)])).rejects.toThrow('for the hold p1.');
  });

  test.each([
    ['accountBlocked', 'AC06'],
    ['limitExceeded', 'AM14'],
    ['holdExpired', 'NARR'],
    ['other', 'NARR'],
  ])('with the reason %s has the code %s', async (reason, code) => {
    const refusal = { id: 'h1', outcome: 'refused', reason, detail: 'Because.' };
    const client = await connectTo(ok({ results: [refusal] }));
    expect(await client.perform([hold('h1', RICH.account, 1)])).toEqual([
      { outcome: 'refused', reason: code, detail: 'Because.' },
    ]);
  });

  test('of more than the limit is not read', async () => {
    const client = await connectTo(ok({ results: [] }), { maxAnswerBytes: 10 });
    await expect(client.perform([hold('h1', RICH.account, 1)])).rejects.toThrow('than 10 bytes.');
  });

  test('with 400 names the problem', async () => {
    const content = { title: 'Malformed', detail: 'No id.' };
    const client = await connectTo(() => ({ status: 400, content }));
    const failed = expect(client.perform([hold('h1', RICH.account, 1)]));
    await failed.rejects.toThrow('failed with status 400. Malformed: No id.');
  });
});

test('totals of another day are not accepted', async () => {
  const client = await connectTo(ok({ date: '2026-12-02', isFinal: true, totals: [] }));
  await expect(client.totalsOf('2026-12-01')).rejects.toThrow('the totals of 2026-12-02.');
});

test('the circuit breaker opens while the core is down, and closes when it is back', async () => {
  const core = await TestCore.start();
  onTestFinished(() => core.remove());
  const client = core.connect({ attempts: 1, failuresToBreak: 3, firstBreakMs: 100 });
  await core.kill();
  for (let index = 0; index < 3; index += 1) {
    await expect(client.hasFunds(RICH.account, 1)).rejects.toThrow('ECONNREFUSED');
  }
  expect(client.state).toEqual({ requests: 3, failures: 3, isOpen: true });
  await expect(client.hasFunds(RICH.account, 1)).rejects.toThrow('No request is sent');
  await core.startAgain();
  await expect
    .poll(() => client.hasFunds(RICH.account, 1).catch(() => null), { timeout: 10_000 })
    .toBe(true);
  expect(client.state.isOpen).toBe(false);
});

describe('the API description', () => {
  const path = new URL('../../../docs/integration/core-banking-openapi.json', import.meta.url);
  const description = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(description, 'api');

  /** Returns all pairs of a schema and an example in the description. */
  function examplesIn(
    value: unknown,
  ): readonly { readonly $ref: string; readonly example: unknown }[] {
    if (typeof value !== 'object' || value === null) return [];
    const inner = Object.values(value).flatMap(examplesIn);
    if (!('example' in value) || !('schema' in value)) return inner;
    const { $ref } = value.schema as { readonly $ref: string };
    return [...inner, { $ref, example: value.example }];
  }

  const examples = examplesIn(description);

  test('has an example of each message', () => {
    const names = examples.map(({ $ref }) => $ref.replace('#/components/schemas/', ''));
    expect(new Set([...names, 'Problem'])).toEqual(new Set(Object.keys(CORE_MESSAGES)));
  });

  test.each(examples)('has a valid example of $$ref', ({ $ref, example }) => {
    const validate = ajv.compile({ $ref: `api${$ref}` });
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });
});

test('a core with a latency delays each answer, and requests do not wait for each other', async () => {
  const core = await TestCore.start('as a process', { latencyMs: 500 });
  onTestFinished(() => core.remove());
  const client = core.connect();
  const started = performance.now();
  await client.hasFunds(RICH.account, 1);
  expect(performance.now() - started).toBeGreaterThan(490);
  const together = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => client.hasFunds(RICH.account, 1)));
  // One after the other, 10 requests take 5,000 ms or more, on any machine.
  expect(performance.now() - together).toBeLessThan(5000);
});
