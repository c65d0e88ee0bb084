import { FILE_TYPES } from '../../domain/records/file-types.ts';
import type { UnsignedMessage } from '../../domain/ports/signatures.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { findConsent, type Requester } from '../consents/find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** An uploaded file, opened for reading. */
export interface FileContent {
  readonly bytes: number;
  readonly mediaType: string;
  /** The bank's detached signature. Null if no signature was requested. */
  readonly signature: string | null;
  /**
   * Content of the file, which is read on demand. The caller must read the stream to its end or
   * cancel it.
   */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Opens the file of a consent. The stream contains exactly the bytes that were uploaded (rules,
 * 6.6).
 *
 * @param messageOf returns the message to sign, without its signature, for a media type. Null if no
 * signature is wanted
 */
export async function readFile(
  parts: Pick<UseCaseParts, 'store' | 'files' | 'workers'>,
  id: string,
  requester: Requester,
  messageOf: (mediaType: string) => UnsignedMessage | Refusal | null,
): Promise<FileContent | Refusal> {
  const consent = await findConsent(parts, id, requester);
  if (consent instanceof Refusal) return consent;
  const file = await parts.store.findFile(id);
  if (file === undefined) {
    const text = `The consent has status ${consent.status} and no file.`;
    return refuse(400, 'invalidConsentStatus', text);
  }
  const [mediaType] = FILE_TYPES[file.fileType].mediaTypes;
  const message = messageOf(mediaType);
  if (message instanceof Refusal) return message;
  const { signature, ...sealed } = await parts.workers.seal(file, message);
  return { bytes: sealed.bytes, mediaType, signature, stream: await parts.files.open(sealed) };
}
