import { describe, expect, test } from 'vitest';
import { Api } from '../../../client/src/api.ts';
import { createSigner } from '../../../client/src/signatures.ts';
import type { Received, Sending } from '../../../client/src/transport.ts';
import { generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const bank = createSigner({ key: privateKey, kid: 'bank', issuer: 'the-bank' }, () => 0);

type Reply = { status: number; headers?: Record<string, string>; body?: string } | Error;

/** Creates an API whose bank gives these replies in turn. The last one is repeated. */
function apiWith(...replies: Reply[]) {
  const sent: Sending[] = [];
  const tokens: string[] = [];
  const api = new Api({
    transport: {
      send: async (sending): Promise<Received> => {
        sent.push(sending);
        const reply = replies[Math.min(sent.length, replies.length) - 1] ?? new Error('no reply');
        if (reply instanceof Error) throw reply;
        const { status, headers = {}, body = '{}' } = reply;
        const bytes = Buffer.from(body);
        const signature = await bank.sign(bytes);
        const all = { 'x-jws-signature': signature, 'content-type': 'application/json' };
        return { status, bytes, headers: new Headers({ ...all, ...headers }) };
      },
    },
    server: {
      clientToken: () => Promise.resolve(`token ${String(tokens.length + 1)}`),
      forget: (token) => tokens.push(token),
    },
    signer: undefined,
    bankKeys: () => publicKey,
    options: {
      ...{ issuer: '', baseUrl: 'https://bank.example/open-banking/', version: 'v3.1' },
      client: { id: 'tpp', authentication: 'tls_client_auth' },
      tls: { cert: '', key: '' },
      maxRetries: 2,
    },
    now: () => 0,
  });
  return { api, sent, tokens };
}

const CREATE = {
  ...{ operation: 'POST /domestic-payments', token: 'approved', idempotencyId: 'invoice 1' },
  body: Buffer.from('{"Data":{}}'),
};
const LOST = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
const SOON = { 'retry-after': '0' };

const keysOf = (sent: readonly Sending[]) =>
  sent.map(({ headers }) => headers['x-idempotency-key']);

describe('a request that creates something', () => {
  test.each<[string, Reply]>([
    ['a lost connection', LOST],
    ['429', { status: 429, headers: SOON }],
    ['503', { status: 503, headers: SOON }],
  ])('is repeated after %s, with the same key and bytes', async (_, reply) => {
    const { api, sent } = apiWith(reply, { status: 201 });
    expect((await api.perform(CREATE)).status).toBe(201);
    expect(sent).toHaveLength(2);
    const keys = keysOf(sent);
    expect(keys[0]).toMatch(/^[\w-]{40}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect(sent[0]?.url).toBe('https://bank.example/open-banking/v3.1/pisp/domestic-payments');
    expect(sent[0]?.headers['authorization']).toBe('Bearer approved');
  });

  test('has the same key in each process, and another one for another id or operation', async () => {
    const keys = await Promise.all(
      [
        {},
        {},
        { idempotencyId: 'invoice 2' },
        { operation: 'POST /domestic-payment-consents' },
      ].map(async (change) => {
        const { api, sent } = apiWith({ status: 201 });
        await api.perform({ ...CREATE, ...change });
        return keysOf(sent)[0];
      }),
    );
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  test('is not repeated after another status, and its id may then be used for a corrected body', async () => {
    const { api, sent } = apiWith({ status: 400 }, { status: 201 });
    await expect(api.perform(CREATE)).rejects.toMatchObject({ status: 400 });
    expect(sent).toHaveLength(1);
    await api.perform({ ...CREATE, body: Buffer.from('{"Data":{"corrected":true}}') });
  });

  test('keeps its body after 500, because the bank may have executed it', async () => {
    const { api } = apiWith({ status: 500 }, { status: 201 });
    await expect(api.perform(CREATE)).rejects.toMatchObject({ name: 'BankError' });
    const other = api.perform({ ...CREATE, body: Buffer.from('{}') });
    await expect(other).rejects.toMatchObject({ name: 'IdempotencyError' });
    expect((await api.perform(CREATE)).status).toBe(201);
  });
});

test('retries end, and the last refusal is thrown with its time to wait', async () => {
  const { api, sent } = apiWith({ status: 429, headers: SOON });
  await expect(api.perform(CREATE)).rejects.toMatchObject({
    ...{ name: 'RateLimitError', retryAfterMs: 0 },
  });
  expect(sent).toHaveLength(3);
});

test.each(['PUT /event-subscriptions/{Id}', 'DELETE /event-subscriptions/{Id}'])(
  '%s is not repeated after a lost connection, but after 429',
  async (operation) => {
    const call = { operation, params: { Id: '1' } };
    const lost = apiWith(LOST, { status: 200 });
    await expect(lost.api.perform(call)).rejects.toMatchObject({
      ...{ name: 'ConnectionError', code: 'UND_ERR_SOCKET' },
    });
    expect(lost.sent).toHaveLength(1);
    const limited = apiWith({ status: 429, headers: SOON }, { status: 200 });
    await limited.api.perform(call);
    expect(keysOf(limited.sent)).toEqual([undefined, undefined]);
  },
);

test("the TPP's own token is renewed once after 401", async () => {
  const call = { operation: 'GET /domestic-payments/{Id}', params: { Id: '1' } };
  const { api, sent, tokens } = apiWith({ status: 401 }, { status: 200 });
  await api.perform(call);
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
    ...['Bearer token 1', 'Bearer token 2'],
  ]);
  expect(tokens).toEqual(['token 1']);
  const refused = apiWith({ status: 401 });
  await expect(refused.api.perform(call)).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(refused.sent).toHaveLength(2);
});

test('an expired token of a customer is not replaced', async () => {
  const { api, sent } = apiWith({ status: 401 });
  await expect(api.perform(CREATE)).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(sent).toHaveLength(1);
});

describe('a deadline', () => {
  test('ends the retries with the last refusal', async () => {
    const { api } = apiWith({ status: 503, headers: { 'retry-after': '60' } });
    const call = api.perform({ ...CREATE, timeoutMs: 20 });
    await expect(call).rejects.toMatchObject({ name: 'BankError', status: 503 });
  });

  test('is reported if no response arrived', async () => {
    const { api } = apiWith(LOST);
    const call = api.perform({ ...CREATE, timeoutMs: 20 });
    await expect(call).rejects.toMatchObject({ name: 'DeadlineError', code: 'ETIMEDOUT' });
  });

  test("is the caller's own reason if the caller aborts", async () => {
    const { api } = apiWith({ status: 503, headers: { 'retry-after': '60' } });
    const call = api.perform({ ...CREATE, signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a response', () => {
  test('that is not signed is refused, with its unverified body', async () => {
    const { api } = apiWith({ status: 201, headers: { 'x-jws-signature': '' }, body: '{"a":1}' });
    await expect(api.perform(CREATE)).rejects.toMatchObject({
      ...{ name: 'SignatureError', unverifiedBody: '{"a":1}' },
    });
  });

  test('with the signature of other bytes is refused', async () => {
    const signature = await bank.sign(Buffer.from('{"a":2}'));
    const { api } = apiWith({ status: 201, headers: { 'x-jws-signature': signature }, body: '{}' });
    await expect(api.perform(CREATE)).rejects.toMatchObject({ name: 'SignatureError' });
  });

  test('that lists many faults keeps them all, and unknown codes', async () => {
    const Errors = ['XX.Unknown', 'U002'].map((ErrorCode) => ({ ErrorCode, Message: 'm' }));
    const { api } = apiWith({ status: 400, body: JSON.stringify({ Errors }) });
    await expect(api.perform(CREATE)).rejects.toMatchObject({
      ...{ code: 'XX.Unknown', faults: [{ code: 'XX.Unknown' }, { code: 'U002' }] },
    });
  });
});

describe('a request of an address outside the standard', () => {
  const READ = {
    ...{ operation: 'GET /extensions/v1/files/{Id}/pain.002', isExtension: true },
    ...{ params: { Id: 'a/b' }, accept: 'application/xml' },
  };
  const WRITE = { operation: 'POST /extensions/v1/checks', isExtension: true };

  test("is sent to the bank's origin with the TPP's token, and repeated if it reads", async () => {
    const xml = { 'content-type': 'application/xml' };
    const { api, sent } = apiWith(LOST, { status: 200, body: '<Document/>', headers: xml });
    const { body, bytes } = await api.perform(READ);
    expect([body, Buffer.from(bytes).toString()]).toEqual(['<Document/>', '<Document/>']);
    expect(sent[1]).toMatchObject({
      url: 'https://bank.example/extensions/v1/files/a%2Fb/pain.002',
      headers: { accept: 'application/xml', authorization: 'Bearer token 1' },
    });
  });

  test('is repeated with an idempotency key only if the caller names an id', async () => {
    const lost = apiWith(LOST, { status: 200 });
    await expect(lost.api.perform(WRITE)).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(keysOf(lost.sent)).toEqual([undefined]);
    const named = apiWith(LOST, { status: 200 });
    await named.api.perform({ ...WRITE, idempotencyId: 'check 1' });
    const [first, second] = keysOf(named.sent);
    expect([first, second]).toEqual([expect.stringMatching(/^[\w-]{40}$/), first]);
  });
});
