import { open, type FileHandle } from 'node:fs/promises';
import { findConsent } from '../../engine/consents.ts';
import { Refusal, refuse } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { JSON_CONTENT_TYPE } from '../answer.ts';
import type { HandlerParts } from './parts.ts';

/** Gives back exactly the bytes that were uploaded (rules, 6). */
export const readFileHandler =
  ({ store, files }: HandlerParts): Handler =>
  async ({ route, id, grant, now }) => {
    const consent = await findConsent(store, id, {
      clientId: grant.clientId,
      now,
      family: route.family,
    });
    if (consent instanceof Refusal) return consent;
    const file = await store.findFile(id);
    if (file === undefined) {
      return refuse(
        400,
        'invalidConsentStatus',
        `The consent is ${consent.status} and holds no file.`,
      );
    }
    const body = streamFile(files.pathOf(file.sha256));
    return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
  };

/** Bytes that are read from a kept file at a time. */
const CHUNK_BYTES = 256 * 1024;

/** Opens the file with the first read, so that a body which nobody takes (HEAD) opens nothing. */
function streamFile(path: string): ReadableStream {
  let file: FileHandle | undefined;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        file ??= await open(path);
        const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        const { bytesRead } = await file.read(chunk);
        if (bytesRead > 0) {
          controller.enqueue(chunk.subarray(0, bytesRead));
          return;
        }
        await file.close();
        controller.close();
      } catch (error) {
        await file?.close();
        controller.error(error);
      }
    },
    cancel: () => file?.close(),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
