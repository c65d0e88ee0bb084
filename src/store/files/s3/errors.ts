import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { S3Response } from './client.ts';

/**
 * Thrown if the object store refuses a request. Its operator must correct this, and a retry does
 * not help.
 */
export class ObjectStoreRefused extends StoreUnavailable {
  readonly status: number;
  /** S3 error code, for example `NoSuchBucket`. Empty if the response has none. */
  readonly code: string;

  constructor(what: string, { status, body }: Pick<S3Response, 'status' | 'body'>) {
    const code = codeIn(body);
    super(`The object store refused ${what}: ${[String(status), code].join(' ').trim()}.`);
    this.status = status;
    this.code = code;
  }
}

/** Returns the code in the body of an error response. Empty if there is none. */
export function codeIn(body: Buffer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body.toString())?.[1] ?? '';
}
