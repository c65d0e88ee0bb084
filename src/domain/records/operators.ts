import type { Instant } from '../../shared/time.ts';
import type { Passkey } from '../ports/sign-in-store.ts';

/**
 * The roles of operators in the console.
 *
 * - `read`: reads every page. Each other role includes it.
 * - `operate`: retries work, stops schemes, repeats documents, suspends TPPs, holds payments and
 *   exports case files. It also proposes and confirms the release or rejection of held payments.
 * - `approve`: proposes and confirms actions that move money, which two operators decide.
 * - `administer`: proposes and confirms the end of a customer's lockout.
 */
export const OPERATOR_ROLES = ['read', 'operate', 'approve', 'administer'] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Format of the id of an operator. An id in this format needs no escaping in a path. Four names are
 * reserved, because the audit log has them for other actors.
 */
export const OPERATOR_ID = /^(?!(?:control|unknown|system|service)$)[a-z0-9][a-z0-9._-]{0,39}$/;

/** Maximum length of the name of an operator, in characters. */
export const MAX_OPERATOR_NAME = 60;

/** Maximum length of the reason that an operator gives for an action, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** A member of the bank's staff who uses the console. */
export interface Operator {
  readonly id: string;
  readonly name: string;
  /** In the order of OPERATOR_ROLES. Without a role, an operator can open no page. */
  readonly roles: readonly OperatorRole[];
  /** An operator who has ended keeps the id and can never sign in again. */
  readonly state: 'active' | 'ended';
}

/** An operator, with facts that help to administer the console. */
export interface ListedOperator extends Operator {
  readonly createdAt: Instant;
  readonly passkeys: number;
  /** Number of sessions that have not ended. Sessions that timed out may still be counted. */
  readonly sessions: number;
  /** `sub` at the bank's OpenID Provider. Null if the operator signs in with passkeys. */
  readonly subject: string | null;
  /** Time until which the enrolment link is valid. Null if there is no unused link. */
  readonly enrolUntil: Instant | null;
}

/** Returns true if the operator has this role. */
export function hasRole({ roles }: Pick<Operator, 'roles'>, role: OperatorRole): boolean {
  return role === 'read' ? roles.length > 0 : roles.includes(role);
}

/** Returns the roles without repetition, in the order of OPERATOR_ROLES. */
export function sortedRoles(roles: readonly OperatorRole[]): readonly OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => roles.includes(role));
}

/** A WebAuthn credential with which an operator signs in. */
export interface OperatorPasskey extends Pick<Passkey, 'id' | 'publicKey' | 'counter'> {
  readonly operatorId: string;
}

/** A session of an operator. It is found by the hash of the id in the cookie. */
export interface OperatorSession {
  readonly hash: string;
  readonly operatorId: string;
  /** End of the session unless the operator is active before. */
  readonly activeUntil: Instant;
  /** Latest end of the session. */
  readonly expiresAt: Instant;
}

/** An operator whom the bank's OpenID Provider authenticated (docs/decisions, 164). */
export interface ProvenOperator extends Pick<Operator, 'id' | 'name' | 'roles'> {
  /** `sub` at the provider. It belongs to one id. */
  readonly subject: string;
  /** Evidence for the audit log. It contains no personal data. */
  readonly evidence: Readonly<Record<string, string | number>>;
}

/**
 * The result of a sign-in at the provider. Except for `signedIn`, there is no session:
 *
 * - `noRole`: no group of the operator has a role.
 * - `ended`: the operator has ended.
 * - `idTaken`: the id belongs to another operator.
 * - `idChanged`: the subject belongs to another id.
 */
export type ProvenSignInResult = 'signedIn' | 'noRole' | 'ended' | 'idTaken' | 'idChanged';
