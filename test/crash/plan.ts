import type { Family } from '../../src/families/common/family.ts';
import type { Pence } from '../../src/shared/money.ts';
import type { Instant } from '../../src/shared/time.ts';
import type { SentCredit } from './hub/sent-credits.ts';

type Members = Readonly<Record<string, unknown>>;

/** The requests of a story, and the effects that they must have. */
export interface Plan {
  readonly family: Family;
  /** The body of the request for the consent. */
  readonly consent: { readonly Data: { readonly Initiation: unknown }; readonly Risk?: unknown };
  /**
   * Generates the bytes of the payment file to upload, which are always the same. They are not
   * stored, because a campaign has too many files.
   */
  readonly writeFile?: () => Buffer;
  /** The user who approves or rejects the consent, and the account to debit. */
  readonly customer: Members;
  /** The users who approve or reject the submitted payment, in this order. */
  readonly approvers?: readonly Approver[] | undefined;
  /** The user who cancels each payment at the bank. Undefined if no user does. */
  readonly cancels?: Cancels | undefined;
  /**
   * The user who revokes the consent while its payments are submitted. Undefined if no user does.
   */
  readonly revokedBy?: string;
  /** True if operators may end the consent after all payments were submitted. Default: false. */
  readonly isEndedByOperators?: boolean;
  /** The payments to submit at the same time. There is one, unless the consent allows several. */
  readonly payments: readonly PlannedPayment[];
  /** Maximum total of the accepted payments. If it is not set, all payments are accepted. */
  readonly limitPence?: Pence;
  /** Number of payments that the order makes. It is more than one only for standing orders. */
  readonly occurrences: number;
  readonly finalStatus: string;
  /** True if the payment can finish only after the clock was moved. */
  readonly waitsForClock: boolean;
  /**
   * The reason why the story has no payment: the file is invalid, the customer rejects the consent,
   * or the account lacks funds.
   */
  readonly ending?: 'refused' | 'declined' | 'unfunded' | undefined;
}

/** A user who approves or rejects a payment that needs several approvals. */
export interface Approver {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
}

/**
 * A cancellation, which competes with other events of the payment, for example with its last
 * approval.
 */
export interface Cancels {
  readonly user: string;
  /**
   * When the customer cancels: at the time of the last approval, after the submission, or while the
   * clock jumps over the payment's day. With `abandoned`, operators abandon the payment's step.
   * With `held`, they may hold and reject the payment.
   */
  readonly when: 'approved' | 'taken' | 'due' | 'abandoned' | 'held';
  /** The payment's status after the cancellation. */
  readonly status: string;
}

/** A payment to submit under the story's consent. */
export interface PlannedPayment {
  /** Fields to send in `Data` in addition to ConsentId and Initiation. */
  readonly data: Members;
  /** The payment's amount, which counts towards the limit of the plan. */
  readonly pence: Pence;
  /** Returns the statement entries that the payment must cause, each once. See `entryOf`. */
  readonly entriesOf: (paymentId: string) => readonly string[];
  /** Returns the credits to other banks, if the payment is executed completely. */
  readonly sent: () => readonly SentCredit[];
}

/** The facts from which a story is planned. The same number, seed and time give the same plan. */
export interface Beginning {
  readonly number: number;
  readonly seed: number;
  readonly now: Instant;
  /**
   * True if a payment hub may return accepted credits, and may accept credits that it rejected. The
   * audit of the hub then checks the outcome of each credit. Default: false.
   */
  readonly isHubHostile?: boolean;
  /**
   * True if a core banking system keeps the accounts. A payment that is approved can then be
   * cancelled until the core holds its amount. Default: false.
   */
  readonly hasCore?: boolean;
}

/** A kind of story, with the function that plans one. */
export interface Kind {
  readonly name: string;
  /** Frequency of this kind, relative to the weights of the other kinds. */
  readonly weight: number;
  readonly plan: (story: Beginning) => Plan;
}

/** Returns the reference of a payment. An audit uses it to find the story of a statement entry. */
export function referenceOf({ number }: Pick<Beginning, 'number'>, index: number): string {
  return `S${String(number)}.${String(index)}`;
}
