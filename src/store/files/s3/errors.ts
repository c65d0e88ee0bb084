import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { Answer } from './client.ts';

/** The object store does not do what it was asked. Whoever runs it can mend that, not a retry. */
export class ObjectStoreRefused extends StoreUnavailable {
  readonly status: number;
  /** S3's own code, such as `NoSuchBucket`; empty where it told none. */
  readonly code: string;

  constructor(what: string, { status, body }: Pick<Answer, 'status' | 'body'>) {
    const code = codeIn(body);
    super(`The object store refused ${what}: ${[String(status), code].join(' ').trim()}.`);
    this.status = status;
    this.code = code;
  }
}

/** The code in the body of an error; empty where there is none. */
export function codeIn(body: Buffer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body.toString())?.[1] ?? '';
}
