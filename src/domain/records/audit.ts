import type { Instant } from '../../shared/time.ts';

/**
 * Identity of the person or component that performs an action. Contains ids and thumbprints only,
 * never names or tokens.
 */
export interface Actor {
  readonly kind: 'tpp' | 'customer' | 'operator' | 'service';
  /** The client id or user id. For an action of the service, the name of its component. */
  readonly id: string;
  /** Thumbprint (x5t#S256, base64url) of the client certificate. Null if there was none. */
  readonly certificate: string | null;
  readonly interactionId: string | null;
  /** The remote address of the connection. */
  readonly address: string | null;
}

/** Returns an actor whose unknown properties are null. */
export function actorOf(
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  known: Partial<Omit<Actor, 'kind' | 'id'>> = {},
): Actor {
  return { kind, id, certificate: null, interactionId: null, address: null, ...known };
}

/** Returns the actor for an action that a component of the service performs by itself. */
export function serviceActor(id: string): Actor {
  return actorOf({ kind: 'service', id });
}

/** Actor and time of an action, by the business clock. */
export interface Act {
  readonly at: Instant;
  readonly by: Actor;
}

/** Subject of entries about an unknown user name. No real user has this id. */
export const UNKNOWN_USER = 'unknown';

/**
 * Actions that the audit log records: those that the bank must be able to prove (docs/decisions,
 * 49).
 */
export type AuditAction =
  | 'consentCreated'
  | 'fileAttached'
  | 'consentRejected'
  | 'consentAuthorised'
  | 'consentRevoked'
  | 'consentLapsed'
  | 'paymentSubmitted'
  | 'paymentApproved'
  | 'paymentRejected'
  | 'approvalTimedOut'
  | 'paymentCancelled'
  | 'workResumed'
  | 'workAbandoned'
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
  | 'directoryChanged'
  | 'accountTransferred'
  | 'userTransferred'
  | 'bankChanged'
  | 'keysChanged'
  | 'operatorCommand'
  | 'clockMoved'
  | 'clockConfirmed'
  | 'auditEntriesMissing'
  | 'auditEntriesSetAside'
  | 'serviceStarted'
  | 'serviceStopped';

/**
 * An action and its subject. Contains ids and thumbprints only: no secrets, account numbers or
 * names.
 */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Id of the consent, payment, client, user or key that the action concerns. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Last entry of the log. A copy stored elsewhere proves later that no earlier entry was changed.
 */
export interface AuditHead {
  /** Sequence number of the last entry. 0 if the log is empty. */
  readonly sequence: number;
  /** Hash of the last entry, hex. */
  readonly hash: string;
}

/** Entries of a writer that were committed, but are neither in the chain nor in the inbox. */
export interface MissingEntries {
  readonly writer: string;
  readonly from: number;
  readonly to: number;
}

/** Entries that nodes wrote and that have no sequence number and hash yet. */
export interface Unsealed {
  readonly entries: number;
  /** Time of the oldest of them, by the system clock of its node. Null if there is none. */
  readonly since: Instant | null;
}

/** The append-only audit log (docs/decisions, 49). */
export interface AuditStore {
  /**
   * Adds an entry in a transaction of its own, for an action that changes nothing else in the
   * store. Also used for tokens: a token is stored first, and sent to the TPP only after its entry
   * is written.
   */
  record(act: Act, entry: AuditEntry): Promise<void>;
  auditHead(): Promise<AuditHead>;
  /** Returns the time of the last entry, by the system clock. Undefined if the log is empty. */
  lastInstant(): Promise<Instant | undefined>;
  unsealedEntries(): Promise<Unsealed>;
}
