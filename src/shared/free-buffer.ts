/**
 * Frees the memory of bytes that are no longer needed, which leaves them empty. Does nothing for a
 * view of a part of a larger buffer, and for a SharedArrayBuffer. If V8 had to free large bodies,
 * it would collect the whole heap again and again (docs/decisions, 88).
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
