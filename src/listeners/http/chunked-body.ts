const [CR, LF, SEMICOLON] = [0x0d, 0x0a, 0x3b];

/**
 * The bytes at the end of a chunked body: the line end of the last chunk or trailer, and an empty
 * line.
 */
const BODY_END = [CR, LF, CR, LF];

/**
 * Maximum number of hexadecimal digits in a chunk size that is tracked. Node's parser judges longer
 * ones.
 */
const MAX_SIZE_DIGITS = 12;

/**
 * Position of the next byte in the chunked framing (RFC 9112, 7.1). `doubt`: the bytes do not match
 * that framing, or the body has ended.
 */
type State = 'size' | 'extra' | 'sizeLf' | 'data' | 'dataCr' | 'dataLf' | 'trailers' | 'doubt';

/**
 * Finds the end of a chunked body, so that the parser gets the whole body and no byte after it. It
 * validates nothing: Node's parser decides whether the body is valid and where it ends.
 */
export class ChunkedBody {
  #state: State = 'size';
  #digits = 0;
  /** First the size of the chunk, then its bytes that have not arrived yet. */
  #bytes = 0;
  /** Number of bytes of `BODY_END` that have arrived. */
  #endBytes = 0;
  /** True if bytes arrived after the framing became unknown. */
  #isUncertain = false;

  /** True if the last byte passed to `take` is the last byte of the body. */
  get hasEnded(): boolean {
    return this.#endBytes === BODY_END.length && !this.#isUncertain;
  }

  /**
   * Returns how many of these bytes may belong to the body. They follow the bytes of the previous
   * call.
   */
  take(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'doubt') {
        this.#isUncertain = true;
        return bytes.length;
      }
      if (this.#state === 'data') at += this.#takeData(bytes.length - at);
      else {
        this.#state = this.#next(bytes[at] ?? 0);
        at += 1;
        if (this.#endBytes === BODY_END.length) return at;
      }
    }
    return at;
  }

  #takeData(there: number): number {
    const count = Math.min(this.#bytes, there);
    this.#bytes -= count;
    if (this.#bytes === 0) this.#state = 'dataCr';
    return count;
  }

  /** Returns the state after a byte outside of the chunk's data. */
  #next(byte: number): State {
    switch (this.#state) {
      case 'size':
        return this.#readSize(byte);
      case 'extra':
        if (byte === CR) return 'sizeLf';
        return byte === LF ? 'doubt' : 'extra';
      case 'sizeLf':
        if (byte !== LF) return 'doubt';
        this.#endBytes = this.#bytes === 0 ? 2 : 0;
        return this.#bytes === 0 ? 'trailers' : 'data';
      case 'dataCr':
        return byte === CR ? 'dataLf' : 'doubt';
      case 'dataLf':
        this.#digits = 0;
        return byte === LF ? 'size' : 'doubt';
      default:
        if (byte === BODY_END[this.#endBytes]) this.#endBytes += 1;
        else this.#endBytes = byte === CR ? 1 : 0;
        return this.#endBytes === BODY_END.length ? 'doubt' : 'trailers';
    }
  }

  #readSize(byte: number): State {
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

/** Returns the value of a hexadecimal digit, or undefined for any other byte. */
function digitOf(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
