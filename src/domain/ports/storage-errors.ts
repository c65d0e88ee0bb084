/**
 * Thrown when the store is unavailable: its disk is full or failing, or its queue is full. The
 * command had no effect and may be retried.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Thrown when a stored payment file is missing or differs from the upload. Retrying does not help,
 * and nothing may be paid from it. The file must be restored from a backup or from its TPP.
 */
export class StoredFileDamaged extends Error {
  override readonly name = 'KeptFileDamaged';
  /** SHA-256 of the uploaded bytes, hex. */
  readonly sha256: string;

  constructor(sha256: string, options?: ErrorOptions) {
    super(`The payment file ${sha256} is not what was uploaded, or is gone.`, options);
    this.sha256 = sha256;
  }
}

/**
 * Thrown when fsync fails. The kernel may have discarded the data, so a second fsync that succeeds
 * proves nothing. No further write may be acknowledged, and the process must end.
 */
export class SyncFailed extends Error {
  override readonly name = 'SyncFailed';
}

/** Ends the process at once. Returns only in tests, where pending writes are rejected. */
export type OnSyncFailed = (error: SyncFailed) => void;

/** Thrown when the queue of the file workers is full. The same request may be retried. */
export class WorkersBusy extends Error {
  override readonly name = 'WorkersBusy';
}
