import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { findConsent } from '../../engine/consents.ts';
import { Refusal, refuse } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { JSON_CONTENT_TYPE } from '../chain.ts';
import type { HandlerParts } from './parts.ts';

/** Gives back exactly the bytes that were uploaded (rules, 6). */
export const readFileHandler =
  ({ store, files }: HandlerParts): Handler =>
  async ({ route, id, grant }) => {
    const consent = await findConsent(store, id, grant.clientId, route.family);
    if (consent instanceof Refusal) return consent;
    const file = await store.findFile(id);
    if (file === undefined) {
      return refuse(
        400,
        'invalidConsentStatus',
        `The consent is ${consent.status} and holds no file.`,
      );
    }
    const bytes = Readable.toWeb(createReadStream(files.pathOf(file.sha256)));
    return {
      status: route.operation.success,
      body: bytes as ReadableStream,
      contentType: JSON_CONTENT_TYPE,
    };
  };
