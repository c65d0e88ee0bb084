/** What single payments are taken through at the store, one stage after the other. */
export const STAGES = ['create', 'approve', 'submit', 'execute'] as const;

export type Stage = (typeof STAGES)[number];

/** What a node is told to do. */
export interface Task {
  readonly stage: Stage;
  /** Consents or payments that it takes through the stage; of steps, it takes all that are due. */
  readonly amount: number;
  /** Commands that it has under way at once. */
  readonly inFlight: number;
  /** Whether payments are booked as they are taken, or by a step, as those of a later day are. */
  readonly isBookedAtOnce: boolean;
  /** So many accounts pay, in turn. */
  readonly accounts: number;
}

/** What it did. */
export interface Done {
  readonly commands: number;
  /** Until the last of them was answered. */
  readonly milliseconds: number;
  /** CPU of its process, in microseconds, sealing the audit log included. */
  readonly cpuMicros: number;
}

/** What a service entered in the audit log is sealed by then, in milliseconds: its CPU counts. */
export const SEALED_AFTER_MS = 150;
