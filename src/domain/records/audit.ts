import type { Instant } from '../../shared/time.ts';

/** Who does something, as far as it is known. Ids and thumbprints only: never a name or a token. */
export interface Actor {
  readonly kind: 'tpp' | 'customer' | 'operator' | 'service';
  /** The client id or the user id; for what happens by itself, the part of the service. */
  readonly id: string;
  /** The thumbprint (x5t#S256, base64url) of the certificate shown; null where none was. */
  readonly certificate: string | null;
  readonly interactionId: string | null;
  /** The remote address of the connection. */
  readonly address: string | null;
}

/** Somebody, and as much of where a request came from as is known. */
export function actorOf(
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  known: Partial<Omit<Actor, 'kind' | 'id'>> = {},
): Actor {
  return { kind, id, certificate: null, interactionId: null, address: null, ...known };
}

/** A part of the service, which does something by itself. */
export function serviceActor(id: string): Actor {
  return actorOf({ kind: 'service', id });
}

/** Somebody does something at an instant of the business clock. */
export interface Act {
  readonly at: Instant;
  readonly by: Actor;
}

/** What is said of somebody by a name that no user has: no user is called so. */
export const UNKNOWN_USER = 'unknown';

/** What is written of: everything that the bank must be able to answer for (docs/decisions, 49). */
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

/** What was done, and to what. No secrets, no account numbers, no names: ids and thumbprints. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The id of what was done something to: a consent, a payment, a client, a user, a key. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where the log ends. Whoever notes it elsewhere can tell later that nothing before it changed. */
export interface AuditHead {
  /** The number of the last entry; 0 while there is none. */
  readonly sequence: number;
  /** The hash of the last entry, hex. */
  readonly hash: string;
}

/** A range of a series whose entries were committed, and are neither in the chain nor the inbox. */
export interface MissingEntries {
  readonly writer: string;
  readonly from: number;
  readonly to: number;
}

/** Entries that have no hash yet, and no place: those that nodes wrote and none has sealed. */
export interface Unsealed {
  readonly entries: number;
  /** When the first of them was written, by the machine's clock of its node; null where none is. */
  readonly since: Instant | null;
}

/** The log of who did what, which is only ever added to (docs/decisions, 49). */
export interface AuditStore {
  /**
   * Adds an entry by itself: for what changes nothing else in the store, and for a token, which is
   * kept first and goes out only when its entry is there.
   */
  record(act: Act, entry: AuditEntry): Promise<void>;
  auditHead(): Promise<AuditHead>;
  /** When the last entry was written, by the machine's clock; undefined while there is none. */
  lastInstant(): Promise<Instant | undefined>;
  unsealedEntries(): Promise<Unsealed>;
}
