import { FAMILIES, familyNamed } from '../../src/families/index.ts';
import { FamilyClient, type Approved } from '../contract/families/family-client.ts';
import { dataOf, type Tpp } from '../helpers/tpp.ts';

/** Consents and a payment of one payment type that are not finished. */
interface Unfinished {
  readonly family: string;
  /** A consent that waits for its customer. */
  readonly consentId: string;
  /** A consent that its customer has approved, without a payment. */
  readonly approved: Approved;
  /** A submitted payment. */
  readonly paymentId: string;
}

/** Data that a later version must finish. */
export interface InFlight {
  /** The access token of the TPP, which is valid for an hour. */
  readonly token: string;
  readonly unfinished: readonly Unfinished[];
}

/** Creates consents and a payment of every type, and leaves them unfinished. */
export async function leaveInFlight(tpp: Tpp): Promise<InFlight> {
  const unfinished: Unfinished[] = [];
  for (const family of FAMILIES) {
    const client = new FamilyClient(tpp, family);
    const [consentId, approved] = [await client.prepared(), await client.approved()];
    const { paymentId } = await client.paid();
    unfinished.push({ family: family.name, consentId, approved, paymentId });
  }
  return { token: tpp.token, unfinished };
}

/**
 * Approves and submits everything that was left unfinished, and moves the sandbox's clock until all
 * payments have ended. Returns each payment type with the last statuses of its three payments.
 */
export async function finish(
  tpp: Tpp,
  { unfinished }: InFlight,
  until: string,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const payments: (readonly [client: FamilyClient, ids: readonly string[]])[] = [];
  for (const { family, consentId, approved, paymentId } of unfinished) {
    const client = new FamilyClient(tpp, familyNamed(family));
    const late = await client.approve(consentId);
    const submitted = [await client.submit(late), await client.submit(approved)];
    payments.push([client, [paymentId, ...submitted.map((reply) => client.paymentIdOf(reply))]]);
  }
  await tpp.moveClock(until);
  const statuses: Record<string, readonly unknown[]> = {};
  for (const [client, ids] of payments) {
    const read = await Promise.all(ids.map((id) => client.readPayment(id)));
    statuses[client.family.name] = read.map((reply) => dataOf(reply)['Status']);
  }
  return statuses;
}
