import { X509Certificate, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Authorisation, type Change, type Form } from '../../client/authorisation.ts';
import { secondsOf, signDetached, type SigningKey } from '../../client/signatures.ts';
import { Transport } from '../../client/transport.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { now } from './later.ts';
import { replyOf, type Bank, type Reply } from './secure-browser.ts';

export { ASSERTION_TYPE } from '../../client/authorisation.ts';

export type { Change };

/** Longer than anything takes on the slowest of machines, in milliseconds. */
const TIMEOUT_MS = 300_000;

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
  readonly #softwareId: string;
  readonly #certificates: ReturnType<typeof filesOf>;
  /** Its dealings with the authorisation server. */
  readonly authorisation: Authorisation;
  /** Its connections, with its certificate. */
  readonly transport: Transport;

  /** @param registration unless it is ready-made: those are registered as their software */
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

  /** The private key of its signatures, a JWK. */
  get signingKey(): SigningKey & JsonWebKey {
    return this.#certificates.signing;
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
  sign(claims: Readonly<Record<string, unknown>>, header = {}): Promise<string> {
    return this.authorisation.sign({ claims, header });
  }

  /** The detached JWS of a body (rules, 4.1), for software whose organisation has the same id. */
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

  /** Posts a form as this client, authenticated; with the certificate of `through` if given. */
  async post(path: string, form: Form, through: SecureTpp = this): Promise<Reply> {
    return replyOf(await this.authorisation.post(path, form, through.transport));
  }

  /** A form, and by which the client authenticates itself. */
  formWith(form: Form): Promise<Form> {
    return this.authorisation.formWith(form);
  }

  /** Posts a form over this TPP's connection, with nothing added. */
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

  /** The address that the TPP sends its customer's browser to. */
  authorizeUrl(consentId: string, change: Change = {}): Promise<string> {
    return this.authorisation.authorizeUrl(consentId, withState(change));
  }

  authorizeUrlWith(query: Form): string {
    return this.authorisation.authorizeUrlWith(query);
  }
}

/** A request brings a state that tests know. */
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
