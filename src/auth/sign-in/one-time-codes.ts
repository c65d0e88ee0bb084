import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant } from '../../shared/time.ts';

/** Time-based one-time codes as every authenticator makes them (RFC 6238): SHA-1, 6 digits. */

const PERIOD_SECONDS = 30;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/** Steps before and after the present one that are taken too: clocks differ (RFC 6238, 6). */
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

/** As long as the hash that codes are made with (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** A new secret to share with an authenticator, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Whether a text could be a code at all. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** The step that a code belongs to; undefined when it is none of those that are taken now. */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  // otpauth throws at six characters that are not as many bytes.
  if (!isCode(code)) return undefined;
  const generator = generatorOf(secret, '', '');
  const delta = generator.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : generator.counter({ timestamp: now }) + delta;
}

/** A code to sign in with, and when. */
export interface ShownCode {
  readonly code: string;
  /** From when it is taken: also before an authenticator shows it, for clocks differ. */
  readonly goodFrom: Instant;
  /** How long an authenticator goes on showing it, from now on. */
  readonly validForSeconds: number;
  /** The address that an authenticator reads from a picture: `otpauth://totp/…`. */
  readonly uri: string;
}

/**
 * What the authenticator of a user shows, or will show next where that was used already; for the
 * sandbox, where nobody needs a phone.
 *
 * @param lastStep the last step that a code was used of; none up to it is taken again
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
