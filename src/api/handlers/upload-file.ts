import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { uploadOf, type HandlerParts } from './parts.ts';

/** Takes the payment file of a consent, in one of the TPP's places for uploads. */
export const uploadFileHandler =
  ({ engine, takeUploadPlace }: HandlerParts): Handler =>
  async ({ route, id, grant, incoming, key: given, signature, act }) => {
    const key = expectDefined(given, 'key');
    const requester = { clientId: grant.clientId, now: act.at, family: route.family };
    const consent = await engine.consentForUpload(id, requester, key);
    if (consent instanceof Refusal) return consent;
    const leave = takeUploadPlace(grant.organisationId);
    if (leave instanceof Refusal) return leave;
    try {
      const taken = await engine.uploadFile(uploadOf(incoming, signature), consent, key, act);
      if (taken instanceof Refusal) return taken;
      return { status: route.operation.success, body: null, contentType: null };
    } finally {
      leave();
    }
  };
