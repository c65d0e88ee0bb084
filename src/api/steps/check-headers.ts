import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FaultList } from '../../kernel/errors.ts';
import { headerOf } from './header.ts';

const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const HTTP_DATE = new RegExp(
  String.raw`^(${DAYS}), \d{2} (${MONTHS}) \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$`,
);

/** Longest idempotency key, in characters (rules, 3). */
const MAX_KEY_CHARACTERS = 40;

/** Adds a fault for each optional FAPI header that is there and malformed (rules, 1). */
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

/** Whether the text is such a date and its day of the week is right. */
function isHttpDate(text: string): boolean {
  if (!HTTP_DATE.test(text)) return false;
  const instant = Date.parse(text);
  return (
    !Number.isNaN(instant) && new Date(instant).toUTCString().slice(0, 16) === text.slice(0, 16)
  );
}

/** The idempotency key, or undefined and a fault: 1 to 40 characters, no blank at either end. */
export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  faults: FaultList,
): string | undefined {
  const key = headerOf(headers, 'x-idempotency-key');
  if (key === undefined) {
    faults.add('headerMissing', 'Every POST needs an idempotency key.', 'x-idempotency-key');
    return undefined;
  }
  if (key === '' || key.length > MAX_KEY_CHARACTERS || key.trim() !== key) {
    faults.add(
      'headerInvalid',
      `Expected 1 to ${String(MAX_KEY_CHARACTERS)} characters, no blank at either end.`,
      'x-idempotency-key',
    );
    return undefined;
  }
  return key;
}
