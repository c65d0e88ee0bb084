/**
 * Frees the memory of bytes that nobody needs any more; they are empty afterwards. Memory of which
 * they are only a part stays, for somebody else may have the rest, and so does what threads share.
 * Left to V8, the memory of large bodies has it collect the whole heap again and again
 * (docs/decisions, 88).
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
