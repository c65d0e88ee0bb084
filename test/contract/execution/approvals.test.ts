import { describe, expect, test } from 'vitest';
import { tokenIn } from '../../../test-client/answer.ts';
import { FAMILIES, familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { DAY_MS, HOUR_MS } from '../../../src/shared/time.ts';
import { debitsOf, detailsOf, pounds } from '../../helpers/orders.ts';
import {
  account,
  fileOf,
  hashOf,
  payment,
  THREE_APPROVALS,
  TWO_APPROVALS,
} from '../../helpers/payment-file.ts';
import { Tpp, dataOf, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import type { Members } from '../families/family-case.ts';
import { FamilyClient } from '../families/family-client.ts';

const bank = useFreshBank();

/** Returns a client of a payment family whose consents are approved by Dora first. */
function clientOf(family: string, debtorAccount = TWO_APPROVALS): FamilyClient {
  return new FamilyClient(bank.tpp, familyNamed(family), approvedByTwo(family, debtorAccount));
}

function decide(paymentId: string, user: string, decision = 'approve'): Promise<Reply> {
  return bank.tpp.post(
    `/sandbox/payments/${paymentId}/approvals`,
    { user, decision },
    { key: null },
  );
}

async function paymentData(client: FamilyClient, paymentId: string): Promise<Members> {
  return dataOf(await client.readPayment(paymentId));
}

/** Makes a payment with some fields of its Initiation changed. Returns its id. */
async function pay(client: FamilyClient, initiation: Members): Promise<string> {
  const consentId = await client.prepared(initiation);
  const token = tokenIn(await client.decide(consentId));
  const { Initiation } = dataOf(await client.readConsent(consentId));
  const answer = await client.submit(
    { consentId, token },
    { initiation: JSON.stringify(Initiation) },
  );
  return client.paymentIdOf(answer);
}

const SEVERAL = FAMILIES.filter(({ consumesConsent }) => consumesConsent);

describe.each(SEVERAL.map(({ name }) => name))(
  'a payment of %s that needs two approvals',
  (name) => {
    test('is not debited before the second approval', async () => {
      const client = clientOf(name);
      const { statuses, dueAt } = client.case;
      const { paymentId } = await client.paid();
      const waiting = await paymentData(client, paymentId);
      expect(waiting['Status']).toBe(
        statuses.first.startsWith('Initiation') ? 'InitiationPending' : 'Pending',
      );
      expect(waiting['MultiAuthorisation']).toMatchObject({
        ...{ Status: 'AwaitingFurtherAuthorisation', NumberRequired: 2, NumberReceived: 1 },
      });
      expect(waiting).not.toHaveProperty('ExpectedExecutionDateTime');
      expect(await debitsOf(bank.tpp, TWO_APPROVALS)).toEqual([]);
      const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
      expect(detail).toMatchObject({
        Status: 'Pending',
        StatusDetail: { Status: 'PDNG', StatusReason: 'Proprietary' },
      });
      expect(detail?.StatusDetail.StatusReasonDescription).toContain('1 of 2 are given');

      const approved = await decide(paymentId, 'dave');
      expect([approved.status, approved.json]).toEqual([
        200,
        { status: 'Authorised', received: 2, required: 2 },
      ]);
      if (dueAt !== null) await bank.tpp.moveClock(dueAt);
      await expect
        .poll(async () => (await paymentData(client, paymentId))['Status'], { timeout: 60_000 })
        .toBe(statuses.last);
      expect((await paymentData(client, paymentId))['MultiAuthorisation']).toMatchObject({
        ...{ Status: 'Authorised', NumberRequired: 2, NumberReceived: 2 },
      });
      expect((await debitsOf(bank.tpp, TWO_APPROVALS)).length).toBeGreaterThan(0);
    });

    test('is rejected when the second approver rejects it', async () => {
      const client = clientOf(name);
      const { paymentId } = await client.paid();
      const rejected = await decide(paymentId, 'dina', 'reject');
      expect(rejected.json).toEqual({ status: 'Rejected', received: 1, required: 2 });
      const payment = await paymentData(client, paymentId);
      expect(['Rejected', 'InitiationFailed']).toContain(payment['Status']);
      expect(payment['MultiAuthorisation']).toMatchObject({
        Status: 'Rejected',
        NumberReceived: 1,
      });
      const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
      expect(detail).toMatchObject({ Status: 'Rejected', StatusDetail: { Status: 'DS02' } });
      expect((await decide(paymentId, 'dave')).status).toBe(400);
      expect(await debitsOf(bank.tpp, TWO_APPROVALS)).toEqual([]);
    });
  },
);

describe('a payment that waits for approvals', () => {
  test('counts each user once, also the first approver and concurrent approvals', async () => {
    const client = clientOf('domestic-payments', THREE_APPROVALS);
    const paymentId = await pay(client, {
      InstructedAmount: pounds('1000000.01'),
      LocalInstrument: 'UK.OBIE.CHAPS',
    });
    const again = await decide(paymentId, 'dora');
    expect(again.text).toContain('already approved or rejected');
    const duplicates = await Promise.all(
      Array.from({ length: 8 }, () => decide(paymentId, 'dave')),
    );
    expect(duplicates.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    const { MultiAuthorisation } = await paymentData(client, paymentId);
    expect(MultiAuthorisation).toMatchObject({ NumberRequired: 3, NumberReceived: 2 });
    expect(await debitsOf(bank.tpp, THREE_APPROVALS)).toEqual([]);
  });

  test('is either released or rejected when both are requested concurrently', async () => {
    const client = clientOf('domestic-payments');
    const payments = await Promise.all(Array.from({ length: 6 }, () => client.paid()));
    const ends = await Promise.all(
      payments.map(async ({ paymentId }) => {
        const both = [decide(paymentId, 'dave'), decide(paymentId, 'dina', 'reject')];
        const statuses = (await Promise.all(both)).map(({ status }) => status);
        expect([...statuses].sort()).toEqual([200, 400]);
        return statuses[0] === 200;
      }),
    );
    await expect
      .poll(async () => (await debitsOf(bank.tpp, TWO_APPROVALS)).length, { timeout: 60_000 })
      .toBe(ends.filter(Boolean).length);
  });

  test.each([
    ['9999.99', 1],
    ['10000.00', 1],
    ['10000.01', 2],
    ['1000000.00', 2],
    ['1000000.01', 3],
  ])('of %s needs the approvals of its mandate tier: %i', async (amount, required) => {
    const client = clientOf('domestic-payments', THREE_APPROVALS);
    const LocalInstrument = 'UK.OBIE.CHAPS';
    const paymentId = await pay(client, { InstructedAmount: pounds(amount), LocalInstrument });
    const payment = (await paymentData(client, paymentId))['MultiAuthorisation'] as
      Members | undefined;
    expect(payment?.['NumberRequired'] ?? 1).toBe(required);
  });

  test('cannot be approved by another customer or through another TPP', async () => {
    const client = clientOf('domestic-payments');
    const { paymentId } = await client.paid();
    for (const user of ['clara', 'rita']) {
      for (const decision of ['approve', 'reject']) {
        expect((await decide(paymentId, user, decision)).status).toBe(400);
      }
    }
    const other = await Tpp.signIn(bank.service.origin, 'tpp-two');
    const path = `/sandbox/payments/${paymentId}/approvals`;
    const body = { user: 'dave', decision: 'approve' };
    expect((await other.post(path, body, { key: null })).status).toBe(403);
    expect((await decide('nobodys', 'dave')).status).toBe(400);
    expect((await decide(paymentId, 'dave', 'perhaps')).status).toBe(400);
    expect((await paymentData(client, paymentId))['MultiAuthorisation']).toMatchObject({
      NumberReceived: 1,
    });
  });

  test('is rejected when it is read after the deadline for its approvals', async () => {
    const client = clientOf('domestic-payments');
    const { paymentId } = await client.paid();
    const { MultiAuthorisation } = await paymentData(client, paymentId);
    const { ExpirationDateTime } = MultiAuthorisation as { ExpirationDateTime: string };
    const found = expectDefined(await bank.service.store.findPayment(paymentId), paymentId);
    expect(Date.parse(ExpirationDateTime) - found.createdAt).toBe(30 * DAY_MS);
    await bank.tpp.moveClock(new Date(Date.parse(ExpirationDateTime)).toISOString());
    const payment = await paymentData(client, paymentId);
    expect(payment['Status']).toBe('Rejected');
    expect(payment['MultiAuthorisation']).toMatchObject({ Status: 'Rejected', NumberReceived: 1 });
    const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
    expect(detail?.StatusDetail.Status).toBe('DS24');
    const late = await decide(paymentId, 'dave');
    expect(late.text).toContain('time for its approval has ended');
  });

  test('is executed on the next day if the last approval comes after the cut-off', async () => {
    const client = clientOf('domestic-payments');
    const paymentId = await pay(client, { LocalInstrument: 'UK.OBIE.CHAPS' });
    await bank.tpp.moveClock('2026-12-01T17:30:00Z');
    await decide(paymentId, 'dave');
    expect((await paymentData(client, paymentId))['ExpectedExecutionDateTime']).toContain(
      '2026-12-02',
    );
    expect(await debitsOf(bank.tpp, TWO_APPROVALS)).toEqual([]);
    await bank.tpp.moveClock('2026-12-02T09:00:00Z');
    await expect
      .poll(() => debitsOf(bank.tpp, TWO_APPROVALS), { timeout: 60_000 })
      .toEqual([expect.stringContaining('2026-12-02')]);
  });

  test('with an execution date has its deadline on that date', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const { paymentId } = await client.paid();
    const { MultiAuthorisation } = await paymentData(client, paymentId);
    const { ExpirationDateTime } = MultiAuthorisation as { ExpirationDateTime: string };
    expect(Date.parse(ExpirationDateTime)).toBe(Date.parse('2026-12-03T00:00:00Z'));
  });

  test('for a non-business day has its deadline at the end of that day', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const RequestedExecutionDateTime = '2026-12-05T00:00:00Z';
    const paymentId = await pay(client, { RequestedExecutionDateTime });
    const { MultiAuthorisation } = await paymentData(client, paymentId);
    expect(MultiAuthorisation).toMatchObject({ ExpirationDateTime: '2026-12-06T00:00:00.000Z' });
  });

  test('is refused at its submission after its execution date', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const approved = await client.approved();
    await bank.tpp.moveClock('2026-12-03T00:00:00Z');
    const refused = await client.submit(approved);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('that time has passed'),
    ]);
  });

  test('has the deadline of the TPP, and is refused at its submission after it', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const by = new Date(bank.service.clock.now() + HOUR_MS).toISOString();
    const Authorisation = { AuthorisationType: 'Any', CompletionDateTime: by };
    const timed = new FamilyClient(bank.tpp, client.family, {
      ...client.case,
      consentData: { ...client.case.consentData, Authorisation },
    });
    const { paymentId } = await timed.paid();
    const paymentFields = (await paymentData(timed, paymentId))['MultiAuthorisation'] as Members;
    expect(Date.parse(String(paymentFields['ExpirationDateTime']))).toBe(Date.parse(by));
    const late = await timed.approved();
    await bank.tpp.moveClock(by);
    const refused = await timed.submit(late);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This payment needs 2 approvals by');
  });

  test('of a file needs the approvals for the total that the account pays', async () => {
    const file = fileOf([
      payment(0, { DebtorAccount: account(THREE_APPROVALS), InstructedAmount: pounds('10000.01') }),
      payment(1, {
        DebtorAccount: account(THREE_APPROVALS),
        InstructedAmount: pounds('990000.00'),
      }),
    ]);
    const paymentId = await bank.tpp.pay(file, { FileHash: hashOf(file) }, { user: 'dora' });
    const client = clientOf('file-payments');
    expect((await paymentData(client, paymentId))['MultiAuthorisation']).toMatchObject({
      NumberRequired: 3,
    });
    const report = await bank.tpp.get(`/file-payments/${paymentId}/report-file`);
    expect(report.text).toContain('<GrpSts>PDNG</GrpSts>');
    await decide(paymentId, 'dave');
    await decide(paymentId, 'dina');
    await expect
      .poll(async () => (await paymentData(client, paymentId))['Status'], { timeout: 60_000 })
      .toBe('InitiationCompleted');
  });

  test('keeps its approvals over a restart', async () => {
    const client = clientOf('domestic-payments');
    const { paymentId } = await client.paid();
    await bank.restart();
    const answer = await decide(paymentId, 'dave');
    expect(answer.json).toMatchObject({ status: 'Authorised' });
    const found = expectDefined(await bank.service.store.findPayment(paymentId), paymentId);
    expect(await bank.service.store.approvalsOf(found.consentId)).toMatchObject([
      { userId: 'dora', decision: 'approve' },
      { userId: 'dave', decision: 'approve' },
    ]);
  });
});
