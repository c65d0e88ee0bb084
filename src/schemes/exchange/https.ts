import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  HandOverRefused,
  type ArrivedDocument,
  type Exchange,
  type MessageToHub,
} from '../../domain/ports/hub.ts';
import { shorten } from '../../shared/text.ts';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import type { CredentialFiles } from '../../connections/credentials.ts';
import { HttpsConnection, type PeerResponse } from '../../connections/https-connection.ts';
import { PeerUnavailable } from '../../connections/peer-errors.ts';
import { readJson, refusalOf, TEMPORARY_STATUSES } from '../../connections/peer.ts';
import { HUB_NAMES } from './hub-names.ts';

/** Maximum size of the answer to a hand-over, of a list of documents, and of a problem. */
const MAX_JSON_BYTES = 256 * 1024;
/** Maximum length of the hub's own explanation in an error message, in characters. */
const MAX_DETAIL_CHARACTERS = 300;

/** Maximum number of documents in a list (docs/payment-hub-api.md). */
const MAX_LISTED = 100;

/** Shortest time between two requests for documents while none arrives, in milliseconds. */
const IDLE_POLL_MS: Milliseconds = SECOND_MS;

/** The answer to a hand-over: the content that the hub has stored. */
const Receipt = z.object({ sha256: z.string() });

/** The list of documents. Ids and names are safe in a path and in a log. */
const Listing = z.object({
  documents: z.array(
    z.object({
      id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
      name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

type ListedDocument = z.infer<typeof Listing>['documents'][number];

/** The address of a hub and the files for mutual TLS. */
interface HttpsOptions extends CredentialFiles {
  /** Base URL of the API. */
  readonly url: string;
  /** Longest time without progress of a request, in milliseconds. */
  readonly timeoutMs: Milliseconds;
}

/**
 * Opens an exchange with a payment hub over HTTPS with mutual TLS (docs/payment-hub-api.md). The
 * bank sends all requests, so the hub needs no connection to the bank. Each request may be
 * repeated.
 *
 * @throws Error if a file for TLS cannot be read or is not valid
 */
export async function openHttpsExchange({
  url,
  timeoutMs,
  ...files
}: HttpsOptions): Promise<Exchange> {
  const connection = new HttpsConnection({ url, timeoutMs, files, names: HUB_NAMES });
  await connection.prepare();
  return {
    handOver: (message) => handOver(connection, message),
    idlePollMs: IDLE_POLL_MS,
    arrived: (limit) => listArrived(connection, limit),
    close: () => connection.close(),
  };
}

async function handOver(connection: HttpsConnection, message: MessageToHub): Promise<void> {
  const { id, instrument, bytes, sha256, pieces } = message;
  const answer = await connection.send({
    method: 'PUT',
    path: `/messages/${encodeURIComponent(id)}`,
    headers: {
      'content-type': instrument === 'BACS' ? 'text/plain' : 'application/xml',
      'content-length': bytes,
      'content-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    },
    body: ofLength(bytes, pieces),
  });
  const { status, isSent, request } = answer;
  if (status >= 400 && status < 500 && !TEMPORARY_STATUSES.has(status)) {
    throw new HandOverRefused(await refusalIn(answer, `The hub refuses message ${id}`));
  }
  await expectStatus(answer, [200, 201]);
  const receipt = Receipt.safeParse(await readJson(answer, MAX_JSON_BYTES));
  if (!isSent || !receipt.success || receipt.data.sha256 !== sha256) {
    answer.discard();
    throw new PeerUnavailable(
      `${request} was answered with ${String(status)}, but not with the SHA-256 of the message. ` +
        'Check that the hub, and not a proxy, answers at this address.',
    );
  }
}

/** Yields the pieces. Throws if their total length is not the expected one. */
async function* ofLength(
  expected: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > expected) break;
    yield piece;
  }
  if (bytes === expected) return;
  throw new Error(`A message has another length than expected: ${String(expected)} bytes.`);
}

async function listArrived(
  connection: HttpsConnection,
  limit: number,
): Promise<readonly ArrivedDocument[]> {
  const path = `/documents?limit=${String(Math.min(limit, MAX_LISTED))}`;
  const answer = await connection.send({ method: 'GET', path });
  await expectStatus(answer, [200]);
  const listing = Listing.safeParse(await readJson(answer, MAX_JSON_BYTES));
  if (!listing.success) {
    const problem = shorten(z.prettifyError(listing.error), MAX_DETAIL_CHARACTERS);
    throw new PeerUnavailable(`The answer to ${answer.request} is not valid: ${problem}`);
  }
  return listing.data.documents.slice(0, limit).map((document) => ({
    name: document.name,
    bytes: document.bytes,
    open: () => Readable.from(download(connection, document), { objectMode: false }),
    remove: () => remove(connection, document),
  }));
}

/** Downloads a document. Throws at its end if it is not the document of the list. */
async function* download(
  connection: HttpsConnection,
  { id, bytes, sha256 }: ListedDocument,
): AsyncGenerator<Buffer> {
  const answer = await connection.send({ method: 'GET', path: `/documents/${id}` });
  await expectStatus(answer, [200]);
  const hash = createHash('sha256');
  for await (const piece of answer.body(bytes)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) {
    throw new PeerUnavailable(`The answer to ${answer.request} has not the SHA-256 of the list.`);
  }
}

async function remove(connection: HttpsConnection, { id }: ListedDocument): Promise<void> {
  const answer = await connection.send({ method: 'DELETE', path: `/documents/${id}` });
  // With 404, an earlier request has removed it, whose answer was lost.
  await expectStatus(answer, [204, 404]);
  await readJson(answer, MAX_JSON_BYTES);
}

/** Throws PeerUnavailable with the hub's explanation if the answer has another status. */
async function expectStatus(answer: PeerResponse, expected: readonly number[]): Promise<void> {
  if (expected.includes(answer.status)) return;
  throw new PeerUnavailable(await refusalIn(answer));
}

/** Returns the status of an answer and the hub's own explanation, then closes the connection. */
async function refusalIn(answer: PeerResponse, opening?: string): Promise<string> {
  const content = await readJson(answer, MAX_JSON_BYTES).catch(() => null);
  answer.discard();
  const { status, request } = answer;
  return refusalOf({ status, content, request }, opening);
}
