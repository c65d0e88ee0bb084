import type { ServerResponse } from 'node:http';
import type { FileContent } from '../../use-cases/index.ts';
import { refuse, Refusal } from '../../shared/errors.ts';
import { Turns } from '../../shared/event-loop-turns.ts';
import { createPlaces, type TakePlace } from './concurrency-limit.ts';

export interface DownloadLimits {
  /** Downloads that one TPP may have under way at once. */
  readonly perTpp: number;
  /** Downloads that all TPPs together may have under way at once. */
  readonly inAll: number;
  /** Time that a client has to read a whole file, in milliseconds. */
  readonly timeoutMs: number;
}

/** The client of a download. */
interface Downloader {
  readonly organisationId: string;
  readonly outgoing: Pick<ServerResponse, 'closed' | 'once'>;
  /** Ends the connection of a client that does not read its answer. */
  readonly endUnread: () => void;
}

/** Nobody reads it: the client has closed its connection. */
const CLOSED = refuse(400, 'invalidFormat', 'The connection is closed.');

/**
 * Bounds the downloads of files. A download holds its place until its answer has been sent or its
 * connection is closed, so that unread answers count. The files of one TPP are opened one after the
 * other: opening reads the whole file on a worker thread, where other TPPs wait for at most one
 * file of each.
 */
export class Downloads {
  readonly #takePlace: TakePlace;
  readonly #turns = new Turns();
  readonly #timeoutMs: number;

  constructor({ perTpp, inAll, timeoutMs }: DownloadLimits) {
    this.#takePlace = createPlaces({ kind: 'downloads', perTpp, inAll });
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Opens a file for a client. Returns a refusal where there is no place: 429 for the TPP, 503 for
   * all. Ends the connection when the client has not read the file within the time limit.
   */
  async begin(
    { organisationId, outgoing, endUnread }: Downloader,
    open: () => Promise<FileContent | Refusal>,
  ): Promise<FileContent | Refusal> {
    const leave = this.#takePlace(organisationId);
    if (leave instanceof Refusal) return leave;
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
      if (content instanceof Refusal || outgoing.closed) leave();
      else this.#holdUntilClosed(outgoing, endUnread, leave);
    }
  }

  #holdUntilClosed(
    outgoing: Downloader['outgoing'],
    endUnread: () => void,
    leave: () => void,
  ): void {
    const limit = setTimeout(endUnread, this.#timeoutMs).unref();
    outgoing.once('close', () => {
      clearTimeout(limit);
      leave();
    });
  }
}
