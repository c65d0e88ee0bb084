import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { removeFile, writeDurably } from '../folder.ts';
import type { HubParts } from '../hub-parts.ts';
import { MESSAGE_ID } from '../message-id.ts';
import { json, problem, sha256In, type Answer } from './answers.ts';

/** Largest message in bytes. */
const MAX_MESSAGE_BYTES = 1024 * 1024 * 1024;

/** Endings of the files of messages, keyed by the media type of the request. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['application/xml', 'xml'],
  ['text/plain', 's18'],
]);

/** Receives a message and stores it durably. */
export async function receiveMessage(
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
