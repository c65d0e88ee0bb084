import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant, type Seconds } from '../../shared/time.ts';

/**
 * Time-based one-time codes (RFC 6238) with the parameters that every authenticator supports:
 * SHA-1, 6 digits.
 */

const PERIOD_SECONDS: Seconds = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/**
 * Number of earlier and later time steps whose codes are accepted, because clocks differ (RFC 6238,
 * 6).
 */
const WINDOW = 1;

function generatorOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** Length of a secret in bytes: that of the SHA-1 hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** Returns a new secret for an authenticator, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns whether a text has the format of a code. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** Returns the time step of a code, or undefined if the code is not valid now. */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  // otpauth throws if six characters are more than six bytes.
  if (!isCode(code)) return undefined;
  const generator = generatorOf(secret, '', '');
  const delta = generator.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : generator.counter({ timestamp: now }) + delta;
}

/** A code as the sandbox shows it. */
export interface ShownCode {
  readonly code: string;
  /**
   * The bank accepts the code from this instant on. That is one step before an authenticator shows
   * it, because clocks differ.
   */
  readonly goodFrom: Instant;
  /** Seconds from now until an authenticator stops showing the code. */
  readonly validForSeconds: Seconds;
  /** URI that an authenticator reads from a QR code: `otpauth://totp/…`. */
  readonly uri: string;
}

/**
 * Returns the code that a user's authenticator shows now, or the next one if that was used. The
 * sandbox uses it so that a tester needs no phone.
 *
 * @param lastStep the last time step whose code was used. Codes of this step and of earlier ones
 *    are not accepted again
 */
export function showCode(
  secret: string,
  { issuer, user, lastStep }: { issuer: string; user: string; lastStep: number | null },
  now: Instant,
): ShownCode {
  const generator = generatorOf(secret, issuer, user);
  const step = Math.max(generator.counter({ timestamp: now }), (lastStep ?? -1) + 1);
  const periodMs = PERIOD_SECONDS * SECOND_MS;
  return {
    code: generator.generate({ timestamp: step * periodMs }),
    goodFrom: (step - WINDOW) * periodMs,
    validForSeconds: Math.ceil(((step + 1) * periodMs - now) / SECOND_MS),
    uri: generator.toString(),
  };
}
