import { randomUUID } from 'node:crypto';
import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';
import { hashOf, jsonIn, type Asked } from './faulty-bank.ts';

const KEY = 'x-idempotency-key';
const INTERACTION = 'x-fapi-interaction-id';

const hasKey = ({ method }: Asked) => method === 'POST';

/** Banks that accept requests which they must refuse, or treat them as other requests. */
export const FAULTS_OF_REQUESTS: readonly FaultCase[] = [
  {
    name: 'ignores Accept',
    fault: on.requestHeader(on.isAny, 'accept', () => '*/*'),
    fails: [
      ...['accept-encrypted'],
      'accept-text',
      'accept-text-on-payment',
      'download-accept',
      'report-accept',
    ],
  },
  {
    name: 'ignores Content-Type',
    fault: on.requestHeader(hasKey, 'content-type', () => 'application/json'),
    fails: [
      ...['content-type-encrypted'],
      ...['content-type-text', 'content-type-missing', 'content-type-other-charset'],
      ...['upload-not-utf-8', 'upload-content-type-image', 'payment-content-type'],
      ...['upload-pain-001', 'upload-pain-001-invalid'],
    ],
  },
  {
    name: 'refuses a Content-Type with charset',
    fault: {
      request: ({ headers }) => {
        if (headers['content-type']?.includes('charset')) headers['content-type'] = 'text/plain';
        return undefined;
      },
    },
    fails: ['content-type-charset', 'upload-charset'],
  },
  {
    name: 'shows resources to all TPPs',
    fault: {
      request: (asked) => {
        if (asked.method === 'GET') asked.tpp = 'tpp-one';
        return undefined;
      },
    },
    // The token belongs to the second TPP, so that the bank sees a stolen token.
    fails: [
      ...['other-tpp-reads-consent', 'other-tpp-reads-file', 'other-tpp-reads-payment'],
      ...['other-tpp-reads-details', 'other-tpp-reads-report', 'token-of-other-certificate'],
    ],
  },
  {
    name: 'ignores idempotency keys',
    fault: on.requestHeader(hasKey, KEY, randomUUID),
    fails: [
      ...['key-with-other-body-refused', 'upload-error-body', 'key-empty'],
      ...['key-missing-on-consent', 'key-missing-on-upload', 'key-missing-on-payment'],
      ...['key-too-long-on-consent', 'key-too-long-on-upload', 'key-too-long-on-payment'],
      ...['repeated-consent-same-id', 'repeated-consent-current-status', 'repeated-upload'],
      ...['key-with-other-body-creates-nothing', 'simultaneous-consents'],
      ...['repeated-payment-same-id', 'simultaneous-payments-same-key', 'simultaneous-uploads'],
    ],
  },
  {
    name: 'needs no idempotency key',
    fault: {
      request: ({ method, headers }) => {
        if (method === 'POST') headers[KEY] ??= randomUUID();
        return undefined;
      },
    },
    fails: [
      ...['upload-error-body'],
      'key-missing-on-consent',
      'key-missing-on-upload',
      'key-missing-on-payment',
    ],
  },
  {
    name: 'cuts idempotency keys to 40 characters',
    fault: {
      request: ({ headers }) => {
        if (headers[KEY] !== undefined) headers[KEY] = headers[KEY].slice(0, 40);
        return undefined;
      },
    },
    fails: ['key-too-long-on-consent', 'key-too-long-on-upload', 'key-too-long-on-payment'],
  },
  {
    name: 'accepts idempotency keys of 36 characters only',
    fault: {
      request: ({ headers }) => {
        if ((headers[KEY] ?? '').length > 36) headers[KEY] = 'x'.repeat(41);
        return undefined;
      },
    },
    fails: [
      ...['key-with-other-body-refused'],
      ...['key-of-maximum-length', 'repeated-consent-same-id', 'repeated-consent-status'],
      ...['repeated-consent-current-status', 'key-with-other-body-creates-nothing'],
      ...['key-with-other-body-changes-nothing', 'other-key-other-consent', 'key-of-other-tpp'],
      ...['simultaneous-consents', 'repeated-upload', 'repeated-payment-same-id'],
      ...['simultaneous-payments-same-key', 'simultaneous-uploads', 'key-after-refusal'],
      ...['key-with-other-file', 'key-with-other-file-refused'],
      ...['key-with-other-payment', 'key-with-other-payment-refused'],
    ],
  },
  {
    name: 'creates a second consent for a key with another body',
    fault: {
      request: ({ headers, body }, memory) => {
        const key = headers[KEY] ?? '';
        const hash = hashOf(body);
        const known = memory.get(key) ?? hash;
        memory.set(key, known);
        if (key !== '' && known !== hash) headers[KEY] = randomUUID();
        return undefined;
      },
    },
    fails: [...['key-with-other-body-refused'], 'key-with-other-body-creates-nothing'],
  },
  {
    name: 'accepts payments that differ from their consent',
    fault: {
      request: (asked, memory) => {
        const data = on.objectIn(jsonIn(asked.body), 'Data');
        if (on.isConsent(asked)) memory.set('Initiation', data['Initiation']);
        const Initiation = memory.get(String(data['ConsentId']));
        if (!on.isPayment(asked) || Initiation === undefined || !('Initiation' in data)) return;
        asked.body = Buffer.from(JSON.stringify({ Data: { ...data, Initiation } }));
        asked.isSignedAgain = true;
        return;
      },
      response: ({ body }, asked, memory) => {
        if (!on.isConsent(asked)) return;
        const { ConsentId, Initiation } = on.objectIn(jsonIn(body), 'Data');
        memory.set(String(ConsentId), Initiation);
      },
    },
    // The first of them consumes the consent that they share.
    fails: [
      ...['payment-other-hash', 'payment-other-type', 'payment-other-number', 'payment-other-sum'],
      ...['payment-other-reference', 'payment-removed-member', 'payment-additional-member'],
      ...['payment-mismatch-keeps-consent', 'key-with-other-payment-refused'],
    ],
    may: /^(signature-.*-on-payment|authorised-.*|upload-after-authorisation)$/,
  },
  {
    name: 'requires DebtorAccount',
    fault: on.requestBody(on.isConsent, (json) => {
      const initiation = on.objectIn(on.objectIn(json, 'Data'), 'Initiation');
      if (!('DebtorAccount' in initiation)) initiation['FileHash'] = '';
    }),
    fails: [
      ...['consent-mandatory-members-only', 'consent-no-invented-members'],
      ...['consent-without-debtor-account', 'consent-control-sum-spelling'],
      ...['payment-order-of-members', 'upload-without-optional-metadata'],
    ],
  },
  {
    name: 'refuses fractions of seconds',
    fault: on.requestBody(on.isConsent, (json) => {
      const initiation = on.objectIn(on.objectIn(json, 'Data'), 'Initiation');
      const date = String(initiation['RequestedExecutionDateTime']);
      if (date.includes('.')) initiation['RequestedExecutionDateTime'] = 'invalid';
    }),
    fails: ['consent-execution-date-milliseconds'],
  },
  {
    name: 'refuses addresses of IPv6',
    fault: {
      request: ({ headers }) => {
        const name = 'x-fapi-customer-ip-address';
        if (headers[name]?.includes(':')) headers[name] = 'invalid';
        return undefined;
      },
    },
    fails: ['customer-address-version-6'],
  },
  {
    name: 'cuts FileReference to 35 characters',
    fault: on.requestBody(on.isConsent, (json) => {
      const initiation = on.objectIn(on.objectIn(json, 'Data'), 'Initiation');
      const { FileReference: text } = initiation;
      if (typeof text === 'string') initiation['FileReference'] = text.slice(0, 35);
    }),
    fails: ['consent-file-reference-maximum', 'consent-file-reference-too-long'],
  },
  {
    name: 'ignores Authorisation',
    fault: on.requestBody(on.isConsent, (json) => {
      Reflect.deleteProperty(on.objectIn(json, 'Data'), 'Authorisation');
    }),
    fails: [
      ...['consent-authorisation-any', 'consent-authorisation-single', 'consent-completion-date'],
      ...['consent-authorisation-type-unknown', 'consent-authorisation-type-missing'],
      ...['consent-completion-date-invalid', 'single-approval-impossible'],
    ],
  },
  {
    name: 'pays consents of v3.1 with v4.0',
    fault: {
      request: (asked) => {
        if (on.isPayment(asked) && asked.version === 'v4.0') asked.version = 'v3.1';
        return undefined;
      },
    },
    fails: ['payment-in-other-version'],
    may: /^(authorised-.*|payment-.*|signature-.*|upload-after-authorisation)$/,
  },
  {
    name: 'creates its own interaction id',
    fault: on.requestHeader(on.isAny, INTERACTION, randomUUID),
    fails: [
      ...['malformed'],
      ...['on-creation', 'on-read', 'on-error', 'on-upload', 'on-payment', 'on-unauthorised'],
    ].map((id) => `interaction-id-${id}`),
  },
];
