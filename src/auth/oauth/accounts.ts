import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Store } from '../../domain/ports/store.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { UseCases } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import { customerTokenSeconds } from '../tokens.ts';
import { errors } from './oidc.ts';

/** The claims in every ID token, whether the client requested them or not. */
export const CLAIMS = ['sub', 'openbanking_intent_id', 'acr', 'amr', 'auth_time', 'at_hash'];

/**
 * Creates the account lookup for oidc-provider. Each authorisation belongs to one consent, so the
 * lookup loads that consent too. If the consent is no longer Authorised, the server issues neither
 * a code nor a token.
 */
export function createAccounts(
  store: Pick<Store, 'findConsentByGrant'>,
  useCases: Pick<UseCases, 'consentNow'>,
  clock: Clock,
) {
  const consents = new WeakMap<object, Consent>();
  const findAccount: Configuration['findAccount'] = async (ctx, sub, source) => {
    const grantId = source === undefined ? ctx.oidc.result?.consent?.grantId : source.grantId;
    const found = grantId === undefined ? undefined : await store.findConsentByGrant(grantId);
    const consent = found && (await useCases.consentNow(found, clock()));
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
        // The value is the token itself. oidc-provider replaces it with the token's hash.
        at_hash: ctx.oidc.entities.AccessToken?.jti,
      }),
    };
  };
  return {
    findAccount,
    /** Returns the lifetime in seconds of the token for the consent that `findAccount` loaded. */
    tokenSeconds: (ctx: KoaContextWithOIDC): number =>
      customerTokenSeconds(expectDefined(consents.get(ctx), 'the consent of a token'), clock()),
  };
}
