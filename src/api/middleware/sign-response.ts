import { SIGNATURE_HEADER, type MessageSignatures } from '../../domain/ports/signatures.ts';

/** The status, headers and body of a response that is not signed yet. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream | null;
}

/**
 * Creates a response and signs its body, if there is one (rules, 4.6). A stream is a file. A worker
 * thread has already signed it, and the signature is among the headers.
 */
export async function signAnswer(
  { status, headers, body }: Outgoing,
  signatures: MessageSignatures,
): Promise<Response> {
  if (typeof body !== 'string') return new Response(body, { status, headers });
  const signature = await signatures.sign(Buffer.from(body), headers['content-type'] ?? '');
  return new Response(body, { status, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
}
