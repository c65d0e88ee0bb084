import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { Store } from '../../domain/ports/store.ts';
import type { UseCases } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { isFirstUse } from '../single-use.ts';
import { ACR, SCOPES } from '../profile.ts';
import { hasExtension } from './assertions.ts';
import { errors } from './oidc.ts';

/**
 * The parts of the `claims` parameter that the service uses. Other claims are ignored, as the
 * standard requires.
 */
const Claims = z.object({
  id_token: z.object({
    openbanking_intent_id: z.object({ value: z.string() }),
    acr: z
      .object({
        essential: z.boolean().optional(),
        value: z.string().optional(),
        values: z.array(z.string()).optional(),
      })
      .nullish(),
  }),
});

/** Returns the id of the consent that a `claims` parameter names, or undefined if it names none. */
export function intentOf(claims: unknown): string | undefined {
  return readClaims(claims)?.id_token.openbanking_intent_id.value;
}

function readClaims(claims: unknown): z.output<typeof Claims> | undefined {
  return typeof claims === 'string' ? Claims.safeParse(JSON.parse(claims)).data : undefined;
}

interface IntentParts {
  readonly store: Pick<Store, 'findConsent' | 'addItem'>;
  readonly useCases: Pick<UseCases, 'consentNow'>;
  /** The bank's business clock, which decides when consents expire. */
  readonly clock: Clock;
  readonly machineClock: Clock;
}

/**
 * Creates the check of the consent that an authorisation request names. The check runs when a TPP
 * pushes a request and again when a browser sends it. The consent must belong to this TPP and await
 * authorisation. For another TPP's consent, the error is the same as for a consent that does not
 * exist.
 */
export function createIntentCheck(parts: IntentParts) {
  return async (
    ctx: KoaContextWithOIDC,
    claimsText: string | undefined,
    client: Client,
  ): Promise<void> => {
    const scopes = ctx.oidc.requestParamScopes;
    const missing = SCOPES.find((scope) => !scopes.has(scope));
    if (missing !== undefined) throw new errors.InvalidScope(`${missing} is missing`, missing);
    const claims = readClaims(claimsText);
    if (claims === undefined) {
      throw new errors.InvalidRequest('claims.id_token.openbanking_intent_id.value is missing');
    }
    checkAcr(claims);
    const consent = await parts.store.findConsent(claims.id_token.openbanking_intent_id.value);
    if (consent?.clientId !== client.clientId) {
      throw new errors.InvalidRequest(
        'openbanking_intent_id is not the id of a consent of this client',
      );
    }
    const { status } = await parts.useCases.consentNow(consent, parts.clock());
    if (status !== 'AwaitingAuthorisation') {
      throw new errors.InvalidRequest(
        'the consent of openbanking_intent_id must have status AwaitingAuthorisation',
      );
    }
    await checkRequestObject(parts, ctx, client);
  };
}

/**
 * Refuses a request that requires an authentication context other than the bank's, because the bank
 * could not fulfil it.
 */
function checkAcr({ id_token: { acr } }: z.output<typeof Claims>): void {
  const wanted = [...(acr?.values ?? []), ...(acr?.value === undefined ? [] : [acr.value])];
  if (acr?.essential === true && wanted.length > 0 && !wanted.includes(ACR)) {
    throw new errors.CustomOIDCProviderError(
      'unmet_authentication_requirements',
      `the only supported acr is ${ACR}`,
    );
  }
}

/**
 * Runs the service's additional checks of a request object. oidc-provider has already verified its
 * signature. The object must not use extensions of JWS. If it has a `jti`, the `jti` must not have
 * been used before.
 */
async function checkRequestObject(
  { store, machineClock }: IntentParts,
  ctx: KoaContextWithOIDC,
  client: Client,
): Promise<void> {
  const requestObject: unknown =
    ctx.method === 'POST' ? ctx.oidc.body?.['request'] : ctx.query['request'];
  // A pushed request was checked when it was pushed, and its request_uri can be used only once.
  if (typeof requestObject !== 'string') return;
  if (hasExtension(decodeProtectedHeader(requestObject))) {
    throw new errors.InvalidRequestObject(
      'the header of the Request Object must not contain crit or b64',
    );
  }
  const { jti, exp } = decodeJwt(requestObject);
  if (jti === undefined) return;
  const parts = [client.clientId, jti];
  const expiresAt = expectDefined(exp, 'the end of a request that was verified') * SECOND_MS;
  if (!(await isFirstUse(store, 'RequestObject', parts, expiresAt, machineClock()))) {
    throw new errors.InvalidRequestObject(
      'the Request Object has already been used; send a new jti each time',
    );
  }
}
