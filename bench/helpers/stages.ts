/** The stages of a single payment in the store, in order. */
export const STAGES = ['create', 'approve', 'submit', 'execute'] as const;

export type Stage = (typeof STAGES)[number];

/** A task for a node. */
export interface Task {
  readonly stage: Stage;
  /** Number of consents or payments. The stage `execute` processes all due steps. */
  readonly amount: number;
  /** Number of commands in progress at once. */
  readonly inFlight: number;
  /**
   * True if payments are booked with their submission, else by a later step, as dated orders are.
   */
  readonly isBookedAtOnce: boolean;
  /** Number of debtor accounts, used in rotation. */
  readonly accounts: number;
}

/** The result of a task. */
export interface Done {
  readonly commands: number;
  /** Time until the last command was answered. */
  readonly milliseconds: number;
  /** CPU of its process in microseconds, including the audit chain. */
  readonly cpuMicros: number;
}

/**
 * Time until the audit entries of a service have their place in the chain, in milliseconds. This
 * CPU counts.
 */
export const SEALED_AFTER_MS = 150;
