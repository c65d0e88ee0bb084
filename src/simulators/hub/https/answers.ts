import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { readPieces } from '../folder.ts';

/** The answer to a request. */
export type Answer =
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'json'; readonly status: number; readonly content: object }
  | {
      readonly kind: 'document';
      readonly path: string;
      readonly bytes: number;
      readonly sha256: string;
    };

export function json(status: number, content: object): Answer {
  return { kind: 'json', status, content };
}

/** Returns a problem (RFC 9457). */
export function problem(status: number, title: string, detail: string): Answer {
  return json(status, { title, status, detail });
}

/** Sends an answer. Resolves when it is sent. */
export async function sendAnswer(outgoing: ServerResponse, answer: Answer): Promise<void> {
  if (answer.kind === 'document') {
    outgoing.writeHead(200, {
      'content-type': 'application/xml',
      'content-length': answer.bytes,
      'content-digest': contentDigest(answer.sha256),
    });
    await pipeline(readPieces(answer.path), outgoing);
    return;
  }
  if (answer.kind === 'empty') {
    outgoing.writeHead(answer.status).end();
    return;
  }
  const text = JSON.stringify(answer.content);
  const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
  outgoing.setHeader('content-type', type);
  outgoing.setHeader('content-length', Buffer.byteLength(text));
  if (answer.status === 503) outgoing.setHeader('retry-after', 1);
  outgoing.writeHead(answer.status).end(text);
}

/** Returns the value of the header Content-Digest (RFC 9530) for a SHA-256 in hex. */
function contentDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}

/** Returns the SHA-256 in a header Content-Digest, in hex. Undefined if it contains none. */
export function sha256In(header: string | readonly string[] = ''): string | undefined {
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(String(header))?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('hex');
}
