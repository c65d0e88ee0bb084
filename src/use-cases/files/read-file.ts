import type { UnsignedMessage } from '../../domain/ports/signatures.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { findConsent, type Asker } from '../consents/find-consent.ts';
import type { EngineParts } from '../dependencies.ts';

/** An uploaded file that is open. */
export interface FileContent {
  readonly bytes: number;
  /** The bank's signature of the bytes; null where none was asked for. */
  readonly signature: string | null;
  /** To be read or cancelled. Reads a piece when it is asked for one. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Exactly the bytes that were uploaded for a consent (rules, 6.6), or nothing of them.
 *
 * @param message what to sign the bytes as; null: do not sign
 */
export async function readFile(
  parts: Pick<EngineParts, 'store' | 'files' | 'workers'>,
  id: string,
  asker: Asker,
  message: UnsignedMessage | null,
): Promise<FileContent | Refusal> {
  const consent = await findConsent(parts, id, asker);
  if (consent instanceof Refusal) return consent;
  const file = await parts.store.findFile(id);
  if (file === undefined) {
    const text = `The consent is ${consent.status} and holds no file.`;
    return refuse(400, 'invalidConsentStatus', text);
  }
  const { signature, ...sealed } = await parts.workers.seal(file, message);
  return { bytes: sealed.bytes, signature, stream: await parts.files.open(sealed) };
}
