import { createConsent } from '../../engine/consents.ts';
import { Refusal } from '../../kernel/errors.ts';
import { present } from '../../kernel/assert.ts';
import type { Handler } from '../call.ts';
import { presentConsent } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** Registers a consent of the route's family. */
export const createConsentHandler =
  ({ store, horizonDays }: HandlerParts): Handler =>
  async ({ route, body, key, grant, now, faults, base }) => {
    const consent = await createConsent(store, route.family, present(body, 'body'), {
      clientId: grant.clientId,
      key: present(key, 'key'),
      context: { now, horizonDays },
      faults,
    });
    if (consent instanceof Refusal) return consent;
    return json(route, presentConsent(route.family, consent, base));
  };
