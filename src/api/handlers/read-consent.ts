import { findConsent } from '../../engine/consents.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentConsent } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** A consent as it now stands. */
export const readConsentHandler =
  ({ store }: HandlerParts): Handler =>
  async ({ route, id, grant, base }) => {
    const consent = await findConsent(store, id, grant.clientId, route.family);
    if (consent instanceof Refusal) return consent;
    return json(route, presentConsent(route.family, consent, base));
  };
