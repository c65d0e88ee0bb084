import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  generateSharedKey,
  openSharedKeys,
  ownSecrets,
  writeSharedKeys,
  type SharedKeys,
} from '../../../src/auth/keys/shared-keys.ts';
import { openTlsListeners, type TlsListeners } from '../../../src/listeners/tls-listeners.ts';
import { TICKET_KEY_MS } from '../../../src/listeners/tls/session-tickets.ts';
import { sandboxPki, tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { realTime } from '../../helpers/real-time.ts';
import { NO_BOUNDS } from '../../helpers/service.ts';

type ListenerInfo = 'httpsPort' | 'pagesPort';

const many = { perSecond: 1_000_000, burst: 1_000_000 };
const [first, second, another] = [generateSharedKey(), generateSharedKey(), generateSharedKey()];
const opened: { readonly close: () => unknown }[] = [];
let folder = '';
let nodes = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickets-'));
  cpSync(inject('pki'), folder, { recursive: true });
});

afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

async function secretsOf(...keys: Parameters<typeof writeSharedKeys>[1]): Promise<SharedKeys> {
  nodes += 1;
  const file = join(folder, `keys-${String(nodes)}.json`);
  await writeSharedKeys(file, keys);
  const secrets = openSharedKeys(file, { observe: () => undefined, pollMs: 10 });
  opened.push({ close: () => { secrets.stop(); } }); // prettier-ignore
  return secrets;
}

/** Opens the listeners of a node that was started with a command line of its own. */
async function node(secrets: SharedKeys, passed = 0): Promise<TlsListeners> {
  const pki = sandboxPki(folder);
  nodes += 1;
  process.argv.push(`--node=${String(nodes)}`);
  const listeners = await openTlsListeners(
    {
      tls: {
        certificateFile: pki.server.certificate,
        keyFile: pki.server.key,
        clientCaFile: pki.chain,
        clientCrlFile: pki.crl,
      },
      certifiedUrls: [],
      listenAddress: '127.0.0.1',
      httpsPort: { port: 0, allowFree: false },
      pagesPort: { port: 0, allowFree: false },
      console: null,
      bounds: NO_BOUNDS,
      certificateHeader: null,
      listenerOptions: {
        unauthenticated: many,
        organisations: many,
        customers: many,
        requiresSignatures: false,
      },
      secrets,
    },
    {
      machineClock: () => realTime() + passed,
      stopwatch: () => performance.now(),
      observe: () => undefined,
    },
  );
  process.argv.pop();
  opened.push({ close: () => listeners.close(0) });
  return listeners;
}

/**
 * Connects to a listener as a TPP. Returns the ticket that it receives, and whether its session was
 * resumed.
 */
async function connectAsTpp(
  port: number,
  version: 'TLSv1.2' | 'TLSv1.3',
  session?: Buffer,
): Promise<{ ticket: Buffer; isResumed: boolean }> {
  const pki = sandboxPki(folder);
  const { certificate, key } = tppFiles(pki, 'tpp-one').transport;
  const options: ConnectionOptions = {
    ...{ host: '127.0.0.1', port, minVersion: version, maxVersion: version },
    ca: readFileSync(pki.root.certificate),
    cert: readFileSync(certificate),
    key: readFileSync(key),
    ...(session && { session }),
  };
  const socket = connect(options);
  let ticket: Buffer = Buffer.alloc(0);
  socket.on('session', (given: Buffer) => {
    ticket = given;
  });
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('data', (data) => {
      resolve(String(data));
    });
  });
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  // The listener is open but has no handler yet.
  expect(await answer).toMatch(/^HTTP\/1.1 503 /);
  const isResumed = socket.isSessionReused();
  socket.destroy();
  return { ticket, isResumed };
}

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a session of %s', (version) => {
  async function isResumedAt(
    from: TlsListeners,
    to: TlsListeners,
    listener: ListenerInfo,
    back = listener,
  ) {
    const { ticket } = await connectAsTpp(from[listener], version);
    expect(ticket.length).toBeGreaterThan(0);
    return (await connectAsTpp(to[back], version, ticket)).isResumed;
  }

  test.each(['httpsPort', 'pagesPort'] as const)(
    'is resumed only at a node with the same secret (%s)',
    async (listener) => {
      const one = await node(await secretsOf(first, second));
      expect(await isResumedAt(one, one, listener)).toBe(true);
      expect(await isResumedAt(one, await node(await secretsOf(first)), listener)).toBe(true);
      expect(await isResumedAt(one, await node(await secretsOf(another)), listener)).toBe(false);
      expect(await isResumedAt(one, await node(ownSecrets()), listener)).toBe(false);
    },
  );

  test('is resumed only at the same listener', async () => {
    const listeners = await node(await secretsOf(first));
    expect(
      await isResumedAt(listeners, listeners, 'pagesPort', 'httpsPort').catch(() => false),
    ).toBe(false);
  });

  test('is not resumed after the ticket key has changed, half a day later', async () => {
    const secrets = await secretsOf(first);
    const [now, later] = [await node(secrets), await node(secrets, TICKET_KEY_MS)];
    expect(await isResumedAt(later, later, 'httpsPort')).toBe(true);
    expect(await isResumedAt(now, later, 'httpsPort')).toBe(false);
  });

  test('is not resumed after the revocation lists have changed', async () => {
    const secrets = await secretsOf(first);
    const before = await node(secrets);
    const { crl } = sandboxPki(folder);
    writeFileSync(crl, `${readFileSync(crl, 'utf8')}\n`);
    const after = await node(secrets);
    expect(await isResumedAt(after, after, 'httpsPort')).toBe(true);
    expect(await isResumedAt(before, after, 'httpsPort')).toBe(false);
    // The customers' listener has no client certificates.
    expect(await isResumedAt(before, after, 'pagesPort')).toBe(true);
  });
});

test('a promoted secret applies to new sessions of open listeners', async () => {
  const file = join(folder, 'changing.json');
  await writeSharedKeys(file, [first, second]);
  const secrets = openSharedKeys(file, { observe: () => undefined, pollMs: 10 });
  opened.push({ close: () => { secrets.stop(); } }); // prettier-ignore
  const [changed, ahead] = [await node(secrets), await node(await secretsOf(second, first))];
  const isResumed = async (): Promise<boolean> => {
    const { ticket } = await connectAsTpp(changed.httpsPort, 'TLSv1.3');
    return (await connectAsTpp(ahead.httpsPort, 'TLSv1.3', ticket)).isResumed;
  };
  expect(await isResumed()).toBe(false);
  await writeSharedKeys(file, [second, first]);
  await expect.poll(isResumed, { timeout: 60_000 }).toBe(true);
});
