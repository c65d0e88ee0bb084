/**
 * The store cannot answer just now: its disk is full or failing, or too much is waiting for it.
 * Nothing of the command has happened, and the same command may be tried again.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * What is kept of a payment file is not what was uploaded, or is gone. No retry mends it, and
 * nothing may be paid from it; the file itself must come back, from a backup or from its TPP.
 */
export class StoredFileDamaged extends Error {
  override readonly name = 'KeptFileDamaged';
  /** SHA-256 (hex) of what was uploaded. */
  readonly sha256: string;

  constructor(sha256: string, options?: ErrorOptions) {
    super(`The payment file ${sha256} is not what was uploaded, or is gone.`, options);
    this.sha256 = sha256;
  }
}

/**
 * The disk did not make durable what it was asked to. The kernel may have dropped it since, so a
 * second try that succeeds means nothing: nothing more may be acknowledged, and the process ends.
 */
export class SyncFailed extends Error {
  override readonly name = 'SyncFailed';
}

/** Ends the process at once. Returns in tests alone, where what waits is rejected. */
export type OnSyncFailed = (error: SyncFailed) => void;

/** Too many jobs on files wait already. The same request may be tried again. */
export class WorkersBusy extends Error {
  override readonly name = 'WorkersBusy';
}
