import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { User } from '../records/records.ts';

/** The data that decides if a customer may approve a consent. */
export interface Approval {
  readonly user: User;
  /** The consent's `Data`, as the TPP sent it. */
  readonly data: string;
  /** Total amount of the uploaded file. Null for a consent without a file. */
  readonly filePence: Pence | null;
  readonly now: Instant;
}

/** The reason why the bank does not let a customer approve a consent. */
export interface ApprovalProblem {
  readonly reason: ReasonCode;
  /** Message for the customer. */
  readonly message: string;
  /** The OAuth error code that the TPP gets. Absent means `access_denied`. */
  readonly error?: 'invalid_request';
}
