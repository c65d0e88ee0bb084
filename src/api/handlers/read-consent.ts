import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializeConsent } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** A consent as it now stands. */
export const readConsentHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, base, now }) => {
    const requester = { clientId: grant.clientId, now, family: route.family };
    const consent = await engine.findLivingConsent(id, requester);
    if (consent instanceof Refusal) return consent;
    return json(
      route,
      serializeConsent(route.family, await engine.viewConsent(consent, now), base),
    );
  };
