import { FlattenedSign, SignJWT, importJWK, type JWTPayload } from 'jose';
import { X509Certificate, randomUUID, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { now } from './later.ts';
import { request, type Bank, type Reply } from './secure-browser.ts';
import { headerOf, IAT, ISS, TAN } from './signing.ts';

/** What changes in a JWT from one that is right; undefined takes a claim away. */
export interface Change {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

type Form = Readonly<Record<string, string>>;

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** How a TPP is registered. */
export interface Registration {
  readonly id: string;
  readonly method: 'tls_client_auth' | 'private_key_jwt';
}

/** A TPP that does everything right unless it is told otherwise. */
export class SecureTpp {
  /** What it is registered as. */
  readonly id: string;
  readonly #method: Registration['method'];
  readonly #bank: Bank;
  readonly #softwareId: string;
  readonly #certificates: ReturnType<typeof filesOf>;
  /** Its connections, with its certificate. */
  readonly agent: Agent;

  /** @param registration unless it is ready-made: those are registered as their software */
  constructor(softwareId: string, bank: Bank, registration = readyMade(softwareId)) {
    this.id = registration.id;
    this.#method = registration.method;
    this.#bank = bank;
    this.#softwareId = softwareId;
    this.#certificates = filesOf(softwareId, bank);
    const ca = readFileSync(bank.pki.root.certificate);
    const { certificate: cert, key } = this.#certificates;
    this.agent = new Agent({ connect: { ca, cert, key } });
  }

  get redirectUri(): string {
    return `https://${this.#softwareId}.example/callback`;
  }

  /** The private key of its signatures, a JWK. */
  get signingKey(): JsonWebKey & { readonly kid: string } {
    return this.#certificates.signing.key;
  }

  /** `x5t#S256` of its certificate. */
  get thumbprint(): string {
    const { fingerprint256 } = new X509Certificate(this.#certificates.certificate);
    return Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  }

  metadata(): Promise<Record<string, unknown>> {
    const common = { redirect_uris: [this.redirectUri], scope: 'openid payments' };
    const { subject } = new X509Certificate(this.#certificates.certificate);
    return Promise.resolve(
      this.#method === 'private_key_jwt'
        ? { ...common, token_endpoint_auth_method: 'private_key_jwt' }
        : {
            ...common,
            token_endpoint_auth_method: 'tls_client_auth',
            tls_client_auth_subject_dn: subject,
          },
    );
  }

  /** A JWT signed with the TPP's key. */
  async sign(claims: Readonly<Record<string, unknown>>, header = {}): Promise<string> {
    const { key } = this.#certificates.signing;
    const { kid } = this.#certificates.signing;
    return new SignJWT(withoutAbsent(claims))
      .setProtectedHeader({ alg: 'PS256', kid, ...header })
      .sign(await importJWK(key, 'PS256'));
  }

  /** The detached JWS of a body (rules, 4.1), for software whose organisation has the same id. */
  async signature(body: Uint8Array | string): Promise<string> {
    const { key, kid } = this.#certificates.signing;
    const issuer = `${this.#softwareId}/${this.#softwareId}`;
    const { signature, protected: header } = await new FlattenedSign(Buffer.from(body))
      .setProtectedHeader({ alg: 'PS256', ...headerOf(kid, issuer, seconds()) })
      .sign(await importJWK(key, 'PS256'), { crit: { [IAT]: true, [ISS]: true, [TAN]: true } });
    return `${String(header)}..${signature}`;
  }

  assertion({ claims, header }: Change = {}): Promise<string> {
    const now = seconds();
    const right = { iss: this.id, sub: this.id, aud: this.#bank.issuerUrl, jti: randomUUID() };
    return this.sign({ ...right, iat: now, exp: now + 60, ...claims }, header);
  }

  requestObject(consentId: string, { claims, header }: Change = {}): Promise<string> {
    const now = seconds();
    const right = {
      iss: this.id,
      aud: this.#bank.issuerUrl,
      client_id: this.id,
      redirect_uri: this.redirectUri,
      response_type: 'code id_token',
      scope: 'openid payments',
      nonce: randomUUID(),
      state: 'the state',
      claims: {
        id_token: {
          openbanking_intent_id: { value: consentId, essential: true },
          acr: { essential: true, values: ['urn:openbanking:psd2:sca'] },
        },
      },
    };
    const times = { iat: now, nbf: now, exp: now + 300, jti: randomUUID() };
    return this.sign({ ...right, ...times, ...claims }, header);
  }

  /** Posts a form as this client, authenticated; with the certificate of `through` if given. */
  async post(path: string, form: Form, through: SecureTpp = this): Promise<Reply> {
    return through.send(path, await this.formWith(form));
  }

  /** A form, and by which the client authenticates itself. */
  async formWith(form: Form): Promise<Form> {
    return { ...(await this.#credentials()), ...form };
  }

  /** Posts a form over this TPP's connection, with nothing added. */
  send(path: string, form: Form): Promise<Reply> {
    return request(`${this.#bank.apiUrl}${path}`, {
      dispatcher: this.agent,
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  clientToken(form: Form = {}): Promise<Reply> {
    return this.post('/as/token', { grant_type: 'client_credentials', scope: 'payments', ...form });
  }

  redeem(code: string, form: Form = {}, through: SecureTpp = this): Promise<Reply> {
    const redemption = { grant_type: 'authorization_code', code, redirect_uri: this.redirectUri };
    return this.post('/as/token', { ...redemption, ...form }, through);
  }

  async push(consentId: string, change: Change = {}): Promise<Reply> {
    return this.post('/as/par', { request: await this.requestObject(consentId, change) });
  }

  /** The address that the TPP sends its customer's browser to. */
  async authorizeUrl(consentId: string, change: Change = {}): Promise<string> {
    return this.addressWith({ request: await this.requestObject(consentId, change) });
  }

  addressWith(query: Form): string {
    const search = new URLSearchParams({ client_id: this.id, ...query });
    return `${this.#bank.issuerUrl}/as/authorize?${search.toString()}`;
  }

  async #credentials(): Promise<Form> {
    if (this.#method === 'tls_client_auth') return { client_id: this.id };
    return { client_assertion_type: ASSERTION_TYPE, client_assertion: await this.assertion() };
  }
}

function readyMade(id: string): Registration {
  return { id, method: id === 'tpp-two' ? 'private_key_jwt' : 'tls_client_auth' };
}

function filesOf(id: string, { pki }: Bank) {
  const files = tppFiles(pki, id);
  const jwk = JSON.parse(readFileSync(files.signingKey, 'utf8')) as JsonWebKey & { kid: string };
  return {
    certificate: readFileSync(files.transport.certificate, 'utf8'),
    key: readFileSync(files.transport.key, 'utf8'),
    signing: { kid: jwk.kid, key: jwk },
  };
}

function withoutAbsent(claims: Readonly<Record<string, unknown>>): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

export function seconds(): number {
  return Math.floor(now() / 1000);
}
