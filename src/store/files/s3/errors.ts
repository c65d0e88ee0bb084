import type { S3ServiceException } from '@aws-sdk/client-s3';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';

/**
 * HTTP status codes of an overloaded or partly unavailable object store. The request can be
 * retried.
 */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Thrown if the object store refuses a request. Its operator must fix the cause, because a retry
 * does not help.
 */
export class ObjectStoreRefused extends StoreUnavailable {
  readonly status: number;
  /** S3 error code, for example `NoSuchBucket`. */
  readonly code: string;

  constructor(what: string, status: number, code: string, options?: ErrorOptions) {
    super(`The object store refused ${what}: ${[String(status), code].join(' ').trim()}.`, options);
    this.status = status;
    this.code = code;
  }
}

/** Converts an AWS SDK error to a StoreUnavailable error. The SDK has already made all attempts. */
export function storeError(cause: unknown, what: string, endpoint: string): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  const failed = cause as Partial<S3ServiceException>;
  const { name = '', message = '', $fault, $metadata, $response } = failed;
  const status = $metadata?.httpStatusCode;
  if (name === 'CredentialsProviderError') {
    const problem = `There are no credentials for the object store: ${message}.`;
    return new StoreUnavailable(problem, { cause });
  }
  const unavailable = (why: string) =>
    new StoreUnavailable(`The object store at ${endpoint} ${why}.`, { cause });
  // Only errors that the object store itself reported have the property `$fault`.
  if ($fault !== undefined && status !== undefined) {
    return RETRYABLE_STATUS.has(status)
      ? unavailable(`responded with status ${String(status)}`)
      : new ObjectStoreRefused(what, status, name, { cause });
  }
  if ($response !== undefined) return unavailable('sent a response that does not have S3’s format');
  return unavailable(`does not respond: ${message.replace(/\.$/, '')}`);
}

/** Returns the result of a request, or undefined if the requested object does not exist. */
export async function unlessAbsent<Output>(
  request: Promise<Output>,
  isAbsent = isMissing,
): Promise<Output | undefined> {
  return request.catch((error: unknown) => {
    if (error instanceof ObjectStoreRefused && isAbsent(error)) return undefined;
    throw error;
  });
}

/** Returns true if the error means that the object does not exist, although the bucket does. */
function isMissing({ status, code }: ObjectStoreRefused): boolean {
  return status === 404 && code === 'NoSuchKey';
}
