/**
 * A byte buffer that grows. Its capacity doubles when it is full, because most files are written in
 * many small pieces.
 */
export class Bytes {
  #room = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the bytes without copying them. The result is valid only until the next change. */
  get view(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  /** Truncates the bytes, or appends zeros. */
  resize(length: number): void {
    if (length < this.#length) this.#room.fill(0, length, this.#length);
    if (length > this.#room.length) {
      const room = Buffer.alloc(Math.max(length, 2 * this.#room.length));
      this.#room.copy(room);
      this.#room = room;
    }
    this.#length = length;
  }

  /** Overwrites bytes at an offset and extends the length if needed. */
  write(offset: number, bytes: Buffer): void {
    if (offset + bytes.length > this.#length) this.resize(offset + bytes.length);
    bytes.copy(this.#room, offset);
  }
}
