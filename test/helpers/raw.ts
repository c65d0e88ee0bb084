import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A response of the service, parsed from the bytes on the socket. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a request with `\n` replaced by CRLF. Reads the response until the service closes the
 * connection.
 */
export async function sendRaw(origin: string, lines: string): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(lines.replaceAll('\n', '\r\n'));
  return readRaw(socket);
}

/** Reads the response until the service closes the connection. */
export async function readRaw(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body.join('\r\n\r\n'),
  };
}

/** A request whose body the test writes in pieces. */
export interface SlowRequest {
  readonly request: ClientRequest;
  /** Writes a piece of the body. Resolves when the socket has accepted the piece. */
  readonly write: (piece: Uint8Array | string) => Promise<void>;
  /** Ends the body and reads the response. */
  readonly end: () => Promise<{ status: number; text: string }>;
  /** The response, which may arrive before the body ends. */
  readonly answer: Promise<{ status: number; text: string }>;
}

/** Sends the headers of a request. The test then writes the body. */
export function beginRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): SlowRequest {
  const outgoing = request(url, { method, headers, agent: false });
  const answer = once(outgoing, 'response').then(async ([response]) => {
    const incoming = response as IncomingMessage;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return { status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  });
  // If a test does not await the response, it aborts the request on purpose.
  answer.catch(() => undefined);
  outgoing.on('error', () => undefined);
  return {
    request: outgoing,
    answer,
    write: (piece) =>
      new Promise((resolve) => {
        outgoing.write(piece, () => {
          resolve();
        });
      }),
    end: () => {
      outgoing.end();
      return answer;
    },
  };
}
