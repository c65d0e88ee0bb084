import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import {
  account,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
} from '../../helpers/payment-file.ts';
import { beginRequest } from '../../helpers/raw.ts';
import { dataOf, faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';

const { service, tpp } = useService();

const FILE = bulkFile(20);
const WRONG_STATUS = '400 Resource.InvalidConsentStatus';

function atOnce(times: number, ask: (index: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
}

/** Counts responses by their status and faults. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const answer = [reply.status, ...faultsOf(reply)].join(' ');
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

async function statusOf(consentId: string): Promise<unknown> {
  return dataOf(await tpp().get(`/file-payment-consents/${consentId}`))['Status'];
}

async function balanceOf(number: string): Promise<unknown> {
  return (await tpp().get(`/sandbox/accounts/${number}/entries`)).json?.['balance'];
}

describe.each(FAMILIES)('$name', (family) => {
  const client = (): FamilyClient => new FamilyClient(tpp(), family);

  test('pays once for 20 concurrent submissions with different keys, unless the consent allows more', async () => {
    const approved = await client().approved();
    const replies = await atOnce(20, () => client().submit(approved));
    const expected = family.consumesConsent ? { '201': 1, [WRONG_STATUS]: 19 } : { '201': 20 };
    expect(tally(replies)).toEqual(expected);
  });

  test('creates one payment for 20 concurrent submissions with one key, and returns it to all', async () => {
    const approved = await client().approved();
    const options = { key: 'one payment' };
    const replies = await atOnce(20, () => client().submit(approved, { options }));
    expect(tally(replies)).toEqual({ '201': 20 });
    expect(new Set(replies.map((reply) => client().idOf(reply))).size).toBe(1);
  });

  test('creates one consent for 20 equal concurrent requests with one key', async () => {
    const options = { key: 'one consent' };
    const replies = await atOnce(20, () => client().register({ options }));
    expect(tally(replies)).toEqual({ '201': 20 });
    expect(new Set(replies.map((reply) => client().idOf(reply))).size).toBe(1);
  });

  test('creates one consent for 20 different concurrent requests with one key', async () => {
    const replies = await atOnce(20, (index) => {
      const body = client().consentBody() + ' '.repeat(index);
      return client().register({ options: { key: 'one of many', body } });
    });
    expect(tally(replies)).toEqual({ '201': 1, '400 Header.Invalid x-idempotency-key': 19 });
  });

  test('accepts one of 20 concurrent decisions', async () => {
    const consentId = await client().prepared();
    const replies = await atOnce(20, (index) =>
      client().decide(consentId, { decision: index % 2 === 0 ? 'approve' : 'reject' }),
    );
    expect(tally(replies)).toEqual({ '200': 1, [WRONG_STATUS]: 19 });
    const [accepted] = replies.filter(({ status }) => status === 200);
    const { Status } = dataOf(await client().readConsent(consentId));
    expect(Status).toBe(accepted?.json?.['status']);
  });
});

test('50 concurrent submissions with one key debit the account once', async () => {
  const { consentId, token } = await tpp().approved(FILE);
  await service().runner.drain(1000);
  const before = Number(await balanceOf(NORTHWIND));
  const replies = await atOnce(50, () => tpp().submit(consentId, token, { key: 'one-payment' }));
  const [paymentId] = new Set(replies.map((reply) => dataOf(reply)['FilePaymentId']));
  await tpp().finished(paymentId as string);
  expect(Number(await balanceOf(NORTHWIND))).toBe(before - 210);
});

describe('concurrent uploads to one consent', () => {
  test('with different keys: one is accepted', async () => {
    const consentId = await tpp().consentFor(FILE);
    const replies = await atOnce(20, () => tpp().upload(consentId, FILE));
    const counts = tally(replies);
    expect(counts['200']).toBe(1);
    // Some uploads may be rejected earlier, because a TPP may run only a few at once.
    expect((counts[WRONG_STATUS] ?? 0) + (counts['429 Header.Invalid'] ?? 0)).toBe(19);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  test('with one key: all get the same answer', async () => {
    const consentId = await tpp().consentFor(FILE);
    const replies = await atOnce(10, () => tpp().upload(consentId, FILE, { key: 'one-upload' }));
    expect(tally(replies)).toEqual({ '200': 10 });
  });

  test('with an invalid one that ends last: the accepted one stays', async () => {
    const consentId = await tpp().consentFor(FILE);
    const slow = beginRequest(
      `${service().origin}/open-banking/v3.1/pisp/file-payment-consents/${consentId}/file`,
      {
        authorization: `Bearer ${tpp().token}`,
        'content-type': 'application/json',
        'x-idempotency-key': 'slow',
      },
    );
    await slow.write('{"Data":');
    expect((await tpp().upload(consentId, FILE)).status).toBe(200);
    expect((await slow.end()).status).toBe(400);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
    expect((await tpp().decide(consentId)).json).toMatchObject({ status: 'Authorised' });
  });
});

describe('concurrent files against one balance', () => {
  async function payAtOnce(files: readonly Buffer[]): Promise<Record<string, unknown>[]> {
    const approved = await Promise.all(files.map((file) => tpp().approved(file)));
    const submitted = await Promise.all(
      approved.map(({ consentId, token }) => tpp().submit(consentId, token)),
    );
    const ids = submitted.map((reply) => dataOf(reply)['FilePaymentId'] as string);
    return Promise.all(ids.map((id) => tpp().finished(id)));
  }

  test('BULK: a file that exceeds the balance fails as a whole, and the account is never overdrawn', async () => {
    const bulk = { DebtorAccount: account(NEARLY_EMPTY, 'Northwind') };
    const amount = { InstructedAmount: { Amount: '300.00', Currency: 'GBP' } };
    const files = [1, 2, 3].map((index) => fileOf([payment(index, { ...bulk, ...amount })]));
    const finished = await payAtOnce(files);
    expect(finished.map((data) => data['Status']).sort()).toEqual([
      'InitiationCompleted',
      'InitiationFailed',
      'InitiationFailed',
    ]);
    expect(await balanceOf(NEARLY_EMPTY)).toBe('200.00');
    const failed = finished.find((data) => data['Status'] === 'InitiationFailed');
    const report = await tpp().get(
      `/file-payments/${String(failed?.['FilePaymentId'])}/report-file`,
    );
    expect(report.text).toContain('<GrpSts>RJCT</GrpSts>');
    expect(report.text).toContain('<Cd>AM04</Cd>');
  });

  test('BATCH: every payment within the balance is made', async () => {
    const amount = { InstructedAmount: { Amount: '150000.00', Currency: 'GBP' } };
    const chaps = { LocalInstrument: 'UK.OBIE.CHAPS', DebtorAccount: account(PAYROLL, 'Payroll') };
    const files = [0, 4].map((first) =>
      fileOf([0, 1, 2, 3].map((index) => payment(first + index, { ...chaps, ...amount }))),
    );
    await payAtOnce(files);
    expect(await balanceOf(PAYROLL)).toBe('100000.00');
    expect(await service().store.auditBooks()).toEqual([]);
  });
});
