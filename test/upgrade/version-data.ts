/*
 * Contents of fixtures/versions/<version>/laid-down.json: the data that a version of the service
 * created for the upgrade tests of later versions.
 */

/** A payment and its final status when all work has been executed. */
export interface PaymentData {
  readonly path: string;
  readonly last: string;
}

/** A payment file and its SHA-256 in hexadecimal. */
export interface FileData {
  readonly path: string;
  readonly sha256: string;
}

/** A consent that the customer approved and no payment has used yet. */
export interface ApprovedConsentData {
  readonly family: string;
  readonly consentId: string;
  readonly token: string;
}

/** A payment that waits for further approvals, with its final status after them. */
export interface PendingApprovalData extends PaymentData {
  readonly paymentId: string;
  /** Users who still have to approve it. */
  readonly approvers: readonly string[];
}

/** Data created through the payment API. */
export interface ApiData {
  /** The TPP's token. It is valid for an hour of the machine's clock. */
  readonly token: string;
  /** `Data` of the GET responses, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly payments: readonly PaymentData[];
  readonly files: readonly FileData[];
  readonly approvals: readonly ApprovedConsentData[];
  /** Absent for versions without multiple approvals. */
  readonly waiting?: readonly PendingApprovalData[];
}

/** All data created by a version. Lists of features that it did not have are empty. */
export interface VersionData extends ApiData {
  /** The machine's clock when the version stopped. */
  readonly stoppedAt: number;
  /** Number of entries of the audit log. */
  readonly auditEntries: number;
  /** Ids of the clients that registered themselves. */
  readonly registrations: readonly string[];
  /** Hashes of the session ids of signed-in customers. */
  readonly sessions: readonly string[];
}
