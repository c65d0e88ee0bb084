import type { IncomingMessage } from 'node:http';
import type { Upload } from '../../domain/ports/files.ts';
import type { DetachedSignature } from '../../domain/ports/signatures.ts';
import type { Engine } from '../../use-cases/index.ts';
import { JSON_CONTENT_TYPE } from '../responses.ts';
import type { Address, Answer } from '../request-context.ts';
import type { Downloads } from '../middleware/downloads.ts';
import type { AcquireSlot } from '../middleware/concurrency-limit.ts';

/** Dependencies of the handlers. */
export interface HandlerParts {
  readonly engine: Engine;
  /** Counts an upload against the concurrency limits. */
  readonly acquireUploadSlot: AcquireSlot;
  readonly downloads: Pick<Downloads, 'begin'>;
  /** Notifies the work runner that there may be new jobs. */
  readonly wake: () => void;
}

/** Returns the upload of a request, whose body has not been read yet. */
export function uploadOf(incoming: IncomingMessage, signature: DetachedSignature | null): Upload {
  const announced = incoming.headers['content-length'];
  const announcedBytes = announced === undefined ? undefined : Number(announced);
  return { incoming, announcedBytes, signature };
}

/** Returns a JSON answer with the success status of the operation. */
export function json(route: Address, body: string): Answer {
  return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
}
