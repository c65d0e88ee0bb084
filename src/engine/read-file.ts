import { Refusal, refuse } from '../kernel/errors.ts';
import { findConsent, type Asker } from './find-consent.ts';
import type { EngineParts } from './parts.ts';

/** Exactly the bytes that were uploaded for a consent (rules, 6.6), or nothing of them. */
export async function readFile(
  parts: Pick<EngineParts, 'store' | 'files' | 'workers'>,
  id: string,
  asker: Asker,
): Promise<ReadableStream<Uint8Array> | Refusal> {
  const consent = await findConsent(parts, id, asker);
  if (consent instanceof Refusal) return consent;
  const file = await parts.store.findFile(id);
  if (file === undefined) {
    const message = `The consent is ${consent.status} and holds no file.`;
    return refuse(400, 'invalidConsentStatus', message);
  }
  return parts.files.open(await parts.workers.seal(file));
}
