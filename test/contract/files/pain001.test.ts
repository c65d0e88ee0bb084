import { describe, expect, test } from 'vitest';
import { idIn, tokenIn } from '../../../test-client/answer.ts';
import { PAIN_001 } from '../../../src/domain/records/file-types.ts';
import { readReport } from '../../helpers/pacs002.ts';
import { account, hashOf, NORTHWIND, payment, type Payment } from '../../helpers/payment-file.ts';
import { batch, message, painOf, transaction } from '../../helpers/pain001.ts';
import { dataOf, faultsOf, type Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const TODAY = '2026-12-01';
const XML = { headers: { 'content-type': 'application/xml' } };
const INITIATION = { FileType: PAIN_001, NumberOfTransactions: '3', ControlSum: 31.5 };

/** Returns payments, of which one goes to an account that its bank rejects. */
const listOf = (others: Payment = {}): Payment[] =>
  ['20000000000001', '99999900000004', '20000000000003'].map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco & Co'), ...others }),
  );

const FILE = painOf(listOf(), TODAY);

async function upload(tpp: Tpp, file: Buffer, options: object = XML) {
  const consentId = await tpp.consentFor(file, INITIATION);
  return { consentId, reply: await tpp.upload(consentId, file, options) };
}

describe('a pain.001', () => {
  const { tpp } = useService();

  test('is paid and reported with a pain.002', async () => {
    const { consentId, reply } = await upload(tpp(), FILE);
    expect([reply.status, reply.text]).toEqual([200, '']);
    const token = tokenIn(await tpp().decide(consentId));
    const paymentId = idIn(await tpp().submit(consentId, token), 'FilePaymentId');
    expect((await tpp().finished(paymentId))['Status']).toBe('InitiationCompleted');
    const report = await tpp().get(`/file-payments/${paymentId}/report-file`);
    expect(report.headers.get('content-type')).toBe('application/xml');
    const { texts } = readReport(report.text, 'pain.002.001.10');
    expect(
      ['OrgnlMsgId', 'OrgnlMsgNmId', 'OrgnlCreDtTm', 'OrgnlNbOfTxs', 'OrgnlCtrlSum', 'GrpSts'].map(
        (name) => texts(`OrgnlGrpInfAndSts/${name}`)[0],
      ),
    ).toEqual(['PAYROLL-2026-11', 'pain.001.001.08', '2026-11-20T09:30:00', '3', '31.50', 'PART']);
    const details = await tpp().get(`/file-payments/${paymentId}/payment-details`);
    const statuses = dataOf(details)['PaymentStatus'] as { StatusDetail: { Status: string } }[];
    expect(statuses.map(({ StatusDetail }) => StatusDetail.Status)).toEqual([
      'ACSC',
      'AC04',
      'ACSC',
    ]);
  });

  test('is downloaded byte for byte as XML', async () => {
    const { consentId } = await upload(tpp(), FILE, { headers: { 'content-type': 'text/xml' } });
    const reply = await tpp().get(`/file-payment-consents/${consentId}/file`);
    expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(reply.bytes.equals(FILE)).toBe(true);
  });

  test('is refused with another media type, and its consent stays', async () => {
    const { consentId, reply } = await upload(tpp(), FILE, {});
    expect([reply.status, faultsOf(reply)]).toEqual([415, ['Header.Invalid Content-Type']]);
    expect(reply.text).toContain('Expected application/xml or text/xml in UTF-8.');
    expect((await tpp().upload(consentId, FILE, XML)).status).toBe(200);
  });

  test('is rejected with every fault at its element', async () => {
    const file = Buffer.from(FILE.toString().replace('GBP', 'EUR').replace('TRF', 'CHK'));
    const { consentId, reply } = await upload(tpp(), file);
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      [
        'Field.Invalid CstmrCdtTrfInitn/PmtInf[1]/PmtMtd',
        'Unsupported.Currency CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy',
      ],
    ]);
    const consent = dataOf(await tpp().get(`/file-payment-consents/${consentId}`));
    expect(consent['Status']).toBe('Rejected');
  });

  test('is rejected if the consent announces JSON, and JSON if it announces a pain.001', async () => {
    const consentId = await tpp().consentFor(FILE);
    expect((await tpp().upload(consentId, FILE, XML)).status).toBe(415);
    const { reply } = await upload(tpp(), Buffer.from('{"Data":{"DomesticPayments":[]}}'));
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Expected 'UK.OBIE.pain.001.001.08', <Document xmlns=");
  });

  test('shows each page of its payments, wherever the page begins', async () => {
    const payments = Array.from({ length: 600 }, (_, index) =>
      transaction(payment(index, { DebtorAccount: account(NORTHWIND) })),
    );
    const header = { debtor: account(NORTHWIND, 'Northwind'), day: TODAY };
    const file = message(600, [
      batch(1, header, payments.slice(0, 400)),
      batch(2, header, payments.slice(400)),
    ]);
    const initiation = { FileType: PAIN_001 };
    const consentId = await tpp().consentFor(file, initiation);
    expect((await tpp().upload(consentId, file, XML)).status).toBe(200);
    const token = tokenIn(await tpp().decide(consentId));
    const paymentId = idIn(await tpp().submit(consentId, token), 'FilePaymentId');
    await tpp().finished(paymentId);
    const names: string[] = [];
    for (const page of [3, 1, 2]) {
      const path = `/file-payments/${paymentId}/payment-details?page=${String(page)}`;
      const statuses = dataOf(await tpp().get(path))['PaymentStatus'] as {
        PaymentTransactionId: string;
      }[];
      names.push(`${String(page)}: ${String(statuses.length)}`);
    }
    expect(names).toEqual(['3: 100', '1: 250', '2: 250']);
  });

  test('can be checked before the upload', async () => {
    const check = (file: Buffer) =>
      tpp().call('POST', '/extensions/v1/file-checks', { body: file, key: null, ...XML });
    expect(dataOf(await check(FILE))).toMatchObject({
      Accepted: true,
      FileHash: hashOf(FILE),
      NumberOfTransactions: '3',
      Classification: { Kind: 'BULK' },
    });
    const faulty = Buffer.from(FILE.toString().replace('GBP', 'EUR'));
    expect(dataOf(await check(faulty))).toMatchObject({
      Accepted: false,
      Faults: [{ Path: 'CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy' }],
    });
  });
});
