import 'reflect-metadata';
import { generateKeyPairSync, hash, KeyObject, sign } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import {
  assertionOptions,
  challengeOf,
  enrolmentOptions,
  readAssertion,
  relyingPartyOf,
  verifyAssertion,
  verifyEnrolment,
  type RelyingParty,
} from '../../../../src/auth/sign-in/passkeys.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import {
  Authenticator,
  encode,
  FLAGS,
  type Algorithm,
  type Attestation,
  type Cbor,
  type Flaws,
} from '../../../helpers/authenticator.ts';

const ORIGIN = 'https://bank.example:8444';
const PARTY: RelyingParty = { id: 'bank.example', origin: ORIGIN, name: 'Bank' };
const SESSION = { hash: 'session', factorsTaken: 0 };
const CHALLENGE = challengeOf(SESSION, 'a payment');
const ENROLLING = { userId: 'clara', challenge: CHALLENGE, known: [] };

/**
 * Returns an authenticator that has a passkey of clara, and the passkey in the form that the bank
 * stores.
 */
async function enrol(algorithm: Algorithm = 'ES256', userId = 'clara') {
  const authenticator = new Authenticator(ORIGIN, algorithm);
  const options = await enrolmentOptions(PARTY, { ...ENROLLING, userId });
  const made = await verifyEnrolment(authenticator.create(options), PARTY, CHALLENGE);
  return { authenticator, passkey: { ...expectDefined(made, 'a passkey'), userId } };
}

async function useIt(flaws: Flaws = {}, algorithm: Algorithm = 'ES256') {
  const { authenticator, passkey } = await enrol(algorithm);
  const options = await assertionOptions(PARTY, CHALLENGE, [passkey]);
  const assertion = expectDefined(readAssertion(authenticator.get(options, flaws)), 'an assertion');
  return verifyAssertion(assertion, passkey, PARTY, CHALLENGE);
}

/** Returns a U2F attestation with a self-signed certificate, which anyone can create. */
async function withCertificate() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Maker',
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2049-01-01'),
    keys,
    signingAlgorithm: algorithm,
  });
  return (authData: Buffer, clientData: Buffer): Attestation => {
    const id = authData.subarray(55, 55 + authData.readUInt16BE(53));
    const [x, y] = [authData.subarray(-67, -35), authData.subarray(-32)];
    const clientDataHash = hash('sha256', clientData, 'buffer');
    const party = authData.subarray(0, 32);
    const signed = [Buffer.of(0), party, clientDataHash, id, Buffer.of(4), x, y];
    const sig = sign('sha256', Buffer.concat(signed), KeyObject.from(keys.privateKey));
    const x5c = [new Uint8Array(certificate.rawData)];
    const statement = new Map<string, Cbor>([...Object.entries({ sig, x5c })]);
    return { format: 'fido-u2f', statement };
  };
}

/** Faulty responses. The bank must refuse to create a passkey or to accept it. */
const FLAWS: readonly (readonly [string, Flaws])[] = [
  ['another origin', { origin: 'https://bank.example.evil.example' }],
  ['another port of the host', { origin: 'https://bank.example' }],
  ['another site’s host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: challengeOf(SESSION, 'another payment') }],
  ['no challenge', { challenge: '' }],
  ['another ceremony', { type: 'payment.get' }],
  ['a frame in another site', { crossOrigin: true }],
  ['a user who was not verified', { flags: FLAGS.present | FLAGS.attested }],
  ['a user who was not there', { flags: FLAGS.verified | FLAGS.attested }],
  ['another id than was signed', { id: 'b3RoZXI' }],
];

describe('the relying party', () => {
  it('is the host of the pages, and undefined if that is an IP address', () => {
    expect(relyingPartyOf(ORIGIN, 'Bank')).toEqual(PARTY);
    expect(relyingPartyOf('https://127.0.0.1:8444', 'Bank')).toBeUndefined();
    expect(relyingPartyOf('https://[::1]:8444', 'Bank')).toBeUndefined();
  });
});

describe('a challenge', () => {
  it('differs for each session and each purpose, and after each factor', () => {
    const several = [
      CHALLENGE,
      challengeOf({ ...SESSION, hash: 'other' }, 'a payment'),
      challengeOf({ ...SESSION, factorsTaken: 1 }, 'a payment'),
      challengeOf(SESSION, 'another payment'),
    ];
    expect(new Set(several).size).toBe(several.length);
    for (const challenge of several) expect(challenge).toMatch(/^[\w-]{43}$/);
  });
});

describe('the options for browsers', () => {
  it('request a discoverable passkey with user verification and without attestation', async () => {
    const known = [{ id: 'b2xk' }];
    const options = JSON.parse(await enrolmentOptions(PARTY, { ...ENROLLING, known })) as unknown;
    expect(options).toMatchObject({
      challenge: CHALLENGE,
      rp: { id: 'bank.example', name: 'Bank' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: 'b2xk', type: 'public-key' }],
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
    });
  });

  it('list the passkeys of a user only if they are passed', async () => {
    const excludedIn = async (known: readonly { id: string }[]): Promise<unknown> =>
      JSON.parse(await assertionOptions(PARTY, CHALLENGE, known));
    expect(await excludedIn([])).toMatchObject({
      allowCredentials: [],
      userVerification: 'required',
    });
    expect(await excludedIn([{ id: 'b2xk' }])).toMatchObject({
      allowCredentials: [{ id: 'b2xk' }],
    });
  });
});

describe('the creation of a passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)('returns a key of %s', async (algorithm) => {
    const { authenticator, passkey } = await enrol(algorithm);
    expect(passkey).toMatchObject({ id: authenticator.id, counter: 1 });
    expect(passkey.publicKey.length).toBeGreaterThan(30);
  });

  async function make(flaws: Flaws) {
    const options = await enrolmentOptions(PARTY, ENROLLING);
    const text = new Authenticator(ORIGIN).create(options, flaws);
    return verifyEnrolment(text, PARTY, CHALLENGE);
  }

  it('accepts an attestation that is signed with the new key itself', async () => {
    expect(await make({ attestation: 'self' })).toBeDefined();
  });

  it.each([...FLAWS, ['no key', { flags: FLAGS.present | FLAGS.verified }] as const])(
    'is refused with %s',
    async (_, flaws) => {
      expect(await make(flaws)).toBeUndefined();
    },
  );

  it('is refused with a valid attestation certificate that was not requested', async () => {
    expect(await make({ attestation: await withCertificate() })).toBeUndefined();
  });

  it.each<[string, Cbor]>([
    ['packed', new Map<string, Cbor>([['x5c', [new Uint8Array(8)]]])],
    ['packed', new Map()],
    ['none', new Map([['sig', new Uint8Array(8)]])],
    ['tpm', new Map<string, Cbor>([['x5c', [new Uint8Array(8)]]])],
    ['android-safetynet', new Map([['response', new Uint8Array(8)]])],
    ['fido-u2f', new Map<string, Cbor>([['x5c', [new Uint8Array(8)]]])],
    ['something else', new Map()],
  ])('is refused with an attestation that was not requested: %s', async (format, statement) => {
    expect(await make({ attestation: { format, statement } })).toBeUndefined();
  });
});

describe('the use of a passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'is accepted with a key of %s',
    async (algorithm) => {
      expect(await useIt({}, algorithm)).toBe(2);
    },
  );

  it.each<readonly [string, Flaws]>([
    ...FLAWS,
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['an unchanged counter', { counter: 1 }],
    ['a lower counter', { counter: 0 }],
    ['another user’s handle', { userHandle: 'b3RoZXI' }],
  ])('is refused with %s', async (_, flaws) => {
    expect(await useIt(flaws)).toBeUndefined();
  });

  it('is accepted without a signature counter and without a user handle', async () => {
    const { authenticator, passkey } = await enrol();
    const options = await assertionOptions(PARTY, CHALLENGE, []);
    const text = authenticator.get(options, { counter: 0, userHandle: null });
    const assertion = expectDefined(readAssertion(text), 'an assertion');
    const uncounted = { ...passkey, counter: 0 };
    expect(await verifyAssertion(assertion, uncounted, PARTY, CHALLENGE)).toBe(0);
  });

  it('is refused with another user’s passkey, whatever its id', async () => {
    const [clara, sam] = [await enrol(), await enrol('ES256', 'sam')];
    const options = await assertionOptions(PARTY, CHALLENGE, []);
    for (const flaws of [{}, { id: clara.passkey.id }]) {
      const text = sam.authenticator.get(options, flaws);
      const assertion = expectDefined(readAssertion(text), 'an assertion');
      expect(await verifyAssertion(assertion, clara.passkey, PARTY, CHALLENGE)).toBeUndefined();
    }
  });
});

describe('a response that is not from a browser', () => {
  const members = { id: 'aWQ', clientDataJSON: 'e30', signature: 'c2ln', userHandle: null };
  const wellFormed = { ...members, authenticatorData: 'ZGF0YQ', attestationObject: 'b2JqZWN0' };
  const broken: readonly string[] = [
    '',
    'null',
    '[]',
    '{}',
    '{"id":',
    '"text"',
    JSON.stringify({ ...wellFormed, id: 7 }),
    JSON.stringify({ ...wellFormed, id: '' }),
    JSON.stringify({ ...wellFormed, clientDataJSON: '++' }),
    JSON.stringify({ ...wellFormed, clientDataJSON: ['e30'] }),
  ];

  it.each(broken)('is refused unread: %s', async (text) => {
    expect(readAssertion(text)).toBeUndefined();
    expect(await verifyEnrolment(text, PARTY, CHALLENGE)).toBeUndefined();
  });

  it('is refused with an id above the maximum length', () => {
    const withId = (length: number) => JSON.stringify({ ...wellFormed, id: 'a'.repeat(length) });
    expect(readAssertion(withId(1364))).toBeDefined();
    expect(readAssertion(withId(1365))).toBeUndefined();
  });

  const clientData = JSON.stringify({
    type: 'webauthn.create',
    challenge: CHALLENGE,
    origin: ORIGIN,
  });
  const inside: readonly (readonly [string, Uint8Array | string])[] = [
    ['no CBOR', 'text'],
    ['nothing', new Uint8Array([0xf6])],
    ['an empty map', encode(new Map<string, Cbor>())],
    ['a map without authenticator data', encode(new Map<string, Cbor>([['fmt', 'none']]))],
    [
      'a text for the data',
      encode(
        new Map([
          ['authData', 'text'],
          ['fmt', 'none'],
        ]),
      ),
    ],
    ['data that is cut off', encode(new Map<string, Cbor>([['authData', new Uint8Array(40)]]))],
    ['lists in lists', new Uint8Array(6000).fill(0x81)],
    ['a length without end', new Uint8Array([0x5b, 255, 255, 255, 255, 255, 255, 255, 255])],
  ];

  it.each(inside)('is refused with an object that is %s', async (_, bytes) => {
    const text = JSON.stringify({
      id: 'aWQ',
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: Buffer.from(bytes).toString('base64url'),
    });
    expect(await verifyEnrolment(text, PARTY, CHALLENGE)).toBeUndefined();
  });

  it.each(['', 'null', '{', '[]', '{"crossOrigin":1}', '7'])(
    'is refused with the client data %s',
    async (data) => {
      const { authenticator, passkey } = await enrol();
      const options = await assertionOptions(PARTY, CHALLENGE, []);
      const whole = expectDefined(readAssertion(authenticator.get(options)), 'an assertion');
      const assertion = { ...whole, clientDataJSON: Buffer.from(data).toString('base64url') };
      expect(await verifyAssertion(assertion, passkey, PARTY, CHALLENGE)).toBeUndefined();
    },
  );

  it.each(['authenticatorData', 'signature'] as const)(
    'is refused with any other %s',
    async (name) => {
      const { authenticator, passkey } = await enrol();
      const options = await assertionOptions(PARTY, CHALLENGE, []);
      const whole = expectDefined(readAssertion(authenticator.get(options)), 'an assertion');
      for (const bytes of ['AA', whole[name].slice(4), `AAAA${whole[name]}`, 'A'.repeat(80)]) {
        const assertion = { ...whole, [name]: bytes };
        expect(await verifyAssertion(assertion, passkey, PARTY, CHALLENGE)).toBeUndefined();
      }
    },
  );
});
