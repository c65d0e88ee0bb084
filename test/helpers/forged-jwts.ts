import {
  constants,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
} from 'node:crypto';

type Header = Readonly<Record<string, unknown>>;

/** Decodes the header and the payload of a valid signed JWT. */
function parse(jwt: string): { readonly header: Header; readonly payload: Header } {
  const [header = '', payload = ''] = jwt.split('.');
  return { header: decode(header), payload: decode(payload) };
}

function decode(part: string): Header {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Header;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Functions that forge a JWT from a valid one, keyed by a description of the forgery. */
export const FORGERIES: Readonly<Record<string, (jwt: string, key: JsonWebKey) => string>> = {
  'without a signature (alg none)': (jwt) => {
    const { header, payload } = parse(jwt);
    return `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`;
  },
  'signed with RS256': (jwt, key) =>
    resign(jwt, 'RS256', (input) => sign('sha256', input, privateKey(key))),
  'signed with PS512': (jwt, key) =>
    resign(jwt, 'PS512', (input) =>
      sign('sha512', input, {
        key: privateKey(key),
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: 64,
      }),
    ),
  'signed with ES256': (jwt) => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const options = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return resign(jwt, 'ES256', (input) => sign('sha256', input, options));
  },
  'signed with HS256 and the public key': (jwt, { n = '' }) =>
    resign(jwt, 'HS256', (input) => createHmac('sha256', n).update(input).digest()),
  'signed with a key of no one': (jwt) => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return resign(jwt, 'PS256', (input) =>
      sign('sha256', input, {
        key: pair.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: 32,
      }),
    );
  },
  'with the key in its own header': (jwt) => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = pair.publicKey.export({ format: 'jwk' });
    const { header, payload } = parse(jwt);
    const input = `${encode({ ...header, kid: 'mine', jwk })}.${encode(payload)}`;
    const signature = sign('sha256', Buffer.from(input), {
      key: pair.privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    });
    return `${input}.${signature.toString('base64url')}`;
  },
  'with another payload': (jwt) => {
    const [header = '', , signature = ''] = jwt.split('.');
    return `${header}.${encode({ ...parse(jwt).payload, extra: 1 })}.${signature}`;
  },
  'with half of its signature': (jwt) => jwt.slice(0, -100),
  'with a JWT inside of it': (jwt) => {
    const { header } = parse(jwt);
    return `${encode({ ...header, cty: 'JWT' })}.${Buffer.from(jwt).toString('base64url')}.AAAA`;
  },
  'with a payload nested a thousand deep': (jwt) => {
    const { header } = parse(jwt);
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
    return `${encode(header)}.${Buffer.from(deep).toString('base64url')}.AAAA`;
  },
  'of five parts': (jwt) => `${jwt}.AAAA.AAAA`,
  'that is none': () => 'not-a-jwt',
};

function privateKey(jwk: JsonWebKey) {
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

function resign(jwt: string, alg: string, signer: (input: Buffer) => Buffer): string {
  const { header, payload } = parse(jwt);
  const input = `${encode({ ...header, alg })}.${encode(payload)}`;
  return `${input}.${signer(Buffer.from(input)).toString('base64url')}`;
}
