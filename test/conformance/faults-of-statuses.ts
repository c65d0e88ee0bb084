import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';

const INTERACTION = 'x-fapi-interaction-id';

const refusalsOf = (isSuch: (send: string) => boolean) => on.expecting(isSuch, 400);

/** Banks with wrong statuses and headers of HTTP. */
export const FAULTS_OF_STATUSES: readonly FaultCase[] = [
  {
    name: 'refuses no consent',
    fault: on.status(on.isConsent, 400, 201),
    fails: refusalsOf((send) => send === 'POST /file-payment-consents'),
    may: on.startingWith('key-with-other-body-refused'),
  },
  {
    name: 'refuses no file',
    fault: on.status(on.isUpload, 400, 200),
    fails: refusalsOf((send) => send.startsWith('POST') && send.endsWith('/file')),
    may: on.startingWith('key-with-other-file-refused'),
  },
  {
    name: 'refuses no payment',
    fault: on.status(on.isPayment, 400, 201),
    fails: refusalsOf((send) => send === 'POST /file-payments'),
    may: on.startingWith(
      ...['token-of-other-consent', 'payment-after-rejection', 'payment-in-other-version'],
      'key-with-other-payment-refused',
    ),
  },
  {
    name: 'creates consents with status 200',
    fault: on.status(on.isConsent, 201, 200),
    fails: ['consent-created', 'repeated-consent-status'],
    may: on.startingWith(
      ...['consent', 'key', 'repeated', 'other-key', 'simultaneous', 'interaction'],
      ...['auth-date', 'customer', 'content', 'sign', 'token'],
    ),
  },
  {
    name: 'creates payments with status 200',
    fault: on.status(on.isPayment, 201, 200),
    fails: [
      ...['payment-created', 'payment-response-schema', 'payment-initial-status'],
      ...['payment-initiation-returned', 'payment-consent-id', 'payment-twice-with-other-key'],
      ...['payment-order-of-members', 'repeated-payment-same-id', 'signed-response-new-payment'],
      ...['simultaneous-payments-same-key', 'key-with-other-payment'],
      'key-with-other-payment-refused',
    ],
  },
  {
    name: 'answers unknown ids with 404',
    fault: {
      response: (answered) => {
        if (answered.body.includes('Resource.NotFound')) answered.status = 404;
      },
    },
    fails: [
      ...['consent', 'upload', 'download', 'payment', 'details', 'report'].map(
        (id) => `unknown-id-${id}`,
      ),
    ],
    may: /^payment-consent-id-too-long$/,
  },
  {
    name: 'answers with 404 for resources of another TPP',
    fault: on.status(({ tpp }) => tpp === 'tpp-two', 403, 404),
    fails: [
      ...['reads-consent', 'reads-file', 'reads-payment', 'reads-details', 'reads-report'],
      ...['uploads'],
    ].map((id) => `other-tpp-${id}`),
  },
  {
    name: 'answers the wrong token with 400',
    fault: on.status(({ tpp }) => tpp === 'tpp-one', 403, 400),
    fails: [
      ...['customer-token-reads-no-consent'],
      ...['customer-token-creates-no-consent', 'customer-token-uploads-no-file'],
      ...['client-token-submits-no-payment'],
    ],
  },
  {
    name: 'answers invalid tokens with 403',
    fault: on.status(on.isAny, 401, 403),
    fails: [
      ...['create-consent', 'read-consent', 'upload', 'pay', 'read-payment'].flatMap((id) => [
        `no-token-${id}`,
        `unknown-token-${id}`,
      ]),
      ...['unauthorised-empty-body', 'unauthorised-challenge', 'basic-authentication'],
      ...['token-of-other-certificate', 'interaction-id-on-unauthorised'],
    ],
  },
  {
    name: 'answers an invalid token with an error body',
    fault: {
      response: (answered) => {
        if (answered.status === 401) answered.body = Buffer.from('{"Code":"401"}');
      },
    },
    fails: ['unauthorised-empty-body'],
  },
  {
    name: 'does not say how to authenticate',
    fault: on.header(on.isAny, 'www-authenticate'),
    fails: ['unauthorised-challenge'],
  },
  {
    name: 'answers refused methods with 404',
    fault: on.status(on.isAny, 405, 404),
    fails: [
      ...['method-put-consent', 'method-delete-consent', 'method-post-payment'],
      ...['method-allow-header'],
    ],
  },
  {
    name: 'does not name the allowed methods',
    fault: on.header(on.isAny, 'allow'),
    fails: ['method-allow-header'],
  },
  {
    name: 'has no interaction id in errors',
    fault: {
      response: ({ status, headers }) => {
        if (status >= 400) Reflect.deleteProperty(headers, INTERACTION);
      },
    },
    fails: ['on-error', 'created-on-error', 'on-unauthorised'].map((id) => `interaction-id-${id}`),
  },
  {
    name: 'creates no interaction id',
    fault: {
      response: ({ headers }, asked) => {
        if (asked.headers[INTERACTION] === undefined) {
          Reflect.deleteProperty(headers, INTERACTION);
        }
      },
    },
    fails: ['interaction-id-created', 'interaction-id-created-on-error'],
  },
  {
    name: 'answers with the Content-Type of text',
    fault: on.header(on.isAny, 'content-type', 'text/plain'),
    fails: ['consent-response-content-type', 'consent-error-body', 'upload-error-body'],
  },
  {
    name: 'does not describe files',
    fault: on.header((asked) => on.isDownload(asked) || on.isReport(asked), 'content-type'),
    fails: ['download-content-type', 'report-content-type'],
  },
];
