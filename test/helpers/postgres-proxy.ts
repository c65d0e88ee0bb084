import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy between the service and a database, which a test can make faulty. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /**
   * True while the proxy drops all data but keeps connections open, as when a machine loses power.
   */
  isSilent: boolean;
  /** Bytes that the proxy appends to the database's next ReadyForQuery message. */
  addition: Buffer;
}

/** The PostgreSQL message ReadyForQuery, sent outside of a transaction. */
const READY = Buffer.from('Z\0\0\0\u0005I');

/** Opens a proxy to the database with this URL. Closes it when the test ends. */
export async function proxyTo(address: string): Promise<DatabaseProxy> {
  const url = new URL(address);
  const { hostname, port } = url;
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (chunk) => {
      if (!way.isSilent) far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (way.isSilent) return;
      const isReady = chunk.subarray(-READY.length).equals(READY);
      near.write(isReady ? Buffer.concat([chunk, way.addition]) : chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  url.port = String((server.address() as AddressInfo).port);
  const way: DatabaseProxy = { url: url.href, isSilent: false, addition: Buffer.alloc(0) };
  return way;
}

/** Returns the error message that PostgreSQL sends when an administrator ends a connection. */
export function endedByOperator(): Buffer {
  const fields = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const message = Buffer.alloc(5 + fields.length);
  message.write('E');
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}
