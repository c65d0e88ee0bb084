import { beforeAll, describe, expect, test } from 'vitest';
import { createMessageSignatures } from '../../../../src/auth/signatures/signatures.ts';
import { ISSUER, judgeOf, NOW, type Judge } from '../../../helpers/signature-judge.ts';
import {
  headerOf,
  IAT,
  ISS,
  makeTppKey,
  TAN,
  type Header,
  type TppKey,
} from '../../../helpers/signing.ts';

const BODY = '{"Data":{"Reference":"Caf\u00e9 \u{1F370}"}}';
const SECONDS = Math.floor(NOW / 1000);
const HEADER = 'x-jws-signature';

let key: TppKey;
let second: TppKey;
let judge: Judge;

beforeAll(async () => {
  [key, second] = await Promise.all([makeTppKey('key-1'), makeTppKey('key-2')]);
  judge = judgeOf([key.publicJwk, second.publicJwk]);
});

const right = headerOf('key-1', ISSUER, SECONDS);

/** Returns a valid header with other members. Undefined removes a member. */
function withMembers(members: Header): Header {
  return JSON.parse(JSON.stringify({ ...right, ...members })) as Header;
}

/** Returns the result of the check as `code path`, or undefined for a valid signature. */
async function verdict(signature: string, body: string | Uint8Array = BODY) {
  const fault = await judge(signature, body);
  return fault && `${fault.code.replace('UK.OBIE.Signature.', '')} ${String(fault.path)}`;
}

async function verdictOn(members: Header): Promise<string | undefined> {
  return verdict(await key.sign(withMembers(members), BODY));
}

test('a signature whose client no longer exists is not checked', async () => {
  const signatures = createMessageSignatures({
    directory: { findSoftwareOf: () => Promise.resolve(undefined) },
    keys: null,
    clock: () => NOW,
    trustAnchors: [],
    organisationId: '',
  });
  const read = await signatures.read(await key.sign(right, BODY), { clientId: 'tpp-one' });
  expect(read).toMatchObject({ status: 401, faults: [] });
});

describe('a signature is valid', () => {
  test.each<[string, Header]>([
    ['as the standard shows it', {}],
    ['with the optional members', { typ: 'JOSE', cty: 'application/json' }],
    ['with the short content type', { cty: 'json' }],
    ['with the critical claims in another order', { crit: [TAN, IAT, ISS] }],
    ['by another trust anchor that is trusted', { [TAN]: 'directory.example' }],
    ['at any time in the past', { [IAT]: 0 }],
    ['in fractions of a second', { [IAT]: SECONDS - 0.5 }],
    ['by a clock that is a little ahead', { [IAT]: SECONDS + 10 }],
  ])('%s', async (_, members) => {
    expect(await verdictOn(members)).toBeUndefined();
  });

  test('by any key of the TPP', async () => {
    const signature = await second.sign(withMembers({ kid: 'key-2' }), BODY);
    expect(await verdict(signature)).toBeUndefined();
  });

  test.each([0, 1, 2, 3, 4, 196_607, 196_608, 196_609, 500_000])(
    'over a body of %s bytes',
    async (length) => {
      const body = Buffer.alloc(length, 'payments');
      expect(await verdict(await key.sign(right, body), body)).toBeUndefined();
    },
  );
});

describe('a signature is malformed', () => {
  test.each<[string, (signature: string) => string]>([
    ['that is empty', () => ''],
    ['of one part', () => 'eyJ9'],
    ['of two parts', (signature) => signature.replace('..', '.')],
    ['of four parts', (signature) => `${signature}.AAAA`],
    ['that contains its payload', (signature) => signature.replace('..', '.e30.')],
    ['without a header', (signature) => signature.replace(/^[^.]+/, '')],
    ['without a value', (signature) => signature.replace(/[^.]+$/, '')],
    ['with padding', (signature) => `${signature}==`],
    ['with a blank', (signature) => signature.replace('..', '. .')],
    ['sent twice in a request', (signature) => `${signature}, ${signature}`],
    ['in another alphabet', (signature) => signature.replace(/[^.]+$/, '++//')],
    ['that is too long', (signature) => signature + 'A'.repeat(4096)],
  ])('%s', async (_, change) => {
    expect(await verdict(change(await key.sign(right, BODY)))).toBe(`Malformed ${HEADER}`);
  });

  test.each<[string, string]>([
    ['no JSON', '{"alg"'],
    ['an array', '["PS256"]'],
    ['null', 'null'],
    ['a string', '"PS256"'],
    ['an object with a name twice', `{"alg":"none",${JSON.stringify(right).slice(1)}`],
    [
      'an object with a name twice, once escaped',
      `{"\\u0061lg":"PS256",${JSON.stringify(right).slice(1)}`,
    ],
    ['an object with __proto__', `{"__proto__":{},${JSON.stringify(right).slice(1)}`],
    ['nested too deeply', `{"alg":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['with a byte order mark', `\uFEFF${JSON.stringify(right)}`],
  ])('whose header is %s', async (_, header) => {
    expect(await verdict(await key.sign(header, BODY))).toBe(`Malformed ${HEADER}`);
  });

  test('whose header is not valid UTF-8', async () => {
    const signature = await key.sign(right, BODY);
    const header = Buffer.from('{"alg":"\xff"}', 'latin1').toString('base64url');
    expect(await verdict(signature.replace(/^[^.]+/, header))).toBe(`Malformed ${HEADER}`);
  });
});

describe('a claim', () => {
  test.each(['alg', 'kid', IAT, ISS, TAN, 'crit'])('%s may not be missing', async (name) => {
    expect(await verdictOn({ [name]: undefined })).toBe(`MissingClaim ${name}`);
  });

  test.each<[string, unknown]>([
    ['alg', 'none'],
    ['alg', 'RS256'],
    ['alg', 'ES256'],
    ['alg', 'HS256'],
    ['alg', 'PS512'],
    ['alg', 'ps256'],
    ['alg', ['PS256']],
    ['alg', null],
    ['kid', 'key-3'],
    ['kid', ''],
    ['kid', 1],
    ['kid', ['key-1']],
    ['typ', 'JWT'],
    ['typ', null],
    ['cty', 'application/xml'],
    ['cty', 'text/json'],
    [IAT, SECONDS + 11],
    [IAT, NOW],
    [IAT, String(SECONDS)],
    [IAT, -1],
    [IAT, null],
    [IAT, [SECONDS]],
    [ISS, 'larkfield'],
    [ISS, 'larkfield/another-app'],
    [ISS, 'brindle/larkfield-app'],
    [ISS, 'C=GB, O=Larkfield Payments Ltd, CN=larkfield-app'],
    [ISS, null],
    [TAN, 'openbanking.example'],
    [TAN, ''],
    [TAN, ['openbanking.org.uk']],
    ['crit', []],
    ['crit', [IAT, ISS]],
    ['crit', [IAT, ISS, TAN, 'b64']],
    ['crit', [IAT, ISS, TAN, IAT]],
    ['crit', [IAT, ISS, ISS]],
    ['crit', `${IAT}, ${ISS}, ${TAN}`],
    ['crit', null],
    ['b64', false],
    ['b64', true],
    ['jwk', {}],
    ['jku', 'https://keys.example'],
    ['x5c', []],
    ['iat', SECONDS],
    ['constructor', 1],
  ])('%s may not be %j', async (name, value) => {
    expect(await verdictOn({ [name]: value })).toBe(`InvalidClaim ${name}`);
  });

  test('is refused if it is too large for any clock', async () => {
    const text = JSON.stringify(right).replace(String(SECONDS), '1e999');
    expect(await verdict(await key.sign(text, BODY))).toBe(`InvalidClaim ${IAT}`);
  });

  test('is refused with the value found and the value expected', async () => {
    const fault = await judge(await key.sign(withMembers({ [TAN]: 'a.example' }), BODY), BODY);
    expect(fault?.message).toBe(
      'Found "a.example". Expected openbanking.org.uk or directory.example.',
    );
  });
});

describe('a signature with several problems is refused with the first one:', () => {
  const wrong = { [ISS]: 'wrong' };

  test('a missing claim before a wrong claim', async () => {
    expect(await verdictOn({ ...wrong, crit: undefined })).toBe('MissingClaim crit');
  });

  test('a claim before the signature', async () => {
    const signature = await second.sign(withMembers(wrong), 'another body');
    expect(await verdict(signature)).toBe(`InvalidClaim ${ISS}`);
  });

  test('a malformed signature before a claim', async () => {
    expect(await verdict(`${await key.sign(withMembers(wrong), BODY)}=`)).toBe(
      `Malformed ${HEADER}`,
    );
  });
});

describe('a signature is invalid', () => {
  test('if another key signed it than the one it names', async () => {
    expect(await verdict(await second.sign(right, BODY))).toBe(`Invalid ${HEADER}`);
  });

  test.each([`${BODY} `, `\n${BODY}`, BODY.replace('Data', 'data'), '', BODY.normalize('NFD')])(
    'for another body: %j',
    async (body) => {
      expect(await verdict(await key.sign(right, BODY), body)).toBe(`Invalid ${HEADER}`);
    },
  );

  test('under the header of another signature', async () => {
    const [, , value = ''] = (await key.sign(right, BODY)).split('.');
    const other = await key.sign(withMembers({ [IAT]: SECONDS - 1 }), BODY);
    expect(await verdict(other.replace(/[^.]+$/, value))).toBe(`Invalid ${HEADER}`);
  });

  test.each(['AAAA', 'A'.repeat(342), '_'.repeat(341) + 'w'])(
    'if its value is replaced: %s',
    async (value) => {
      const signature = (await key.sign(right, BODY)).replace(/[^.]+$/, value);
      expect(await verdict(signature)).toBe(`Invalid ${HEADER}`);
    },
  );
});
