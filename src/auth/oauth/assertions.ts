import type { KoaContextWithOIDC } from 'oidc-provider';
import { SECOND_MS, type Clock, type Seconds } from '../../shared/time.ts';
import { errors } from './oidc.ts';

/**
 * Maximum remaining lifetime of a client assertion, in seconds. The assertion's `jti` is stored for
 * the same time, to detect reuse.
 */
const MAX_ASSERTION_SECONDS: Seconds = 3600;

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns true if a JOSE header uses an extension of JWS. The service supports no extensions (RFC
 * 7515, 4.1.11).
 */
export function hasExtension(header: object): boolean {
  return 'crit' in header || 'b64' in header;
}

/**
 * Creates the service's additional checks of a client assertion (private_key_jwt). The assertion
 * does not replace the TLS certificate, because a TPP must present both (rules, 9.6).
 *
 * @param clock the machine's clock
 */
export function createAssertionCheck(
  isCertificateShown: (ctx: KoaContextWithOIDC) => boolean,
  clock: Clock,
) {
  return (ctx: KoaContextWithOIDC, { exp }: Members, header: Members): void => {
    if (!isCertificateShown(ctx)) {
      throw new errors.InvalidClientAuth(
        'the TLS certificate is not an active certificate of this client in the directory',
      );
    }
    if (typeof exp !== 'number' || exp > clock() / SECOND_MS + MAX_ASSERTION_SECONDS) {
      throw new errors.InvalidClientAuth(
        `exp must be at most ${String(MAX_ASSERTION_SECONDS)} seconds ahead`,
      );
    }
    if (hasExtension(header)) {
      throw new errors.InvalidClientAuth(
        'the header of the assertion must not contain crit or b64',
      );
    }
  };
}
