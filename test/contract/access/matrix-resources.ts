import { hash, randomUUID } from 'node:crypto';
import type { Base, Family } from '../../../src/families/common/family.ts';
import { HOUR_MS } from '../../../src/shared/time.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { SecureApi } from '../../helpers/secure-api.ts';
import type { SecureService } from '../../helpers/secure-service.ts';
import type { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

/** Ids of the resources that operations of a family can be about. */
export interface Resources {
  /** Id of a consent that waits for its file, or, in other families, for its customer. */
  readonly waiting: string;
  readonly consentId: string;
  readonly paymentId: string;
}

/** Everything that the cases of one family need, at one of its base URLs. */
export interface Scenery {
  readonly family: Family;
  readonly base: Base;
  readonly own: Resources;
  readonly others: Resources;
  /** A consent of the TPP whose customer's token it has revoked. */
  readonly revokedConsent: string;
  /** Tokens by the kind of operation that accepts them and by their name in the matrix. */
  readonly tokens: Readonly<Record<'client' | 'customer', { expired: string; revoked: string }>>;
  readonly ofThisConsent: string;
  readonly ofAnotherConsent: string;
}

/** Creates all of it, with approvals of customers on the bank's own pages. */
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

/** Creates resources of a TPP at the internal listener, where it is the same client. */
async function makeResources(plain: Tpp, family: Family): Promise<Resources> {
  const client = clientOf(plain, family);
  const waiting = client.consentIdOf(await client.register());
  const { consentId } = await client.approved();
  const { paymentId } = await client.paid();
  return { waiting, consentId, paymentId };
}

/** Stores a token of a TPP that has just expired. */
async function storeExpiredToken(
  bank: SecureService,
  tpp: SecureTpp,
  consentId: string | null,
): Promise<string> {
  const token = randomUUID();
  const kind = consentId === null ? 'client' : 'customer';
  const grant = { clientId: tpp.id, kind, consentId, certificate: tpp.thumbprint } as const;
  const expiresAt = realTime();
  // Issued an hour ago: storing a newer token would delete expired ones.
  const issuedAt = expiresAt - HOUR_MS;
  await bank.store.saveToken({
    hash: hash('sha256', token),
    grant: { ...grant, expiresAt },
    issuedAt,
  });
  return token;
}
