import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writevSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An upload server with the minimum cost, which does not parse anything. It receives the bytes over
 * HTTP, hashes them, writes them with fdatasync and responds. It implements those paths of the
 * service that the bench uses.
 */
const directory = process.env['BENCH_DATA_DIR'] ?? '.';

const server = createServer((request, response) => {
  void answer(request).then((body) => response.end(body));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('SIGTERM', () => process.exit(0));

async function answer(request: IncomingMessage): Promise<string> {
  const address = request.url ?? '';
  if (address === '/metrics') {
    const { user, system } = process.cpuUsage();
    return `process_cpu_seconds_total ${String((user + system) / 1e6)}\n`;
  }
  if (address.endsWith('/file')) return keep(request);
  request.resume();
  if (address === '/sandbox/token') return JSON.stringify({ access_token: 'none' });
  return JSON.stringify({ Data: { ConsentId: randomUUID() } });
}

async function keep(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    hash.update(piece as Buffer);
    pieces.push(piece as Buffer);
  }
  const descriptor = openSync(`${directory}/${randomUUID()}`, 'wx');
  writevSync(descriptor, pieces);
  fdatasyncSync(descriptor);
  closeSync(descriptor);
  return hash.digest('hex');
}
