import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { Store } from '../../domain/ports/store.ts';
import type { Engine } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { isFirstUse } from '../single-use.ts';
import { ACR, SCOPES } from '../profile.ts';
import { hasExtension } from './assertions.ts';
import { errors } from './oidc.ts';

/** The claims of a request that decide anything; a server ignores those that it does not know. */
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

/** The consent that a request's `claims` ask the customer's authorisation of, if they name one. */
export function intentOf(claims: unknown): string | undefined {
  return readClaims(claims)?.id_token.openbanking_intent_id.value;
}

function readClaims(claims: unknown): z.output<typeof Claims> | undefined {
  return typeof claims === 'string' ? Claims.safeParse(JSON.parse(claims)).data : undefined;
}

interface IntentParts {
  readonly store: Pick<Store, 'findConsent' | 'addItem'>;
  readonly engine: Pick<Engine, 'consentNow'>;
  /** The bank's business clock, which consents live by. */
  readonly clock: Clock;
  readonly machineClock: Clock;
}

/**
 * Checks what a signed request asks for, when it is pushed and when the browser brings it: one
 * consent of this TPP that awaits its customer. What others' consents are is not told.
 */
export function createIntentCheck(parts: IntentParts) {
  return async (
    ctx: KoaContextWithOIDC,
    written: string | undefined,
    client: Client,
  ): Promise<void> => {
    const scopes = ctx.oidc.requestParamScopes;
    const missing = SCOPES.find((scope) => !scopes.has(scope));
    if (missing !== undefined) throw new errors.InvalidScope(`${missing} is missing`, missing);
    const claims = readClaims(written);
    if (claims === undefined) {
      throw new errors.InvalidRequest('claims.id_token.openbanking_intent_id.value is missing');
    }
    checkAcr(claims);
    const consent = await parts.store.findConsent(claims.id_token.openbanking_intent_id.value);
    if (consent?.clientId !== client.clientId) {
      throw new errors.InvalidRequest('openbanking_intent_id is unknown');
    }
    const { status } = await parts.engine.consentNow(consent, parts.clock());
    if (status !== 'AwaitingAuthorisation') {
      throw new errors.InvalidRequest('openbanking_intent_id does not await authorisation');
    }
    await checkRequestObject(parts, ctx, client);
  };
}

/** To ask for less than the bank always does is to ask for what never comes. */
function checkAcr({ id_token: { acr } }: z.output<typeof Claims>): void {
  const wanted = [...(acr?.values ?? []), ...(acr?.value === undefined ? [] : [acr.value])];
  if (acr?.essential === true && wanted.length > 0 && !wanted.includes(ACR)) {
    throw new errors.CustomOIDCProviderError(
      'unmet_authentication_requirements',
      `acr is always ${ACR}`,
    );
  }
}

/**
 * What more is asked of a request object, whose signature has been verified by now: no extension of
 * JWS, and of one that has a `jti` that it is used once.
 */
async function checkRequestObject(
  { store, machineClock }: IntentParts,
  ctx: KoaContextWithOIDC,
  client: Client,
): Promise<void> {
  const sent: unknown = ctx.method === 'POST' ? ctx.oidc.body?.['request'] : ctx.query['request'];
  // A pushed request was looked at when it was pushed, and its address is good for one visit.
  if (typeof sent !== 'string') return;
  if (hasExtension(decodeProtectedHeader(sent))) {
    throw new errors.InvalidRequestObject('the Request Object must have neither crit nor b64');
  }
  const { jti, exp } = decodeJwt(sent);
  if (jti === undefined) return;
  const parts = [client.clientId, jti];
  const expiresAt = expectDefined(exp, 'the end of a request that was verified') * SECOND_MS;
  if (!(await isFirstUse(store, 'RequestObject', parts, expiresAt, machineClock()))) {
    throw new errors.InvalidRequestObject('the Request Object was used before');
  }
}
