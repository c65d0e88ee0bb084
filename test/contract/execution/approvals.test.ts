import { describe, expect, test } from 'vitest';
import { tokenIn } from '../../../client/answer.ts';
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

/** A TPP's dealings with a family, where Dora is the first to approve. */
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

async function toldOf(client: FamilyClient, paymentId: string): Promise<Members> {
  return dataOf(await client.readPayment(paymentId));
}

/** A single payment of so much, all the way to its submission; its id. */
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

describe.each(SEVERAL.map(({ name }) => name))('a payment of %s that two must approve', (name) => {
  test('waits, with nothing debited, until the other one has', async () => {
    const client = clientOf(name);
    const { statuses, dueAt } = client.case;
    const { paymentId } = await client.paid();
    const waiting = await toldOf(client, paymentId);
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
      .poll(async () => (await toldOf(client, paymentId))['Status'], { timeout: 60_000 })
      .toBe(statuses.last);
    expect((await toldOf(client, paymentId))['MultiAuthorisation']).toMatchObject({
      ...{ Status: 'Authorised', NumberRequired: 2, NumberReceived: 2 },
    });
    expect((await debitsOf(bank.tpp, TWO_APPROVALS)).length).toBeGreaterThan(0);
  });

  test('ends with the rejection of the other one', async () => {
    const client = clientOf(name);
    const { paymentId } = await client.paid();
    const rejected = await decide(paymentId, 'dina', 'reject');
    expect(rejected.json).toEqual({ status: 'Rejected', received: 1, required: 2 });
    const told = await toldOf(client, paymentId);
    expect(['Rejected', 'InitiationFailed']).toContain(told['Status']);
    expect(told['MultiAuthorisation']).toMatchObject({ Status: 'Rejected', NumberReceived: 1 });
    const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
    expect(detail).toMatchObject({ Status: 'Rejected', StatusDetail: { Status: 'DS02' } });
    expect((await decide(paymentId, 'dave')).status).toBe(400);
    expect(await debitsOf(bank.tpp, TWO_APPROVALS)).toEqual([]);
  });
});

describe('a payment that waits for approvals', () => {
  test('counts nobody twice, also not the first one, nor who asks at the same instant', async () => {
    const client = clientOf('domestic-payments', THREE_APPROVALS);
    const paymentId = await pay(client, {
      InstructedAmount: pounds('1000000.01'),
      LocalInstrument: 'UK.OBIE.CHAPS',
    });
    const again = await decide(paymentId, 'dora');
    expect(again.text).toContain('decided already');
    const duplicates = await Promise.all(
      Array.from({ length: 8 }, () => decide(paymentId, 'dave')),
    );
    expect(duplicates.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    const { MultiAuthorisation } = await toldOf(client, paymentId);
    expect(MultiAuthorisation).toMatchObject({ NumberRequired: 3, NumberReceived: 2 });
    expect(await debitsOf(bank.tpp, THREE_APPROVALS)).toEqual([]);
  });

  test('is released once, whoever approves and rejects at the same instant', async () => {
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
  ])('needs by its tier, for %s: %i', async (amount, required) => {
    const client = clientOf('domestic-payments', THREE_APPROVALS);
    const LocalInstrument = 'UK.OBIE.CHAPS';
    const paymentId = await pay(client, { InstructedAmount: pounds(amount), LocalInstrument });
    const told = (await toldOf(client, paymentId))['MultiAuthorisation'] as Members | undefined;
    expect(told?.['NumberRequired'] ?? 1).toBe(required);
  });

  test('is approved by nobody else: not by another customer, nor by another TPP', async () => {
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
    expect((await toldOf(client, paymentId))['MultiAuthorisation']).toMatchObject({
      NumberReceived: 1,
    });
  });

  test('ends when its time is over, by whoever looks first', async () => {
    const client = clientOf('domestic-payments');
    const { paymentId } = await client.paid();
    const { MultiAuthorisation } = await toldOf(client, paymentId);
    const { ExpirationDateTime } = MultiAuthorisation as { ExpirationDateTime: string };
    const found = expectDefined(await bank.service.store.findPayment(paymentId), paymentId);
    expect(Date.parse(ExpirationDateTime) - found.createdAt).toBe(30 * DAY_MS);
    await bank.tpp.moveClock(new Date(Date.parse(ExpirationDateTime)).toISOString());
    const told = await toldOf(client, paymentId);
    expect(told['Status']).toBe('Rejected');
    expect(told['MultiAuthorisation']).toMatchObject({ Status: 'Rejected', NumberReceived: 1 });
    const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
    expect(detail?.StatusDetail.Status).toBe('DS24');
    const late = await decide(paymentId, 'dave');
    expect(late.text).toContain('time for approving it is over');
  });

  test('is executed as if submitted with its last approval: after the cut-off the next day', async () => {
    const client = clientOf('domestic-payments');
    const paymentId = await pay(client, { LocalInstrument: 'UK.OBIE.CHAPS' });
    await bank.tpp.moveClock('2026-12-01T17:30:00Z');
    await decide(paymentId, 'dave');
    expect((await toldOf(client, paymentId))['ExpectedExecutionDateTime']).toContain('2026-12-02');
    expect(await debitsOf(bank.tpp, TWO_APPROVALS)).toEqual([]);
    await bank.tpp.moveClock('2026-12-02T09:00:00Z');
    await expect
      .poll(() => debitsOf(bank.tpp, TWO_APPROVALS), { timeout: 60_000 })
      .toEqual([expect.stringContaining('2026-12-02')]);
  });

  test('of a day has no more time than that day gives', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const { paymentId } = await client.paid();
    const { MultiAuthorisation } = await toldOf(client, paymentId);
    const { ExpirationDateTime } = MultiAuthorisation as { ExpirationDateTime: string };
    expect(Date.parse(ExpirationDateTime)).toBe(Date.parse('2026-12-03T00:00:00Z'));
  });

  test('of a closed day has the time in which it may be approved, and no longer', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const RequestedExecutionDateTime = '2026-12-05T00:00:00Z';
    const paymentId = await pay(client, { RequestedExecutionDateTime });
    const { MultiAuthorisation } = await toldOf(client, paymentId);
    expect(MultiAuthorisation).toMatchObject({ ExpirationDateTime: '2026-12-06T00:00:00.000Z' });
  });

  test('is not taken once its day is over, for nobody else may approve it then', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const approved = await client.approved();
    await bank.tpp.moveClock('2026-12-03T00:00:00Z');
    const refused = await client.submit(approved);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('that is over')]);
  });

  test('has the time that the TPP gives, and is not taken once that is over', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const by = new Date(bank.service.clock.now() + HOUR_MS).toISOString();
    const Authorisation = { AuthorisationType: 'Any', CompletionDateTime: by };
    const timed = new FamilyClient(bank.tpp, client.family, {
      ...client.case,
      consentData: { ...client.case.consentData, Authorisation },
    });
    const { paymentId } = await timed.paid();
    const told = (await toldOf(timed, paymentId))['MultiAuthorisation'] as Members;
    expect(Date.parse(String(told['ExpirationDateTime']))).toBe(Date.parse(by));
    const late = await timed.approved();
    await bank.tpp.moveClock(by);
    const refused = await timed.submit(late);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This payment needs 2 approvals by');
  });

  test('needs for a file what the share of its strictest account asks for', async () => {
    const file = fileOf([
      payment(0, { DebtorAccount: account(THREE_APPROVALS), InstructedAmount: pounds('10000.01') }),
      payment(1, {
        DebtorAccount: account(THREE_APPROVALS),
        InstructedAmount: pounds('990000.00'),
      }),
    ]);
    const paymentId = await bank.tpp.pay(file, { FileHash: hashOf(file) }, { user: 'dora' });
    const client = clientOf('file-payments');
    expect((await toldOf(client, paymentId))['MultiAuthorisation']).toMatchObject({
      NumberRequired: 3,
    });
    const report = await bank.tpp.get(`/file-payments/${paymentId}/report-file`);
    expect(report.text).toContain('<GrpSts>PDNG</GrpSts>');
    await decide(paymentId, 'dave');
    await decide(paymentId, 'dina');
    await expect
      .poll(async () => (await toldOf(client, paymentId))['Status'], { timeout: 60_000 })
      .toBe('InitiationCompleted');
  });

  test('is found again after a restart, and its repeat with the same key too', async () => {
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
