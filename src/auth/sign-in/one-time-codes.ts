import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant, type Seconds } from '../../shared/time.ts';

/**
 * Creates and checks time-based one-time codes (RFC 6238). The parameters are SHA-1 and 6 digits,
 * because every authenticator app supports them.
 */

const PERIOD_SECONDS: Seconds = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/**
 * Number of time steps before and after the current one whose codes are accepted too, because
 * clocks differ (RFC 6238, 6).
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

/** Length of a secret in bytes. It equals the length of a SHA-1 hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** Returns a new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns true if a text has the format of a one-time code. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * Returns the time step to which a code belongs. Returns undefined if the code is not valid now.
 */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  // The library otpauth throws if six characters take more than six bytes.
  if (!isCode(code)) return undefined;
  const generator = generatorOf(secret, '', '');
  const delta = generator.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : generator.counter({ timestamp: now }) + delta;
}

/** A one-time code that the sandbox displays to a tester. */
export interface ShownCode {
  readonly code: string;
  /**
   * The bank accepts the code from this time on. Because clocks differ, this is one time step
   * before an authenticator app displays it.
   */
  readonly goodFrom: Instant;
  /** Number of seconds from now until an authenticator app no longer displays the code. */
  readonly validForSeconds: Seconds;
  /** The URI that an authenticator app reads from a QR code: `otpauth://totp/…`. */
  readonly uri: string;
}

/**
 * Returns the code that a user's authenticator app displays now, or the next code if that one was
 * used. The sandbox shows the code, so that a tester needs no phone.
 *
 * @param lastStep the last time step whose code was used. Codes of this step and of earlier ones
 * are not accepted again
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
