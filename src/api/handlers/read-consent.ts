import { findLivingConsent } from '../../engine/consents.ts';
import { viewConsent } from '../../engine/views.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentConsent } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** A consent as it now stands. */
export const readConsentHandler =
  (parts: HandlerParts): Handler =>
  async ({ route, id, grant, base, now }) => {
    const asker = { clientId: grant.clientId, now, family: route.family };
    const consent = await findLivingConsent(parts.store, id, asker);
    if (consent instanceof Refusal) return consent;
    return json(route, presentConsent(route.family, await viewConsent(parts, consent, now), base));
  };
