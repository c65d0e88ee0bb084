import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A collector of traces that only counts the received spans. `GET /` returns their number. */
let spans = 0;

const server = createServer((incoming, outgoing) => {
  void text(incoming).then((body) => {
    spans += body.split('"startTimeUnixNano"').length - 1;
    const answer = incoming.method === 'GET' ? String(spans) : '{}';
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('SIGTERM', () => process.exit(0));
