import { ERROR_CODES, refuse, type Refusal } from '../../shared/errors.ts';
import type { PublicJwk } from '../records/access.ts';
import type { Grant } from '../records/records.ts';

/**
 * HTTP header with the detached JWS signature of a message (Read/Write Data API profile, Message
 * Signing).
 */
export const SIGNATURE_HEADER = 'x-jws-signature';

/** Error codes for a missing or invalid signature (rules, 4.5). */
export const SIGNATURE_CODES: ReadonlySet<string> = new Set([
  ERROR_CODES.signatureMissing,
  ERROR_CODES.signatureMalformed,
  ERROR_CODES.signatureMissingClaim,
  ERROR_CODES.signatureInvalidClaim,
  ERROR_CODES.signatureInvalid,
]);

/**
 * A detached JWS signature whose header is valid. It still has to be verified against the signed
 * bytes.
 */
export interface DetachedSignature {
  /** The JOSE header as received, in base64url. It is part of the signed input. */
  readonly protectedHeader: string;
  /** The signature, in base64url. */
  readonly value: string;
  /** The TPP's public key that the `kid` of the header names. */
  readonly key: PublicJwk;
}

/** The data for signing a message whose bytes are read later. */
export interface UnsignedMessage {
  /** The JOSE header, in base64url. It is part of the signed input. */
  readonly protectedHeader: string;
  /** The bank's private key: a KeyObject of node:crypto, which can be passed to a worker thread. */
  readonly key: object;
}

/**
 * Verifies and creates message signatures (rules, 4.1 and 4.6). The cryptography runs outside the
 * event loop.
 */
export interface MessageSignatures {
  /**
   * Checks the header of a signature. Returns the part that must be verified later, or the first
   * error.
   */
  read(header: string, grant: Pick<Grant, 'clientId'>): Promise<DetachedSignature | Refusal>;
  /** Returns true if the signature is valid for the given bytes. */
  verify(signature: DetachedSignature, bytes: Uint8Array): Promise<boolean>;
  /** Signs a response. `contentType` must equal the value of its `Content-Type` header. */
  sign(bytes: Uint8Array, contentType: string): Promise<string>;
  /** Prepares a signature. A worker thread later reads the bytes and completes it. */
  prepare(contentType: string): UnsignedMessage;
}

/**
 * Returns the error for a body that does not match its signature. Such a body is not checked any
 * further.
 */
export function refuseFalseSignature(): Refusal {
  const message = 'The signature is not one of this body by the key that its header names.';
  return refuse(400, 'signatureInvalid', message, { path: SIGNATURE_HEADER });
}
