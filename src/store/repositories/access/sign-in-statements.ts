import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type {
  CodeSession,
  Credential,
  CustomerSession,
  NewCredential,
} from '../../../domain/ports/sign-in-store.ts';
import type { Instant } from '../../../shared/time.ts';
import { clearExpired, sql } from '../engine.ts';

/** An open session, including columns that callers of the store do not receive. */
export interface OpenRow extends Omit<CodeSession, 'stage'> {
  readonly stage: CustomerSession['stage'];
  readonly passwordRight: 0 | 1;
  /** Number of wrong second factors in a row in a signed-in session. */
  readonly factorsFailed: number;
}

/** Start time and network address of a sign-in. */
export interface SignInStart {
  readonly startedAt: Instant;
  readonly address: string | null;
}

/** The values of a new session row. */
type SessionRow = Omit<OpenRow, 'factorsTaken' | 'factorsFailed'> & SignInStart;

/** A user's password hash, and the columns that sign-ins change. */
export type CredentialState = Omit<Credential, 'userId' | 'totpSecret'>;

/** SQL that selects the credentials of users. The parameter is a JSON list of user ids. */
const CREDENTIALS_OF = 'FROM credential WHERE user_id IN (SELECT value FROM json_each(?))';

/** Selects an open session with all columns. */
const OPEN_SESSION = `
  SELECT hash, interaction_uid AS interactionUid, user_id AS userId, stage,
    password_right AS passwordRight, active_until AS activeUntil, expires_at AS expiresAt,
    started_at AS startedAt, address, factors_taken AS factorsTaken,
    factors_failed AS factorsFailed
  FROM customer_session WHERE hash = ? AND active_until > ? AND expires_at > ?`;

/** The statements of credentials and customer sessions. */
export const SQL = {
  findCredential: sql<[string], Credential>(`
    SELECT user_id AS userId, password_hash AS passwordHash, totp_secret AS totpSecret,
      locked_until AS lockedUntil, lockouts, last_step AS lastStep
    FROM credential WHERE user_id = ?`),
  addCredential: sql<NewCredential>(`
    INSERT INTO credential (user_id, password_hash, totp_secret)
    VALUES (@userId, @passwordHash, @totpSecret)
    ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash,
      totp_secret = excluded.totp_secret`),
  credentials: sql<[], NewCredential>(`
    SELECT user_id AS userId, password_hash AS passwordHash, totp_secret AS totpSecret
    FROM credential`),
  lockCredentials: sql<[string]>({
    sqlite: `SELECT 1 ${CREDENTIALS_OF}`,
    // A new session row refers to its credential. This lock therefore also blocks new sessions.
    postgres: `SELECT 1 ${CREDENTIALS_OF} ORDER BY user_id FOR UPDATE`,
  }),
  removeSessionsOf: sql<[string]>(`
    DELETE FROM customer_session WHERE user_id IN (SELECT value FROM json_each(?))`),
  removeCredentialsOf: sql<[string]>(`DELETE ${CREDENTIALS_OF}`),
  findCredentialState: sql<[string | null], CredentialState>(`
    SELECT password_hash AS passwordHash, last_step AS lastStep, locked_until AS lockedUntil,
      lockouts
    FROM credential WHERE user_id = ?`),
  countFailure: sql<[string | null, Instant]>(`
    UPDATE credential SET failures = failures + 1
    WHERE user_id = ? AND (locked_until IS NULL OR locked_until <= ?)`),
  lock: sql<[Instant, number, string | null, number]>(`
    UPDATE credential SET failures = 0, locked_until = ?, lockouts = ?
    WHERE user_id = ? AND failures >= ?`),
  unlock: sql<[string]>(`
    UPDATE credential SET failures = 0, locked_until = NULL, lockouts = 0
    WHERE user_id = ? AND locked_until IS NOT NULL`),
  forgetFailures: sql<[string | null]>(`
    UPDATE credential SET failures = 0, lockouts = 0 WHERE user_id = ?`),
  // The same statement also checks the lockout, because many codes may be sent at the same time.
  consumeCode: sql<[number | null, string | null, number | null, Instant]>(`
    UPDATE credential SET last_step = ?, failures = 0, lockouts = 0
    WHERE user_id = ? AND (last_step IS NULL OR last_step < ?)
      AND (locked_until IS NULL OR locked_until <= ?)`),
  // For users who are signed in. A lockout blocks only new sign-ins, so it is not checked here.
  consumeCodeInSession: sql<[number | null, string | null, number | null]>(`
    UPDATE credential SET last_step = ?
    WHERE user_id = ? AND (last_step IS NULL OR last_step < ?)`),
  addSession: sql<SessionRow>(`
    INSERT INTO customer_session
      (hash, interaction_uid, user_id, stage, password_right, active_until, expires_at,
       started_at, address)
    VALUES (@hash, @interactionUid, @userId, @stage, @passwordRight, @activeUntil, @expiresAt,
      @startedAt, @address)`),
  findKnown: sql<[string, Instant, Instant], OpenRow>(`${OPEN_SESSION} AND stage <> 'code'`),
  findCodeSession: sql<[string, Instant, Instant], OpenRow & SignInStart>(`
    ${OPEN_SESSION} AND stage = 'code'`),
  findSession: sql<[string], CustomerSession>(`
    SELECT hash, interaction_uid AS interactionUid, user_id AS userId, stage, account,
      grant_id AS grantId, active_until AS activeUntil, expires_at AS expiresAt,
      factors_taken AS factorsTaken
    FROM customer_session WHERE hash = ?`),
  countFactor: sql<[string]>(`
    UPDATE customer_session SET factors_taken = factors_taken + 1, factors_failed = 0
    WHERE hash = ?`),
  countFailedFactor: sql<[string]>(`
    UPDATE customer_session SET factors_failed = factors_failed + 1 WHERE hash = ?`),
  removeSession: sql<[string]>('DELETE FROM customer_session WHERE hash = ?'),
  removeOthers: sql<[string, string, string]>(`
    DELETE FROM customer_session
    WHERE user_id = ? AND stage = 'signedIn' AND interaction_uid = ? AND hash <> ?`),
  clearSessions: clearExpired('customer_session', 'hash'),
  // If requests are concurrent, an earlier one must not shorten the time set by a later one.
  keepActive: sql<{ hash: string; until: Instant; now: Instant }>(`
    UPDATE customer_session
    SET active_until = CASE WHEN active_until > @until THEN active_until ELSE @until END
    WHERE hash = @hash AND active_until > @now`),
  chooseAccount: sql<[AccountNumber, string]>(`
    UPDATE customer_session SET account = ?
    WHERE hash = ? AND stage <> 'code' AND grant_id IS NULL`),
  claimGrant: sql<[string, string]>(`
    UPDATE customer_session SET grant_id = ?
    WHERE hash = ? AND stage <> 'code' AND grant_id IS NULL`),
};
