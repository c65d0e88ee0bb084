import { SIGNATURE_HEADER, type MessageSignatures } from '../../domain/ports/signatures.ts';

/** A response before it is one. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream | null;
}

/**
 * The response with the bank's signature of its body, if it has one (rules, 4.6). A stream is that
 * of a file, whose signature is among the headers already: a worker thread has made it.
 */
export async function signAnswer(
  { status, headers, body }: Outgoing,
  signatures: MessageSignatures,
): Promise<Response> {
  if (typeof body !== 'string') return new Response(body, { status, headers });
  const signature = await signatures.sign(Buffer.from(body), headers['content-type'] ?? '');
  return new Response(body, { status, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
}
