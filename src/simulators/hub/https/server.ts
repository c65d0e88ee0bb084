import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HubParts } from '../hub-parts.ts';
import { problem, sendAnswer, type Answer, json, sha256In } from './answers.ts';
import { Documents } from './documents.ts';
import { randomUUID } from 'node:crypto';
import { removeFile, writeDurably } from '../folder.ts';
import { ENDINGS, MESSAGE_ID } from '../message-id.ts';

/** Address and TLS files of the listener. */
export interface HttpsOptions {
  readonly host: string;
  /** Port. 0 selects a free port. */
  readonly port: number;
  /** Certificate of the hub with its intermediate certificates, PEM. */
  readonly certificate: string | Buffer;
  readonly key: string | Buffer;
  /** Authorities of the bank's client certificate, PEM. */
  readonly authorities: string | Buffer;
  /** Called with the base URL when the hub listens. */
  readonly listening: (url: string) => void;
}

/** The listener for HTTPS. */
interface HttpsServer {
  /** Throws the error of a request that failed, because it would end the exchange of files too. */
  throwIfFailed(): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

const MESSAGE_PATH = /^\/messages\/([^/]+)$/;
const DOCUMENT_PATH = /^\/documents\/([A-Za-z0-9][A-Za-z0-9._-]{0,99})$/;

/** Serves the API of a payment hub (docs/payment-hub-api.md) with mutual TLS. */
export async function openHttpsServer(
  parts: HubParts,
  { host, port, certificate, key, authorities, listening }: HttpsOptions,
): Promise<HttpsServer> {
  const failures: unknown[] = [];
  const documents = new Documents(parts.fromHub);
  const handling = new Set<Promise<void>>();
  const closing = new AbortController();
  const tls = { cert: certificate, key, ca: authorities, minVersion: 'TLSv1.2' } as const;
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true },
    (incoming, outgoing) => {
      const handled = handle(
        { parts, documents, signal: closing.signal },
        incoming,
        outgoing,
      ).catch((error: unknown) => {
        if (!isOfConnection(error)) failures.push(error);
        incoming.socket.destroy();
      });
      handling.add(handled);
      void handled.finally(() => handling.delete(handled));
    },
  );
  server.on('tlsClientError', ({ message }) => {
    parts.print(`Refused a connection: ${message}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { address, family, port: chosen } = server.address() as AddressInfo;
  listening(`https://${family === 'IPv6' ? `[${address}]` : address}:${String(chosen)}`);
  return {
    throwIfFailed: () => {
      if (failures.length > 0) throw failures[0];
    },
    close: async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...handling]);
    },
  };
}

interface Serving {
  readonly parts: HubParts;
  readonly documents: Documents;
  /** Ends delays when the listener closes. */
  readonly signal: AbortSignal;
}

/** Codes of errors of a connection that the client has closed. */
const CONNECTION_ERRORS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

function isOfConnection(error: unknown): boolean {
  return CONNECTION_ERRORS.has((error as NodeJS.ErrnoException).code);
}

async function handle(
  serving: Serving,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const fault = serving.parts.faults();
  if (fault.kind === 'lostRequest') {
    incoming.socket.destroy();
    return;
  }
  const answer =
    fault.kind === 'unavailable'
      ? problem(503, 'Unavailable', 'The hub is not available. Repeat the request later.')
      : await execute(serving, incoming);
  const { signal } = serving;
  if (fault.delayMs > 0) await sleep(fault.delayMs, undefined, { signal }).catch(() => undefined);
  if (fault.kind === 'lostAnswer') {
    incoming.socket.destroy();
    return;
  }
  // The rest of a refused message is read, so that the client can read the answer.
  incoming.resume();
  await sendAnswer(outgoing, answer);
}

async function execute({ parts, documents }: Serving, incoming: IncomingMessage): Promise<Answer> {
  const { method = '', url = '' } = incoming;
  const base = 'https://hub.example';
  if (!URL.canParse(url, base)) return problem(400, 'Invalid path', 'Expected a valid path.');
  const { pathname, searchParams } = new URL(url, base);
  const messageId = MESSAGE_PATH.exec(pathname)?.[1];
  const documentId = DOCUMENT_PATH.exec(pathname)?.[1];
  if (messageId !== undefined && method === 'PUT') {
    return receiveMessage(parts, messageId, incoming);
  }
  if (pathname === '/documents' && method === 'GET') {
    return documents.list(searchParams.get('limit'));
  }
  if (documentId !== undefined && method === 'GET') return documents.read(documentId);
  if (documentId !== undefined && method === 'DELETE') return documents.remove(documentId);
  return problem(404, 'Unknown request', 'See docs/payment-hub-api.md for the requests.');
}

/** Largest message in bytes. */
const MAX_MESSAGE_BYTES = 1024 * 1024 * 1024;

/** Receives a message and stores it durably. */
async function receiveMessage(
  parts: HubParts,
  id: string,
  incoming: IncomingMessage,
): Promise<Answer> {
  const { headers } = incoming;
  if (!MESSAGE_ID.test(id)) {
    return problem(400, 'Invalid message id', 'Use 1 to 26 letters, digits or hyphens.');
  }
  const ending = ENDINGS.get((headers['content-type'] ?? '').split(';')[0]?.trim() ?? '');
  if (ending === undefined) {
    const detail = `Expected Content-Type ${[...ENDINGS.keys()].join(' or ')}.`;
    return problem(415, 'Unknown media type', detail);
  }
  const expected = sha256In(headers['content-digest']);
  if (expected === undefined) {
    return problem(400, 'No digest', 'Expected Content-Digest: sha-256=:…: (RFC 9530).');
  }
  if (headers['content-length'] === undefined) {
    return problem(411, 'No length', 'Expected Content-Length.');
  }
  if (Number(headers['content-length']) > MAX_MESSAGE_BYTES) {
    return problem(413, 'Too large', `Expected at most ${String(MAX_MESSAGE_BYTES)} bytes.`);
  }
  const copy = `${id}.${randomUUID()}`;
  const { sha256 } = await writeDurably(parts.folders.incoming, copy, incoming);
  if (sha256 !== expected) {
    await removeFile(parts.folders.incoming, copy);
    return problem(400, 'Wrong digest', 'The content has another SHA-256 than Content-Digest.');
  }
  parts.reached('copied');
  const stored = await parts.storeMessage({ id, copy, file: `${id}.${ending}`, sha256 });
  parts.reached('stored');
  if (stored === 'conflict') {
    return problem(409, 'Other content', `The hub has another content under the id ${id}.`);
  }
  return json(stored === 'new' ? 201 : 200, { id, sha256 });
}
