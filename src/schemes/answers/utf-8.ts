/* Division of UTF-8 text into pieces of bytes. */

/** Returns the bytes of both arrays in order. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Returns the number of bytes without those of an incomplete UTF-8 character at the end. */
export function completeLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return lengthOfCharacter(byte) > back ? length - back : length;
  }
  return length;
}

/** Returns the number of bytes of a UTF-8 character that begins with this byte. */
function lengthOfCharacter(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
