const [CR, LF, SEMICOLON] = [0x0d, 0x0a, 0x3b];

/** What ends a body: the line of the last chunk, or of the last trailer, and an empty one. */
const END = [CR, LF, CR, LF];

/** Digits of a chunk's size that are followed; more is for Node's parser alone to judge. */
const MAX_SIZE_DIGITS = 12;

/**
 * Where in a chunk the next byte is. `doubt`: what came is not as RFC 9112, 7.1 writes chunks, or
 * the body is over.
 */
type Part = 'size' | 'extra' | 'sizeLf' | 'data' | 'dataCr' | 'dataLf' | 'trailers' | 'doubt';

/**
 * Follows the framing of a body that comes in chunks, so that the parser can be given all of it
 * that there is and nothing of what follows. It judges nothing: Node's parser says whether the body
 * is one and where it ends.
 */
export class Chunks {
  #part: Part = 'size';
  #digits = 0;
  /** Of the chunk: its size, then what is still to come. */
  #bytes = 0;
  /** How much of the end is there. */
  #ended = 0;
  /** Whether bytes came of which nobody here knows what they are. */
  #isBeyond = false;

  /** Whether the last byte that was taken is the last of the body. */
  get hasEnded(): boolean {
    return this.#ended === END.length && !this.#isBeyond;
  }

  /** How many of these bytes, which follow those of the last call, may belong to the body. */
  take(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#part === 'doubt') {
        this.#isBeyond = true;
        return bytes.length;
      }
      if (this.#part === 'data') at += this.#takeData(bytes.length - at);
      else {
        this.#part = this.#next(bytes[at] ?? 0);
        at += 1;
        if (this.#ended === END.length) return at;
      }
    }
    return at;
  }

  #takeData(there: number): number {
    const count = Math.min(this.#bytes, there);
    this.#bytes -= count;
    if (this.#bytes === 0) this.#part = 'dataCr';
    return count;
  }

  /** Where the byte leads that follows, outside of a chunk's data. */
  #next(byte: number): Part {
    switch (this.#part) {
      case 'size':
        return this.#readSize(byte);
      case 'extra':
        if (byte === CR) return 'sizeLf';
        return byte === LF ? 'doubt' : 'extra';
      case 'sizeLf':
        if (byte !== LF) return 'doubt';
        this.#ended = this.#bytes === 0 ? 2 : 0;
        return this.#bytes === 0 ? 'trailers' : 'data';
      case 'dataCr':
        return byte === CR ? 'dataLf' : 'doubt';
      case 'dataLf':
        this.#digits = 0;
        return byte === LF ? 'size' : 'doubt';
      default:
        if (byte === END[this.#ended]) this.#ended += 1;
        else this.#ended = byte === CR ? 1 : 0;
        return this.#ended === END.length ? 'doubt' : 'trailers';
    }
  }

  #readSize(byte: number): Part {
    const digit = digitOf(byte);
    if (digit === undefined) {
      if (this.#digits === 0) return 'doubt';
      if (byte === CR) return 'sizeLf';
      return byte === SEMICOLON ? 'extra' : 'doubt';
    }
    this.#digits += 1;
    this.#bytes = this.#bytes * 16 + digit;
    return this.#digits > MAX_SIZE_DIGITS ? 'doubt' : 'size';
  }
}

/** The value of a hexadecimal digit; undefined where it is none. */
function digitOf(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
