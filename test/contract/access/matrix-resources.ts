import { hash, randomUUID } from 'node:crypto';
import type { Base, Family } from '../../../src/families/common/family.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { SecureApi } from '../../helpers/secure-api.ts';
import type { SecureService } from '../../helpers/secure-service.ts';
import type { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

/** Ids of a family's resources, to which the tested operations refer. */
export interface Resources {
  /** Id of a consent that awaits its file. In families without files, it awaits authorisation. */
  readonly waiting: string;
  readonly consentId: string;
  readonly paymentId: string;
}

/** Everything that the cases of one family need at one of its base URLs. */
export interface Scenery {
  readonly family: Family;
  readonly base: Base;
  readonly own: Resources;
  readonly others: Resources;
  /** Id of a consent of the TPP. The TPP has revoked the token of its customer. */
  readonly revokedConsent: string;
  /** Expired and revoked tokens, keyed by the kind of operation that accepts such tokens. */
  readonly tokens: Readonly<Record<'client' | 'customer', { expired: string; revoked: string }>>;
  readonly ofThisConsent: string;
  readonly ofAnotherConsent: string;
}

/** Creates these resources and tokens. Customers approve consents on the bank's own pages. */
export async function makeScenery(
  bank: SecureService,
  api: SecureApi,
  family: Family,
  base: Base,
): Promise<Scenery> {
  const { tpp } = api;
  const client = clientOf(api, family);
  const approved = await client.approved();
  const another = await client.approved();
  const revoked = await client.approved();
  const revokedOwn = String((await tpp.clientToken()).json['access_token']);
  for (const token of [revoked.token, revokedOwn]) {
    const { status, text } = await tpp.post('/as/revoke', { token });
    if (status !== 200) throw new Error(text);
  }
  const { consentId } = approved;
  const others = await makeResources(await Tpp.signIn(bank.origin, 'tpp-two'), family);
  const made = await makeResources(await Tpp.signIn(bank.origin, tpp.id), family);
  return {
    ...{ family, base, others },
    own: { ...made, consentId },
    revokedConsent: revoked.consentId,
    tokens: {
      client: { expired: await storeExpiredToken(bank, tpp, null), revoked: revokedOwn },
      customer: { expired: await storeExpiredToken(bank, tpp, consentId), revoked: revoked.token },
    },
    ofThisConsent: approved.token,
    ofAnotherConsent: another.token,
  };
}

/** Creates a TPP's resources at the internal listener, where the TPP has the same client id. */
async function makeResources(plain: Tpp, family: Family): Promise<Resources> {
  const client = clientOf(plain, family);
  const waiting = client.consentIdOf(await client.register());
  const { consentId } = await client.approved();
  const { paymentId } = await client.paid();
  return { waiting, consentId, paymentId };
}

/** Stores an access token of a TPP that has just expired. */
async function storeExpiredToken(
  bank: SecureService,
  tpp: SecureTpp,
  consentId: string | null,
): Promise<string> {
  const token = randomUUID();
  const kind = consentId === null ? 'client' : 'customer';
  const grant = { clientId: tpp.id, kind, consentId, certificate: tpp.thumbprint } as const;
  const expiresAt = realTime();
  await bank.store.saveToken({
    hash: hash('sha256', token),
    grant: { ...grant, expiresAt },
  });
  return token;
}
