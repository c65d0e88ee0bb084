import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The credentials and the region that a request must be signed with. */
export interface Account {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** The session token, for temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** Maximum difference between the time of a signature and the server's time, in milliseconds. */
const MAX_SKEW_MS = 15 * 60_000;

const AUTHORIZATION = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=([^/,]+)/([0-9]{8})/([^/,]+)/([^/,]+)/aws4_request, ?' +
    'SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$',
);

const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest();

/**
 * Checks a request's signature (AWS Signature Version 4). Returns S3's error code if it is invalid,
 * and undefined if it is valid. This code follows the specification and is independent of the
 * client's code. It refuses some requests that S3 accepts but a bank does not need, for example
 * unsigned bodies.
 */
export function faultOfSignature(
  request: IncomingMessage,
  body: Buffer,
  account: Account,
  now: number,
): string | undefined {
  const { headers, method = '', url = '' } = request;
  const found = AUTHORIZATION.exec(headers.authorization ?? '');
  if (found === null) return 'AuthorizationHeaderMalformed';
  const [, accessKey, day = '', region, service, signed = '', signature] = found;
  if (accessKey !== account.accessKey) return 'InvalidAccessKeyId';
  if (headers['x-amz-security-token'] !== account.sessionToken) return 'InvalidToken';
  if (region !== account.region || service !== 's3') return 'AuthorizationHeaderMalformed';
  const at = String(headers['x-amz-date']);
  const moment = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!at.startsWith(day) || Number.isNaN(moment)) return 'AccessDenied';
  if (Math.abs(moment - now) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !names.includes(name))) return 'AccessDenied';
  const bodyHash = String(headers['x-amz-content-sha256']);
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    ...[method, path, query.split('&').sort().join('&')],
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', signed, bodyHash],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, hashOf(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(
    (from, part) => hmac(from, part),
    hmac(`AWS4${account.secretKey}`, day),
  );
  if (hmac(key, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  return bodyHash === hashOf(body) ? undefined : 'XAmzContentSHA256Mismatch';
}
