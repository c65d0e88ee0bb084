import type Provider from 'oidc-provider';
import type { Interaction as ProviderInteraction } from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Store } from '../../domain/ports/store.ts';
import type { Approval } from '../../domain/records/records.ts';
import { assert } from '../../shared/assert.ts';
import type { Clock, Seconds } from '../../shared/time.ts';
import { ACR, asDescription, SCOPES } from '../profile.ts';
import { customerTokenSeconds } from '../tokens.ts';
import { CLAIMS } from './accounts.ts';
import { intentOf } from './intent.ts';
import type { Interactions } from './interactions.ts';
import { errors } from './oidc.ts';
import { accountIdOf, type Secrets } from './secrets.ts';

/** Lifetime of an interaction in seconds. The customer must sign in and decide within this time. */
export const INTERACTION_SECONDS: Seconds = 20 * 60;

/** Lifetime of an authorisation code, in seconds. */
export const CODE_SECONDS: Seconds = 60;

/** The authentication methods (`amr`) that an ID token lists for each second factor (RFC 8176). */
const AMR: Readonly<Record<NonNullable<Approval['factor']>, string[]>> = {
  code: ['pwd', 'otp', 'mfa'],
  passkey: ['pwd', 'pop', 'mfa'],
  provider: ['mfa'],
};

interface InteractionParts {
  /** Returns the current oidc-provider server. It is replaced when the bank's keys change. */
  readonly provider: () => Provider;
  readonly store: Pick<Store, 'findConsentByGrant' | 'approvalsOf'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Creates the interactions that the customer's pages use, on top of oidc-provider. */
export function createInteractions({
  provider,
  store,
  secrets,
  clock,
}: InteractionParts): Interactions {
  const finish = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    result: NonNullable<ProviderInteraction['result']>,
  ): Promise<string> =>
    provider().interactionResult(incoming, outgoing, result, { mergeWithLastSubmission: false });
  return {
    async find(incoming, outgoing) {
      const details = await detailsOf(provider(), incoming, outgoing);
      const segments = incoming.url?.split(/[/?]/) ?? [];
      if (details === undefined || !segments.includes(details.uid)) return undefined;
      const client = await provider().Client.find(String(details.params['client_id']));
      const consentId = intentOf(details.params['claims']);
      if (client === undefined || consentId === undefined) return undefined;
      return { uid: details.uid, clientId: client.clientId, consentId };
    },
    async prepareGrant(consent, userId) {
      const { clientId } = consent;
      const grant = new (provider().Grant)({ accountId: accountIdOf(userId, secrets), clientId });
      grant.addOIDCScope([...SCOPES]);
      grant.addOIDCClaims(CLAIMS);
      // The grant must live longer than every code and token that is issued for it.
      const expiresIn = INTERACTION_SECONDS + CODE_SECONDS + customerTokenSeconds(consent, clock());
      return Object.assign(grant, { expiresIn }).save();
    },
    async approve(incoming, outgoing, { consentId }, { userId, grantId }) {
      const approved = await store.findConsentByGrant(grantId);
      assert(approved?.id === consentId, 'the grant is that of the consent approved');
      const approvals = await store.approvalsOf(consentId);
      const factor = approvals.find((approval) => approval.userId === userId)?.factor ?? 'code';
      const accountId = accountIdOf(userId, secrets);
      const login = { accountId, acr: ACR, amr: AMR[factor], remember: false };
      return finish(incoming, outgoing, { login, consent: { grantId } });
    },
    refuse: (incoming, outgoing, reason, error = 'access_denied') =>
      finish(incoming, outgoing, {
        error,
        error_description: asDescription(reason),
      }),
  };
}

/**
 * Returns the oidc-provider interaction that the browser's cookie identifies, or undefined if there
 * is none.
 */
async function detailsOf(
  provider: Provider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<ProviderInteraction | undefined> {
  try {
    return await provider.interactionDetails(incoming, outgoing);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}
