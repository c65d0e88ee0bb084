import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';
import type { Asked, Json } from './faulty-bank.ts';

const KEY = 'x-idempotency-key';
const CHANGED_INITIATION = [
  ...['consent-initiation-returned', 'consent-read-initiation', 'authorised-initiation'],
  ...['payment-initiation-returned', 'payment-read-initiation'],
  ...['key-with-other-body-changes-nothing', 'consent-mandatory-members-only'],
  'upload-changes-no-metadata',
];
const SCHEMAS = [
  ...['consent-response-schema', 'consent-read-schema', 'authorised-status', 'rejected-schema'],
  ...['payment-response-schema', 'payment-read-schema', 'several-approvals-schema'],
  ...['payment-read-in-later-version'],
];

const initiationOf = (data: Json): Json => on.objectIn(data, 'Initiation');

/** Returns the entries of payment details. */
const entriesOf = (data: Json): Json[] => (data['PaymentStatus'] ?? []) as Json[];

const isFirstStatus = (asked: Asked) => on.isConsent(asked) || on.isConsentRead(asked);

/** Banks whose responses have wrong members. */
export const FAULTS_OF_BODIES: readonly FaultCase[] = [
  {
    name: 'has no Links',
    fault: on.body(on.isAny, (json) => Reflect.deleteProperty(json, 'Links')),
    fails: [
      ...['consent-links-self', 'consent-links-self-version', 'payment-links-self'],
      ...['details-links-self', 'details-paged', 'details-total-pages'],
    ],
  },
  {
    name: 'has no Meta',
    fault: on.body(on.isAny, (json) => Reflect.deleteProperty(json, 'Meta')),
    fails: ['consent-meta'],
  },
  {
    name: 'writes dates without a time zone',
    fault: on.data(on.isAny, (data) => {
      const date = String(data['CreationDateTime']);
      data['CreationDateTime'] = date.slice(0, 19);
    }),
    fails: [...SCHEMAS, 'consent-dates-with-time-zone', 'details-schema'],
  },
  {
    name: 'has no StatusUpdateDateTime',
    fault: on.data(on.isAny, (data) => {
      Reflect.deleteProperty(data, 'StatusUpdateDateTime');
    }),
    fails: [...SCHEMAS, 'consent-dates-with-time-zone'],
  },
  {
    name: 'adds members to Data',
    fault: on.data(on.isAny, (data) => {
      data['BankReference'] = 'A-1';
    }),
    fails: [...SCHEMAS, 'details-schema'],
  },
  {
    name: 'pads FileHash in responses',
    fault: on.data(on.isAny, (data) => {
      const initiation = initiationOf(data);
      if ('FileHash' in initiation)
        initiation['FileHash'] = String(initiation['FileHash']).trim() + '=';
    }),
    fails: [...SCHEMAS, ...CHANGED_INITIATION],
  },
  {
    name: 'writes ControlSum as text',
    fault: on.data(on.isAny, (data) => {
      const initiation = initiationOf(data);
      if ('ControlSum' in initiation) initiation['ControlSum'] = String(initiation['ControlSum']);
    }),
    fails: [
      ...SCHEMAS,
      ...CHANGED_INITIATION.filter((id) => id !== 'consent-mandatory-members-only'),
      'consent-control-sum-spelling',
    ],
  },
  {
    name: 'writes null for absent members',
    fault: on.data(on.isAny, (data) => {
      const initiation = initiationOf(data);
      if ('FileType' in initiation) initiation['FileReference'] ??= null;
    }),
    fails: ['consent-mandatory-members-only', 'consent-no-invented-members'],
  },
  {
    name: 'gives all consents one id',
    fault: on.data(on.isConsent, (data, { headers }) => {
      const key = headers[KEY] ?? '';
      if (key.length === 36) data['ConsentId'] = 'consent';
    }),
    fails: ['consent-ids-unique'],
    may: /./,
  },
  {
    name: 'skips AwaitingUpload',
    fault: on.data(isFirstStatus, (data) => {
      if (data['Status'] === 'AwaitingUpload') data['Status'] = 'AwaitingAuthorisation';
    }),
    fails: [
      ...['signature-refusal-keeps-consent', 'approval-before-upload-keeps-consent'],
      'consent-awaits-upload',
      'consent-read-awaits-upload',
      'other-tpp-uploads',
    ],
  },
  {
    name: 'never consumes consents',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'Consumed') data['Status'] = 'Authorised';
    }),
    fails: ['payment-consumes-consent'],
  },
  {
    name: 'does not reject consents',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'Rejected') data['Status'] = 'AwaitingAuthorisation';
    }),
    fails: [
      ...['other-hash', 'other-number', 'other-sum', 'xml-for-json', 'not-json'].map(
        (id) => `upload-${id}`,
      ),
      ...['upload-other-structure', 'upload-after-rejection', 'rejected-status'],
      'upload-sum-of-one-penny-more',
    ],
  },
  {
    name: 'has statuses of payments that the standard does not define',
    fault: on.data(
      (asked) => on.isPayment(asked) || on.isPaymentRead(asked),
      (data) => {
        data['Status'] = 'Accepted';
      },
    ),
    fails: [
      ...['payment-response-schema', 'payment-initial-status', 'payment-read-schema'],
      ...['payment-completed', 'payment-future-pending', 'several-approvals-schema'],
      ...['several-approvals-pending', 'payment-read-in-later-version'],
    ],
  },
  {
    name: 'has no MultiAuthorisation',
    fault: on.data(on.isAny, (data) => {
      Reflect.deleteProperty(data, 'MultiAuthorisation');
    }),
    fails: ['several-approvals-object', 'several-approvals-numbers'],
  },
  {
    name: 'lists only the first payment in payment details',
    fault: on.data(on.isDetails, (data) => {
      data['PaymentStatus'] = entriesOf(data).slice(0, 1);
    }),
    fails: ['details-of-each-payment', 'details-paged'],
  },
  {
    name: 'repeats ids in payment details',
    fault: on.data(on.isDetails, (data) => {
      for (const entry of entriesOf(data)) entry['PaymentTransactionId'] = 'payment';
    }),
    fails: ['details-unique', 'details-paged'],
  },
  {
    name: 'has undefined statuses in payment details',
    fault: on.data(on.isDetails, (data) => {
      for (const entry of entriesOf(data)) entry['Status'] = 'Paid';
    }),
    fails: ['details-schema'],
  },
];
