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
 * Reads the signature header of a request, before its body is read. Returns null if there is no
 * signature and none is required. None is required if the request has no body, or if the operation
 * or the listener accepts unsigned requests (rules, 4.4).
 */
export async function readSignature(
  headers: IncomingHttpHeaders,
  listener: Pick<ListenerInfo, 'requiresSignatures'>,
  operation: Pick<Operation, 'body' | 'unsigned'>,
  grant: Grant,
  signatures: MessageSignatures,
): Promise<DetachedSignature | null | Refusal> {
  if (operation.body === 'none' || operation.unsigned === true) return null;
  const header = headerOf(headers, SIGNATURE_HEADER);
  if (header !== undefined) return signatures.read(header, grant);
  if (!listener.requiresSignatures) return null;
  const message = 'A request with a body must be signed with a detached JWS of its bytes.';
  return refuse(400, 'signatureMissing', message, { path: SIGNATURE_HEADER });
}
