import type { Family } from '../../src/families/common/family.ts';
import type { Pence } from '../../src/shared/money.ts';
import type { Instant } from '../../src/shared/time.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a story is to ask for, and all that is to come of it. */
export interface Plan {
  readonly family: Family;
  /** The body of the request for the consent. */
  readonly consent: { readonly Data: { readonly Initiation: unknown }; readonly Risk?: unknown };
  /** Writes what is uploaded, the same bytes each time: a campaign has too many to keep. */
  readonly writeFile?: () => Buffer;
  /** Who decides about the consent, and for which account. */
  readonly customer: Members;
  /** Who of the customer's others decides about the payment once it is taken, in this order. */
  readonly approvers?: readonly Approver[] | undefined;
  /** Who of the customer's users cancels each payment at the bank; absent: nobody. */
  readonly cancels?: Cancels | undefined;
  /** Who of them revokes the consent while payments under it are submitted; absent: nobody. */
  readonly revokedBy?: string;
  /** Submitted at once: one, unless the consent is for many. */
  readonly payments: readonly PlannedPayment[];
  /** The most that the submitted payments may come to; without it all of them are taken. */
  readonly limitPence?: Pence;
  /** How many payments are made of a submitted one that is not a file: more in standing orders. */
  readonly occurrences: number;
  readonly finalStatus: string;
  /** Whether it finishes only when the clock has moved on. */
  readonly waitsForClock: boolean;
  /** Why nothing is to come of it: a faulty file, the customer, or too little money. */
  readonly ending?: 'refused' | 'declined' | 'unfunded' | undefined;
}

/** A user who approves or rejects a payment that needs more than one approval. */
export interface Approver {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
}

/** A cancellation, which wins or loses against whatever else happens to the payment. */
export interface Cancels {
  readonly user: string;
  /** Beside the last approval, once the payment is taken, or while the clock leaps over its day. */
  readonly when: 'approved' | 'taken' | 'due';
  /** Where the payment stands once it is cancelled. */
  readonly status: string;
}

/** One submission under a consent. */
export interface PlannedPayment {
  /** Members of its `Data` besides ConsentId and Initiation. */
  readonly data: Members;
  /** What counts towards the plan's limit. */
  readonly pence: Pence;
  /** The entries that it is to leave on statements, each once: see `entryOf`. */
  readonly entriesOf: (paymentId: string) => readonly string[];
}

/** A story that is about to begin. The same number, seed and time give the same plan. */
export interface Beginning {
  readonly number: number;
  readonly seed: number;
  readonly now: Instant;
}

/** Stories that are alike. */
export interface Kind {
  readonly name: string;
  /** How often it comes, beside the weights of the others. */
  readonly weight: number;
  readonly plan: (story: Beginning) => Plan;
}

/** What statements call a payment of a story: they tell by it whose entry they have. */
export function referenceOf({ number }: Pick<Beginning, 'number'>, index: number): string {
  return `S${String(number)}.${String(index)}`;
}
