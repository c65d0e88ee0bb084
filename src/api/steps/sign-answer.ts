import { arrayBuffer } from 'node:stream/consumers';
import { SIGNATURE_HEADER, type MessageSignatures } from '../../domain/ports/signatures.ts';

/** A response before it is one. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream | null;
}

/**
 * The response with the bank's signature of its body, if it has one (rules, 4.6). A stream is read
 * whole, because the header comes first: it is that of a kept file, which the limit of files
 * bounds.
 */
export async function signAnswer(
  { status, headers, body }: Outgoing,
  signatures: MessageSignatures,
): Promise<Response> {
  if (body === null) return new Response(null, { status, headers });
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : new Uint8Array(await arrayBuffer(body));
  const signature = await signatures.sign(bytes, headers['content-type'] ?? '');
  // A text goes out in one piece with the head.
  const sent = typeof body === 'string' ? body : bytes;
  return new Response(sent, { status, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
}
