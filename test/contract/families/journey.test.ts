import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.end();
});

test('a payment file is processed from consent to report', async () => {
  const tpp = await Tpp.signIn(service.origin);
  const paymentId = await tpp.pay(bulkFile(1000));
  const payment = await tpp.finished(paymentId);
  expect(payment).toMatchObject({ Status: 'InitiationCompleted' });
  const report = await tpp.get(`/file-payments/${paymentId}/report-file`);
  expect(report.text).toContain('<GrpSts>ACSC</GrpSts>');
  const details = await tpp.get(`/file-payments/${paymentId}/payment-details`);
  expect(dataOf(details)['PaymentStatus']).toHaveLength(250);
  const statement = await tpp.get(`/sandbox/accounts/${NORTHWIND}/entries`);
  expect(statement.json).toMatchObject({ balance: '24989500.00' });
  expect(await service.store.auditBooks()).toEqual([]);
});
