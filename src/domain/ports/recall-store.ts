import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { BatchName } from '../records/records.ts';
import type { NewMessage } from '../schemes/hand-over.ts';
import type { CreditName } from '../schemes/messages.ts';
import type {
  NewRecall,
  OutgoingRecall,
  RecalledCredit,
  RecallResult,
  RecallState,
  SentRecall,
} from '../schemes/recalls.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** The message that contains a credit, as the recall of the credit names it. */
export type MessageOfCredit = Pick<
  NewMessage,
  'id' | 'createdAt' | 'settlementDate' | 'total' | 'bankSortCodes' | 'content'
>;

/** A recall, as operators and customers see it. */
export interface ListedRecall
  extends
    Pick<NewRecall, 'id' | 'reason' | 'note'>,
    Pick<RecalledCredit, 'messageId' | 'index' | 'instrument' | 'amount'> {
  readonly paymentId: string;
  readonly requestedAt: Instant;
  /** Id of the operator or of the customer's user. */
  readonly requestedBy: string;
  readonly requestedByKind: 'customer' | 'operator';
  /** Null if the recall was not handed over. */
  readonly handedOverAt: Instant | null;
  /** Number of attempts to hand it over that failed. */
  readonly attempts: number;
  /** The error of the last failed attempt. Null if there is none, or if it was handed over. */
  readonly problem: string | null;
  readonly state: RecallState;
  /** The code in the last answer. Null if there is none. */
  readonly answerCode: string | null;
  /** Time of the last change by an answer or by the return. Null if there is none. */
  readonly answeredAt: Instant | null;
  /** Time at which the debtor got the money of the credit back. Null before. */
  readonly creditedAt: Instant | null;
  /** Reason of the return. Null if the credit did not come back. */
  readonly returnReason: ReasonCode | null;
}

/** A state that recalls of a payment have. */
export interface PaymentRecallState {
  readonly paymentId: string;
  readonly state: RecallState;
}

/** The recalls of a scheme that have not ended, in one state. */
export interface RecallCount {
  readonly instrument: Instrument;
  readonly state: Extract<RecallState, 'open' | 'pending' | 'accepted'>;
  readonly recalls: number;
  /** Time of the request of the oldest one. */
  readonly oldestAt: Instant;
}

/** The recalls of accepted credits. Every command may be repeated, and takes effect once. */
export interface RecallStore {
  /** Returns the message of a batch whose range of payments includes an index. */
  findMessageOfCredit(batch: BatchName, index: number): Promise<MessageOfCredit | undefined>;
  /** Stores a recall, if its credit was accepted, did not come back, and has no other recall. */
  addRecall(recall: NewRecall, act: Act): Promise<RecallResult>;
  /** Returns why a credit cannot be recalled at the moment. Null if it can. */
  refusalOfRecall(credit: CreditName): Promise<Exclude<RecallResult, 'stored'> | null>;
  /** Returns the due recalls of these schemes, oldest first. Returns none of a stopped scheme. */
  recallsToHandOver(
    instruments: readonly Instrument[],
    now: Instant,
    limit: number,
  ): Promise<readonly OutgoingRecall[]>;
  markRecallHandedOver(id: string, now: Instant): Promise<void>;
  /** Records a failed attempt, and the time of the next one. */
  postponeRecall(
    id: string,
    failure: { readonly problem: string; readonly tryAt: Instant },
  ): Promise<void>;
  /** Returns the recalls with these ids, and all recalls of these credits. */
  findRecalls(
    ids: readonly string[],
    credits: readonly CreditName[],
  ): Promise<readonly SentRecall[]>;
  /**
   * Returns recalls. `open`: those that are not refused and whose money has not come back, oldest
   * first. `newest`: all of them, the newest first. `payment`, `credit`: those of a payment or of
   * one of its credits, oldest first.
   */
  listRecalls(
    which:
      | { readonly by: 'open' | 'newest' }
      | { readonly by: 'payment'; readonly id: string }
      | { readonly by: 'credit'; readonly paymentId: string; readonly index: number },
    limit: number,
  ): Promise<readonly ListedRecall[]>;
  /** Returns the states of the recalls of each payment, each state once. */
  recallStatesOf(paymentIds: readonly string[]): Promise<readonly PaymentRecallState[]>;
  /** Counts the recalls that have not ended. */
  countRecalls(): Promise<readonly RecallCount[]>;
}
