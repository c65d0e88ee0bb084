import { hash, randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { Consent, Grant, NewToken } from '../domain/records/records.ts';
import { familyNamed } from '../families/index.ts';
import { SECOND_MS, type Clock, type Instant, type Seconds } from '../shared/time.ts';

/** Lifetime in seconds of an access token that a TPP gets for itself. */
export const CLIENT_TOKEN_SECONDS: Seconds = 3600;
/** Lifetime in seconds of an access token from a customer's approval of a single payment. */
export const CUSTOMER_TOKEN_SECONDS: Seconds = 3600;
/**
 * Lifetime in seconds of an access token from a customer's approval of a consent without an end
 * date. It is ten years.
 */
export const UNENDING_TOKEN_SECONDS: Seconds = 10 * 365 * 24 * 3600;

const TOKEN_BYTES = 32;

/**
 * An opaque bearer token, and the record that is stored for it. The record contains only the
 * token's hash. The client can therefore get the token only once.
 */
export interface IssuedToken {
  readonly token: string;
  readonly record: NewToken;
  readonly expiresInSeconds: Seconds;
}

export interface TokenService extends AccessTokens {
  /**
   * Issues a token for the TPP itself and stores it. Returns undefined unless the client is an
   * active PISP.
   */
  issueToClient(clientId: string): Promise<IssuedToken | undefined>;
  /**
   * Creates a token for one consent. `now` is business time. The caller must store the token
   * together with the approval. `certificate` is the thumbprint of the certificate that the token
   * is bound to.
   */
  mintForCustomer(consent: Consent, now: Instant, certificate: string | null): IssuedToken;
}

/**
 * Creates the token service.
 *
 * @param clock the machine's clock, so that moving the sandbox's business clock does not expire
 * tokens
 */
export function createTokenService(
  store: Pick<Store, 'findSoftwareOf' | 'findGrant' | 'saveToken'>,
  clock: Clock,
): TokenService {
  const mint = (grant: Omit<Grant, 'expiresAt'>, seconds: Seconds): IssuedToken => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return {
      token,
      record: {
        hash: hashSecret(token),
        grant: { ...grant, expiresAt: clock() + seconds * SECOND_MS },
      },
      expiresInSeconds: seconds,
    };
  };
  return {
    async verify(token, certificate) {
      const grant = await store.findGrant(hashSecret(token));
      const isGood = grant?.certificate === certificate && grant.expiresAt > clock();
      return isGood ? grant : undefined;
    },
    async issueToClient(clientId) {
      if ((await store.findSoftwareOf(clientId))?.isAdmitted !== true) return undefined;
      const issued = mint(
        { clientId, kind: 'client', consentId: null, certificate: null },
        CLIENT_TOKEN_SECONDS,
      );
      await store.saveToken(issued.record);
      return issued;
    },
    mintForCustomer: (consent, now, certificate) =>
      mint(
        { clientId: consent.clientId, kind: 'customer', consentId: consent.id, certificate },
        customerTokenSeconds(consent, now),
      ),
  };
}

/**
 * Returns the lifetime in seconds of a token from a customer's approval. `now` is business time. If
 * the consent allows one payment, the lifetime is one hour. If it allows several, the token ends
 * with the consent (rules, 9.2 and 8.14).
 */
export function customerTokenSeconds({ family, expiresAt }: Consent, now: Instant): Seconds {
  if (familyNamed(family).consumesConsent) return CUSTOMER_TOKEN_SECONDS;
  return expiresAt === null ? UNENDING_TOKEN_SECONDS : Math.ceil((expiresAt - now) / SECOND_MS);
}

/**
 * Returns the SHA-256 hash of a secret in lower-case hex. Tokens and the secrets of sandbox clients
 * are stored in this form.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
