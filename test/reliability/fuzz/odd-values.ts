/** Invalid or unusual values, by their place in a request. */

type Values<Value> = readonly [Value, ...Value[]];

/** Values that replace a field of a JSON body. */
export const ODD_MEMBERS: Values<unknown> = [
  ...([null, true, false, 0, -1, 1e308, -0, 1e-7] as const),
  ...(['', ' ', '\u0000', '\ud800', '\u202e', 'a'.repeat(300), 'a'.repeat(70_000)] as const),
  ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59.999999999+14:00'],
  ...['-1.00', '1e3', '0.001', '99999999999999999999.99999', '12345678901234567890'],
  ...['GBP', 'XXX', 'UK.OBIE.FPS', 'constructor', '__proto__', 'toString'],
  ...[[], {}, [[]], ['x', 1, null], { Amount: {}, Currency: [] }],
];

/** Names of fields for an object that wraps a value of a JSON body. */
export const ODD_NAMES: Values<string> = ['Data', '__proto__', 'Amount', 'constructor', ''];

/** Texts that are inserted into a body at any position. */
export const ODD_PIECES: Values<string> = [
  ...(['', '\u0000', '"', '\\', '{', '[', '}', ',', '\u20ac', '\u{1f600}'] as const),
  ...['0', '-', '.', 'e9', ' ', '\n', 'null', '"Data":1,'],
  ...['9'.repeat(40), '[['.repeat(2000), '{"a":'.repeat(1500)],
];

/** Values that replace a header's value or are appended to it. */
export const ODD_HEADERS: Values<string> = [
  ...(['', ' ', '\t', 'x', 'null', '*/*', '0', '-1', '99999999999999999999'] as const),
  ...['application/json;charset=utf-16', 'application/JSON; charset=utf-8', 'text/html'],
  ...['application/json,,;q=2', ',', ';q=', 'gzip', 'chunked', 'bytes=0-', '2017-09-10'],
  ...['Bearer', 'Bearer  ', `Bearer ${'a'.repeat(5000)}`, 'Basic Og=='],
  ...['%00', '\u00ff\u00fe', "' OR 1=1 --", '{}', 'a'.repeat(41), 'a'.repeat(8000)],
  ...['127.0.0.1:99999', 'evil.example', '::1'],
];

/** Names of headers that are added to a request. */
export const HEADER_NAMES: Values<string> = [
  ...(['x-fapi-interaction-id', 'accept', 'authorization', 'content-type'] as const),
  ...['x-idempotency-key', 'x-jws-signature', 'content-encoding', 'expect', 'range', 'host'],
  ...['x-forwarded-for', 'cookie', 'if-none-match', 'x-fapi-auth-date', 'x-customer-user-agent'],
];

/** Texts that replace the end of a path or are appended to it. */
export const ODD_PATHS: Values<string> = [
  ...(['%', '%00', '%ff', '..', '/', '//', '%2e%2e', '\u00e9', '#', '{}', ';'] as const),
  ...['?', '?page=-1', '?page=99999999999999', '?a=%', '?fromBookingDateTime=x'],
  ...['?version=1&version=2', 'A'.repeat(3000)],
];

export const METHODS: Values<string> = [
  ...(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'GET', 'POST', 'FOO'] as const),
];
