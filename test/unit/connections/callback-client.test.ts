import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCallbacks } from '../../../src/connections/callback-client.ts';
import type { Issued } from '../../../src/sandbox/pki/certificates.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { openReceiver, type Answer, type EventReceiver } from '../../helpers/event-receiver.ts';
import { HubPki } from '../../helpers/hub-pki.ts';

const made: { pki?: HubPki } = {};
const pki = (): HubPki => expectDefined(made.pki, 'the certificates');
beforeAll(async () => {
  made.pki = await HubPki.create();
});
afterAll(() => pki().remove());

const TOKEN = 'header..signature';

function clientOf(options: Partial<Parameters<typeof createCallbacks>[0]> = {}) {
  const authorities = [pki().authority.certificate];
  const callbacks = createCallbacks({ authorities, allowsLoopback: true, ...options });
  onTestFinished(() => callbacks.close());
  return callbacks;
}

const tls = (issued: Issued = pki().hub) => ({ cert: issued.certificate, key: issued.key });

/** Returns the problem with a server that answers like this, and the server. */
async function send(answer?: Answer): Promise<[string | null, EventReceiver]> {
  const receiver = await openReceiver(tls(), answer);
  return [await clientOf().send(receiver.url, TOKEN), receiver];
}

const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (outgoing) =>
    void outgoing.writeHead(status, headers).end();

describe('a push', () => {
  test('posts the token, and the TPP accepts it with 202', async () => {
    const [problem, { received }] = await send();
    expect(problem).toBeNull();
    const headers = {
      'content-type': 'application/jwt',
      'x-fapi-interaction-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    };
    expect(received).toMatchObject([{ path: '/tpp', token: TOKEN, headers }]);
  });

  test.each([200, 204, 400, 500])('fails with status %i', async (status) => {
    const expected = `The answer has status ${String(status)}. Expected 202.`;
    expect((await send(answering(status)))[0]).toBe(expected);
  });

  test('does not follow a redirect', async () => {
    const other = await openReceiver(tls());
    const [problem] = await send(answering(307, { location: other.url }));
    expect(problem).toContain('status 307');
    expect(other.received).toEqual([]);
  });

  test('reads at most 64 KiB of the answer', async () => {
    let written = 0;
    const [problem] = await send((outgoing) => {
      outgoing.writeHead(202);
      const more = (): void => {
        while (!outgoing.destroyed && written < 2 ** 30) {
          written += 2 ** 16;
          if (!outgoing.write(Buffer.alloc(2 ** 16))) return;
        }
        outgoing.end();
      };
      outgoing.on('drain', more);
      more();
    });
    expect(problem).toBe('The answer is larger than 65536 bytes.');
    expect(written).toBeLessThan(2 ** 26);
  });

  test('fails if the connection ends early', async () => {
    const [early] = await send((outgoing) => void outgoing.destroy());
    expect(early).toMatch(/socket hang up|ECONNRESET/);
    const [cut] = await send((outgoing) => {
      outgoing.writeHead(202, { 'content-length': '10' }).write('12345', () => outgoing.destroy());
    });
    expect(cut).toMatch(/aborted|closed/);
  });

  test.each(['no answer', 'an endless answer'])('ends after 10 seconds with %s', async (kind) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [problem] = await send((outgoing) => {
      if (kind !== 'no answer') outgoing.writeHead(202).write('1');
      setImmediate(() => void vi.advanceTimersByTime(10_000));
    });
    expect(problem).toBe('There was no complete answer within 10 seconds.');
  });
});

describe('the certificate of the TPP', () => {
  const problemWith = async (issued: Issued, maxVersion?: 'TLSv1.1') => {
    const receiver = await openReceiver({ ...tls(issued), ...(maxVersion && { maxVersion }) });
    const problem = await clientOf().send(receiver.url, TOKEN);
    expect(receiver.received).toEqual([]);
    return problem;
  };

  test('must have its name, be valid, and come from a trusted authority', async () => {
    expect(await problemWith(await pki().hubElsewhere())).toContain("does not match certificate's");
    expect(await problemWith(await pki().expiredHub())).toContain('expired');
    const others = await HubPki.create();
    onTestFinished(() => others.remove());
    expect(await problemWith(others.hub)).toMatch(/certificate/);
  });

  test('is not even asked for below TLS 1.2', async () => {
    expect(await problemWith(pki().hub, 'TLSv1.1')).toMatch(/protocol|version/i);
  });
});

describe('the address of the TPP', () => {
  test('must be public, also if a name resolves to it', async () => {
    const receiver = await openReceiver(tls());
    const port = String(receiver.port);
    const resolve = vi.fn((host: string) =>
      Promise.resolve(host.startsWith('mixed') ? ['8.8.8.8', '::ffff:10.0.0.1'] : ['127.0.0.1']),
    );
    const bank = clientOf({ allowsLoopback: false, resolve });
    const hosts = ['rebound.example', 'mixed.example', '127.0.0.1', '[::1]', '[::ffff:7f00:1]'];
    for (const host of [...hosts, '169.254.169.254', '0x7f.1', '2130706433']) {
      const problem = await bank.send(`https://${host}:${port}/`, TOKEN);
      expect(problem, host).toMatch(/has the address .*, which is not a public address\.$/);
    }
    const ofLocalhost = await bank.send(`https://localhost:${port}/`, TOKEN);
    expect(ofLocalhost).toContain('not a public address');
    expect(await bank.send('http://rebound.example/', TOKEN)).toContain('not an https address');
    expect(receiver.received).toEqual([]);
  });

  test('is resolved once for a connection, to the address that was checked', async () => {
    const issued = await pki().hubElsewhere();
    const receiver = await openReceiver(tls(issued));
    // A second look-up would return an address that refuses connections.
    const resolve = vi.fn(() => Promise.resolve(['127.0.0.2']));
    resolve.mockResolvedValueOnce(['127.0.0.1']);
    const bank = clientOf({ resolve });
    const address = `https://elsewhere.example:${String(receiver.port)}/`;
    expect(await bank.send(address, TOKEN)).toBeNull();
    expect(await bank.send(address, TOKEN)).toBeNull();
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('must exist', async () => {
    const bank = clientOf({ resolve: () => Promise.resolve([]) });
    expect(await bank.send('https://nowhere.example/', TOKEN)).toContain('has no address');
    const failing = clientOf({ resolve: () => Promise.reject(new Error('queryA ENOTFOUND')) });
    expect(await failing.send('https://nowhere.example/', TOKEN)).toContain('ENOTFOUND');
  });
});
