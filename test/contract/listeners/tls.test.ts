import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { issue } from '../../../src/sandbox/pki/certificates.ts';
import { ensureAuthorities } from '../../../src/sandbox/pki/index.ts';
import { tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { revoke } from '../../../src/sandbox/pki/revocations.ts';
import { realTime } from '../../helpers/real-time.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const service = useSecureService();

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** TLS options with the certificate of a TPP. */
function as(id: string): ConnectionOptions {
  const { certificate, key } = tppFiles(service().pki, id).transport;
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

function open(url: string, options: ConnectionOptions = {}): TLSSocket {
  const ca = readFileSync(service().pki.root.certificate);
  const socket = connect({ host: '127.0.0.1', port: portOf(url), ca, ...options });
  socket.on('error', () => undefined);
  return socket;
}

/** Sends a request and returns its status. Undefined if the connection ends instead. */
async function ask(
  socket: TLSSocket,
  path = '/nowhere',
  host = 'localhost',
): Promise<number | undefined> {
  const { port } = new URL(service().apiUrl);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once('data', (data) => {
      resolve(Number(String(data).slice('HTTP/1.1 '.length, 12)));
    });
    socket.once('close', () => {
      resolve(undefined);
    });
  });
}

describe("the TPPs' listener", () => {
  test('accepts a certificate of the directory', async () => {
    const socket = open(service().apiUrl, as('tpp-one'));
    expect(await ask(socket)).toBe(404);
    socket.destroy();
  });

  test('refuses a client without a certificate', async () => {
    expect(await ask(open(service().apiUrl))).toBeUndefined();
  });

  test('refuses a certificate of another authority with the same name', async () => {
    const authority = { purpose: { kind: 'authority', mayHaveAuthorities: false } } as const;
    const name = [['C', 'GB'], ['O', 'Sandbox Directory'], ['CN', 'Sandbox Issuing CA']] as const; // prettier-ignore
    const issuer = await issue(name, authority.purpose, null, realTime());
    const subject = [['C', 'GB'], ['O', 'Larkfield Payments Ltd'], ['CN', 'tpp-one']] as const; // prettier-ignore
    const made = await issue(subject, { kind: 'client' }, issuer, realTime());
    const forged = { cert: made.certificate + issuer.certificate, key: made.key };
    expect(await ask(open(service().apiUrl, forged))).toBeUndefined();
  });

  test("refuses a server's certificate as a client's", async () => {
    const { certificate, key } = service().pki.server;
    const server = { cert: readFileSync(certificate), key: readFileSync(key) };
    expect(await ask(open(service().apiUrl, server))).toBeUndefined();
  });

  test.each([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }],
    ['no forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
  ] as const)('refuses %s', async (_, options) => {
    for (const url of [service().apiUrl, service().issuerUrl]) {
      expect(await ask(open(url, { ...as('tpp-one'), ...options }))).toBeUndefined();
    }
  });

  test('accepts TLS 1.2 with ECDHE and GCM', async () => {
    const options = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' } as const;
    const socket = open(service().apiUrl, { ...as('tpp-one'), ...options });
    expect(await ask(socket)).toBe(404);
    expect(socket.getCipher().name).toBe('ECDHE-ECDSA-AES128-GCM-SHA256');
    socket.destroy();
  });

  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', ''])(
    'answers 421 for the host %s',
    async (host) => {
      const socket = open(service().apiUrl, as('tpp-one'));
      expect(await ask(socket, '/as/token', host)).toBe(421);
      socket.destroy();
    },
  );

  test('serves no endpoints of the sandbox or of operators', async () => {
    for (const path of ['/sandbox/clock', '/health/ready', '/metrics', '/docs', '/openapi.json']) {
      const socket = open(service().apiUrl, as('tpp-one'));
      expect([path, await ask(socket, path)]).toEqual([path, 404]);
      socket.destroy();
    }
  });
});

describe('a certificate that is revoked while the service runs', () => {
  const CONNECTIONS = ['TLSv1.2', 'TLSv1.3'] as const;
  const SOON = { timeout: 60_000, interval: 200 };

  /** Adds a certificate of tpp-two to the revocation list. Returns the list before. */
  async function revokeTppTwo(): Promise<string> {
    const { pki } = service();
    const before = readFileSync(pki.crl, 'utf8');
    const { issuing, root } = await ensureAuthorities(pki, realTime());
    const revoked = readFileSync(tppFiles(pki, 'tpp-two').transport.certificate, 'utf8');
    await revoke(pki.crl, [issuing, root], revoked, realTime());
    return before;
  }

  /** Sends a request on a new connection. */
  async function askOnce(options: ConnectionOptions): Promise<number | undefined> {
    const socket = open(service().apiUrl, options);
    const status = await ask(socket);
    socket.destroy();
    return status;
  }

  test('is refused on open, resumed and new connections', async () => {
    const { apiUrl, pki, events } = service();
    const standing = [];
    for (const version of CONNECTIONS) {
      const options = { ...as('tpp-two'), minVersion: version, maxVersion: version };
      const socket = open(apiUrl, options);
      const session = new Promise<Buffer>((resolve) => socket.once('session', resolve));
      expect(await ask(socket, '/open-banking/v3.1/pisp/domestic-payments/x')).toBe(401);
      standing.push({ socket, options, resumed: { ...options, session: await session } });
    }
    const before = await revokeTppTwo();
    for (const { socket, options, resumed } of standing) {
      await expect.poll(() => askOnce(resumed), SOON).toBeUndefined();
      expect(await askOnce(options)).toBeUndefined();
      // The open connection counts as one without a certificate, so no token is valid on it.
      expect(await ask(socket, '/as/token')).not.toBe(200);
    }
    expect(events.filter(({ kind }) => kind === 'failure')).toEqual([]);
    writeFileSync(pki.crl, before);
    for (const { socket, options } of standing) {
      await expect.poll(() => askOnce(options), SOON).toBe(404);
      socket.destroy();
    }
  });

  test('stays revoked, and a failure is logged, if the lists become invalid', async () => {
    const { pki, events } = service();
    const before = await revokeTppTwo();
    const isOut = async () => (await askOnce(as('tpp-two'))) === undefined;
    await expect.poll(isOut, SOON).toBe(true);
    const reported = () =>
      events.filter((event) => event.kind === 'failure' && event.what.includes('TLS')).length;
    const [onlyFirst = ''] = readFileSync(pki.crl, 'utf8').split(/(?<=END X509 CRL-----\n)/);
    for (const written of [
      '-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n',
      '',
      // An error that stays the same is reported once, so this one is not the last.
      onlyFirst,
      '<html>502 Bad Gateway</html>',
    ]) {
      const reportedBefore = reported();
      writeFileSync(pki.crl, written);
      await expect.poll(reported, SOON).toBeGreaterThan(reportedBefore);
      expect(await isOut()).toBe(true);
      expect(await askOnce(as('tpp-one'))).toBe(404);
    }
    writeFileSync(pki.crl, before);
    await expect.poll(isOut, SOON).toBe(false);
  });
});
