/*
 * What a version of the service laid down for the versions that follow it, below
 * fixtures/versions/<version>.
 */

/** A payment, and what it comes to when everything that waits has fallen due. */
export interface LaidPayment {
  readonly path: string;
  readonly last: string;
}

/** A file of consents, in hexadecimal. */
export interface LaidFile {
  readonly path: string;
  readonly sha256: string;
}

/** A consent that the customer approved, and that is still to be used. */
export interface LaidApproval {
  readonly family: string;
  readonly consentId: string;
  readonly token: string;
}

/** A payment that waits for others to approve it, and what comes of it once they have. */
export interface LaidWaiting extends LaidPayment {
  readonly paymentId: string;
  /** Those who have still to approve it. */
  readonly approvers: readonly string[];
}

/** What is laid down through the payment API. */
export interface LaidAnswers {
  /** The TPP's token; it is good for an hour of the machine's clock. */
  readonly token: string;
  /** `Data` of the answer to GET, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly payments: readonly LaidPayment[];
  readonly files: readonly LaidFile[];
  readonly approvals: readonly LaidApproval[];
  /** Absent in what versions laid down that knew one approval alone. */
  readonly waiting?: readonly LaidWaiting[];
}

/** All that a version laid down; of what it did not have yet, nothing. */
export interface LaidDown extends LaidAnswers {
  /** The machine's clock when the version stopped. */
  readonly stoppedAt: number;
  /** Entries of the audit log. */
  readonly auditEntries: number;
  /** Clients that registered themselves. */
  readonly registrations: readonly string[];
  /** Sessions of customers who were signed in, by the hash of their id. */
  readonly sessions: readonly string[];
}
