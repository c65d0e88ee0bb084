import { joseHeaderOf } from '../../conformance/src/signatures.ts';
import { now } from '../helpers/later.ts';
import * as on from './fault-parts.ts';
import type { FaultCase } from './fault-parts.ts';

const SIGNATURE = 'x-jws-signature';

const claim = (name: string) => `http://openbanking.org.uk/${name}`;

/** Banks that accept signatures of requests which they must refuse, or refuse valid ones. */
export const FAULTS_OF_SIGNATURES: readonly FaultCase[] = [
  {
    name: 'accepts every signature',
    fault: {
      request: (asked) => {
        if (asked.method === 'POST') asked.isSignedAgain = true;
        return undefined;
      },
    },
    fails: [
      ...['refusal-keeps-consent'],
      ...['missing', 'missing-on-upload', 'missing-on-payment', 'malformed', 'attached', 'rs256'],
      ...['of-other-bytes', 'of-other-bytes-on-upload', 'of-other-bytes-on-payment', 'b64'],
      ...['without-kid', 'unknown-kid', 'without-crit', 'additional-crit', 'without-iat'],
      ...['future-iat', 'without-iss', 'other-iss', 'without-tan', 'other-tan', 'other-typ'],
      ...['other-cty', 'additional-member', 'other-key', 'retired-key'],
      ...['retired-key-on-upload', 'retired-key-on-payment'],
    ].map((id) => `signature-${id}`),
  },
  {
    name: 'needs no signature',
    fault: {
      request: (asked) => {
        if (asked.headers[SIGNATURE] === undefined) asked.isSignedAgain = asked.method === 'POST';
        return undefined;
      },
    },
    fails: ['signature-missing', 'signature-missing-on-upload', 'signature-missing-on-payment'],
  },
  {
    name: 'does not verify the bytes of signatures',
    fault: on.acceptSignatures(
      (header) =>
        Object.keys(header).length === 7 &&
        header['alg'] === 'PS256' &&
        header['typ'] === 'JOSE' &&
        header['kid'] !== 'no-such-key' &&
        header['kid'] !== 'retired' &&
        header[claim('iss')] !== 'another-organisation/another-software' &&
        header[claim('tan')] !== 'example.org' &&
        Number(header[claim('iat')]) < now() / 1000 + 60,
    ),
    fails: [
      ...['refusal-keeps-consent'],
      ...['of-other-bytes', 'of-other-bytes-on-upload', 'of-other-bytes-on-payment', 'other-key'],
    ].map((id) => `signature-${id}`),
  },
  {
    name: 'does not compare iss',
    fault: on.acceptSignatures((header) => String(header[claim('iss')]).startsWith('another')),
    fails: ['signature-other-iss'],
  },
  {
    name: 'does not compare tan',
    fault: on.acceptSignatures((header) => header[claim('tan')] === 'example.org'),
    fails: ['signature-other-tan'],
  },
  {
    name: 'accepts an iat in the future',
    fault: on.acceptSignatures((header) => Number(header[claim('iat')]) > now() / 1000 + 60),
    fails: ['signature-future-iat'],
  },
  {
    name: 'accepts b64',
    fault: on.acceptSignatures((header) => header['b64'] === false),
    fails: ['signature-b64'],
  },
  {
    name: 'requires typ',
    fault: {
      request: ({ headers }) => {
        const value = headers[SIGNATURE] ?? '';
        const isWithout = value.includes('..') && joseHeaderOf(value)['typ'] === undefined;
        if (isWithout) headers[SIGNATURE] = 'malformed';
        return undefined;
      },
    },
    fails: ['signature-without-typ'],
  },
];
