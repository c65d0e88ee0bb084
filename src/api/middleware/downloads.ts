import type { ServerResponse } from 'node:http';
import type { FileContent } from '../../use-cases/index.ts';
import { refuse, Refusal } from '../../shared/errors.ts';
import { Turns } from '../../shared/event-loop-turns.ts';
import type { Milliseconds } from '../../shared/time.ts';
import { createConcurrencyLimit, type AcquireSlot } from './concurrency-limit.ts';

export interface DownloadLimits {
  /** Downloads that one TPP may have under way at once. */
  readonly perTpp: number;
  /** Downloads that all TPPs together may have under way at once. */
  readonly inAll: number;
  /** Time that a client has to read a whole file, in milliseconds. */
  readonly timeoutMs: Milliseconds;
}

/** The client of a download. */
interface Downloader {
  readonly organisationId: string;
  readonly outgoing: Pick<ServerResponse, 'closed' | 'once'>;
  /** Ends the connection of a client that does not read its answer. */
  readonly endUnread: () => void;
}

/** The answer if the client has closed its connection. It is never sent. */
const CLOSED = refuse(400, 'invalidFormat', 'The connection is closed.');

/**
 * Limits the downloads of files. A download occupies its slot until its answer has been sent or its
 * connection is closed, so that unread answers count. The files of one TPP are opened one after
 * another. Opening reads the whole file on a worker thread, so a TPP waits for at most one file of
 * each other TPP.
 */
export class Downloads {
  readonly #acquireSlot: AcquireSlot;
  readonly #turns = new Turns();
  readonly #timeoutMs: Milliseconds;

  constructor({ perTpp, inAll, timeoutMs }: DownloadLimits) {
    this.#acquireSlot = createConcurrencyLimit({ kind: 'downloads', perTpp, inAll });
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Opens a file for a client. Returns 429 above the limit of the TPP, and 503 above the total
   * limit. Ends the connection if the client has not read the file within the timeout.
   */
  async begin(
    { organisationId, outgoing, endUnread }: Downloader,
    open: () => Promise<FileContent | Refusal>,
  ): Promise<FileContent | Refusal> {
    const release = this.#acquireSlot(organisationId);
    if (release instanceof Refusal) return release;
    let content: FileContent | Refusal = CLOSED;
    try {
      content = await this.#turns.run(organisationId, () =>
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
