/**
 * Thrown when the store is unavailable, because its disk is full or failing, or because its queue
 * is full. The command changed nothing and may be retried.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Thrown when a stored payment file is missing or differs from the upload. Retrying does not help,
 * and nothing may be paid from the file. The operator must restore it from a backup or get it again
 * from the TPP.
 */
export class StoredFileDamaged extends Error {
  override readonly name = 'StoredFileDamaged';
  /** SHA-256 of the uploaded bytes, hex. */
  readonly sha256: string;

  constructor(sha256: string, options?: ErrorOptions) {
    super(`The payment file ${sha256} is not what was uploaded, or is gone.`, options);
    this.sha256 = sha256;
  }
}

/**
 * Thrown when fsync fails. The kernel may have discarded the data, so a later successful fsync
 * proves nothing. The service must not acknowledge any further write, and the process must end.
 */
export class SyncFailed extends Error {
  override readonly name = 'SyncFailed';
}

/** Ends the process at once. It returns only in tests, which then reject the pending writes. */
export type OnSyncFailed = (error: SyncFailed) => void;

/** Thrown when another system of the bank cannot be reached. The caller may retry. */
export class SystemUnavailable extends Error {
  override readonly name: string = 'SystemUnavailable';
}

/**
 * Thrown when the queue of the file worker threads is full. The caller may retry the same request.
 */
export class WorkersBusy extends Error {
  override readonly name = 'WorkersBusy';
}

/** Returns true for an error that ends without the action of an operator. It is not logged. */
export function isTransient(error: unknown): boolean {
  return [StoreUnavailable, SystemUnavailable, WorkersBusy].some((kind) => error instanceof kind);
}
