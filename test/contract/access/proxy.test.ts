import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Transport } from '../../../test-client/transport.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { thumbprintOf } from '../../../src/auth/certificates/certificates.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { DAY_MS, type Instant } from '../../../src/shared/time.ts';
import { issue } from '../../../src/sandbox/pki/certificates.ts';
import {
  readOrganisations,
  withSoftware,
  writeOrganisations,
} from '../../../src/sandbox/pki/directory.ts';
import { ensureAuthorities } from '../../../src/sandbox/pki/index.ts';
import { tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { revoke } from '../../../src/sandbox/pki/revocations.ts';
import { realTime } from '../../helpers/real-time.ts';
import { request, type Reply } from '../../helpers/secure-browser.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';

/** Addresses of this machine, one for the proxy and one for other clients. */
const [PROXY, STRANGER] = ['127.0.0.2', '127.0.0.1'];
const HEADER = 'client-cert';

/**
 * Functions that write a certificate in a header: in the format of RFC 9440, and in that of nginx.
 */
const WRITTEN: Readonly<Record<string, (pem: string) => string>> = {
  'as bytes': (pem) => `:${new X509Certificate(pem).raw.toString('base64')}:`,
  'as an escaped PEM': (pem) => encodeURIComponent(pem),
};
const [asBytes, asPem] = Object.values(WRITTEN).map((write) => expectDefined(write, 'a form'));

const service = useSecureService({
  config: { certificateHeader: HEADER, proxyAddresses: [PROXY] },
});

let agents: Readonly<Record<string, Transport>>;
beforeAll(() => {
  const ca = readFileSync(service().pki.root.certificate);
  const from = (localAddress: string) => new Transport({ credentials: { ca }, localAddress });
  agents = { [PROXY]: from(PROXY), [STRANGER]: from(STRANGER) };
});
afterAll(() => {
  for (const transport of Object.values(agents)) transport.close();
});

/** Returns a TPP's certificate without the rest of its chain. */
function certificateOf(id: string): string {
  const chain = readFileSync(tppFiles(service().pki, id).transport.certificate, 'utf8');
  return new X509Certificate(chain).toString();
}

interface Call {
  readonly from?: string;
  /** The values of the header that contains the client's certificate. */
  readonly shows?: readonly string[];
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request through the proxy. With a token it reads a payment that does not exist, and
 * without one it requests a token as tpp-one.
 */
function ask({ from = PROXY, shows = [], token, headers = {} }: Call): Promise<Reply> {
  const { apiUrl } = service();
  const transport = expectDefined(agents[from], 'an agent');
  const shown = { ...headers, ...(shows.length > 0 && { [HEADER]: [...shows] }) };
  if (token !== undefined) {
    const url = `${apiUrl}/open-banking/v3.1/pisp/domestic-payments/none`;
    return request(url, { transport, headers: { ...shown, authorization: `Bearer ${token}` } });
  }
  return request(`${apiUrl}/as/token`, {
    ...{ transport, method: 'POST' },
    headers: { ...shown, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&scope=payments&client_id=tpp-one',
  });
}

const statusOf = async (call: Call): Promise<number> => (await ask(call)).status;

describe('behind a proxy that ends TLS', () => {
  test.each(Object.entries(WRITTEN))('a certificate is accepted %s', async (_, write) => {
    const shows = [write(certificateOf('tpp-one'))];
    const { json } = await ask({ shows });
    const token = String(json['access_token']);
    expect(await statusOf({ shows, token })).toBe(400);
    // The service must read the same certificate from both formats.
    expect(await statusOf({ shows: [asBytes?.(certificateOf('tpp-one')) ?? ''], token })).toBe(400);
    expect(await statusOf({ shows: [write(certificateOf('tpp-two'))], token })).toBe(401);
    expect(await statusOf({ token })).toBe(401);
  });

  test('certificate headers of other senders are ignored at both listeners', async () => {
    const shows = [asBytes?.(certificateOf('tpp-one')) ?? ''];
    await expect(ask({ from: STRANGER, shows })).rejects.toThrow();
    const transport = expectDefined(agents[STRANGER], 'an agent');
    await expect(request(`${service().issuerUrl}/as/jwks`, { transport })).rejects.toThrow();
    const proxied = request(`${service().issuerUrl}/as/jwks`, {
      transport: expectDefined(agents[PROXY], 'an agent'),
    });
    expect((await proxied).status).toBe(200);
  });

  test.each([
    ['nothing', () => []],
    ['an empty header', () => ['']],
    ['something that is not a certificate', () => ['AAAA']],
    ['bytes that are not a certificate', () => [':AAAA:']],
    ['an incomplete certificate', (pem: string) => [encodeURIComponent(pem.slice(0, 300))]],
    ['a certificate without its colons', (pem: string) => [(asBytes?.(pem) ?? '').slice(1, -1)]],
    ['invalid escapes', () => ['%E0%A4%A']],
    ['a certificate after another one', (pem: string) => both(certificateOf('tpp-two'), pem)],
    ['a certificate before another one', (pem: string) => both(pem, certificateOf('tpp-two'))],
    [
      'a certificate twice, as bytes',
      (pem: string) => [asBytes?.(pem) ?? '', asBytes?.(pem) ?? ''],
    ],
    ['a list of certificates', (pem: string) => [`${asPem?.(pem) ?? ''}, ${asPem?.(pem) ?? ''}`]],
    ['a header that is too long', () => ['x'.repeat(14 * 1024)]],
  ] as const)('a client is not authenticated if the proxy sends %s', async (_, shows) => {
    expect(await statusOf({ shows: shows(certificateOf('tpp-one')) })).toBe(401);
  });

  /**
   * Returns two certificate headers, as if the proxy had added its own to the one that the client
   * sent.
   */
  function both(first: string, second: string): string[] {
    return [asPem?.(first) ?? '', asPem?.(second) ?? ''];
  }

  test('an expired certificate is refused', async () => {
    const { pki } = service();
    const { issuing } = await ensureAuthorities(pki, realTime());
    const made = async (now: Instant): Promise<string> => {
      const subject = new X509Certificate(certificateOf('tpp-one')).subject
        .split('\n')
        .map((part) => part.replace('organizationIdentifier', '2.5.4.97').split('=', 2))
        .map(([type = '', value = '']) => [type, value] as const);
      const { certificate } = await issue(subject, { kind: 'client' }, issuing, now);
      return certificate;
    };
    const [over, good] = [await made(realTime() - 398 * DAY_MS), await made(realTime())];
    const organisations = expectDefined(await readOrganisations(pki.directory), 'the directory');
    const listed = [over, good].map((pem) => thumbprintOf(new X509Certificate(pem)));
    await writeOrganisations(
      pki.directory,
      withSoftware(organisations, 'tpp-one', (software) => ({
        ...software,
        certificates: [
          ...software.certificates,
          ...listed.map((thumbprint) => ({ thumbprint, status: 'Active' as const })),
        ],
      })),
    );
    const isIn = async () => (await statusOf({ shows: [asBytes?.(good) ?? ''] })) === 200;
    await vi.waitUntil(isIn, { timeout: 60_000, interval: 100 });
    expect(await statusOf({ shows: [asBytes?.(over) ?? ''] })).toBe(401);
  });

  test('a revoked certificate and its token are refused', async () => {
    const { pki } = service();
    const shows = [asBytes?.(certificateOf('tpp-one')) ?? ''];
    const token = String((await ask({ shows })).json['access_token']);
    const crl = readFileSync(pki.crl);
    const { issuing, root } = await ensureAuthorities(pki, realTime());
    await revoke(pki.crl, [issuing, root], certificateOf('tpp-one'), realTime());
    await expect.poll(() => statusOf({ shows, token }), { timeout: 60_000 }).toBe(401);
    expect(await statusOf({ shows })).toBe(401);
    writeFileSync(pki.crl, crl);
    await expect.poll(() => statusOf({ shows, token }), { timeout: 60_000 }).toBe(400);
  });
});

test('the certificate of a direct TLS connection does not authenticate a TPP', async () => {
  const tpp = new SecureTpp('tpp-one', service());
  await expect(tpp.clientToken()).rejects.toThrow();
});
