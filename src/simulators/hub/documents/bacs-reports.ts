import { formatAmount, type MinorUnits } from '../../../shared/money.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { londonDate } from '../../../shared/time.ts';
import type { StoredDocument } from '../agenda.ts';
import type { CreditFilter, RecordColumns, StoredCredit } from '../books.ts';
import { NEW_ACCOUNT } from '../outcomes.ts';
import { selectionOf, type Subject } from './subject.ts';

/*
 * Reports of Bacs. Bacs does not publish their specification, so the layouts follow published
 * software that reads such reports (docs/decisions, 132).
 */

type ReportKind = Extract<
  StoredDocument['kind'],
  'input report' | 'ARUCS' | 'AWACS' | 'unknown record' | 'malformed report'
>;

const START =
  '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- Simulated report -->\n<BACSDocument ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:noNamespaceSchemaLocation="newbacs-advices.xsd"><Data>';
const END = '</Data><SignatureMethod>Vanilla</SignatureMethod><Signature/></BACSDocument>\n';

/** Return code and description of Bacs for the reason of a return. */
const RETURN_CODE = { returnCode: 'B', returnDescription: 'ACCOUNT CLOSED' };

/** Returns a report of Bacs about a submission, in pieces. */
export function bacsReport(kind: ReportKind, subject: Subject): Iterable<string> {
  switch (kind) {
    case 'input report':
      return inputReport(subject);
    case 'ARUCS':
      return arucs(subject, pagesOf(subject, 'returned'));
    case 'AWACS':
      return awacs(subject);
    case 'unknown record':
      return arucs(subject, [[UNKNOWN]]);
    case 'malformed report':
      // The report ends before its end tags, as after a lost connection.
      return [...arucs(subject, pagesOf(subject, 'all'))].slice(0, -1);
  }
}

/** A credit as the reports name it. */
interface ReportedCredit extends RecordColumns {
  readonly amountMinor: MinorUnits;
}

/** A credit that no bank has handed over. */
const UNKNOWN: ReportedCredit = {
  destination: '99999700000001',
  originator: '99999700000002',
  amountMinor: 1,
  reference: 'UNKNOWN',
  name: 'UNKNOWN',
};

function* inputReport(subject: Subject): Generator<string> {
  const { message, books, document } = subject;
  const { serviceUserNumber, serial, fileNumber, processingDay } = submissionOf(subject);
  const all = books.sumOf({ ...selectionOf(document, 'all') });
  const rejected = books.sumOf({ ...selectionOf(document, 'rejected') });
  yield (
    START +
    `<InputReport><Header>${tag('ProcessingDate', { date: processingDay })}</Header><Submission>` +
    tag('SubmissionInformation', { volumeSerialNumber: serial, submissionId: message.id }) +
    '<UserFile><InputUserFile>' +
    tag('UserFileInformation', { userNumber: serviceUserNumber, userFileNumber: fileNumber }) +
    '<Errors>'
  );
  for (const page of pagesOf(subject, 'rejected')) yield page.map(errorOf).join('');
  const totals = (name: string, credits: number, pence: MinorUnits): string =>
    tag(name, { numberOf: String(credits), valueOf: formatAmount(pence), currency: 'GBP' });
  yield (
    '</Errors><InputReportSummary><AccountTotals><AccountTotal><CreditEntry>' +
    totals(
      'AcceptedRecords',
      all.credits - rejected.credits,
      all.totalMinor - rejected.totalMinor,
    ) +
    totals('RejectedRecords', rejected.credits, rejected.totalMinor) +
    '</CreditEntry></AccountTotal></AccountTotals></InputReportSummary></InputUserFile></UserFile>' +
    `</Submission></InputReport>${END}`
  );
}

function errorOf({ destination, originator, reference, name, amountMinor }: ReportedCredit) {
  const valueOf = formatAmount(amountMinor);
  return (
    `<Error>${open('ErrorItem', { reference, valueOf, currency: 'GBP', transactionCode: '99' })}` +
    tag('OriginatingAccount', accountOf(originator)) +
    tag('DestinationAccount', { ...accountOf(destination), name }) +
    `</ErrorItem>${tag('ErrorMessage', { type: 'REJECTED' })}</Error>`
  );
}

function* arucs(subject: Subject, pages: Iterable<readonly ReportedCredit[]>): Generator<string> {
  const { document } = subject;
  const { serviceUserNumber, processingDay } = submissionOf(subject);
  const currentProcessingDate = londonDate(document.createdAt);
  yield (
    START +
    '<ARUCS>' +
    tag('Header', { reportType: 'REFT', adviceNumber: document.id, currentProcessingDate }) +
    tag('AddresseeInformation', { name: 'A BANK' }) +
    tag('ServiceLicenseInformation', { userName: 'A BANK', userNumber: serviceUserNumber }) +
    '<Advice><OriginatingAccountRecords>'
  );
  for (const page of pages) {
    for (const run of runsOf(page)) {
      yield accountRecord(run, processingDay);
    }
  }
  yield `</OriginatingAccountRecords></Advice></ARUCS>${END}`;
}

/** Returns the record of one originating account, with its totals. */
function accountRecord(credits: readonly ReportedCredit[], originalProcessingDate: string): string {
  const sum = credits.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const items = credits.map(({ destination, reference, name, amountMinor }) => {
    const valueOf = formatAmount(amountMinor);
    const item = { ref: reference, transCode: '99', ...RETURN_CODE, originalProcessingDate };
    return (
      open('ReturnedCreditItem', { ...item, valueOf, currency: 'GBP' }) +
      tag('DestinationAccount', { ...accountOf(destination), ref: reference, name }) +
      '</ReturnedCreditItem>'
    );
  });
  const numberOf = String(credits.length);
  return (
    '<OriginatingAccountRecord>' +
    tag('OriginatingAccount', { name: 'A DEBTOR', ...accountOf(credits[0]?.originator ?? '') }) +
    items.join('') +
    tag('Totals', { numberOf, valueOf: formatAmount(sum), currency: 'GBP' }) +
    '</OriginatingAccountRecord>'
  );
}

function* awacs(subject: Subject): Generator<string> {
  const { document } = subject;
  const { serviceUserNumber, processingDay } = submissionOf(subject);
  yield (
    START +
    '<MessagingAdvices>' +
    tag('MessagingHeader', {
      'user-number': serviceUserNumber,
      'report-generation-date': londonDate(document.createdAt),
      'advice-number': document.id,
    })
  );
  for (const page of pagesOf(subject, 'moved')) {
    yield page
      .map(({ destination, reference, name }) =>
        tag('MessagingAdvice', {
          'user-number': serviceUserNumber,
          reference,
          'payee-name': name,
          'reason-code': '3',
          'original-processing-date': processingDay,
          'payee-sort-code': destination.slice(0, 6),
          'payee-account-number': destination.slice(6),
          'payee-new-sort-code': NEW_ACCOUNT.slice(0, 6),
          'payee-new-account-number': NEW_ACCOUNT.slice(6),
        }),
      )
      .join('');
  }
  yield `</MessagingAdvices>${END}`;
}

function submissionOf({ message }: Subject) {
  return expectDefined(message.submission ?? undefined, 'the labels of a submission');
}

function* pagesOf(
  { books, document }: Subject,
  filter: CreditFilter,
): Generator<readonly ReportedCredit[]> {
  for (const page of books.pagesOf(selectionOf(document, filter))) yield page.map(reported);
}

function reported({ record, amountMinor }: StoredCredit): ReportedCredit {
  return { ...expectDefined(record ?? undefined, 'the record of a credit'), amountMinor };
}

/** Divides credits into runs of the same originating account. */
function runsOf(credits: readonly ReportedCredit[]): readonly (readonly ReportedCredit[])[] {
  const runs: ReportedCredit[][] = [];
  for (const credit of credits) {
    const run = runs.at(-1);
    if (run?.[0]?.originator === credit.originator) run.push(credit);
    else runs.push([credit]);
  }
  return runs;
}

/** Returns an account as attributes, with hyphens in the sort code. */
function accountOf(account: string): Readonly<Record<string, string>> {
  const sortCode = [0, 2, 4].map((at) => account.slice(at, at + 2)).join('-');
  return { sortCode, number: account.slice(6) };
}

function open(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, text]) => ` ${key}="${escaped(text)}"`);
  return `<${name}${written.join('')}>`;
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  return open(name, attributes).replace(/>$/, '/>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
