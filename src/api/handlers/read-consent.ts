import { findConsent } from '../../engine/consents.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentConsent } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

export const readConsentHandler =
  ({ store }: HandlerParts): Handler =>
  async ({ route, id, grant, base }) => {
    const consent = await findConsent(store, route.family, id, grant.clientId);
    if (consent instanceof Refusal) return consent;
    return json(route, presentConsent(route.family, consent, base));
  };
