import type { Handler } from '../request-context.ts';
import type { HandlerParts } from './parts.ts';

/** Revokes a consent: what was paid under it stays paid, nothing more can be (rules, 8.13). */
export const deleteConsentHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, act }) => {
    const requester = { clientId: grant.clientId, family: route.family };
    const refused = await engine.revokeConsent(id, requester, act);
    return refused ?? { status: route.operation.success, body: null, contentType: null };
  };
