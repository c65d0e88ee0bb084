import { describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { readReport, type ReadReport } from '../../helpers/pacs002.ts';
import { account, bulkFile, fileOf, payment, TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';

/*
 * Reports of files that await approvals and of files that their customers ended. `readReport`
 * validates each report with the published schema.
 */

const bank = useFreshBank();

const GROUP = 'OrgnlGrpInfAndSts';
/** A file with three payments of 10.50 from Harbour's account that needs two approvals. */
const FROM_HARBOUR = bulkFile(3, { DebtorAccount: account(TWO_APPROVALS, 'Harbour') });
const on = (day: string) => ({ RequestedExecutionDateTime: `${day}T00:00:00Z` });

async function reportOf(paymentId: string): Promise<ReadReport> {
  const report = await bank.tpp.get(`/file-payments/${paymentId}/report-file`);
  expect(report.headers.get('content-type')).toBe('application/xml');
  return readReport(expectStatus(report, 200).text);
}

/**
 * Returns the status and the reasons in a payment's report, the version at the end of the report's
 * MsgId, and the payment's own status.
 */
async function paymentReport(paymentId: string) {
  const { texts } = await reportOf(paymentId);
  const filePayment = dataOf(await bank.tpp.get(`/file-payments/${paymentId}`));
  const messageId = expectDefined(texts('GrpHdr/MsgId')[0], 'MsgId');
  expect(messageId.startsWith(`${paymentId}-`)).toBe(true);
  return {
    group: texts(`${GROUP}/GrpSts`).join(),
    reasons: texts(`${GROUP}/StsRsnInf/Rsn/Cd`),
    words: texts(`${GROUP}/StsRsnInf/AddtlInf`)[0],
    version: Number(messageId.slice(paymentId.length + 1)),
    payment: filePayment['Status'],
  };
}

function signedByDora(day = {}): Promise<string> {
  return bank.tpp.pay(FROM_HARBOUR, day, { user: 'dora' });
}

async function decide(paymentId: string, decision: 'approve' | 'reject'): Promise<void> {
  const path = `/sandbox/payments/${paymentId}/approvals`;
  const body = { user: 'dave', decision };
  expectStatus(await bank.tpp.post(path, body, { key: null }), 200);
}

async function cancel(paymentId: string, user: string): Promise<void> {
  const path = `/sandbox/payments/${paymentId}/cancellation`;
  expectStatus(await bank.tpp.post(path, { user }, { key: null }), 200);
}

const CALLED_OFF = { reasons: ['DS02', 'NARR'], words: 'An authorised user cancelled the order.' };
const NOTHING_PAID = { group: 'RJCT', payment: 'InitiationFailed' };

describe('the report of a file that needs several approvals', () => {
  test('is PDNG before the last approval, also on its execution date, and does not change', async () => {
    const waiting = { group: 'PDNG', reasons: ['NARR'], payment: 'InitiationPending' };
    const ids = [await signedByDora(), await signedByDora(on('2026-12-03'))];
    for (const id of ids) expect(await paymentReport(id)).toMatchObject({ ...waiting, version: 1 });
    const [atOnce, dated] = ids.map((id) => `/file-payments/${id}/report-file`);
    const before = (await bank.tpp.get(expectDefined(atOnce, 'a file'))).text;
    await bank.tpp.moveClock('2026-12-03T12:00:00Z');
    expect((await bank.tpp.get(expectDefined(atOnce, 'a file'))).text).toBe(before);
    expect((await bank.tpp.get(expectDefined(dated, 'a file'))).text).toContain(
      '<GrpSts>PDNG</GrpSts>',
    );
  });

  test('contains the number and the sum of the waiting payments', async () => {
    const { texts } = await reportOf(await signedByDora());
    expect(texts(`${GROUP}/OrgnlNbOfTxs`)).toEqual(['3']);
    expect(texts(`${GROUP}/OrgnlCtrlSum`)).toEqual(['31.50']);
  });

  test('is ACSC after the last approval, when all payments are paid', async () => {
    const paymentId = await signedByDora();
    await decide(paymentId, 'approve');
    await bank.tpp.finished(paymentId);
    expect(await paymentReport(paymentId)).toMatchObject({ group: 'ACSC', reasons: ['NARR'] });
  });

  test('is RJCT with DS02 when an approver rejects it', async () => {
    const paymentId = await signedByDora();
    await decide(paymentId, 'reject');
    expect(await paymentReport(paymentId)).toEqual({ ...NOTHING_PAID, ...CALLED_OFF, version: 2 });
  });

  test('is RJCT with DS24 after the deadline for its approvals', async () => {
    const paymentId = await signedByDora();
    const { MultiAuthorisation } = dataOf(await bank.tpp.get(`/file-payments/${paymentId}`));
    const { ExpirationDateTime: by } = MultiAuthorisation as { ExpirationDateTime: string };
    await bank.tpp.moveClock(new Date(Date.parse(by)).toISOString());
    expect(await paymentReport(paymentId)).toEqual({
      ...{ ...NOTHING_PAID, version: 2, reasons: ['DS24', 'NARR'] },
      words: 'Not all required approvals were given in time.',
    });
  });

  test('is RJCT with DS02 when it is cancelled before the last approval', async () => {
    const paymentId = await signedByDora(on('2026-12-03'));
    await cancel(paymentId, 'dina');
    expect(await paymentReport(paymentId)).toEqual({ ...NOTHING_PAID, ...CALLED_OFF, version: 2 });
  });

  test('is RJCT with DS02 when it is cancelled after the last approval, before its date', async () => {
    const paymentId = await signedByDora(on('2026-12-03'));
    await decide(paymentId, 'approve');
    expect(await paymentReport(paymentId)).toMatchObject({ group: 'PDNG', reasons: ['NARR'] });
    await cancel(paymentId, 'dora');
    expect(await paymentReport(paymentId)).toMatchObject({ ...NOTHING_PAID, ...CALLED_OFF });
  });
});

describe('the report of a future-dated file', () => {
  test('is RJCT with DS02 when it is cancelled, also after its execution date', async () => {
    const paymentId = await bank.tpp.pay(bulkFile(40), on('2026-12-04'));
    await cancel(paymentId, 'clara');
    const cancelled = await paymentReport(paymentId);
    expect(cancelled).toMatchObject({ ...NOTHING_PAID, ...CALLED_OFF });
    await bank.tpp.moveClock('2026-12-07T12:00:00Z');
    expect(await paymentReport(paymentId)).toEqual(cancelled);
  });

  test('is RJCT with DS02 also if its execution date was moved', async () => {
    const paymentId = await bank.tpp.pay(bulkFile(2), on('2026-12-05'));
    expect(await paymentReport(paymentId)).toMatchObject({
      group: 'ACWC',
      reasons: ['DT01', 'NARR'],
    });
    await cancel(paymentId, 'clara');
    expect(await paymentReport(paymentId)).toMatchObject({ ...NOTHING_PAID, ...CALLED_OFF });
  });

  test('does not change if the cancellation comes after the first of its execution dates', async () => {
    const days = ['2026-12-03', '2026-12-03', '2026-12-08'];
    const file = fileOf(days.map((day, index) => payment(index, on(day))));
    const paymentId = await bank.tpp.pay(file);
    await bank.tpp.moveClock('2026-12-04T12:00:00Z');
    const before = await paymentReport(paymentId);
    expect(before).toMatchObject({ group: 'ACSP', reasons: ['NARR'] });
    const path = `/sandbox/payments/${paymentId}/cancellation`;
    expectStatus(await bank.tpp.post(path, { user: 'clara' }, { key: null }), 400);
    expect(await paymentReport(paymentId)).toEqual(before);
  });
});
