import { channel } from 'node:diagnostics_channel';
import type { Instant } from '../../../shared/time.ts';

/** A request to the object store that was answered or failed, with its repeats. */
export interface ObjectStoreRequest {
  /** Name of the command in the API of S3, for example `GetObject`. */
  readonly command: string;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  /** Class of the error. Undefined after an answer, also if the object does not exist. */
  readonly error: string | undefined;
}

/** Errors that mean that an object does not exist. */
const ABSENT: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey']);

/** Requests of this thread. Nothing is measured without a listener. */
const REQUESTS = channel('pis:object-store-request');

const now = (): Instant => performance.timeOrigin + performance.now();

/** Calls a listener for each request of this thread, in the context of the code that sent it. */
export function onObjectStoreRequest(listener: (request: ObjectStoreRequest) => void): () => void {
  const receive = (request: unknown): void => listener(request as ObjectStoreRequest);
  REQUESTS.subscribe(receive);
  return () => {
    REQUESTS.unsubscribe(receive);
  };
}

/** Sends a request and reports it to the listeners. */
export async function reportRequest<Output>(
  command: string,
  send: () => Promise<Output>,
): Promise<Output> {
  if (!REQUESTS.hasSubscribers) return send();
  const startedAt = now();
  const report = (error?: string): void =>
    REQUESTS.publish({ command, startedAt, endedAt: now(), error } satisfies ObjectStoreRequest);
  try {
    const output = await send();
    report();
    return output;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    report(ABSENT.has(name) ? undefined : name);
    throw error;
  }
}
