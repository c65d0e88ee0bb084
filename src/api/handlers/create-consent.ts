import { createConsent } from '../../engine/consents.ts';
import { viewConsent } from '../../engine/views.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentConsent } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** Registers a consent of the route's family. */
export const createConsentHandler =
  (parts: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const { store, schemeLimits, horizonDays, consentApprovalDays } = parts;
    const { bankName, bacsAccepted } = parts;
    const consent = await createConsent(store, route.family, present(body, 'body'), {
      clientId: grant.clientId,
      key: present(key, 'key'),
      act,
      settings: { ...schemeLimits, horizonDays, consentApprovalDays, bankName, bacsAccepted },
      faults,
    });
    if (consent instanceof Refusal) return consent;
    const view = await viewConsent(parts, consent, act.at);
    return json(route, presentConsent(route.family, view, base));
  };
