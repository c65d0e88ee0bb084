import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';
import { jsonIn } from './faulty-bank.ts';

const KEY = 'x-idempotency-key';

/** Banks with wrong files, states, repeats, signatures and errors. */
export const FAULTS_OF_STATES: readonly FaultCase[] = [
  {
    name: 'returns empty reports',
    fault: {
      response: (answered, asked) => {
        if (on.isReport(asked) && answered.status === 200) answered.body = Buffer.alloc(0);
      },
    },
    fails: ['report-read'],
  },
  {
    name: 'returns files as other bytes',
    fault: {
      response: (answered, asked) => {
        if (!on.isDownload(asked) || answered.status !== 200) return;
        answered.body = Buffer.from(JSON.stringify(jsonIn(answered.body), null, 1));
      },
    },
    fails: [
      ...['download-bytes', 'download-after-authorisation', 'download-many-payments'],
      'upload-chunked',
    ],
  },
  {
    name: 'returns an empty file before the upload',
    fault: on.status((asked) => on.isDownload(asked) && asked.tpp === 'tpp-one', 400, 200),
    fails: ['download-before-upload', 'unknown-id-download'],
  },
  {
    name: 'answers uploads with a body',
    fault: {
      response: (answered, asked) => {
        if (on.isUpload(asked) && answered.status === 200) answered.body = Buffer.from('{}');
      },
    },
    fails: ['upload-empty-body'],
  },
  {
    name: 'accepts files with another hash',
    fault: on.acceptUploads(/FileHash/),
    fails: [
      ...['upload-other-hash', 'upload-other-hash-refused'],
      ...['upload-after-rejection', 'upload-empty'],
    ],
  },
  {
    name: 'accepts files with another number of payments',
    fault: on.acceptUploads(/NumberOfTransactions/),
    fails: [...['upload-other-number-refused'], 'upload-other-number'],
  },
  {
    name: 'accepts files with another sum',
    fault: on.acceptUploads(/ControlSum/),
    fails: ['upload-other-sum-refused', 'upload-other-sum', 'upload-sum-of-one-penny-more'],
  },
  {
    name: 'accepts uploads in every status',
    fault: on.acceptUploads(/InvalidConsentStatus/, 'Authorised'),
    fails: [
      ...['upload-twice', 'upload-twice-keeps-consent'],
      'upload-after-rejection',
      'upload-after-authorisation',
      'upload-after-payment',
    ],
    may: /^(repeated-upload|payment-consumes-consent|authorised-.*)$/,
  },
  {
    name: 'creates a second payment for a consent',
    fault: {
      response: (answered, asked) => {
        const isConsumed = answered.body.includes('InvalidConsentStatus');
        if (on.isPayment(asked) && isConsumed) answered.status = 201;
      },
    },
    fails: ['payment-twice', 'payment-twice-with-other-key'],
  },
  {
    name: 'answers a repeated request with 200',
    fault: {
      response: (answered, asked, memory) => {
        const key = asked.headers[KEY] ?? '';
        if (memory.has(key) && answered.status === 201) answered.status = 200;
        memory.set(key, true);
      },
    },
    fails: [
      ...['repeated-consent-status', 'repeated-consent-current-status', 'simultaneous-consents'],
      ...['repeated-payment-same-id', 'simultaneous-payments-same-key', 'key-of-other-tpp'],
      'key-after-refusal',
    ],
  },
  {
    name: 'answers a repeated request with the first status',
    fault: {
      response: (answered, asked, memory) => {
        const key = asked.headers[KEY] ?? '';
        const first = memory.get(key);
        if (on.isConsent(asked) && first !== undefined && answered.status === 201) {
          answered.body = first as Buffer;
        }
        if (answered.status === 201) memory.set(key, memory.get(key) ?? answered.body);
      },
    },
    fails: ['repeated-consent-current-status', 'key-of-other-tpp'],
  },
  {
    name: 'signs no responses',
    fault: on.signature(on.isAny, 'missing'),
    fails: [
      ...['error'],
      ...['new-consent', 'read-consent', 'new-payment', 'read-payment', 'details', 'report'],
      ...['file'],
    ].map((id) => `signed-response-${id}`),
  },
  {
    name: 'signs with a key that it does not publish',
    fault: on.signature(on.isPaymentRead, 'foreign'),
    fails: ['signed-response-read-payment'],
  },
  {
    name: 'signs other bytes',
    fault: on.signature(on.isReport, 'otherBytes'),
    fails: ['signed-response-report'],
  },
  {
    name: 'signs without tan',
    fault: on.signature(on.isConsent, 'withoutTan'),
    fails: [...['signed-response-error'], 'signed-response-new-consent'],
  },
  {
    name: 'has errors without Errors',
    fault: on.body(on.isAny, (json) => Reflect.deleteProperty(json, 'Errors')),
    fails: ['consent-error-body', 'upload-error-body', 'payment-other-hash'],
    may: on.startingWith(
      'auth-date',
      'interaction-id-malformed',
      ...['consent', 'upload', 'download', 'payment', 'unknown-id', 'key'],
      ...['signature', 'other-tpp', 'customer', 'client', 'single'],
    ),
  },
  {
    name: 'answers missing members with the code for wrong ones',
    fault: on.errors((entry) => {
      if (entry['ErrorCode'] === 'UK.OBIE.Field.Missing') {
        entry['ErrorCode'] = 'UK.OBIE.Field.Unexpected';
      }
    }),
    fails: [
      ...['consent-without-data', 'consent-without-initiation', 'consent-without-file-type'],
      ...['consent-without-file-hash', 'consent-debtor-account-without-scheme'],
      ...['consent-debtor-account-without-identification', 'consent-authorisation-type-missing'],
      ...['payment-without-consent-id', 'payment-without-initiation', 'payment-without-data'],
      ...['upload-payment-without-amount', 'upload-payment-without-end-to-end-id'],
      ...['upload-payment-without-creditor', 'upload-payment-creditor-name-missing'],
    ],
  },
  {
    name: 'answers in v4.0 with the statuses of v3.1',
    version: 'v4.0',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'COND') data['Status'] = 'Consumed';
    }),
    fails: ['payment-consumes-consent'],
  },
  {
    name: 'answers in v4.0 with the error codes of v3.1',
    version: 'v4.0',
    fault: on.errors((entry) => {
      if (entry['ErrorCode'] === 'U008') entry['ErrorCode'] = 'UK.OBIE.Resource.ConsentMismatch';
    }),
    fails: [
      ...['payment-other-hash', 'payment-other-type', 'payment-other-number', 'payment-other-sum'],
      ...['payment-other-reference', 'payment-removed-member', 'payment-additional-member'],
    ],
  },
  {
    name: 'starts payments of v4.0 with RCVD',
    version: 'v4.0',
    fault: on.data(on.isPayment, (data) => {
      if (data['Status'] === 'PDNG') data['Status'] = 'RCVD';
    }),
    fails: ['payment-response-schema', 'payment-initial-status'],
  },
];
