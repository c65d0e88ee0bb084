import type { CustomFetch } from 'openid-client';

/** Maximum size of an answer of the provider, in bytes. Key sets and ID tokens are far smaller. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Works like `fetch`, and reads the body. Fails if it is larger than `MAX_ANSWER_BYTES`. */
export const limitedFetch: CustomFetch = async (url, { body, ...options }) => {
  const answer = await fetch(url, { ...options, ...(body !== undefined && { body }) });
  if (answer.body === null) return answer;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // An error here also ends the connection.
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      // As for a network error, fetch throws TypeError.
      throw new TypeError(`The answer of ${url} has more than ${String(MAX_ANSWER_BYTES)} bytes.`);
    }
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};
