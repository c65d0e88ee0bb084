import { importJWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../src/shared/time.ts';
import type { Answer } from './answer.ts';
import { ALGORITHM, secondsOf, type SigningKey } from './signatures.ts';
import type { Transport } from './transport.ts';

/** How a client authenticates itself by an assertion (RFC 7523, 2.2). */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** What the customer always does: strong customer authentication. */
const ACR = 'urn:openbanking:psd2:sca';

/** How long an assertion, and a request for an authorisation, is good, in seconds. */
const ASSERTION_SECONDS = 60;
const REQUEST_SECONDS = 300;

/** The fields of a form. */
export type Form = Readonly<Record<string, string>>;

/** How a TPP's software is registered at the bank. */
export interface Registration {
  readonly id: string;
  readonly method: 'tls_client_auth' | 'private_key_jwt';
  /** Where customers are sent back to. */
  readonly redirectUri: string;
  readonly key: SigningKey;
}

/** What a JWT says otherwise than it does by itself; undefined takes a claim away. */
export interface Change {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

interface Parts {
  readonly transport: Transport;
  /** Where tokens are, `https://host:port`: the door of mutual TLS. */
  readonly apiUrl: string;
  /** Where customers are sent to, which also names the bank in what is signed for it. */
  readonly issuerUrl: string;
  readonly registration: Registration;
  readonly clock: Clock;
}

/** A TPP at the bank's authorisation server (FAPI 1.0 Advanced): tokens and authorisations. */
export class Authorisation {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A JWT with these very claims, signed with the TPP's key. */
  async sign({ claims = {}, header }: Change): Promise<string> {
    const { key } = this.#parts.registration;
    const said = Object.entries(claims).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(said))
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, ...header })
      .sign(await importJWK(key, ALGORITHM));
  }

  /** By which a client of `private_key_jwt` authenticates itself, once. */
  assertion({ claims, header = {} }: Change = {}): Promise<string> {
    const { registration, issuerUrl } = this.#parts;
    const { id } = registration;
    const iat = secondsOf(this.#parts.clock);
    const who = { iss: id, sub: id, aud: issuerUrl, jti: randomUUID() };
    return this.sign({ claims: { ...who, iat, exp: iat + ASSERTION_SECONDS, ...claims }, header });
  }

  /** The request for the customer's authorisation of a consent. */
  requestObject(consentId: string, { claims, header = {} }: Change = {}): Promise<string> {
    const { registration, issuerUrl } = this.#parts;
    const { id, redirectUri } = registration;
    const iat = secondsOf(this.#parts.clock);
    const asked = {
      iss: id,
      aud: issuerUrl,
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code id_token',
      scope: 'openid payments',
      nonce: randomUUID(),
      state: randomUUID(),
      claims: {
        id_token: {
          openbanking_intent_id: { value: consentId, essential: true },
          acr: { essential: true, values: [ACR] },
        },
      },
    };
    const times = { iat, nbf: iat, exp: iat + REQUEST_SECONDS, jti: randomUUID() };
    return this.sign({ claims: { ...asked, ...times, ...claims }, header });
  }

  /** Asks for a token of the TPP's own (`client_credentials`). */
  clientToken(form: Form = {}): Promise<Answer> {
    return this.post('/as/token', { grant_type: 'client_credentials', scope: 'payments', ...form });
  }

  /** Asks for the token of a customer's approval, by the code that it gave. */
  redeem(code: string, form: Form = {}, through?: Transport): Promise<Answer> {
    const { redirectUri } = this.#parts.registration;
    const redemption = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    return this.post('/as/token', { ...redemption, ...form }, through);
  }

  /** Hands a request for an authorisation to the bank beforehand (RFC 9126). */
  async push(consentId: string, change: Change = {}): Promise<Answer> {
    return this.post('/as/par', { request: await this.requestObject(consentId, change) });
  }

  /** The address that the customer's browser is sent to, to decide about a consent. */
  async authorizeUrl(consentId: string, change: Change = {}): Promise<string> {
    return this.addressWith({ request: await this.requestObject(consentId, change) });
  }

  /** As `authorizeUrl`, with a request that was pushed, or with parameters of the caller's own. */
  addressWith(query: Form): string {
    const { registration, issuerUrl } = this.#parts;
    const search = new URLSearchParams({ client_id: registration.id, ...query });
    return `${issuerUrl}/as/authorize?${search.toString()}`;
  }

  /** Posts a form as this client, authenticated; over other connections if there are any. */
  async post(path: string, form: Form, through?: Transport): Promise<Answer> {
    return this.postAsIs(path, await this.formWith(form), through);
  }

  /** Posts a form with nothing added. */
  postAsIs(path: string, form: Form, through = this.#parts.transport): Promise<Answer> {
    return postForm(through, `${this.#parts.apiUrl}${path}`, form);
  }

  /** A form, and by what the client authenticates itself. */
  async formWith(form: Form): Promise<Form> {
    const { id, method } = this.#parts.registration;
    if (method === 'tls_client_auth') return { client_id: id, ...form };
    const proof = { client_assertion: await this.assertion() };
    return { client_assertion_type: ASSERTION_TYPE, ...proof, ...form };
  }
}

/** Posts a form to a whole address. */
export function postForm(transport: Transport, url: string, form: Form): Promise<Answer> {
  return transport.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** What the address has that the customer's browser came back to: the code, or an error. */
export function callbackParameters(url: string): Form {
  const { hash, search } = new URL(url);
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
}
