import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FaultList } from '../../shared/errors.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { headerOf } from './header.ts';

/** Maximum number of characters of an idempotency key (rules, 3.1). */
const MAX_KEY_CHARACTERS = 40;

/** Adds a fault for each optional FAPI header with a wrong format (rules, 1.6). */
export function checkFapiHeaders(headers: IncomingHttpHeaders, faults: FaultList): void {
  const authDate = headerOf(headers, 'x-fapi-auth-date');
  if (authDate !== undefined && !isHttpDate(authDate)) {
    faults.add(
      'headerInvalid',
      'Expected an HTTP date, such as Sun, 10 Sep 2017 19:43:31 UTC.',
      'x-fapi-auth-date',
    );
  }
  const address = headerOf(headers, 'x-fapi-customer-ip-address');
  if (address !== undefined && isIP(address) === 0) {
    faults.add('headerInvalid', 'Expected an IP address.', 'x-fapi-customer-ip-address');
  }
}

/** Returns true for an HTTP date whose day of the week is right. Accepts `UTC` instead of `GMT`. */
function isHttpDate(text: string): boolean {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return false;
  return new Date(instant).toUTCString() === text.replace(/UTC$/, 'GMT');
}

/**
 * Returns the idempotency key, which has 1 to 40 visible characters. If the header is missing or
 * malformed, adds a fault and returns undefined.
 */
export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  faults: FaultList,
): string | undefined {
  const key = headerOf(headers, 'x-idempotency-key');
  if (key === undefined) {
    faults.add('headerMissing', 'Every POST needs an idempotency key.', 'x-idempotency-key');
    return undefined;
  }
  const isTooLong = key.length > MAX_KEY_CHARACTERS;
  if (key === '' || isTooLong || key.trim() !== key || hasUnsafeUnicode(key)) {
    faults.add(
      'headerInvalid',
      `Expected 1 to ${String(MAX_KEY_CHARACTERS)} visible characters, without spaces at either end.`,
      'x-idempotency-key',
    );
    return undefined;
  }
  return key;
}
