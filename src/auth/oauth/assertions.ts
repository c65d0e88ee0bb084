import type { KoaContextWithOIDC } from 'oidc-provider';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { errors } from './oidc.ts';

/** How long an assertion may be good, in seconds: so long it is remembered that it was used. */
const MAX_ASSERTION_SECONDS = 3600;

type Members = Readonly<Record<string, unknown>>;

/** Whether a header asks for an extension of JWS: none is understood here (RFC 7515, 4.1.11). */
export function hasExtension(header: object): boolean {
  return 'crit' in header || 'b64' in header;
}

/**
 * What more is asked of a client's signed assertion (private_key_jwt). It does not stand for the
 * certificate: a TPP has both (rules, 9.6). `clock` is the machine's.
 */
export function createAssertionCheck(
  isCertificateShown: (ctx: KoaContextWithOIDC) => boolean,
  clock: Clock,
) {
  return (ctx: KoaContextWithOIDC, { exp }: Members, header: Members): void => {
    if (!isCertificateShown(ctx)) {
      throw new errors.InvalidClientAuth('the certificate is not one of this client');
    }
    if (typeof exp !== 'number' || exp > clock() / SECOND_MS + MAX_ASSERTION_SECONDS) {
      throw new errors.InvalidClientAuth('the assertion is good for too long');
    }
    if (hasExtension(header)) {
      throw new errors.InvalidClientAuth('the assertion must have neither crit nor b64');
    }
  };
}
