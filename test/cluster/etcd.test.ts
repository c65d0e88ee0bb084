import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { installCertificates, makeCertificates } from './certificates.ts';
import { etcdSettings } from './etcd.ts';
import { makeFolder } from './folders.ts';
import { start, whatIsMissing, type Program } from './programs.ts';
import { askSecured, type TppRequest } from './secured.ts';

/** Loopback addresses of the etcd members. No other test uses them. */
const ADDRESSES = { 'db-1': '127.0.13.1', 'db-2': '127.0.13.2', 'db-3': '127.0.13.3' };

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe.skipIf(whatIsMissing(['etcd', 'openssl']) !== null)('the etcd of deploy/', () => {
  let folder = '';
  let certificates = '';
  let others = '';
  const running: Program[] = [];

  beforeAll(() => {
    folder = makeFolder(mkdtempSync(join(tmpdir(), 'pis-etcd-')));
    const machines = Object.values(ADDRESSES).map((address) => [address, '127.0.0.1']);
    certificates = makeCertificates(join(folder, 'certificates'), machines);
    others = makeCertificates(join(folder, 'others'), machines);
    for (const [name, address] of Object.entries(ADDRESSES)) {
      const home = join(folder, name);
      installCertificates(certificates, address, home);
      const env = etcdSettings(home, name, ADDRESSES);
      running.push(start('etcd', [], { env, log: join(home, 'log') }));
    }
  });
  afterAll(async () => {
    for (const program of running) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Calls a method of etcd's API on the first member, as Patroni does. */
  const call = (
    method: string,
    body: Readonly<Record<string, string>>,
    identity: TppRequest['identity'],
    port = 2379,
  ) =>
    askSecured({
      url: `https://${ADDRESSES['db-1']}:${String(port)}${method}`,
      method: 'POST',
      body,
      authority: join(certificates, 'ca.crt'),
      identity,
    });
  const identityIn = (from: string): TppRequest['identity'] => {
    return [join(from, ADDRESSES['db-2']), 'server'];
  };

  test('accepts a client with a certificate of the authority', async () => {
    const key = base64('/patroni/payments/config');
    await eventually(async () => {
      const value = base64('{}');
      const put = await call('/v3/kv/put', { key, value }, identityIn(certificates));
      expect(put.status).toBe(200);
    });
    const { text } = await call('/v3/kv/range', { key }, identityIn(certificates));
    expect(JSON.parse(text)).toMatchObject({ kvs: [{ value: base64('{}') }] });
  });

  test.each([
    ['no certificate', () => null],
    ["a certificate of another authority, with a member's name", () => identityIn(others)],
  ])('refuses reads and writes of a client with %s', async (_, identity) => {
    const key = base64('/patroni/payments/config');
    for (const method of ['/v3/kv/range', '/v3/kv/put']) {
      const pending = call(method, { key, value: base64('{"changed":true}') }, identity());
      await expect(pending).rejects.toThrow(/alert|ECONNRESET|hang up/i);
    }
    const { text } = await call('/v3/kv/range', { key }, identityIn(certificates));
    expect(JSON.parse(text)).toMatchObject({ kvs: [{ value: base64('{}') }] });
  });

  test('offers only its metrics without TLS', async () => {
    const at = ADDRESSES['db-1'];
    /**
     * Sends a request and returns the status. Returns 400 if the member closes the connection
     * instead.
     */
    const ask = async (port: number, path: string): Promise<number> => {
      const sent = fetch(`http://${at}:${String(port)}${path}`, { method: 'POST' });
      const answer = await sent.catch(() => null);
      await answer?.arrayBuffer();
      return answer?.status ?? 400;
    };
    expect(await ask(2379, '/v3/kv/range')).toBe(400);
    expect(await ask(2380, '/members')).toBe(400);
    expect(await ask(2381, '/v3/kv/range')).toBe(404);
    const metrics = await fetch(`http://${at}:2381/metrics`);
    expect(await metrics.text()).toContain('etcd_server_has_leader 1');
  });

  test("accepts only etcd's own certificates for its members", async () => {
    const ask = (name: 'server' | 'etcd') =>
      askSecured({
        url: `https://${ADDRESSES['db-1']}:2380/members`,
        authority: join(certificates, 'ca.crt'),
        identity: [join(certificates, ADDRESSES['db-2']), name],
      });
    expect((await ask('etcd')).status).toBe(200);
    await expect(ask('server')).rejects.toThrow(/alert|ECONNRESET|hang up/i);
  });
});
