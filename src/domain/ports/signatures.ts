import { ERROR_CODES, refuse, type Refusal } from '../../shared/errors.ts';
import type { PublicJwk } from '../records/access.ts';
import type { Grant } from '../records/records.ts';

/** The header with the signature of a message (Read/Write Data API profile, Message Signing). */
export const SIGNATURE_HEADER = 'x-jws-signature';

/** What a signature is refused with (rules, 4.5). */
export const SIGNATURE_CODES: ReadonlySet<string> = new Set([
  ERROR_CODES.signatureMissing,
  ERROR_CODES.signatureMalformed,
  ERROR_CODES.signatureMissingClaim,
  ERROR_CODES.signatureInvalidClaim,
  ERROR_CODES.signatureInvalid,
]);

/** A detached JWS whose header is in order: it has still to be held against the bytes. */
export interface DetachedSignature {
  /** The JOSE header as it was sent, base64url: it is signed together with the bytes. */
  readonly protectedHeader: string;
  /** base64url. */
  readonly value: string;
  /** The key that the header names, one of the TPP's. */
  readonly key: PublicJwk;
}

/** A message that is still to be signed: what a signature needs besides the bytes. */
export interface UnsignedMessage {
  /** The JOSE header, base64url: it is signed together with the bytes. */
  readonly protectedHeader: string;
  /** The bank's private key: a KeyObject of node:crypto, which can be sent to a worker thread. */
  readonly key: object;
}

/** Message signing in both directions (rules, 4.1 and 4.6), away from the event loop. */
export interface MessageSignatures {
  /** Judges a signature by its header alone: what is left to verify, or the first thing wrong. */
  read(header: string, grant: Pick<Grant, 'clientId'>): Promise<DetachedSignature | Refusal>;
  /** Whether a signature is that of these very bytes. */
  verify(signature: DetachedSignature, bytes: Uint8Array): Promise<boolean>;
  /** The bank's signature of what it answers; the type is that of the answer's `Content-Type`. */
  sign(bytes: Uint8Array, contentType: string): Promise<string>;
  /** Begins a signature of bytes that a worker thread reads, which then ends it. */
  prepare(contentType: string): UnsignedMessage;
}

/** For bytes that are not the ones that were signed: nothing else in them is worth judging. */
export function refuseFalseSignature(): Refusal {
  const message = 'The signature is not one of this body by the key that its header names.';
  return refuse(400, 'signatureInvalid', message, { path: SIGNATURE_HEADER });
}
