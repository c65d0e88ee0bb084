import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentFile } from '../../client/src/index.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { approve, connectTo } from './sandbox.ts';

const service = useSecureService();

test.each([
  ['v3.1', 'UK.OBIE.PaymentInitiation.3.1', 'InitiationCompleted'],
  ['v4.0', 'UK.OBIE.PaymentInitiation.4.0', 'INCO'],
] as const)('a file is paid with %s, and reported', async (version, FileType, completed) => {
  const bank = await connectTo(service(), version);
  // The versions write RemittanceInformation differently.
  const bytes = bulkFile(300, { RemittanceInformation: undefined });
  const path = join(service().directory, `${version}.json`);
  writeFileSync(path, bytes);
  const file = await paymentFile(path);
  const Initiation = { FileType, FileHash: file.hash, NumberOfTransactions: '300' };
  const consent = await bank.files.createConsent({ Data: { Initiation } });
  const { ConsentId } = consent.Data;
  await bank.files.uploadFile(ConsentId, file);
  await bank.files.uploadFile(ConsentId, file);
  expect(Buffer.from(await bank.files.readFile(ConsentId)).equals(bytes)).toBe(true);

  const token = await approve(service(), bank, ConsentId);
  const created = await bank.files.createPayment({ Data: { ConsentId, Initiation } }, { token });
  const { FilePaymentId } = created.Data;
  const done = await bank.waitFor('file-payments', FilePaymentId, { firstPauseMs: 20 });
  expect(done.Data.Status).toBe(completed);
  const report = Buffer.from(await bank.files.readReport(FilePaymentId)).toString();
  expect(report).toContain('<GrpSts>ACSC</GrpSts>');
  const details = await bank.files.readDetails(FilePaymentId, { page: 2 });
  expect(details.Data.PaymentStatus).toHaveLength(50);
  const ids = new Set<string>();
  for await (const item of bank.files.details(FilePaymentId)) ids.add(item.PaymentTransactionId);
  expect(ids.size).toBe(300);
  const extension = 'GET /extensions/v1/file-payments/{FilePaymentId}/pain.002';
  const statement = await bank.extension(extension, {
    ...{ params: { FilePaymentId }, accept: 'application/xml' },
  });
  expect(Buffer.from(statement.bytes).toString()).toBe(statement.body);
  expect(String(statement.body).split('<TxInfAndSts>')).toHaveLength(301);
  await bank.close();
});

test('an extension with a body answers with a value, and refuses like the standard', async () => {
  const bank = await connectTo(service(), 'v3.1');
  const check = 'POST /extensions/v1/file-checks';
  const answer = await bank.extension(check, { body: bulkFile(3) });
  expect(answer).toMatchObject({ status: 200, body: { Data: { NumberOfTransactions: '3' } } });
  await expect(bank.extension('GET /extensions/v1/none')).rejects.toMatchObject({
    ...{ name: 'ApiError', status: 404, operation: 'GET /extensions/v1/none' },
  });
  await bank.close();
});

test('another file cannot be uploaded with the same id', async () => {
  const bank = await connectTo(service(), 'v3.1');
  const file = await paymentFile(bulkFile(1));
  const FileType = 'UK.OBIE.PaymentInitiation.3.1';
  const Initiation = { FileType, FileHash: file.hash };
  const { ConsentId } = (await bank.files.createConsent({ Data: { Initiation } })).Data;
  await bank.files.uploadFile(ConsentId, file);
  const other = bank.files.uploadFile(ConsentId, await paymentFile(bulkFile(2)));
  await expect(other).rejects.toMatchObject({ name: 'IdempotencyError' });
  await bank.close();
});
