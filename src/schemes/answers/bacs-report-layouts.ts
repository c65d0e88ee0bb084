/*
 * Element and attribute names of the XML reports of Bacs. Bacs gives the specification (with
 * `newbacs-advices.xsd`) only to its participants and their suppliers, so the names come from
 * published software that reads such reports:
 *
 * - input report: all names below are in use by published software;
 * - ARUCS: no example is public. We assume the layout of ARUDD, the same report for direct debits,
 *   whose names are in use by published software. The names `ARUCS`, `ReturnedCreditItem` and
 *   `DestinationAccount` are assumed. ARUDD has `ARUDD`, `ReturnedDebitItem` and `PayerAccount`;
 * - AWACS: no example is public. We assume the layout of ADDACS, the corresponding advice for
 *   direct debits. Its names are in use by published software, with the prefix `payer-`. The
 *   prefix `payee-` is assumed.
 *
 * Compare these names with the specification before the service reads reports of Bacs.
 */

/** Kinds of reports: of a submission, of credits that return, and of accounts that moved. */
export type BacsReportKind = 'input' | 'ARUCS' | 'AWACS';

/** The values of a report that are read. */
export type BacsMember =
  | 'serviceUserNumber'
  | 'submissionSerial'
  | 'processingDate'
  | 'originatorSortCode'
  | 'originatorNumber'
  | 'destinationSortCode'
  | 'destinationNumber'
  | 'correctedSortCode'
  | 'correctedNumber'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'originalProcessingDate'
  | 'code'
  | 'description'
  | 'totalItems'
  | 'totalAmount';

/** An element of a report, with the attributes that are read. */
export interface BacsElement {
  /** Part of the report that the values belong to. `account` and `totals` are parts of ARUCS. */
  readonly scope: 'header' | 'account' | 'item' | 'totals';
  readonly attributes: Readonly<Partial<Record<BacsMember, string>>>;
}

export interface BacsLayout {
  /** Path of the element that names the kind of report. The paths below are relative to it. */
  readonly root: string;
  /** Path of the element that begins an item and ends it. */
  readonly item: string;
  /**
   * Path of an element that must not contain unknown elements, so that a wrong assumption on a name
   * is an error and not a lost item.
   */
  readonly strict: string;
  /** Values without which an item has a `problem`. */
  readonly required: readonly BacsMember[];
  readonly elements: ReadonlyMap<string, BacsElement>;
}

const INPUT_FILE = '/Submission/UserFile/InputUserFile';

const INPUT: BacsLayout = {
  root: 'BACSDocument/Data/InputReport',
  item: `${INPUT_FILE}/Errors/Error`,
  strict: `${INPUT_FILE}/Errors`,
  required: ['amount', 'code'],
  elements: new Map([
    ['/Header/ProcessingDate', { scope: 'header', attributes: { processingDate: 'date' } }],
    [
      '/Submission/SubmissionInformation',
      { scope: 'header', attributes: { submissionSerial: 'volumeSerialNumber' } },
    ],
    [
      `${INPUT_FILE}/UserFileInformation`,
      { scope: 'header', attributes: { serviceUserNumber: 'userNumber' } },
    ],
    [
      `${INPUT_FILE}/Errors/Error/ErrorItem`,
      { scope: 'item', attributes: { reference: 'reference', amount: 'valueOf' } },
    ],
    [`${INPUT_FILE}/Errors/Error/ErrorMessage`, { scope: 'item', attributes: { code: 'type' } }],
  ]),
};

const RECORD = '/Advice/OriginatingAccountRecords/OriginatingAccountRecord';

const ARUCS: BacsLayout = {
  root: 'BACSDocument/Data/ARUCS',
  item: `${RECORD}/ReturnedCreditItem`,
  strict: RECORD,
  required: ['destinationSortCode', 'amount', 'code'],
  elements: new Map([
    ['/Header', { scope: 'header', attributes: { processingDate: 'currentProcessingDate' } }],
    [
      '/ServiceLicenseInformation',
      { scope: 'header', attributes: { serviceUserNumber: 'userNumber' } },
    ],
    [
      `${RECORD}/OriginatingAccount`,
      {
        scope: 'account',
        attributes: { originatorSortCode: 'sortCode', originatorNumber: 'number' },
      },
    ],
    [
      `${RECORD}/ReturnedCreditItem`,
      {
        scope: 'item',
        attributes: {
          reference: 'ref',
          code: 'returnCode',
          description: 'returnDescription',
          originalProcessingDate: 'originalProcessingDate',
          amount: 'valueOf',
          currency: 'currency',
        },
      },
    ],
    [
      `${RECORD}/ReturnedCreditItem/DestinationAccount`,
      {
        scope: 'item',
        attributes: { destinationSortCode: 'sortCode', destinationNumber: 'number' },
      },
    ],
    [
      `${RECORD}/Totals`,
      { scope: 'totals', attributes: { totalItems: 'numberOf', totalAmount: 'valueOf' } },
    ],
  ]),
};

const AWACS: BacsLayout = {
  root: 'BACSDocument/Data/MessagingAdvices',
  item: '/MessagingAdvice',
  strict: '',
  required: ['destinationSortCode', 'code'],
  elements: new Map([
    ['/MessagingHeader', { scope: 'header', attributes: { serviceUserNumber: 'user-number' } }],
    [
      '/MessagingAdvice',
      {
        scope: 'item',
        attributes: {
          reference: 'reference',
          code: 'reason-code',
          destinationSortCode: 'payee-sort-code',
          destinationNumber: 'payee-account-number',
          correctedSortCode: 'payee-new-sort-code',
          correctedNumber: 'payee-new-account-number',
        },
      },
    ],
  ]),
};

export const BACS_LAYOUTS: Readonly<Record<BacsReportKind, BacsLayout>> = {
  input: INPUT,
  ARUCS,
  AWACS,
};
