import { write, writeSync } from 'node:fs';
import { SECOND_MS } from '../shared/time.ts';

/** Lines are buffered up to this many characters or milliseconds and then written together. */
const FLUSH_CHARACTERS = 4096;
const FLUSH_INTERVAL_MS = SECOND_MS;

/** Maximum number of buffered characters when the log's reader is slow. Further lines are lost. */
const MAX_BUFFERED_CHARACTERS = 1024 * 1024;

/**
 * Writes lines to a file descriptor. It never makes the service wait, throw or hang: lines that
 * cannot be written are dropped and reported by `onLost`. (pino's own destination waits for ever in
 * its last write when the disk is full.)
 */
export class LineWriter {
  readonly #descriptor: number;
  readonly #onLost: () => void;
  readonly #timer: NodeJS.Timeout;
  #buffer = '';
  #isWriting = false;
  #isClosing = false;

  constructor(descriptor: number, onLost: () => void) {
    this.#descriptor = descriptor;
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.flush(), FLUSH_INTERVAL_MS);
    this.#timer.unref();
  }

  write(line: string): void {
    if (this.#buffer.length + line.length > MAX_BUFFERED_CHARACTERS) {
      this.#onLost();
      return;
    }
    this.#buffer += line;
    if (this.#buffer.length >= FLUSH_CHARACTERS) this.flush();
  }

  /** Starts writing the buffered lines. */
  flush(): void {
    if (this.#isWriting || this.#buffer === '') return;
    const bytes = Buffer.from(this.#buffer);
    this.#buffer = '';
    this.#isWriting = true;
    this.#writeFrom(bytes, 0);
  }

  /** Writes all buffered lines synchronously, before the process ends. */
  flushNow(): void {
    // The pending write may stop in the middle of a line: start a new line.
    const bytes = Buffer.from((this.#isWriting ? '\n' : '') + this.#buffer);
    this.#buffer = '';
    try {
      for (let start = 0; start < bytes.length;) {
        start += writeSync(this.#descriptor, bytes, start);
      }
    } catch {
      this.#onLost();
    }
  }

  /** Starts writing all buffered lines. Lines that are written later may be lost. */
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
      else if (this.#isClosing || this.#buffer.length >= FLUSH_CHARACTERS) this.flush();
    });
  }
}
