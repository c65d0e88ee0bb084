import { joseHeaderOf } from '../../conformance/src/signatures.ts';
import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';
import type { Asked, Fault, Json } from './faulty-bank.ts';

const KEY = 'x-idempotency-key';

/** Size of the largest file that the sandbox accepts, in bytes. */
const FILE_MAX_BYTES = 2_097_152;

const OPTIONAL_HEADERS = [
  ...['x-fapi-auth-date', 'x-fapi-customer-ip-address', 'x-customer-user-agent', 'x-client-id'],
];

/** Answers such requests with an error although the bank accepts them. */
function refuse(which: on.Which, status = 400): Fault {
  return {
    response: (answered, asked) => {
      if (which(asked) && answered.status < 300) answered.status = status;
    },
  };
}

/** Removes a member of Data or Initiation from new consents. */
function ignore(name: string): Fault {
  return on.requestBody(on.isConsent, (json) => {
    const data = on.objectIn(json, 'Data');
    Reflect.deleteProperty(data, name);
    Reflect.deleteProperty(on.objectIn(data, 'Initiation'), name);
  });
}

/** Refuses consents with such a RequestedExecutionDateTime. */
function refuseDates(pattern: RegExp): Fault {
  return on.requestBody(on.isConsent, (json) => {
    const initiation = on.objectIn(on.objectIn(json, 'Data'), 'Initiation');
    const { RequestedExecutionDateTime: date } = initiation;
    if (pattern.test(String(date))) initiation['RequestedExecutionDateTime'] = 'invalid';
  });
}

const isJsonRead = ({ method, path }: Asked) =>
  method === 'GET' && !path.endsWith('/file') && !path.endsWith('/report-file');

const hasCty = ({ headers }: Asked) => {
  const value = headers['x-jws-signature'] ?? '';
  return value.includes('..') && joseHeaderOf(value)['cty'] === 'application/json';
};

const renamed = (data: Json, name: string) => {
  if (name in data) data[name] = 'another-id';
};

/** Banks that refuse valid requests, ignore members of them, or answer them wrongly. */
export const FAULTS_OF_VALID_REQUESTS: readonly FaultCase[] = [
  {
    name: 'reads another consent',
    fault: on.data(on.isConsentRead, (data) => {
      renamed(data, 'ConsentId');
    }),
    fails: ['consent-read', 'key-ignored-on-read'],
  },
  {
    name: 'reads another payment',
    fault: on.data(on.isPaymentRead, (data) => {
      renamed(data, 'FilePaymentId');
      renamed(data, 'ConsentId');
    }),
    fails: ['payment-read', 'payment-read-consent-id'],
  },
  {
    name: 'refuses idempotency keys of reads',
    fault: refuse(({ method, headers }) => method === 'GET' && KEY in headers),
    fails: ['key-ignored-on-read'],
  },
  {
    name: 'refuses dates with an offset',
    fault: refuseDates(/[+-]\d\d:\d\d$/),
    fails: ['consent-execution-date', 'consent-execution-date-offset', 'payment-future-pending'],
  },
  {
    name: 'refuses dates with Z',
    fault: refuseDates(/00Z$/),
    fails: ['consent-execution-date-utc'],
  },
  {
    name: 'ignores SCASupportData',
    fault: ignore('SCASupportData'),
    fails: ['consent-sca-support-data', 'consent-exemption-unknown'],
  },
  {
    name: 'ignores RemittanceInformation',
    fault: ignore('RemittanceInformation'),
    fails: ['consent-remittance-information-3', 'consent-remittance-unstructured-too-long'],
  },
  {
    name: 'ignores RemittanceInformation of v4.0',
    version: 'v4.0',
    fault: ignore('RemittanceInformation'),
    fails: ['consent-remittance-information-4', 'consent-remittance-of-other-version'],
  },
  {
    name: 'ignores UltimateDebtor',
    version: 'v4.0',
    fault: ignore('UltimateDebtor'),
    fails: ['consent-ultimate-debtor', 'consent-lei-invalid'],
  },
  {
    name: 'ignores SupplementaryData',
    fault: ignore('SupplementaryData'),
    fails: ['consent-supplementary-data'],
  },
  {
    name: 'accepts files of v3.1 in v4.0',
    version: 'v4.0',
    fault: on.requestBody(on.isConsent, (json) => {
      const initiation = on.objectIn(on.objectIn(json, 'Data'), 'Initiation');
      if (String(initiation['FileType']).endsWith('.3.1')) {
        initiation['FileType'] = 'UK.OBIE.PaymentInitiation.4.0';
      }
    }),
    fails: ['consent-unsupported-type-of-other-version'],
  },
  {
    name: 'refuses optional headers',
    version: 'v4.0',
    fault: refuse(({ headers }) => OPTIONAL_HEADERS.some((name) => name in headers)),
    fails: [
      ...['auth-date-accepted', 'customer-address-accepted', 'customer-address-version-6'],
      ...['customer-user-agent-accepted', 'client-id-accepted'],
    ],
  },
  {
    name: 'needs application/json in Accept',
    fault: refuse(
      (asked) => isJsonRead(asked) && asked.headers['accept'] !== 'application/json',
      406,
    ),
    fails: ['accept-charset', 'accept-any', 'accept-missing'],
  },
  {
    name: 'lists all consents',
    fault: {
      response: (answered, { method, path }) => {
        if (method === 'GET' && path === '/file-payment-consents') answered.status = 200;
      },
    },
    fails: ['method-get-collection'],
  },
  {
    name: 'answers unknown addresses with 400',
    fault: on.status(({ path }) => path === '/bulk-payments', 404, 400),
    fails: ['address-unknown'],
  },
  {
    name: 'refuses signatures with cty',
    fault: refuse((asked) => hasCty(asked)),
    fails: ['signature-with-cty'],
  },
  {
    name: 'has only the first signing key of a TPP',
    settings: ({ retiredSigning }) => ({ secondSigning: retiredSigning }),
    fault: {},
    fails: ['signature-second-key'],
  },
  {
    name: 'answers uploads with 201',
    fault: on.status(on.isUpload, 200, 201),
    fails: [
      ...on.expecting((send) => send.startsWith('POST') && send.endsWith('/file'), 200),
      'upload-payment-unicode',
    ],
  },
  {
    name: 'refuses names with other letters than those of English',
    fault: refuse((asked) => on.isUpload(asked) && asked.body.includes('Łukasz')),
    fails: ['upload-payment-unicode'],
  },
  {
    name: 'refuses files of the maximum size',
    fault: refuse((asked) => on.isUpload(asked) && asked.body.length === FILE_MAX_BYTES, 413),
    fails: ['upload-maximum-size'],
  },
  {
    name: 'needs Content-Length',
    fault: refuse(({ isChunked }) => isChunked, 411),
    fails: ['upload-chunked'],
  },
  {
    name: 'ignores Content-Encoding',
    fault: {
      request: ({ headers }) => {
        Reflect.deleteProperty(headers, 'content-encoding');
        return undefined;
      },
    },
    fails: ['upload-content-encoding'],
  },
  {
    name: 'answers payment details with 206',
    fault: on.status(on.isDetails, 200, 206),
    fails: on.expecting((send) => send.endsWith('/payment-details'), 200),
  },
  {
    name: 'has no links to the next page',
    fault: on.body(on.isDetails, (json) => {
      Reflect.deleteProperty(on.objectIn(json, 'Links'), 'Next');
    }),
    fails: ['details-paged', 'details-total-pages'],
  },
  {
    name: 'has a link before the first page',
    fault: on.body(on.isDetails, (json) => {
      const links = on.objectIn(json, 'Links');
      links['Prev'] ??= links['Self'];
    }),
    fails: ['details-first-page'],
  },
];
