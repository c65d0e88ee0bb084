import { SIGNATURE_HEADER, type MessageSignatures } from '../../domain/ports/signatures.ts';

/** Status, headers and body of a response, before it is signed. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream | null;
}

/**
 * Creates a response and signs its body, if it has one (rules, 4.6). A stream is a file, whose
 * signature is already among the headers: a worker thread has made it.
 */
export async function signAnswer(
  { status, headers, body }: Outgoing,
  signatures: MessageSignatures,
): Promise<Response> {
  if (typeof body !== 'string') return new Response(body, { status, headers });
  const signature = await signatures.sign(Buffer.from(body), headers['content-type'] ?? '');
  return new Response(body, { status, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
}
