import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PayeeRequest, type PayeeResponse } from '../../connections/payee-contract.ts';
import type { Milliseconds } from '../../shared/time.ts';
import { confirmName, type KnownAccount } from './names.ts';
import type { z } from 'zod';

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

export interface ReferencePayeeOptions {
  /** Port on 127.0.0.1. 0 selects a free port. */
  readonly port: number;
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  /** Time before each answer, in milliseconds. */
  readonly delayMs?: Milliseconds;
  /** Each request with this number or a multiple of it gets status 503. 0: none. */
  readonly errorEvery?: number;
}

export interface ReferencePayee {
  readonly url: string;
  close(): Promise<void>;
}

type Answer = readonly [status: number, content: object];

/** Serves the API of docs/integration/payee-confirmation.md on loopback, from a table of names. */
export async function openReferencePayee({
  port,
  accounts,
  delayMs = 0,
  errorEvery = 0,
}: ReferencePayeeOptions): Promise<ReferencePayee> {
  let requests = 0;
  const closing = new AbortController();
  const answer = async (incoming: IncomingMessage): Promise<Answer> => {
    requests += 1;
    await sleep(delayMs, undefined, { signal: closing.signal });
    if (errorEvery > 0 && requests % errorEvery === 0) return problem(503, 'Not available');
    return answerTo(incoming, accounts);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming)
      .then(([status, content]) => {
        const type = status === 200 ? 'application/json' : 'application/problem+json';
        outgoing.writeHead(status, { 'content-type': type }).end(JSON.stringify(content));
      })
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerTo(
  incoming: IncomingMessage,
  accounts: ReferencePayeeOptions['accounts'],
): Promise<Answer> {
  const { method = '', url = '' } = incoming;
  if (`${method} ${url}` !== 'POST /v1/payee-confirmations') return problem(404, 'Unknown request');
  const body = await readBody(incoming);
  if (body === undefined) return problem(413, 'The request is too large');
  const read = PayeeRequest.safeParse(parse(body));
  if (!read.success) return problem(400, 'The request does not conform to the contract');
  const results = read.data.items.map((item) => confirmName(accounts, item));
  return [200, { results } satisfies z.infer<typeof PayeeResponse>];
}

function problem(status: number, title: string): Answer {
  return [status, { title, status }];
}

/** Returns the body of a request. Undefined if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
