import { describe, expect, it } from 'vitest';
import type { BacsReportKind } from '../../../../src/schemes/answers/bacs-report-layouts.ts';
import { readBacsReport } from '../../../../src/schemes/answers/bacs-reports.ts';
import { piecesOf } from './documents.ts';

const bacs = (content: string) =>
  '<?xml version="1.0" encoding="ISO-8859-1"?>\n<BACSDocument ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  `xsi:noNamespaceSchemaLocation="newbacs-advices.xsd">\n<Data>${content}</Data>\n` +
  '<SignatureMethod>\nVanilla\n</SignatureMethod><Signature></Signature></BACSDocument>';

const read = (xml: string, kind: BacsReportKind) =>
  readBacsReport(piecesOf([Buffer.from(xml, 'latin1')]), kind);

const returnedItem = (amount: string, account = 'sortCode="01-02-03" number="12345678"') =>
  `<ReturnedCreditItem ref="SALARY 11" transCode="99" returnCode="B" currency="GBP"
     returnDescription="ACCOUNT CLOSED" originalProcessingDate="2026-11-24" valueOf="${amount}">
     <DestinationAccount ${account} name="A PAYEE" bankName="A BANK"/></ReturnedCreditItem>`;

const arucs = (items: string, totals = '') =>
  bacs(`<ARUCS><Header reportType="REFT1234" adviceNumber="000" currentProcessingDate="2026-11-26"/>
    <ServiceLicenseInformation userName="A BANK" userNumber="123456"/>
    <Advice><OriginatingAccountRecords><OriginatingAccountRecord>
      <OriginatingAccount name="US" number="87654321" sortCode="20-00-00" type="0"/>
      ${items}${totals}
    </OriginatingAccountRecord></OriginatingAccountRecords></Advice></ARUCS>`);

describe('readBacsReport', () => {
  it('reads the returned credits of an ARUCS', async () => {
    const totals = '<Totals numberOf="2" valueOf="66.50" currency="GBP"/>';
    const report = await read(arucs(returnedItem('65.00') + returnedItem('1.50'), totals), 'ARUCS');
    expect(report).toMatchObject({
      kind: 'ARUCS',
      serviceUserNumber: '123456',
      submissionSerial: null,
      processingDate: '2026-11-26',
    });
    expect(report.items).toHaveLength(2);
    expect(report.items[0]).toEqual({
      position: 0,
      destination: '01020312345678',
      originator: '20000087654321',
      amount: 6500,
      reference: 'SALARY 11',
      originalProcessingDate: '2026-11-24',
      code: 'B',
      description: 'ACCOUNT CLOSED',
      correctedAccount: null,
      problem: null,
    });
  });

  it('reads the errors of an input report', async () => {
    const report = await read(
      bacs(`<InputReport><Header><ProcessingDate date="2026-11-24"/></Header><Submission>
        <SubmissionInformation volumeSerialNumber="000042"/><UserFile><InputUserFile>
        <UserFileInformation userNumber="123456" userFileNumber="001"/>
        <Errors><Error><ErrorItem reference="SALARY 11" valueOf="12.34"/>
          <ErrorMessage type="REJECTED"/></Error></Errors>
        <InputReportSummary/></InputUserFile></UserFile></Submission></InputReport>`),
      'input',
    );
    expect(report).toMatchObject({ submissionSerial: '000042', processingDate: '2026-11-24' });
    expect(report.items).toMatchObject([
      { reference: 'SALARY 11', amount: 1234, code: 'REJECTED', destination: null, problem: null },
    ]);
  });

  it('reads the corrected accounts of an AWACS', async () => {
    const report = await read(
      bacs(`<MessagingAdvices><MessagingHeader user-number="123456"/>
        <MessagingAdvice reference="SALARY 11" reason-code="3" payee-sort-code="010203"
          payee-account-number="12345678" payee-new-sort-code="040506"
          payee-new-account-number="23456789"/></MessagingAdvices>`),
      'AWACS',
    );
    expect(report.items).toMatchObject([
      {
        destination: '01020312345678',
        correctedAccount: '04050623456789',
        code: '3',
        amount: null,
      },
    ]);
  });

  it.each([
    [returnedItem('1.234'), /"1\.234 GBP" is not a valid amount/],
    [returnedItem('1.00').replace('"GBP"', '"EUR"'), /"1\.00 EUR"/],
    [returnedItem('1.00', 'sortCode="010203" number="1234567"'), /not a valid account/],
    [returnedItem('1.00').replace('DestinationAccount', 'PayerAccount'), /destinationSortCode/],
    [returnedItem('1.00').replace('2026-11-24', '2026-02-30'), /date "2026-02-30" is not valid/],
  ])('gives an invalid item a problem and reads the others', async (item, problem) => {
    const totals = '<Totals numberOf="2"/>';
    const { items } = await read(arucs(item + returnedItem('1.00'), totals), 'ARUCS');
    expect(items[0]?.problem).toMatch(problem);
    expect(items[1]).toMatchObject({ position: 1, problem: null });
  });

  it.each([
    ['another kind of report', bacs('<ARUDD/>'), 'kind'],
    ['a wrong number', arucs(returnedItem('1.00'), '<Totals numberOf="2"/>'), 'count'],
    ['a wrong sum', arucs(returnedItem('1.00'), '<Totals valueOf="2.00"/>'), 'sum'],
    ['an unknown kind of item', arucs('<ReturnedItem/>'), 'structure'],
    ['an invalid date', arucs('').replace('2026-11-26', '26/11/2026'), 'value'],
    [
      'two users',
      arucs('').replace('<Advice>', '<ServiceLicenseInformation userNumber="1"/><Advice>'),
      'structure',
    ],
    ['characters that are not ASCII', arucs('').replace('US', 'caf\u00e9'), 'encoding'],
  ])('rejects a report with %s', async (_name, xml, code) => {
    await expect(read(xml, 'ARUCS')).rejects.toMatchObject({ code });
  });
});
