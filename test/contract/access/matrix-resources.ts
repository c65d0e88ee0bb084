import { hash, randomUUID } from 'node:crypto';
import type { Base, Family } from '../../../src/families/common/family.ts';
import { HOUR_MS } from '../../../src/shared/time.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { SecureApi } from '../../helpers/secure-api.ts';
import type { SecureService } from '../../helpers/secure-service.ts';
import type { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

/** What operations of a family can be about. */
export interface Resources {
  /** That waits for its file; elsewhere, for its customer. */
  readonly waiting: string;
  readonly consentId: string;
  readonly paymentId: string;
}

/** Everything that the cells of one family need, at one of its addresses. */
export interface Scenery {
  readonly family: Family;
  readonly base: Base;
  readonly own: Resources;
  readonly others: Resources;
  /** A consent of the TPP whose customer's token it has revoked. */
  readonly revokedConsent: string;
  /** By the kind of operation that takes them, and by what they are in the matrix. */
  readonly tokens: Readonly<Record<'client' | 'customer', { expired: string; revoked: string }>>;
  readonly ofThisConsent: string;
  readonly ofAnotherConsent: string;
}

/** Makes all of it, with the approvals of customers at the bank's own pages. */
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
      client: { expired: await layExpired(bank, tpp, null), revoked: revokedOwn },
      customer: { expired: await layExpired(bank, tpp, consentId), revoked: revoked.token },
    },
    ofThisConsent: approved.token,
    ofAnotherConsent: another.token,
  };
}

/** Resources of a TPP, made at the plain door, where it is the same client. */
async function makeResources(plain: Tpp, family: Family): Promise<Resources> {
  const client = clientOf(plain, family);
  const waiting = client.consentIdOf(await client.register());
  const { consentId } = await client.approved();
  const { paymentId } = await client.paid();
  return { waiting, consentId, paymentId };
}

/** A token of a TPP as the bank keeps it, whose end has just come. */
async function layExpired(
  bank: SecureService,
  tpp: SecureTpp,
  consentId: string | null,
): Promise<string> {
  const token = randomUUID();
  const kind = consentId === null ? 'client' : 'customer';
  const grant = { clientId: tpp.id, kind, consentId, certificate: tpp.thumbprint } as const;
  const expiresAt = realTime();
  // As if it had been issued long ago: whatever is new clears what has expired away.
  const issuedAt = expiresAt - HOUR_MS;
  await bank.store.saveToken({
    hash: hash('sha256', token),
    grant: { ...grant, expiresAt },
    issuedAt,
  });
  return token;
}
