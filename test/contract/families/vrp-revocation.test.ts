import { describe, expect, test } from 'vitest';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { dataOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from './family-client.ts';

const chapter = useService();
const clientOf = (): FamilyClient => new FamilyClient(chapter.tpp(), domesticVrps);

function revoke(consentId: string, user: string, tpp = chapter.tpp()): Promise<Reply> {
  return tpp.post(`/sandbox/consents/${consentId}/revocation`, { user }, { key: null });
}

describe('a consent that the customer revokes at the bank', () => {
  test('is Revoked for its TPP, and its token is invalid at once', async () => {
    const client = clientOf();
    const approved = await client.approved();
    const { user } = client.case.customer;
    const paymentId = client.paymentIdOf(await client.submit(approved));
    const revoked = await revoke(approved.consentId, user);
    expect([revoked.status, revoked.json]).toEqual([200, { status: 'Revoked' }]);
    const read = await client.readConsent(approved.consentId);
    expect([read.status, dataOf(read)['Status']]).toEqual([200, 'Revoked']);
    expect((await client.submit(approved)).status).toBe(401);
    // The bank still executes payments that it accepted before the consent was revoked.
    await expect
      .poll(async () => dataOf(await client.readPayment(paymentId))['Status'], { timeout: 60_000 })
      .toBe(client.case.statuses.last);
    expect((await revoke(approved.consentId, user)).status).toBe(400);
    const deleted = await chapter
      .tpp()
      .call('DELETE', `/domestic-vrp-consents/${approved.consentId}`);
    expect(deleted.status).toBe(400);
  });

  test('is consistent with concurrent payments, and none is accepted after it', async () => {
    const client = clientOf();
    const approved = await client.approved();
    const submitted = Array.from({ length: 12 }, () => client.submit(approved));
    const revoked = await revoke(approved.consentId, client.case.customer.user);
    expect(revoked.status).toBe(200);
    const statuses = (await Promise.all(submitted)).map(({ status }) => status);
    expect(statuses.every((status) => [201, 400, 401].includes(status))).toBe(true);
    expect((await client.submit(approved)).status).toBe(401);
    const { store } = chapter.service();
    expect(await store.auditBooks()).toEqual([]);
  });

  test('must be an authorised consent of this customer and this TPP', async () => {
    const client = clientOf();
    const { user } = client.case.customer;
    const { consentId } = await client.approved();
    const other = user === 'clara' ? 'sam' : 'clara';
    expect((await revoke(consentId, other)).status).toBe(400);
    expect((await revoke(consentId, 'nobody')).status).toBe(400);
    const stranger = await Tpp.signIn(chapter.service().origin, 'tpp-two');
    expect((await revoke(consentId, user, stranger)).status).toBe(403);
    expect((await revoke('none', user)).status).toBe(400);
    expect((await revoke(await client.prepared(), user)).status).toBe(400);
    expect(dataOf(await client.readConsent(consentId))['Status']).toBe('Authorised');
  });
});
