import type { Family } from '../../src/families/common/family.ts';
import type { Pence } from '../../src/shared/money.ts';
import type { Instant } from '../../src/shared/time.ts';

type Members = Readonly<Record<string, unknown>>;

/** The requests of a story and their expected effects. */
export interface Plan {
  readonly family: Family;
  /** The body of the request for the consent. */
  readonly consent: { readonly Data: { readonly Initiation: unknown }; readonly Risk?: unknown };
  /**
   * Generates the file to upload, always with the same bytes. A campaign has too many files to
   * store them.
   */
  readonly writeFile?: () => Buffer;
  /** The user who decides about the consent, and the debtor account. */
  readonly customer: Members;
  /** The users who decide about the accepted payment, in this order. */
  readonly approvers?: readonly Approver[] | undefined;
  /** The user who cancels each payment at the bank. Absent if nobody does. */
  readonly cancels?: Cancels | undefined;
  /** The user who revokes the consent while payments are submitted. Absent if nobody does. */
  readonly revokedBy?: string;
  /** Payments that are submitted at once: one, unless the consent allows several. */
  readonly payments: readonly PlannedPayment[];
  /** Maximum total of the payments. Without it all payments are accepted. */
  readonly limitPence?: Pence;
  /** Number of payments that a submitted order leads to: more than one for standing orders. */
  readonly occurrences: number;
  readonly finalStatus: string;
  /** True if it only finishes after a move of the clock. */
  readonly waitsForClock: boolean;
  /**
   * The reason why it has no payment: an invalid file, the customer's rejection, or insufficient
   * funds.
   */
  readonly ending?: 'refused' | 'declined' | 'unfunded' | undefined;
}

/** A user who approves or rejects a payment that needs more than one approval. */
export interface Approver {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
}

/** A cancellation, which competes with other events of the payment. */
export interface Cancels {
  readonly user: string;
  /**
   * Time of the cancellation: with the last approval, after the submission, or while the clock
   * jumps over its day.
   */
  readonly when: 'approved' | 'taken' | 'due';
  /** The payment's status after the cancellation. */
  readonly status: string;
}

/** One submission under a consent. */
export interface PlannedPayment {
  /** Members of its `Data` in addition to ConsentId and Initiation. */
  readonly data: Members;
  /** The amount that counts towards the plan's limit. */
  readonly pence: Pence;
  /** The entries that must appear on statements once each: see `entryOf`. */
  readonly entriesOf: (paymentId: string) => readonly string[];
}

/** A story before its start. The same number, seed and time give the same plan. */
export interface Beginning {
  readonly number: number;
  readonly seed: number;
  readonly now: Instant;
}

/** A kind of story. */
export interface Kind {
  readonly name: string;
  /** Frequency relative to the weights of the other kinds. */
  readonly weight: number;
  readonly plan: (story: Beginning) => Plan;
}

/**
 * Returns the reference of a story's payment, by which statement entries are assigned to stories.
 */
export function referenceOf({ number }: Pick<Beginning, 'number'>, index: number): string {
  return `S${String(number)}.${String(index)}`;
}
