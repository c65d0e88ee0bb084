import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Store } from '../../domain/ports/store.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { Engine } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import { customerTokenSeconds } from '../tokens.ts';
import { errors } from './oidc.ts';

/** What an ID token says of a customer and of the authorisation, asked for or not. */
export const CLAIMS = ['sub', 'openbanking_intent_id', 'acr', 'amr', 'auth_time', 'at_hash'];

/**
 * Customers as oidc-provider asks for them: in the course of an authorisation, hence together with
 * the consent that was approved. One that is Authorised no longer gets neither code nor token.
 */
export function createAccounts(
  store: Pick<Store, 'findConsentByGrant'>,
  engine: Pick<Engine, 'consentNow'>,
  clock: Clock,
) {
  const consents = new WeakMap<object, Consent>();
  const findAccount: Configuration['findAccount'] = async (ctx, sub, source) => {
    const grantId = source === undefined ? ctx.oidc.result?.consent?.grantId : source.grantId;
    const found = grantId === undefined ? undefined : await store.findConsentByGrant(grantId);
    const consent = found && (await engine.consentNow(found, clock()));
    if (consent?.status !== 'Authorised') {
      if (source === undefined) throw new errors.AccessDenied('the consent is not authorised');
      return undefined;
    }
    consents.set(ctx, consent);
    return {
      accountId: sub,
      consentId: consent.id,
      claims: () => ({
        sub,
        openbanking_intent_id: consent.id,
        // The value itself: oidc-provider puts its hash in the place of it.
        at_hash: ctx.oidc.entities.AccessToken?.jti,
      }),
    };
  };
  return {
    findAccount,
    /** How long the token for the consent just found lives, in seconds. */
    tokenSeconds: (ctx: KoaContextWithOIDC): number =>
      customerTokenSeconds(expectDefined(consents.get(ctx), 'the consent of a token'), clock()),
  };
}
