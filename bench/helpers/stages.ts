/** The stages of a single payment in the store, in their order. */
export const STAGES = ['create', 'approve', 'submit', 'execute'] as const;

export type Stage = (typeof STAGES)[number];

/** A task that the bench gives to a node. */
export interface Task {
  readonly stage: Stage;
  /** Number of consents or payments. The stage `execute` processes all due steps. */
  readonly amount: number;
  /** Number of commands that are in progress at the same time. */
  readonly inFlight: number;
  /**
   * True if payments are booked when they are submitted. False if a later step books them, as for
   * orders with a date.
   */
  readonly isBookedAtOnce: boolean;
  /** Number of debtor accounts. The payments use them in turn. */
  readonly accounts: number;
}

/** The result of a task. */
export interface Done {
  readonly commands: number;
  /** Time until the last command was answered. */
  readonly milliseconds: number;
  /** CPU time of the node's process in microseconds, including the audit chain. */
  readonly cpuMicros: number;
}

/**
 * Time in milliseconds after which all audit entries of a service are in the hash chain. The CPU
 * time for this is measured too.
 */
export const SEALED_AFTER_MS = 150;
