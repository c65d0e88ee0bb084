import type { Instant } from '../../shared/time.ts';

/**
 * The person or component that performs an action. It contains only ids and thumbprints, never
 * names or tokens.
 */
export interface Actor {
  readonly kind: 'tpp' | 'customer' | 'operator' | 'service';
  /** The client id or the user id. If the service itself acts, the name of its component. */
  readonly id: string;
  /**
   * Thumbprint (x5t#S256, base64url) of the client certificate. Null if the client presented none.
   */
  readonly certificate: string | null;
  readonly interactionId: string | null;
  /** The remote address of the connection. */
  readonly address: string | null;
}

/** Returns an actor. Its properties that are not given are null. */
export function actorOf(
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  known: Partial<Omit<Actor, 'kind' | 'id'>> = {},
): Actor {
  return { kind, id, certificate: null, interactionId: null, address: null, ...known };
}

/** Returns the actor for an action that a component of the service performs on its own. */
export function serviceActor(id: string): Actor {
  return actorOf({ kind: 'service', id });
}

/** The actor and the time of an action. The time is by the business clock. */
export interface Act {
  readonly at: Instant;
  readonly by: Actor;
}

/** The audit entry's subject if a user name is unknown. No real user has this id. */
export const UNKNOWN_USER = 'unknown';

/**
 * The actions that the audit log records, because the bank must be able to prove them
 * (docs/decisions, 49).
 */
export type AuditAction =
  | 'consentCreated'
  | 'fileAttached'
  | 'consentRejected'
  | 'consentAuthorised'
  | 'consentRevoked'
  | 'consentRestricted'
  | 'consentMigrated'
  | 'consentLapsed'
  | 'paymentSubmitted'
  | 'paymentApproved'
  | 'paymentRejected'
  | 'approvalTimedOut'
  | 'paymentCancelled'
  | 'creditReturned'
  | 'workResumed'
  | 'workAbandoned'
  | 'schemeStopped'
  | 'schemeResumed'
  | 'tppSuspended'
  | 'tppResumed'
  | 'downtimeMarked'
  | 'hubEnquired'
  | 'hubRecalled'
  | 'hubProblemDismissed'
  | 'hubDocumentRepeated'
  | 'hubReturnRepeated'
  | 'settlementResolved'
  | 'coreRequestRetried'
  | 'coreRequestDismissed'
  | 'paymentHeld'
  | 'screeningHeld'
  | 'screeningRejected'
  | 'screeningUnanswered'
  | 'screeningProposed'
  | 'screeningDecided'
  | 'screeningWithdrawn'
  | 'screeningEnded'
  | 'tokenIssued'
  | 'clientRefused'
  | 'codeReused'
  | 'signatureRefused'
  | 'signInBegun'
  | 'customerIdentified'
  | 'signInSucceeded'
  | 'signInFailed'
  | 'signInLockedOut'
  | 'userUnlocked'
  | 'factorTaken'
  | 'sessionsEnded'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'registrationCreated'
  | 'registrationChanged'
  | 'registrationDeleted'
  | 'eventSubscriptionCreated'
  | 'eventSubscriptionChanged'
  | 'eventSubscriptionDeleted'
  | 'directoryChanged'
  | 'accountTransferred'
  | 'userTransferred'
  | 'bankChanged'
  | 'keysChanged'
  | 'operatorCommand'
  | 'operatorAdded'
  | 'operatorChanged'
  | 'operatorEnded'
  | 'operatorEnrolled'
  | 'operatorSignedIn'
  | 'operatorSignInFailed'
  | 'operatorSignedOut'
  | 'paymentViewed'
  | 'fileViewed'
  | 'paymentsSearched'
  | 'customerViewed'
  | 'listViewed'
  | 'caseExported'
  | 'actionProposed'
  | 'actionConfirmed'
  | 'actionWithdrawn'
  | 'clockMoved'
  | 'clockConfirmed'
  | 'auditEntriesMissing'
  | 'auditEntriesSetAside'
  | 'serviceStarted'
  | 'serviceStopped';

/**
 * An action and its subject, as the audit log records them. It contains ids and thumbprints only,
 * never secrets, account numbers or names.
 */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Id of the resource, client, user, key, scheme, problem or proposal of the action. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** An entry of the audit log, as it is stored. */
export interface StoredAuditEntry extends Act, Pick<AuditEntry, 'subject'> {
  /** Position in the log: 1, 2, 3 … without gaps. */
  readonly sequence: number;
  /** Time at which the entry was written, by the machine's clock. */
  readonly recordedAt: Instant;
  /** An `AuditAction`, unless a later version of the service wrote the entry. */
  readonly action: string;
  /** Details as JSON text. Null if there are none. */
  readonly detail: string | null;
}

/**
 * Parses the details of an entry. They are empty if there are none, or if they are not an object.
 */
export function auditDetail({
  detail,
}: Pick<StoredAuditEntry, 'detail'>): Readonly<Record<string, unknown>> {
  if (detail === null) return {};
  try {
    const value: unknown = JSON.parse(detail);
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // Only an entry that was tampered with is not JSON. `audit verify` reports it.
    return {};
  }
}

/**
 * The last entry of the audit log. A copy of it that is stored elsewhere can later prove that no
 * earlier entry was changed.
 */
export interface AuditHead {
  /** Sequence number of the last entry. 0 if the log is empty. */
  readonly sequence: number;
  /** Hash of the last entry, in hex. */
  readonly hash: string;
}

/**
 * Audit entries that a node committed, but that are neither in the audit chain nor in the inbox.
 */
export interface MissingEntries {
  readonly writer: string;
  readonly from: number;
  readonly to: number;
}

/** Audit entries that nodes wrote and that do not have a sequence number and a hash yet. */
export interface Unsealed {
  readonly entries: number;
  /**
   * Time of the oldest of these entries, by the system clock of its node. Null if there are none.
   */
  readonly since: Instant | null;
}

/** The append-only audit log (docs/decisions, 49). */
export interface AuditStore {
  /**
   * Adds an entry in its own transaction, for an action that changes nothing else in the store. It
   * is also used for tokens. A token is stored first, and the TPP gets it only after its entry is
   * written.
   */
  record(act: Act, entry: AuditEntry): Promise<void>;
  auditHead(): Promise<AuditHead>;
  /**
   * Returns the time of the last entry, by the system clock. Returns undefined if the log is empty.
   */
  lastInstant(): Promise<Instant | undefined>;
  unsealedEntries(): Promise<Unsealed>;
  /**
   * Returns at most `limit` entries from sequence number `from` on, oldest first.
   * PostgreSQL first tries to add waiting entries to the chain.
   */
  listAuditEntries(range: {
    readonly from: number;
    readonly limit: number;
  }): Promise<readonly StoredAuditEntry[]>;
}
