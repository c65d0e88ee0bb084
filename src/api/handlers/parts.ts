import type { IncomingMessage } from 'node:http';
import type { Upload } from '../../domain/ports/files.ts';
import type { DetachedSignature } from '../../domain/ports/signatures.ts';
import type { UseCases } from '../../use-cases/index.ts';
import { JSON_CONTENT_TYPE } from '../responses.ts';
import type { Address, Answer } from '../request-context.ts';
import type { Downloads } from '../middleware/downloads.ts';
import type { AcquireSlot } from '../middleware/concurrency-limit.ts';

/** The dependencies of the route handlers. */
export interface HandlerParts {
  readonly useCases: UseCases;
  /** Reserves a slot for an upload, within the concurrency limits. */
  readonly acquireUploadSlot: AcquireSlot;
  readonly downloads: Pick<Downloads, 'begin'>;
  /** Notifies the work runner that there may be new work. */
  readonly wake: () => void;
}

/** Returns the upload in a request. The request body has not been read yet. */
export function uploadOf(incoming: IncomingMessage, signature: DetachedSignature | null): Upload {
  const announced = incoming.headers['content-length'];
  const announcedBytes = announced === undefined ? undefined : Number(announced);
  return { incoming, announcedBytes, signature };
}

/** Returns a JSON response with the success status of the operation. */
export function json(route: Address, body: string): Answer {
  return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
}
