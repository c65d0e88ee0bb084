import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant } from '../kernel/time.ts';

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

/** What an authenticator shows at that moment. */
export interface ShownCode {
  readonly code: string;
  /** How long it goes on showing it. */
  readonly validForSeconds: number;
  /** The address that an authenticator reads from a picture: `otpauth://totp/…`. */
  readonly uri: string;
}

/** What the authenticator of a user shows; for the sandbox, where nobody needs a phone. */
export function showCode(
  secret: string,
  { issuer, user }: { issuer: string; user: string },
  now: Instant,
): ShownCode {
  const generator = generatorOf(secret, issuer, user);
  return {
    code: generator.generate({ timestamp: now }),
    validForSeconds: Math.ceil(generator.remaining({ timestamp: now }) / SECOND_MS),
    uri: generator.toString(),
  };
}
