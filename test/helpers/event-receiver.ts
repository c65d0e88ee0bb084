import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** An event that a TPP's server received. */
export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly token: string;
  readonly jti: string;
  /** The id of the resource. */
  readonly resource: string;
}

/** Answers a request. By default, accepts the event. */
export type Answer = (outgoing: ServerResponse, event: ReceivedEvent) => void;

/** A TPP's server, which receives events. Its answers can be changed at any time. */
export interface EventReceiver {
  readonly port: number;
  /** The callback address, without its last segment. */
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  answer: Answer;
}

export const accept: Answer = (outgoing) => void outgoing.writeHead(202).end();

/** Starts a server with this certificate on the loopback interface, until the test ends. */
export async function openReceiver(
  tls: { readonly cert: string; readonly key: string; readonly maxVersion?: 'TLSv1.1' },
  answer: Answer = accept,
): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  const old = tls.maxVersion && { minVersion: 'TLSv1' as const, ciphers: 'ALL:@SECLEVEL=0' };
  const server = createServer({ ...tls, ...old }, (incoming, outgoing) => {
    void text(incoming).then((token) => {
      const claims = claimsOf(token);
      const { url: path = '', headers } = incoming;
      const event = { path, headers, token, jti: claims.jti, resource: resourceOf(claims) };
      received.push(event);
      receiver.answer(outgoing, event);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${String(port)}/tpp`;
  const receiver: EventReceiver = { port, url, received, answer };
  return receiver;
}

interface Claims {
  readonly jti: string;
  readonly events: Readonly<
    Record<string, { readonly subject?: Readonly<Record<string, string>> }>
  >;
}

function claimsOf(token: string): Claims {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return payload === '' ? { jti: '', events: {} } : (JSON.parse(payload) as Claims);
}

function resourceOf({ events }: Claims): string {
  const [event] = Object.values(events);
  return event?.subject?.['http://openbanking.org.uk/rid'] ?? '';
}
