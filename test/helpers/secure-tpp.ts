import { X509Certificate, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Authorisation, type Change, type Form } from '../../test-client/authorisation.ts';
import { secondsOf, signDetached, type SigningKey } from '../../test-client/signatures.ts';
import { Transport } from '../../test-client/transport.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { now } from './later.ts';
import { replyOf, type Bank, type Reply } from './secure-browser.ts';

export { ASSERTION_TYPE } from '../../test-client/authorisation.ts';

export type { Change };

/** Request timeout in milliseconds. It is longer than any request takes on the slowest machine. */
const TIMEOUT_MS = 300_000;

/** The client id and the authentication method of a registered TPP. */
export interface Registration {
  readonly id: string;
  readonly method: 'tls_client_auth' | 'private_key_jwt';
}

/** A TPP that sends correct requests, unless a test changes a request. */
export class SecureTpp {
  /** The client id. */
  readonly id: string;
  readonly #method: Registration['method'];
  readonly #softwareId: string;
  readonly #certificates: ReturnType<typeof filesOf>;
  /** The TPP's client of the authorisation server. */
  readonly authorisation: Authorisation;
  /** The TPP's connections, which present its certificate. */
  readonly transport: Transport;

  /**
   * @param registration of the TPP. By default, that of a sandbox TPP, whose client id is its
   * software id.
   */
  constructor(softwareId: string, bank: Bank, registration = readyMade(softwareId)) {
    this.id = registration.id;
    this.#method = registration.method;
    this.#softwareId = softwareId;
    this.#certificates = filesOf(softwareId, bank);
    const { certificate: cert, key, signing } = this.#certificates;
    const ca = readFileSync(bank.pki.root.certificate);
    const { proxyHeader } = bank;
    this.transport = new Transport({
      ...{ credentials: { ca, cert, key }, timeoutMs: TIMEOUT_MS, proxyHeader },
    });
    this.authorisation = new Authorisation({
      transport: this.transport,
      ...{ apiUrl: bank.apiUrl, issuerUrl: bank.issuerUrl },
      registration: { ...registration, redirectUri: this.redirectUri, key: signing },
      clock: now,
    });
  }

  get redirectUri(): string {
    return `https://${this.#softwareId}.example/callback`;
  }

  /** The TPP's private signing key, a JWK. */
  get signingKey(): SigningKey & JsonWebKey {
    return this.#certificates.signing;
  }

  /** The thumbprint `x5t#S256` of the TPP's certificate. */
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

  /** Returns a JWT signed with the TPP's key. */
  sign(claims: Readonly<Record<string, unknown>>, header = {}): Promise<string> {
    return this.authorisation.sign({ claims, header });
  }

  /**
   * Returns the detached JWS of a request body (rules, 4.1). The organisation id in it equals the
   * software id, as for the sandbox's TPPs.
   */
  signature(body: Uint8Array | string): Promise<string> {
    const issuer = `${this.#softwareId}/${this.#softwareId}`;
    return signDetached(body, { key: this.signingKey, issuer, clock: now });
  }

  assertion(change?: Change): Promise<string> {
    return this.authorisation.assertion(change);
  }

  requestObject(consentId: string, change: Change = {}): Promise<string> {
    return this.authorisation.requestObject(consentId, withState(change));
  }

  /** Posts a form with client authentication. It may use the connection of another TPP. */
  async post(path: string, form: Form, through: SecureTpp = this): Promise<Reply> {
    return replyOf(await this.authorisation.post(path, form, through.transport));
  }

  /** Returns a copy of a form with the client's authentication added. */
  formWith(form: Form): Promise<Form> {
    return this.authorisation.formWith(form);
  }

  /** Posts a form as it is over this TPP's connection. */
  async send(path: string, form: Form): Promise<Reply> {
    return replyOf(await this.authorisation.postAsIs(path, form));
  }

  async clientToken(form: Form = {}): Promise<Reply> {
    return replyOf(await this.authorisation.clientToken(form));
  }

  async redeem(code: string, form: Form = {}, through: SecureTpp = this): Promise<Reply> {
    return replyOf(await this.authorisation.redeem(code, form, through.transport));
  }

  async push(consentId: string, change: Change = {}): Promise<Reply> {
    return replyOf(await this.authorisation.push(consentId, withState(change)));
  }

  /** Returns the authorisation URL to which the TPP sends its customer's browser. */
  authorizeUrl(consentId: string, change: Change = {}): Promise<string> {
    return this.authorisation.authorizeUrl(consentId, withState(change));
  }

  authorizeUrlWith(query: Form): string {
    return this.authorisation.authorizeUrlWith(query);
  }
}

/** Adds the `state` that tests expect to an authorisation request. */
function withState({ claims, header = {} }: Change): Change {
  return { claims: { state: 'the state', ...claims }, header };
}

function readyMade(id: string): Registration {
  return { id, method: id === 'tpp-two' ? 'private_key_jwt' : 'tls_client_auth' };
}

function filesOf(id: string, { pki }: Bank) {
  const files = tppFiles(pki, id);
  return {
    certificate: readFileSync(files.transport.certificate, 'utf8'),
    key: readFileSync(files.transport.key, 'utf8'),
    signing: JSON.parse(readFileSync(files.signingKey, 'utf8')) as SigningKey & JsonWebKey,
  };
}

export function seconds(): number {
  return secondsOf(now);
}
