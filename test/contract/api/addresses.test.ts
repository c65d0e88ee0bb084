import { describe, expect, test } from 'vitest';
import { bulkFile } from '../../helpers/payment-file.ts';
import { sendRaw, type RawReply } from '../../helpers/raw.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const BASE = '/open-banking/v3.1/pisp';
const { service, tpp } = useService({ config: { publicHosts: ['pay.example'] } });

async function read(target: string, host: string): Promise<RawReply> {
  return sendRaw(
    service().origin,
    `GET ${target} HTTP/1.1\nHost: ${host}\nConnection: close\n` +
      `Authorization: Bearer ${tpp().token}\n\n`,
  );
}

describe('the Host header', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST:8080',
    '[::1]',
    'pay.example',
    'Pay.Example:443',
  ])('%s is accepted and used in Links.Self', async (host) => {
    const id = await tpp().consentFor(bulkFile(1));
    const reply = await read(`${BASE}/file-payment-consents/${id}`, host);
    expect(reply.status).toBe(200);
    const self = new URL(`http://${host}${BASE}/file-payment-consents/${id}`).href;
    expect(reply.body).toContain(`"Self":"${self}"`);
  });

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'pay.example.',
    '10.0.0.1',
    '127.0.0.1@evil',
  ])('%s is rejected with 421', async (host) => {
    const id = await tpp().consentFor(bulkFile(1));
    const reply = await read(`${BASE}/file-payment-consents/${id}`, host);
    expect([400, 421]).toContain(reply.status);
    expect(reply.body).not.toContain(id);
  });

  test('does not replace the host of an absolute-form request target', async () => {
    const id = await tpp().consentFor(bulkFile(1));
    const path = `${BASE}/file-payment-consents/${id}`;
    const evil = await read(`http://evil.example${path}`, '127.0.0.1');
    expect(evil.status).toBe(421);
    const ours = await read(`http://pay.example${path}`, '127.0.0.1');
    expect(ours.status).toBe(200);
    expect(ours.body).toContain(`"Self":"http://pay.example${path}"`);
  });

  // Prevents DNS rebinding: another site's page could point its host name to this machine.
  test.each([
    '/sandbox/clock',
    '/sandbox/accounts/11280001234567/entries',
    '/sandbox/accounts/11280001234567/camt.053',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/',
    '/openapi.json',
    '/docs',
    '/docs/start.js',
    '/nowhere',
  ])('of another host is rejected at %s too', async (path) => {
    const { status, body } = await read(path, 'evil.example:8080');
    expect([status, JSON.parse(body)]).toEqual([
      421,
      expect.objectContaining({ Code: '421 MisdirectedRequest' }),
    ]);
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:1', 'pay.example']) {
      expect((await read(path, host)).status).not.toBe(421);
    }
  });
});

describe('addresses', () => {
  test.each([
    '/open-banking',
    `${BASE}/`,
    `${BASE}/file-payment-consent`,
    `/open-banking/v5.0/pisp/file-payments/fp-1`,
    `${BASE}/file-payments/fp-1/report-file/2`,
    `${BASE}/FILE-PAYMENTS/fp-1`,
    '/.env',
    '/docs/package.json',
    '/sandbox/consents/fpc-1',
  ])('%s is not defined', async (target) => {
    const reply = await read(target, '127.0.0.1');
    expect(reply.status).toBe(404);
    expect(reply.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.body).toContain('"Code":"404 NotFound"');
  });

  // Regression test: another spelling of a path once bypassed a limit.
  test.each([
    `/${BASE}/file-payments/fp-1`,
    '/docs/../package.json',
    '/open-banking/../sandbox/clock',
    '/sandbox/%63lock',
    '/sandbox%2Fclock',
    '/sandbox/clock#',
    'http://127.0.0.1/sandbox/../sandbox/clock',
    '*',
  ])('%s is rejected, whatever it resolves to', async (target) => {
    const { status, headers, body } = await read(target, '127.0.0.1');
    expect([status, headers['x-fapi-interaction-id']]).toEqual([400, expect.any(String)]);
    expect(JSON.parse(body)).toMatchObject({ Id: headers['x-fapi-interaction-id'] });
  });

  test('an unknown query string is ignored', async () => {
    const id = await tpp().consentFor(bulkFile(1));
    const reply = await tpp().get(`/file-payment-consents/${id}?page=x&token=${tpp().token}`);
    expect(reply.status).toBe(200);
    expect(reply.json?.['Links']).toEqual({
      Self: `${service().origin}${BASE}/file-payment-consents/${id}`,
    });
  });
});

describe('tokens', () => {
  test('are rejected after one hour of system time', async () => {
    const old = await Tpp.signIn(service().origin, 'tpp-two');
    expect((await old.get('/file-payment-consents/none')).status).toBe(400);
    service().passMachineTime(3_600_001);
    const reply = await old.get('/file-payment-consents/none');
    expect([reply.status, reply.text]).toEqual([401, '']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('are accepted with any case of the scheme, and only in the Authorization header', async () => {
    const { token } = await Tpp.signIn(service().origin);
    const status = async (authorization: string, path = '/file-payment-consents/none') =>
      (await tpp().get(path, { token: null, headers: { authorization } })).status;
    expect(await status(`bearer ${token}`)).toBe(400);
    expect(await status(`BEARER ${token}`)).toBe(400);
    expect(await status(token)).toBe(401);
    expect(await status(`Basic ${token}`)).toBe(401);
    expect(await status(`Bearer  ${token}`)).toBe(401);
    expect(await status(`Bearer ${token}, Bearer ${token}`)).toBe(401);
    expect(await status('', `/file-payment-consents/none?access_token=${token}`)).toBe(401);
  });
});
