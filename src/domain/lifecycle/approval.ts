import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { User } from '../records/records.ts';

/** Data for the decision if a customer may approve a consent. */
export interface Approval {
  readonly user: User;
  /** The consent's `Data`, as the TPP sent it. */
  readonly data: string;
  /** Total of the uploaded file. Null for a consent without a file. */
  readonly filePence: Pence | null;
  readonly now: Instant;
}

/** Reason to refuse a customer's approval. */
export interface ApprovalProblem {
  readonly reason: ReasonCode;
  /** Message for the customer. */
  readonly message: string;
  /** OAuth error code for the TPP, if not `access_denied`. */
  readonly error?: 'invalid_request';
}
