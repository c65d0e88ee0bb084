import type { DeliveryKind } from '../../domain/schemes/answers.ts';

/*
 * Element and attribute names of the XML reports of Bacs. Bacs gives the specification (with
 * `newbacs-advices.xsd`) only to its participants and their suppliers, so the names come from
 * published software that reads such reports (docs/decisions, 132):
 *
 * - input report: the paths, `date`, `volumeSerialNumber`, `userNumber`, `userFileNumber`,
 *   `reference`, `valueOf`, `numberOf`, `type` and `REJECTED` are in use. The accounts in an item
 *   and `AMENDED` are assumed;
 * - ARUCS: no example is public. We assume the layout of ARUDD, the same report for direct debits,
 *   whose names are in use. `ARUCS`, `ReturnedCreditItem` and `DestinationAccount` are assumed.
 *   ARUDD has `ARUDD`, `ReturnedDebitItem` and `PayerAccount`;
 * - AWACS: no example is public. We assume the layout of ADDACS, the corresponding advice for
 *   direct debits. Its names are in use with the prefix `payer-`. The prefix `payee-`, the date of
 *   the credit and the date and number of the advice are assumed.
 *
 * Compare these names with the specification before the service reads real reports.
 */

/** The values of a report that are read. */
export type BacsMember =
  | 'serviceUserNumber'
  | 'serial'
  | 'fileNumber'
  | 'adviceNumber'
  | 'date'
  | 'originatorSortCode'
  | 'originatorNumber'
  | 'destinationSortCode'
  | 'destinationNumber'
  | 'newSortCode'
  | 'newNumber'
  | 'name'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'processingDay'
  | 'code'
  | 'description'
  | 'numberOf';

/** Parts of a report whose values belong together. */
export type BacsScope = 'header' | 'account' | 'item' | 'totals' | 'accepted' | 'rejected';

/** An element of a report, with the attributes that are read. */
export interface BacsElement {
  readonly scope: BacsScope;
  readonly attributes: Readonly<Partial<Record<BacsMember, string>>>;
}

export interface BacsLayout {
  readonly kind: Extract<DeliveryKind, 'input report' | 'ARUCS' | 'AWACS'>;
  /** Name of the element in `BACSDocument/Data`. The paths below are relative to it. */
  readonly root: string;
  /** Path of the element that begins an item and ends it. */
  readonly item: string;
  /** Path of the element that contains the items of an account. Null if items have no accounts. */
  readonly account: string | null;
  /**
   * Path of an element that must not contain unknown elements, so that a wrong assumption on a name
   * is an error and not a lost item.
   */
  readonly strict: string;
  /** Header values without which the report is malformed. They form its id, in this order. */
  readonly id: readonly BacsMember[];
  /** Values without which an item has a `problem`. */
  readonly required: readonly BacsMember[];
  readonly elements: ReadonlyMap<string, BacsElement>;
}

const FILE = '/Submission/UserFile/InputUserFile';
const ERROR = `${FILE}/Errors/Error`;
const CREDIT_ENTRY = `${FILE}/InputReportSummary/AccountTotals/AccountTotal/CreditEntry`;

const ORIGINATOR = { originatorSortCode: 'sortCode', originatorNumber: 'number' } as const;
const DESTINATION = {
  destinationSortCode: 'sortCode',
  destinationNumber: 'number',
  name: 'name',
} as const;
const TOTALS = { numberOf: 'numberOf', amount: 'valueOf', currency: 'currency' } as const;

const CREDIT: readonly BacsMember[] = [
  ...(['destinationSortCode', 'destinationNumber', 'originatorSortCode'] as const),
  ...(['originatorNumber', 'amount', 'reference', 'name', 'code'] as const),
];

const INPUT: BacsLayout = {
  kind: 'input report',
  root: 'InputReport',
  item: ERROR,
  account: null,
  strict: `${FILE}/Errors`,
  id: ['serviceUserNumber', 'date', 'serial', 'fileNumber'],
  required: CREDIT,
  elements: new Map<string, BacsElement>([
    ['/Header/ProcessingDate', { scope: 'header', attributes: { date: 'date' } }],
    [
      '/Submission/SubmissionInformation',
      { scope: 'header', attributes: { serial: 'volumeSerialNumber' } },
    ],
    [
      `${FILE}/UserFileInformation`,
      {
        scope: 'header',
        attributes: { serviceUserNumber: 'userNumber', fileNumber: 'userFileNumber' },
      },
    ],
    [
      `${ERROR}/ErrorItem`,
      {
        scope: 'item',
        attributes: { reference: 'reference', amount: 'valueOf', currency: 'currency' },
      },
    ],
    [`${ERROR}/ErrorItem/OriginatingAccount`, { scope: 'item', attributes: ORIGINATOR }],
    [`${ERROR}/ErrorItem/DestinationAccount`, { scope: 'item', attributes: DESTINATION }],
    [`${ERROR}/ErrorMessage`, { scope: 'item', attributes: { code: 'type' } }],
    [`${CREDIT_ENTRY}/AcceptedRecords`, { scope: 'accepted', attributes: TOTALS }],
    [`${CREDIT_ENTRY}/RejectedRecords`, { scope: 'rejected', attributes: TOTALS }],
  ]),
};

const ACCOUNT = '/Advice/OriginatingAccountRecords/OriginatingAccountRecord';

const ARUCS: BacsLayout = {
  kind: 'ARUCS',
  root: 'ARUCS',
  item: `${ACCOUNT}/ReturnedCreditItem`,
  account: ACCOUNT,
  strict: ACCOUNT,
  id: ['serviceUserNumber', 'date', 'adviceNumber'],
  required: [...CREDIT, 'processingDay'],
  elements: new Map<string, BacsElement>([
    [
      '/Header',
      {
        scope: 'header',
        attributes: { date: 'currentProcessingDate', adviceNumber: 'adviceNumber' },
      },
    ],
    [
      '/ServiceLicenseInformation',
      { scope: 'header', attributes: { serviceUserNumber: 'userNumber' } },
    ],
    [`${ACCOUNT}/OriginatingAccount`, { scope: 'account', attributes: ORIGINATOR }],
    [
      `${ACCOUNT}/ReturnedCreditItem`,
      {
        scope: 'item',
        attributes: {
          reference: 'ref',
          code: 'returnCode',
          description: 'returnDescription',
          processingDay: 'originalProcessingDate',
          amount: 'valueOf',
          currency: 'currency',
        },
      },
    ],
    [
      `${ACCOUNT}/ReturnedCreditItem/DestinationAccount`,
      { scope: 'item', attributes: DESTINATION },
    ],
    [`${ACCOUNT}/Totals`, { scope: 'totals', attributes: TOTALS }],
  ]),
};

const AWACS: BacsLayout = {
  kind: 'AWACS',
  root: 'MessagingAdvices',
  item: '/MessagingAdvice',
  account: null,
  strict: '',
  id: ['serviceUserNumber', 'date', 'adviceNumber'],
  required: [
    ...(['destinationSortCode', 'destinationNumber', 'reference', 'name'] as const),
    ...(['code', 'processingDay', 'newSortCode', 'newNumber'] as const),
  ],
  elements: new Map<string, BacsElement>([
    [
      '/MessagingHeader',
      {
        scope: 'header',
        attributes: {
          serviceUserNumber: 'user-number',
          date: 'report-generation-date',
          adviceNumber: 'advice-number',
        },
      },
    ],
    [
      '/MessagingAdvice',
      {
        scope: 'item',
        attributes: {
          reference: 'reference',
          code: 'reason-code',
          name: 'payee-name',
          destinationSortCode: 'payee-sort-code',
          processingDay: 'original-processing-date',
          destinationNumber: 'payee-account-number',
          newSortCode: 'payee-new-sort-code',
          newNumber: 'payee-new-account-number',
        },
      },
    ],
  ]),
};

/** The reports that the reader supports. */
export const BACS_LAYOUTS: readonly BacsLayout[] = [INPUT, ARUCS, AWACS];
