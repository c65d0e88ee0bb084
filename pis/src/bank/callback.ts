import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../terminal/context.ts';

/** Maximum size of a callback address, in bytes. */
const MAX_BYTES = 16 * 1024;

/** Waits for the address at which the customer's browser returned from the bank. */
export interface Callback {
  /**
   * Value of `state` for the request. It names the port of pis, so that the callback page of the
   * sandbox can hand the address over.
   */
  readonly state: string;
  readonly address: Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Receives the callback address: pasted into the terminal, or posted by the callback page to a port
 * of this machine. Only a request with the random `state` is accepted.
 */
export async function receiveCallback({ ask, signal, err }: Context): Promise<Callback> {
  const found = Promise.withResolvers<string>();
  const secret = randomBytes(16).toString('base64url');
  let state = '';
  const server = createServer((request, response) => {
    // A page that breaks off its request is ignored.
    void receive(request, response, state).then(
      (address) => {
        if (address !== undefined) found.resolve(address);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  state = `pis-${String((server.address() as AddressInfo).port)}-${secret}`;
  signal.addEventListener('abort', () => {
    found.reject(signal.reason as Error);
  });
  const received = new AbortController();
  if (ask !== undefined) {
    const question = (text: string): Promise<string> => ask(text, received.signal);
    void paste(question, err, state).then(found.resolve, found.reject);
  }
  found.promise.catch(() => undefined);
  return {
    ...{ state, address: found.promise },
    close: async () => {
      received.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Asks for the address until it contains the state of this approval. */
async function paste(
  ask: (question: string) => Promise<string>,
  err: Context['err'],
  state: string,
): Promise<string> {
  for (;;) {
    const text = (await ask('Address at which the browser ends, if pis does not go on: ')).trim();
    if (URL.canParse(text) && text.includes(encodeURIComponent(state))) return text;
    err.write('Expected the whole address, with everything after the # or ?.\n');
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  state: string,
): Promise<string | undefined> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BYTES) break;
  }
  const isOurs = request.method === 'POST' && URL.canParse(text) && stateIn(text) === state;
  response.writeHead(isOurs ? 204 : 404, { 'access-control-allow-origin': '*' }).end();
  return isOurs ? text : undefined;
}

function stateIn(address: string): string | null {
  const { hash, searchParams } = new URL(address);
  return new URLSearchParams(hash.slice(1)).get('state') ?? searchParams.get('state');
}
