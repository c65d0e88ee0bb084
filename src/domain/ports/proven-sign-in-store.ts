import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { NewSession, PasskeyStore, SignInStore } from './sign-in-store.ts';

/** A user whom the bank's OpenID Provider authenticated (docs/decisions, 138). */
export interface ProvenUser {
  readonly userId: string;
  /** Evidence for the audit log. It contains no personal data. */
  readonly evidence: Readonly<Record<string, string | number>>;
}

/** An approval that the bank's OpenID Provider proved. */
export interface ProvenApproval extends ProvenUser {
  /** The id hash of the user's session. */
  readonly hash: string;
  /** SHA-256, in hex, of the details that the user approved (SCA-RTS, article 5). */
  readonly dynamicLinkingHash: string;
}

/** Everything that is stored about the sign-in of customers. */
export interface SignInStores extends SignInStore, PasskeyStore, ProvenSignInStore {}

/** Stores sign-ins and approvals that the bank's OpenID Provider proved. */
interface ProvenSignInStore {
  /**
   * Returns the id of the active user with this `sub` at the provider. Users without a subject of
   * their own have their id as subject.
   */
  findUserBySubject(subject: string): Promise<string | undefined>;
  /**
   * Creates a session of an authenticated user. If `replaces` names a session, it is replaced.
   *
   * @param stage `signedIn` for the portal, after strong customer authentication
   */
  beginProvenSession(
    session: NewSession,
    stage: 'identified' | 'signedIn',
    user: ProvenUser,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): Promise<void>;
  /**
   * Records a proven approval by the user of the session. Returns false if the session has ended or
   * belongs to another user.
   */
  takeProvenApproval(approval: ProvenApproval, act: Act, now: Instant): Promise<boolean>;
}
