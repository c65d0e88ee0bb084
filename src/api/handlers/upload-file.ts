import { whyLapsed } from '../../domain/lifecycle/lapse.ts';
import { findConsent } from '../../engine/consents.ts';
import { fileMetadata } from '../../engine/file-metadata.ts';
import { resourceOrRefusal, wrongStatus } from '../../engine/idempotency.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { uploadOf, type HandlerParts } from './parts.ts';

/**
 * Takes the payment file of a consent. What can be refused without the file is refused before a
 * byte of it is read.
 */
export const uploadFileHandler =
  ({ store, pipeline, takeUploadPlace }: HandlerParts): Handler =>
  async ({ route, id, grant, incoming, key: given, signature, act }) => {
    const key = present(given, 'key');
    const consent = await findConsent(store, id, {
      clientId: grant.clientId,
      now: act.at,
      family: route.family,
    });
    if (consent instanceof Refusal) return consent;
    if (consent.status !== 'AwaitingUpload' && (await store.findKey(key, act.at)) === undefined) {
      return wrongStatus(consent.status, whyLapsed(consent));
    }
    const leave = takeUploadPlace(grant.organisationId);
    if (leave instanceof Refusal) return leave;
    try {
      const upload = uploadOf(incoming, signature);
      const metadata = fileMetadata(consent);
      const received = await pipeline.receiveFile(upload, consent, metadata, key, act);
      if (received instanceof Refusal) return received;
      const outcome = resourceOrRefusal(received);
      if (outcome instanceof Refusal) return outcome;
      return { status: route.operation.success, body: null, contentType: null };
    } finally {
      leave();
    }
  };
