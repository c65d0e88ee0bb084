import type { IncomingMessage } from 'node:http';

/** Returns the fields of a submitted form. */
export async function formOf(incoming: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Returns a parameter of a request as text. Without it, returns an empty text. */
export function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
