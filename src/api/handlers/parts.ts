import type { IncomingMessage } from 'node:http';
import type { Upload } from '../../domain/ports/files.ts';
import type { DetachedSignature } from '../../domain/ports/signatures.ts';
import type { Engine } from '../../use-cases/index.ts';
import { JSON_CONTENT_TYPE } from '../responses.ts';
import type { Address, Answer } from '../request-context.ts';
import type { Downloads } from '../middleware/downloads.ts';
import type { TakePlace } from '../middleware/concurrency-limit.ts';

/** What handlers work with. */
export interface HandlerParts {
  readonly engine: Engine;
  /** Takes one of the TPP's places for uploads. */
  readonly takeUploadPlace: TakePlace;
  readonly downloads: Pick<Downloads, 'begin'>;
  /** Tells that there may be new work to do. */
  readonly wake: () => void;
}

/** A file that is about to come with a request. */
export function uploadOf(incoming: IncomingMessage, signature: DetachedSignature | null): Upload {
  const announced = incoming.headers['content-length'];
  const announcedBytes = announced === undefined ? undefined : Number(announced);
  return { incoming, announcedBytes, signature };
}

/** The answer of an operation that went well, with the operation's own status. */
export function json(route: Address, body: string): Answer {
  return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
}
