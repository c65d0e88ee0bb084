import type { ServerResponse } from 'node:http';
import type { FileContent } from '../../use-cases/index.ts';
import { refuse, Refusal } from '../../shared/errors.ts';
import type { Milliseconds } from '../../shared/time.ts';
import { createConcurrencyLimit, type AcquireSlot } from './concurrency-limit.ts';

export interface DownloadLimits {
  /** Maximum number of concurrent downloads of one TPP. */
  readonly perTpp: number;
  /** Maximum number of concurrent downloads of all TPPs together. */
  readonly inAll: number;
  /** The time in which a client must read a whole file, in milliseconds. */
  readonly timeoutMs: Milliseconds;
}

/** The client that downloads a file. */
interface Downloader {
  readonly organisationId: string;
  readonly outgoing: Pick<ServerResponse, 'closed' | 'once'>;
  /** Closes the connection if the client does not read its response. */
  readonly endUnread: () => void;
}

/** The response if the client has closed its connection. It is never sent. */
const CLOSED = refuse(400, 'invalidFormat', 'The connection is closed.');

/**
 * Limits the downloads of files. A download keeps its slot until the response has been sent or the
 * connection is closed. Responses that the client does not read therefore count too. The files of
 * one TPP are opened one after another. Opening a file reads it completely on a worker thread. Each
 * TPP therefore waits for at most one file of every other TPP.
 */
export class Downloads {
  readonly #acquireSlot: AcquireSlot;
  readonly #openings = new KeyedQueue();
  readonly #timeoutMs: Milliseconds;

  constructor({ perTpp, inAll, timeoutMs }: DownloadLimits) {
    this.#acquireSlot = createConcurrencyLimit({ kind: 'downloads', perTpp, inAll });
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Opens a file for a client. Returns 429 above the TPP's limit, and 503 above the total limit.
   * Closes the connection if the client has not read the file within the time limit.
   */
  async begin(
    { organisationId, outgoing, endUnread }: Downloader,
    open: () => Promise<FileContent | Refusal>,
  ): Promise<FileContent | Refusal> {
    const release = this.#acquireSlot(organisationId);
    if (release instanceof Refusal) return release;
    let content: FileContent | Refusal = CLOSED;
    try {
      content = await this.#openings.run(organisationId, () =>
        outgoing.closed ? Promise.resolve(CLOSED) : open(),
      );
      if (content instanceof Refusal) return content;
      if (!outgoing.closed) return content;
      await content.stream.cancel();
      return CLOSED;
    } finally {
      if (content instanceof Refusal || outgoing.closed) release();
      else this.#holdUntilClosed(outgoing, endUnread, release);
    }
  }

  #holdUntilClosed(
    outgoing: Downloader['outgoing'],
    endUnread: () => void,
    release: () => void,
  ): void {
    const limit = setTimeout(endUnread, this.#timeoutMs).unref();
    outgoing.once('close', () => {
      clearTimeout(limit);
      release();
    });
  }
}

/**
 * Runs tasks with the same key one after the other, and tasks with different keys concurrently. The
 * caller limits the number of pending tasks.
 */
class KeyedQueue {
  /** For each key, a promise that resolves when its last task has ended. */
  readonly #last = new Map<string, Promise<undefined>>();

  /** Runs a task after all earlier tasks with the same key have ended, even if they failed. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const done = (): undefined => undefined;
    const end = result.then(done, done);
    this.#last.set(key, end);
    await end;
    if (this.#last.get(key) === end) this.#last.delete(key);
    return result;
  }
}
