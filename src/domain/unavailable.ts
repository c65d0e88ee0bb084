/**
 * The store cannot answer just now: its disk is full or failing, or too much is waiting for it.
 * Nothing of the command has happened, and the same command may be tried again.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * What is kept is not what it was, or is gone. No retry mends it, and nothing may be paid from it.
 */
export class KeptFileDamaged extends Error {
  override readonly name = 'KeptFileDamaged';
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
