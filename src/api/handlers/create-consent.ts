import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializeConsent } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** Registers a consent of the route's family. */
export const createConsentHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const asked = { clientId: grant.clientId, key: expectDefined(key, 'key'), act, faults };
    const consent = await engine.createConsent(route.family, expectDefined(body, 'body'), asked);
    if (consent instanceof Refusal) return consent;
    const view = await engine.viewConsent(consent, act.at);
    return json(route, serializeConsent(route.family, view, base));
  };
