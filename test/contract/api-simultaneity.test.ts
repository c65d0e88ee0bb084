import { describe, expect, test } from 'vitest';
import {
  account,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  payment,
  PAYROLL,
} from '../helpers/payment-file.ts';
import { beginRequest } from '../helpers/raw.ts';
import { consentBody, dataOf, faultsOf, type Reply } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';

const { service, tpp } = useService();

const FILE = bulkFile(20);
const WRONG_STATUS = '400 Resource.InvalidConsentStatus';

function atOnce(times: number, ask: (index: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
}

/** How many answers there were of each status and fault. */
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

test('of 50 submissions with keys of their own one makes a payment', async () => {
  const { consentId, token } = await tpp().approved(FILE);
  const replies = await atOnce(50, () => tpp().submit(consentId, token));
  expect(tally(replies)).toEqual({ '201': 1, [WRONG_STATUS]: 49 });
});

test('50 equal submissions with one key make one payment and all answer with it', async () => {
  const { consentId, token } = await tpp().approved(FILE);
  const before = Number(await balanceOf('11280001234567'));
  const replies = await atOnce(50, () => tpp().submit(consentId, token, { key: 'one-payment' }));
  expect(tally(replies)).toEqual({ '201': 50 });
  const ids = new Set(replies.map((reply) => dataOf(reply)['FilePaymentId']));
  expect(ids.size).toBe(1);
  await tpp().finished([...ids][0] as string);
  expect(Number(await balanceOf('11280001234567'))).toBe(before - 210);
});

test('50 equal requests with one key register one consent', async () => {
  const body = consentBody(FILE);
  const replies = await atOnce(50, () =>
    tpp().post('/file-payment-consents', body, { key: 'one-consent' }),
  );
  expect(tally(replies)).toEqual({ '201': 50 });
  expect(new Set(replies.map((reply) => dataOf(reply)['ConsentId'])).size).toBe(1);
});

test('50 unlike requests with one key register one consent', async () => {
  const replies = await atOnce(50, (index) => {
    const body = consentBody(FILE, { FileReference: `Reference ${String(index)}` });
    return tpp().post('/file-payment-consents', body, { key: 'one-of-many' });
  });
  expect(tally(replies)).toEqual({ '201': 1, '400 Header.Invalid x-idempotency-key': 49 });
});

describe('uploads to one consent', () => {
  test('with keys of their own: one wins', async () => {
    const consentId = await tpp().consentFor(FILE);
    const replies = await atOnce(20, () => tpp().upload(consentId, FILE));
    const counts = tally(replies);
    expect(counts['200']).toBe(1);
    // The bound on a TPP's uploads under way may turn some away before they are looked at.
    expect((counts[WRONG_STATUS] ?? 0) + (counts['429 Header.Invalid'] ?? 0)).toBe(19);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  test('with one key: all are answered alike', async () => {
    const consentId = await tpp().consentFor(FILE);
    const replies = await atOnce(10, () => tpp().upload(consentId, FILE, { key: 'one-upload' }));
    expect(tally(replies)).toEqual({ '200': 10 });
  });

  test('a wrong one that ends last does not undo the one that was accepted', async () => {
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

test('of decisions at once one is taken', async () => {
  const consentId = await tpp().consentFor(FILE);
  await tpp().upload(consentId, FILE);
  const replies = await atOnce(20, (index) =>
    tpp().decide(consentId, { decision: index % 2 === 0 ? 'approve' : 'reject' }),
  );
  expect(tally(replies)).toEqual({ '200': 1, [WRONG_STATUS]: 19 });
  const [taken] = replies.filter(({ status }) => status === 200);
  expect(await statusOf(consentId)).toBe(taken?.json?.['status']);
});

describe('files against one balance', () => {
  async function payAtOnce(files: readonly Buffer[]): Promise<Record<string, unknown>[]> {
    const approved = await Promise.all(files.map((file) => tpp().approved(file)));
    const submitted = await Promise.all(
      approved.map(({ consentId, token }) => tpp().submit(consentId, token)),
    );
    const ids = submitted.map((reply) => dataOf(reply)['FilePaymentId'] as string);
    return Promise.all(ids.map((id) => tpp().finished(id)));
  }

  test('BULK: what does not fit fails as a whole, and the account is never overdrawn', async () => {
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

  test('BATCH: every payment that fits is made', async () => {
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
