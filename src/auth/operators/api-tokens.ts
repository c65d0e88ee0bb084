import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import type { OperatorStore } from '../../domain/ports/operator-store.ts';
import { actorOf, UNKNOWN_USER, type Act, type AuditStore } from '../../domain/records/audit.ts';
import type { Operator } from '../../domain/records/operators.ts';
import { HOUR_MS, SECOND_MS, type Clock, type Seconds } from '../../shared/time.ts';
import { limitedFetch } from '../identity-provider/limited-fetch.ts';
import { NotProven } from '../identity-provider/not-proven.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';
import { nameOf, type OperatorClaims } from './provider-sign-in.ts';

/** Maximum age of an access token since it was issued, in seconds. */
const MAX_TOKEN_SECONDS: Seconds = HOUR_MS / SECOND_MS;

/** Maximum time since the operator authenticated, in seconds. Sessions last as long. */
const MAX_AUTHENTICATION_SECONDS: Seconds = (8 * HOUR_MS) / SECOND_MS;

/** Signature algorithms of access tokens. RFC 9068, 4 requires RS256. */
const ALGORITHMS = [ALGORITHM, 'RS256', 'ES256'];

/** Claims that an access token must have (RFC 9068, 2.2). `auth_time` is optional there. */
const CLAIMS = ['exp', 'iat', 'sub', 'client_id', 'jti', 'auth_time'];

interface Parts {
  readonly provider: {
    /** Returns the URL of the provider's keys. Throws NotProven if the provider is away. */
    readonly keysUrl: () => Promise<URL>;
  };
  readonly issuer: string;
  readonly audience: string;
  /** The required `acr`. Null if any is sufficient. */
  readonly acr: string | null;
  readonly claims: OperatorClaims;
  readonly store: AuditStore & Pick<OperatorStore, 'findLinkedOperator'>;
  /** Business clock, for the audit log. */
  readonly clock: Clock;
  /** System clock, for the times in tokens. */
  readonly machineClock: Clock;
}

/**
 * The reason why a token is refused. `invalid`: it is not a valid access token for this service.
 * `refused`: its operator may not use the service. `away`: the provider's keys cannot be read.
 */
export interface TokenRefusal {
  readonly refused: 'invalid' | 'refused' | 'away';
  readonly message: string;
}

/**
 * Verifies access tokens of the bank's OpenID Provider (RFC 9068) and finds their operators
 * (docs/decisions, 170).
 */
export class OperatorTokens {
  readonly #parts: Parts;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns the operator of an access token. The roles are those that both the groups in the token
   * and the last sign-in give.
   *
   * @param address remote address, for the audit log. Null if it is unknown
   */
  async operatorOf(token: string, address: string | null): Promise<Operator | TokenRefusal> {
    let claims: JWTPayload;
    try {
      claims = await this.#verify(token);
    } catch (error) {
      if (isAway(error)) {
        return { refused: 'away', message: "The bank's OpenID Provider cannot be reached." };
      }
      if (!(error instanceof errors.JOSEError)) throw error;
      // jose never repeats parts of the token in its messages.
      return { refused: 'invalid', message: error.message };
    }
    return this.#findOperator(claims, address);
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { issuer, audience, acr, machineClock } = this.#parts;
    const now = machineClock();
    this.#keys ??= createRemoteJWKSet(await this.#parts.provider.keysUrl(), {
      [customFetch]: (url, { headers, ...options }) => {
        const request = { ...options, headers: Object.fromEntries(headers), body: undefined };
        return limitedFetch(url, request).catch((error: unknown) => {
          throw new NotProven('away', error);
        });
      },
    });
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer,
      audience,
      typ: 'at+jwt',
      algorithms: ALGORITHMS,
      requiredClaims: CLAIMS,
      maxTokenAge: MAX_TOKEN_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(now),
    });
    // A token that is bound to a key or a certificate is not a bearer token (RFC 7800, 3.1).
    if (payload['cnf'] !== undefined) throw new errors.JWTInvalid('"cnf" claim is not supported');
    if (acr !== null && payload['acr'] !== acr)
      throw new errors.JWTInvalid('unexpected "acr" claim value');
    const { auth_time: authTime } = payload;
    const age = typeof authTime === 'number' ? now / SECOND_MS - authTime : Number.NaN;
    if (!(age >= -CLOCK_SKEW_SECONDS && age <= MAX_AUTHENTICATION_SECONDS)) {
      throw new errors.JWTInvalid('"auth_time" claim is too old or not valid');
    }
    return payload;
  }

  /** Finds the operator of a verified token. A refusal is recorded in the audit log. */
  async #findOperator(
    claims: JWTPayload,
    address: string | null,
  ): Promise<Operator | TokenRefusal> {
    const { store, clock, claims: mapping } = this.#parts;
    const claimed = nameOf(claims, mapping);
    const known = await store.findLinkedOperator(claims.sub ?? '');
    const roles = known?.roles.filter((role) => claimed?.roles.includes(role)) ?? [];
    const reason = reasonOf(claimed, known, roles);
    if (known !== undefined && reason === null) return { ...known, roles };
    const subject = known?.id ?? UNKNOWN_USER;
    const act: Act = { at: clock(), by: actorOf({ kind: 'operator', id: subject }, { address }) };
    const detail = { provider: reason, accessToken: true };
    await store.record(act, { action: 'operatorSignInFailed', subject, detail });
    return { refused: 'refused', message: MESSAGES[reason ?? 'unknownSubject'] };
  }
}

/** The reason why the operator of a valid token is refused. */
const MESSAGES = {
  idInvalid: 'The claim with the id of the operator is missing or has another format.',
  unknownSubject: 'No operator has this "sub". Sign in at the console once.',
  ended: 'The operator has ended.',
  idChanged: 'The "sub" belongs to another operator.',
  noRole: 'No group in the token gives a role that the last sign-in at the console gave too.',
} as const;

function reasonOf(
  claimed: { readonly id: string } | undefined,
  known: Operator | undefined,
  roles: Operator['roles'],
): keyof typeof MESSAGES | null {
  if (claimed === undefined) return 'idInvalid';
  if (known === undefined) return 'unknownSubject';
  if (known.state === 'ended') return 'ended';
  if (known.id !== claimed.id) return 'idChanged';
  return roles.length === 0 ? 'noRole' : null;
}

/**
 * Returns true if the keys of the provider could not be read, so that the token cannot be verified.
 */
function isAway(error: unknown): boolean {
  return (
    error instanceof NotProven ||
    error instanceof errors.JWKSInvalid ||
    // jose throws it if the answer has another status than 200 or is not JSON.
    (error instanceof errors.JOSEError && error.code === errors.JOSEError.code)
  );
}
