import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contract/operations.ts';
import {
  SIGNATURE_HEADER,
  type DetachedSignature,
  type MessageSignatures,
} from '../../domain/ports/signatures.ts';
import type { Grant } from '../../domain/records/records.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import type { ListenerInfo } from '../listener-info.ts';
import { headerOf } from './header.ts';

/**
 * The signature of a request, by its header alone: the bytes are still to come. Null where there is
 * none and none is needed: without a body, and at a door that lets unsigned ones pass (rules, 4.4).
 */
export async function readSignature(
  headers: IncomingHttpHeaders,
  listener: Pick<ListenerInfo, 'requiresSignatures'>,
  operation: Pick<Operation, 'body'>,
  grant: Grant,
  signatures: MessageSignatures,
): Promise<DetachedSignature | null | Refusal> {
  if (operation.body === 'none') return null;
  const header = headerOf(headers, SIGNATURE_HEADER);
  if (header !== undefined) return signatures.read(header, grant);
  if (!listener.requiresSignatures) return null;
  const message = 'A request that has a body needs a signature, a detached JWS of the bytes.';
  return refuse(400, 'signatureMissing', message, { path: SIGNATURE_HEADER });
}
