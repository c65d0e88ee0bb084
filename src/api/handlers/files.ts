import { FILE_TYPES } from '../../domain/records/file-types.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { fileTypeOf } from '../../use-cases/files/file-metadata.ts';
import type { Handler } from '../request-context.ts';
import { checkAccept, checkMediaType } from '../middleware/check-content.ts';
import { uploadOf, type HandlerParts } from './parts.ts';

/** Receives the payment file of a consent. The number of concurrent uploads is limited. */
export const uploadFileHandler =
  ({ useCases, acquireUploadSlot }: HandlerParts): Handler =>
  async ({ route, id, grant, incoming, key: idempotencyKey, signature, act }) => {
    const key = expectDefined(idempotencyKey, 'key');
    const requester = { clientId: grant.clientId, now: act.at, version: route.version };
    const consent = await useCases.consentForUpload(id, requester, key);
    if (consent instanceof Refusal) return consent;
    const { mediaTypes } = FILE_TYPES[fileTypeOf(consent)];
    const refused = checkMediaType(incoming.headers, mediaTypes);
    if (refused !== undefined) return refused;
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
  async ({ route, id, grant, now, incoming, outgoing, endUnread, signatureOf }) => {
    const requester = { clientId: grant.clientId, now, version: route.version };
    const downloader = { organisationId: grant.organisationId, outgoing, endUnread };
    const body = await downloads.begin(downloader, () =>
      useCases.readFile(
        id,
        requester,
        (mediaType) =>
          checkAccept(incoming.headers.accept, { answers: mediaType }) ??
          signatureOf(contentTypeOf(mediaType)),
      ),
    );
    if (body instanceof Refusal) return body;
    return { status: route.operation.success, body, contentType: contentTypeOf(body.mediaType) };
  };

function contentTypeOf(mediaType: string): string {
  return `${mediaType}; charset=utf-8`;
}
