import { hash, randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import type { AccessTokens } from '../domain/ports/authorisation-store.ts';
import type { Consent, Grant, NewToken } from '../domain/records/records.ts';
import { familyNamed } from '../families/index.ts';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';

/** How long a TPP's own token lives, in seconds. */
export const CLIENT_TOKEN_SECONDS = 3600;
/** How long the token of a customer's approval lives that is good for one payment, in seconds. */
export const CUSTOMER_TOKEN_SECONDS = 3600;
/** As long as its consent, where that has no end: ten years, in seconds. */
export const UNENDING_TOKEN_SECONDS = 10 * 365 * 24 * 3600;

const TOKEN_BYTES = 32;

/** An opaque bearer token and what is kept of it. The token itself is told once and never kept. */
export interface IssuedToken {
  readonly token: string;
  readonly kept: NewToken;
  readonly expiresInSeconds: number;
}

export interface TokenService extends AccessTokens {
  /** A token for the TPP itself, kept; undefined unless it is an active PISP. */
  issueToClient(clientId: string): Promise<IssuedToken | undefined>;
  /**
   * A token for one consent, as of business time `now`; not kept yet: it is written together with
   * the approval.
   */
  mintForCustomer(consent: Consent, now: Instant): IssuedToken;
}

/** `clock` is the machine's: tokens do not age when the sandbox's business clock is moved. */
export function createTokenService(
  store: Pick<Store, 'findSoftwareOf' | 'findGrant' | 'saveToken'>,
  clock: Clock,
): TokenService {
  const mint = (grant: Omit<Grant, 'certificate' | 'expiresAt'>, seconds: number): IssuedToken => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const issuedAt = clock();
    return {
      token,
      kept: {
        hash: hashSecret(token),
        grant: { ...grant, certificate: null, expiresAt: issuedAt + seconds * SECOND_MS },
        issuedAt,
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
      const issued = mint({ clientId, kind: 'client', consentId: null }, CLIENT_TOKEN_SECONDS);
      await store.saveToken(issued.kept);
      return issued;
    },
    mintForCustomer: (consent, now) =>
      mint(
        { clientId: consent.clientId, kind: 'customer', consentId: consent.id },
        customerTokenSeconds(consent, now),
      ),
  };
}

/**
 * How long a customer's token lives, in seconds, as of business time `now`: an hour, or until the
 * consent ends where it is good for more than one payment (rules, 9.2 and 8.14).
 */
export function customerTokenSeconds({ family, expiresAt }: Consent, now: Instant): number {
  if (familyNamed(family).consumesConsent) return CUSTOMER_TOKEN_SECONDS;
  return expiresAt === null ? UNENDING_TOKEN_SECONDS : Math.ceil((expiresAt - now) / SECOND_MS);
}

/** SHA-256, lower-case hex: what is kept of tokens and of the sandbox's client secrets. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
