import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type {
  ListedOperator,
  Operator,
  OperatorPasskey,
  OperatorRole,
  OperatorSession,
  ProvenOperator,
  ProvenSignInResult,
} from '../records/operators.ts';
import type { ActionStore } from './action-store.ts';
import type { ApiFiguresStore } from './api-figures-store.ts';
import type { CustomerReportStore, OverviewStore, TppStore } from './overview-store.ts';

/** A link with which an operator adds a passkey once. */
export interface OperatorEnrolment {
  /** SHA-256 of the secret in the link, in hex. */
  readonly hash: string;
  /** Time until which the link is valid, by the system clock. */
  readonly until: Instant;
}

/** A session with its operator, as both are stored now. */
export interface OperatorSignedIn {
  readonly session: OperatorSession;
  readonly operator: Operator;
}

/**
 * Stores the operators of the console, their passkeys, sessions and proposed actions, and returns
 * their overviews.
 */
export interface OperatorStore
  extends ActionStore, ApiFiguresStore, CustomerReportStore, OverviewStore, TppStore {
  /** Adds an operator. Returns false if the id was used before, even by an operator who ended. */
  addOperator(
    operator: Pick<Operator, 'id' | 'name' | 'roles'>,
    enrolment: OperatorEnrolment,
    act: Act,
  ): Promise<boolean>;
  /**
   * Replaces the enrolment link of an active operator. Returns false if there is none, or if the
   * operator signs in at the provider.
   */
  renewOperatorEnrolment(id: string, enrolment: OperatorEnrolment, act: Act): Promise<boolean>;
  /**
   * Requires an active operator to sign in at the bank's OpenID Provider from now on, and deletes
   * the operator's sessions, passkeys and enrolment link. Returns false if there is no such
   * operator, or if the operator or the subject is linked already.
   *
   * @param subject `sub` of the operator at the provider
   */
  linkOperator(id: string, subject: string, act: Act): Promise<boolean>;
  /**
   * Replaces the roles of an active operator, and withdraws the open proposals that need a removed
   * role. Returns false if there is none, or if the roles are those of groups at the provider.
   */
  changeOperatorRoles(id: string, roles: readonly OperatorRole[], act: Act): Promise<boolean>;
  /**
   * Ends an active operator, withdraws the operator's open proposals, and deletes the operator's
   * sessions, passkeys and enrolment link. Returns false if there is no active operator with this
   * id.
   */
  endOperator(id: string, act: Act): Promise<boolean>;
  /** Returns all operators in the order of their ids. */
  listOperators(): Promise<readonly ListedOperator[]>;

  /** Returns the active operator with an unused enrolment link that is valid at `now`. */
  findOperatorToEnrol(hash: string, now: Instant): Promise<Operator | undefined>;
  /** Returns the passkeys of an operator, oldest first. */
  passkeysOfOperator(operatorId: string): Promise<readonly OperatorPasskey[]>;
  findOperatorPasskey(id: string): Promise<OperatorPasskey | undefined>;
  /**
   * Adds a passkey and uses up the enrolment link. Returns false, and changes nothing, if the link
   * is not valid at `now` or if the passkey exists.
   */
  enrolOperator(hash: string, passkey: OperatorPasskey, act: Act, now: Instant): Promise<boolean>;

  /**
   * Creates a session after a passkey was verified. Returns false, and changes nothing, if the
   * operator has ended, does not have the passkey, or if its counter did not increase. A counter
   * that does not increase indicates a cloned authenticator.
   *
   * @param use the passkey, with its new counter
   */
  beginOperatorSession(
    session: OperatorSession,
    use: Pick<OperatorPasskey, 'id' | 'counter'>,
    act: Act,
  ): Promise<boolean>;
  /**
   * Creates a session of an operator whom the bank's OpenID Provider proved. Adds the operator at
   * the first sign-in. Replaces the roles by those of the sign-in. Every result is recorded.
   *
   * @param session the session that begins, without its operator @param act time and address. The
   * store sets the actor
   */
  beginProvenOperatorSession(
    session: Omit<OperatorSession, 'operatorId'>,
    operator: ProvenOperator,
    act: Act,
  ): Promise<ProvenSignInResult>;
  /** Returns the operator with a `sub` at the provider, also one who has ended. */
  findLinkedOperator(subject: string): Promise<Operator | undefined>;
  /** Returns a session of an active operator, even if it has timed out. */
  findOperatorSession(hash: string): Promise<OperatorSignedIn | undefined>;
  /** Extends a session because its operator is active. Does nothing if the session has ended. */
  keepOperatorActive(hash: string, until: Instant): Promise<void>;
  /** Deletes a session when its operator signs out. */
  endOperatorSession(hash: string, act: Act): Promise<void>;
}
