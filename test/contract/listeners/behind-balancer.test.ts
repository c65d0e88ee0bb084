import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addressesOf, proxyHeader, tcpTo, tlsOver } from '../../helpers/proxied.ts';
import { readRaw } from '../../helpers/raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const BURST = 3;

const service = useSecureService({
  config: {
    ...{ proxyProtocol: 'v2', proxyAddresses: ['127.0.0.1'] },
    ...{ interactionsPerSecond: 0.01, interactionsBurst: BURST, connectionsPerAddress: 4 },
  },
});

/**
 * Sends a request to the customers' listener on this connection, without credentials. Returns the
 * status.
 */
async function ask(socket: Socket): Promise<number> {
  const { host } = new URL(service().issuerUrl);
  const secured = tlsOver(service(), socket);
  secured.write(`GET /as/jwks HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  return (await readRaw(secured)).status;
}

/** Sends such a request through the proxy for a client address. */
function askFor(client: string): Promise<number> {
  const socket = tcpTo(service().issuerUrl);
  socket.write(proxyHeader({ addresses: addressesOf(client) }));
  return ask(socket);
}

/** Returns true when the listener has ended a connection that starts with these bytes. */
async function isEnded(bytes: Buffer | null, localAddress?: string): Promise<boolean> {
  const socket = tcpTo(service().issuerUrl, localAddress);
  if (bytes !== null) socket.write(bytes);
  socket.resume();
  await once(socket, 'close');
  return true;
}

function endedBy(reason: string): number {
  return service().events.filter((event) => {
    return event.kind === 'connectionEnded' && event.reason === reason;
  }).length;
}

describe('listeners behind a load balancer with the PROXY protocol', () => {
  test('limit the rate of each client separately', async () => {
    for (let asked = 0; asked < BURST; asked += 1) expect(await askFor('203.0.113.1')).toBe(200);
    expect(await askFor('203.0.113.1')).toBe(429);
    expect(await askFor('203.0.113.2')).toBe(200);
  });

  test('read a header that arrives byte by byte, or together with TLS data', async () => {
    const header = proxyHeader({ addresses: addressesOf('203.0.113.3') });
    const slow = tcpTo(service().issuerUrl);
    slow.setNoDelay(true);
    for (const byte of header) {
      slow.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ask(slow)).toBe(200);

    const together = tcpTo(service().issuerUrl);
    await once(together, 'connect');
    together.cork();
    together.write(header);
    const answered = ask(together);
    setTimeout(() => {
      together.uncork();
    }, 20);
    expect(await answered).toBe(200);
  });

  test('answer health checks of the balancer', async () => {
    const socket = tcpTo(service().issuerUrl);
    socket.write(proxyHeader({ command: 0x20, family: 0, addresses: Buffer.alloc(0) }));
    expect(await ask(socket)).toBe(200);
  });

  test('limit the connections of each client separately', async () => {
    const open = (client: string): Socket => {
      const socket = tcpTo(service().issuerUrl);
      socket.write(proxyHeader({ addresses: addressesOf(client) }));
      return tlsOver(service(), socket);
    };
    const held = Array.from({ length: 4 }, () => open('203.0.113.4'));
    await Promise.all(held.map((socket) => once(socket, 'secureConnect')));
    const other = open('203.0.113.5');
    await once(other, 'secureConnect');
    const closed = once(held[0] ?? other, 'close');
    held.push(open('203.0.113.4'));
    await closed;
    expect(other.destroyed).toBe(false);
    for (const socket of [...held, other]) socket.destroy();
  });

  test('end connections with an invalid header or none, and report them', async () => {
    const before = endedBy('preface');
    const wrong = [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.from([0x16, 0x03, 0x01, 0, 5])];
    for (const bytes of [...wrong, proxyHeader({ command: 0x7f })]) {
      expect(await isEnded(bytes)).toBe(true);
    }
    expect(await isEnded(proxyHeader().subarray(0, 20))).toBe(true);
    expect(await isEnded(null)).toBe(true);
    expect(endedBy('preface') - before).toBe(5);
  });

  test('end connections from other addresses', async () => {
    const before = endedBy('barred');
    expect(await isEnded(proxyHeader(), '127.0.0.2')).toBe(true);
    expect(endedBy('barred') - before).toBe(1);
  });
});
