import { findConsent } from '../../engine/consents.ts';
import { Refusal, refuse } from '../../kernel/errors.ts';
import { JSON_CONTENT_TYPE } from '../answer.ts';
import type { Handler } from '../call.ts';
import type { HandlerParts } from './parts.ts';

/** Gives back exactly the bytes that were uploaded (rules, 6.6), or nothing of them. */
export const readFileHandler =
  ({ store, files, workers }: HandlerParts): Handler =>
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
    const body = await files.open(await workers.seal(file));
    return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
  };
