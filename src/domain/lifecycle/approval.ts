import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { User } from '../records/records.ts';

/** What the bank knows when a customer is about to approve a consent. */
export interface Approval {
  readonly user: User;
  /** The consent's `Data`, as the TPP sent it. */
  readonly data: string;
  /** What the uploaded file comes to; null for a consent without one. */
  readonly filePence: Pence | null;
  readonly now: Instant;
}

/** Why the bank must refuse what the customer approves. */
export interface ApprovalProblem {
  readonly reason: ReasonCode;
  /** In words for the customer. */
  readonly message: string;
  /** What the TPP is told in OAuth's terms, where that is not that access was denied. */
  readonly error?: 'invalid_request';
}
