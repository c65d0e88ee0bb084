/* Reports of Bacs for the tests of their reader. */

/** Returns a document of Bacs with this content of `Data`. */
export const bacs = (content: string, encoding = 'ISO-8859-1'): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<!-- <Document> Generated -->\n<BACSDocument ` +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  `xsi:noNamespaceSchemaLocation="newbacs-advices.xsd">\n<Data>${content}</Data>\n` +
  '<SignatureMethod>\nVanilla\n</SignatureMethod><Signature></Signature></BACSDocument>';

/** Returns an item of an ARUCS. */
export const returnedItem = (valueOf = '65.00', code = 'B', account = '01-02-03 12345678') => {
  const [sortCode = '', number = ''] = account.split(' ');
  return `<ReturnedCreditItem ref="SALARY 11" transCode="99" returnCode="${code}" currency="GBP"
     returnDescription="ACCOUNT CLOSED" originalProcessingDate="2026-11-24" valueOf="${valueOf}">
     <DestinationAccount sortCode="${sortCode}" number="${number}" name="A &amp; B" bankName="A"/>
     </ReturnedCreditItem>`;
};

export const totals = (numberOf: number, valueOf: string) =>
  `<Totals numberOf="${String(numberOf)}" valueOf="${valueOf}" currency="GBP"/>`;

const ORIGINATOR = '<OriginatingAccount name="US" number="87654321" sortCode="20-00-00" type="0"/>';

/** Returns an ARUCS with one originating account that has these items and totals. */
export const arucs = (content: string, originator = ORIGINATOR) =>
  bacs(`<ARUCS><Header reportType="REFT1234" adviceNumber="007"
      currentProcessingDate="2026-11-26"/><AddresseeInformation name="US"/>
    <ServiceLicenseInformation userName="A BANK" userNumber="123456"/>
    <Advice><OriginatingAccountRecords><OriginatingAccountRecord>${originator}${content}
    </OriginatingAccountRecord></OriginatingAccountRecords></Advice></ARUCS>`);

/** Returns an error of an input report. */
export const inputError = (type: string, valueOf = '12.34') =>
  `<Error><ErrorItem reference="SALARY 11" valueOf="${valueOf}">
     <OriginatingAccount sortCode="200000" number="87654321"/>
     <DestinationAccount sortCode="010203" number="12345678" name="A PAYEE"/></ErrorItem>
     <ErrorMessage type="${type}"/></Error>`;

type Total = readonly [numberOf: number, valueOf: string];

/** Returns an input report with these errors and totals. */
export const inputReport = (errors: string, accepted: Total, rejected: Total) => {
  const records = (name: string, [numberOf, valueOf]: Total) =>
    `<${name} numberOf="${String(numberOf)}" valueOf="${valueOf}"/>`;
  return bacs(`<InputReport><Header><ProcessingDate date="2026-11-24"/></Header><Submission>
    <SubmissionInformation volumeSerialNumber="000042"/><UserFile><InputUserFile>
    <UserFileInformation userNumber="123456" userFileNumber="001"/><Errors>${errors}</Errors>
    <InputReportSummary><AccountTotals><AccountTotal><CreditEntry>
      ${records('AcceptedRecords', accepted)}${records('RejectedRecords', rejected)}
    </CreditEntry></AccountTotal></AccountTotals></InputReportSummary>
    </InputUserFile></UserFile></Submission></InputReport>`);
};

/** Returns an AWACS with one moved account. */
export const awacs = (changes: Readonly<Record<string, string>> = {}) => {
  const attributes = Object.entries({
    ...{ reference: 'SALARY 11', 'reason-code': '3', 'payee-name': 'A PAYEE' },
    ...{ 'payee-sort-code': '010203', 'payee-account-number': '12345678' },
    ...{ 'payee-new-sort-code': '040506', 'payee-new-account-number': '23456789' },
    'original-processing-date': '2026-11-24',
    ...changes,
  }).map(([name, value]) => `${name}="${value}"`);
  return bacs(`<MessagingAdvices><MessagingHeader user-number="123456" advice-number="8"
    report-generation-date="2026-11-25"/><MessagingAdvice ${attributes.join(' ')}/>
    </MessagingAdvices>`);
};
