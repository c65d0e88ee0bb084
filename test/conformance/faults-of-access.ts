import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';
import { hashOf, type Answered, type Asked, type Fault } from './faulty-bank.ts';

const KEY = 'x-idempotency-key';

const EXPIRED = 'expired';

/** Returns a fault that answers every second read of a consent with 429. */
export function limitReads(headers: Answered['headers']): Fault {
  return {
    request: (asked, memory) => {
      if (!on.isConsentRead(asked)) return undefined;
      const count = Number(memory.get('reads') ?? 0);
      memory.set('reads', count + 1);
      if (count % 2 === 0) return undefined;
      return { status: 429, headers: { ...headers }, body: Buffer.alloc(0), flaw: 'valid' };
    },
  };
}

/** Returns true if the key of a request was used with another body before. */
function isReused({ headers, body }: Asked, memory: Map<string, unknown>): boolean {
  const key = headers[KEY] ?? '';
  const hash = hashOf(body);
  const known = memory.get(key) ?? hash;
  memory.set(key, known);
  return known !== hash;
}

/** Banks with wrong states, keys and access. */
export const FAULTS_OF_ACCESS: readonly FaultCase[] = [
  {
    name: 'accepts expired tokens',
    settings: () => ({ expiredToken: EXPIRED }),
    fault: {
      response: (answered, { headers }) => {
        if (headers['authorization'] === `Bearer ${EXPIRED}`) answered.status = 400;
      },
    },
    fails: ['expired-token'],
  },
  {
    name: 'submits payments with any token',
    fault: on.status((asked) => on.isPayment(asked) && asked.tpp === 'tpp-one', 403, 201),
    fails: [
      ...['token-of-other-consent', 'client-token-submits-no-payment'],
      ...['payment-after-rejection', 'payment-before-approval'],
    ],
  },
  {
    name: 'submits payments with a stolen token',
    fault: on.status((asked) => on.isPayment(asked) && asked.tpp === 'tpp-two', 401, 201),
    fails: ['other-tpp-pays'],
  },
  {
    name: 'limits the rate without Retry-After',
    settings: () => ({ rateLimitRequests: 8 }),
    fault: limitReads({}),
    fails: ['rate-limit'],
    may: /./,
  },
  {
    name: 'does not limit the rate',
    settings: () => ({ rateLimitRequests: 8 }),
    fault: {},
    fails: ['rate-limit'],
  },
  {
    name: 'keeps the status of a missing upload',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'AwaitingAuthorisation') data['Status'] = 'AwaitingUpload';
    }),
    fails: [
      ...['upload-awaits-authorisation', 'repeated-upload', 'simultaneous-uploads'],
      ...['key-with-other-file', 'upload-twice-keeps-consent'],
    ],
  },
  {
    name: 'authorises consents without a file',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'AwaitingUpload') data['Status'] = 'Authorised';
    }),
    fails: [
      ...['approval-before-upload', 'approval-before-upload-keeps-consent'],
      ...['consent-read-awaits-upload', 'other-tpp-uploads', 'signature-refusal-keeps-consent'],
    ],
  },
  {
    name: 'rejects authorised consents',
    fault: on.data(on.isConsentRead, (data) => {
      if (data['Status'] === 'Authorised') data['Status'] = 'Rejected';
    }),
    fails: ['approval-twice', 'authorised-status', 'payment-mismatch-keeps-consent'],
  },
  {
    name: 'gives no StatusReason',
    version: 'v4.0',
    fault: on.data(on.isConsentRead, (data) => {
      Reflect.deleteProperty(data, 'StatusReason');
    }),
    fails: ['rejected-status-reason'],
  },
  {
    name: 'pays consents of v4.0 with v3.1',
    version: 'v4.0',
    fault: {
      request: (asked) => {
        if (on.isPayment(asked) && asked.version === 'v3.1') asked.version = 'v4.0';
        return undefined;
      },
    },
    fails: ['payment-in-earlier-version'],
    may: /^(authorised-.*|payment-.*|signature-.*|upload-after-authorisation)$/,
  },
  {
    name: 'stores the keys of refused requests',
    fault: {
      response: (answered, asked, memory) => {
        const key = asked.headers[KEY] ?? '';
        if (!on.isConsent(asked)) return;
        if (answered.status === 400) memory.set(key, true);
        else if (memory.has(key)) answered.status = 400;
      },
    },
    fails: ['key-after-refusal'],
  },
  {
    name: 'accepts another file with the key of an earlier upload',
    fault: on.acceptUploads(/x-idempotency-key/),
    fails: [
      ...['key-with-other-file-refused', 'key-missing-on-upload', 'key-too-long-on-upload'],
      'upload-error-body',
    ],
  },
  {
    name: 'creates a second payment for a key with another body',
    fault: {
      response: (answered, asked, memory) => {
        if (!on.isPayment(asked) || !isReused(asked, memory)) return;
        answered.status = 201;
        answered.body = Buffer.from('{"Data":{"FilePaymentId":"second"}}');
      },
    },
    fails: ['key-with-other-payment', 'key-with-other-payment-refused'],
  },
  {
    name: 'accepts files above the maximum size',
    fault: on.status(on.isUpload, 413, 200),
    fails: ['upload-too-large'],
  },
  {
    name: 'accepts payments of v3.1 in files of v4.0',
    version: 'v4.0',
    fault: on.acceptUploads(/RemittanceInformation/, 'AWAU'),
    fails: ['upload-payment-of-other-version'],
  },
  {
    name: 'accepts retired signing keys',
    fault: on.acceptSignatures((header) => header['kid'] === 'retired'),
    fails: [...['', '-on-upload', '-on-payment'].map((end) => `signature-retired-key${end}`)],
  },
];
