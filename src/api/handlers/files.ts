import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { JSON_CONTENT_TYPE } from '../responses.ts';
import { uploadOf, type HandlerParts } from './parts.ts';

/** Receives the payment file of a consent. The number of concurrent uploads is limited. */
export const uploadFileHandler =
  ({ useCases, acquireUploadSlot }: HandlerParts): Handler =>
  async ({ route, id, grant, incoming, key: idempotencyKey, signature, act }) => {
    const key = expectDefined(idempotencyKey, 'key');
    const requester = { clientId: grant.clientId, now: act.at, version: route.version };
    const consent = await useCases.consentForUpload(id, requester, key);
    if (consent instanceof Refusal) return consent;
    const release = acquireUploadSlot(grant.organisationId);
    if (release instanceof Refusal) return release;
    try {
      const uploaded = await useCases.uploadFile(uploadOf(incoming, signature), consent, key, act);
      if (uploaded instanceof Refusal) return uploaded;
      return { status: route.operation.success, body: null, contentType: null };
    } finally {
      release();
    }
  };

/** Returns exactly the bytes that the TPP uploaded (rules, 6.6). */
export const readFileHandler =
  ({ useCases, downloads }: HandlerParts): Handler =>
  async ({ route, id, grant, now, outgoing, endUnread, signatureOf }) => {
    const contentType = JSON_CONTENT_TYPE;
    const requester = { clientId: grant.clientId, now, version: route.version };
    const downloader = { organisationId: grant.organisationId, outgoing, endUnread };
    const body = await downloads.begin(downloader, () =>
      useCases.readFile(id, requester, signatureOf(contentType)),
    );
    if (body instanceof Refusal) return body;
    return { status: route.operation.success, body, contentType };
  };
