import { write, writeSync } from 'node:fs';
import { SECOND_MS } from '../shared/time.ts';

/** Lines are gathered up to this many characters, or for so long, and then written together. */
const GATHERED_CHARACTERS = 4096;
const GATHERING_MS = SECOND_MS;

/** Characters that may wait for a slow reader of the log; beyond it lines are lost. */
const MAX_WAITING_CHARACTERS = 1024 * 1024;

/**
 * Writes lines to a file descriptor without ever making the service wait, throw or hang: what
 * cannot be written is lost, and `onLost` is told. (pino's own destination waits for ever in its
 * last write when the disk is full.)
 */
export class LineWriter {
  readonly #descriptor: number;
  readonly #onLost: () => void;
  readonly #timer: NodeJS.Timeout;
  #waiting = '';
  #isWriting = false;
  #isClosing = false;

  constructor(descriptor: number, onLost: () => void) {
    this.#descriptor = descriptor;
    this.#onLost = onLost;
    this.#timer = setInterval(() => {
      this.flush();
    }, GATHERING_MS);
    this.#timer.unref();
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > MAX_WAITING_CHARACTERS) {
      this.#onLost();
      return;
    }
    this.#waiting += line;
    if (this.#waiting.length >= GATHERED_CHARACTERS) this.flush();
  }

  /** Begins to write what waits. */
  flush(): void {
    if (this.#isWriting || this.#waiting === '') return;
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isWriting = true;
    this.#writeFrom(bytes, 0);
  }

  /** Writes all that waits before it returns: for what would be lost with the process. */
  flushNow(): void {
    // What is half written by now would go on in the midst of a line.
    const bytes = Buffer.from((this.#isWriting ? '\n' : '') + this.#waiting);
    this.#waiting = '';
    try {
      for (let start = 0; start < bytes.length;) {
        start += writeSync(this.#descriptor, bytes, start);
      }
    } catch {
      this.#onLost();
    }
  }

  /** Begins to write all that waits; lines that come later may be lost. */
  close(): void {
    clearInterval(this.#timer);
    this.#isClosing = true;
    this.flush();
  }

  #writeFrom(bytes: Buffer, start: number): void {
    write(this.#descriptor, bytes, start, (error, written) => {
      const next = start + written;
      if (error === null && next < bytes.length) {
        this.#writeFrom(bytes, next);
        return;
      }
      this.#isWriting = false;
      if (error !== null) this.#onLost();
      else if (this.#isClosing || this.#waiting.length >= GATHERED_CHARACTERS) this.flush();
    });
  }
}
