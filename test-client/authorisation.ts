import { importJWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../src/shared/time.ts';
import type { Answer } from './answer.ts';
import { ALGORITHM, secondsOf, type SigningKey } from './signatures.ts';
import type { Transport } from './transport.ts';

/** `client_assertion_type` of a JWT assertion (RFC 7523, 2.2). */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Value of `acr` that requests strong customer authentication. The bank always performs it. */
const ACR = 'urn:openbanking:psd2:sca';

/** Lifetime of a client assertion, in seconds. */
const ASSERTION_SECONDS = 60;
/** Lifetime of a request object, in seconds. */
const REQUEST_SECONDS = 300;

/** The fields of an HTML form, keyed by name. */
export type Form = Readonly<Record<string, string>>;

/** Registration of a TPP's software at the bank. */
export interface Registration {
  readonly id: string;
  readonly method: 'tls_client_auth' | 'private_key_jwt';
  /** URL to which the customer's browser returns. */
  readonly redirectUri: string;
  readonly key: SigningKey;
}

/**
 * Changes to the claims and the header of a JWT. Tests use it to create faulty JWTs. A claim that
 * is set to undefined is removed.
 */
export interface Change {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

interface Parts {
  readonly transport: Transport;
  /** Base URL of the mTLS listener, which issues tokens: `https://host:port`. */
  readonly apiUrl: string;
  /** Base URL of the customers' listener, which is also the OAuth issuer identifier. */
  readonly issuerUrl: string;
  readonly registration: Registration;
  readonly clock: Clock;
}

/** Client of the bank's authorisation server (FAPI 1.0 Advanced), which acts for one TPP. */
export class Authorisation {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns a JWT with exactly these claims, signed with the TPP's key. */
  async sign({ claims = {}, header }: Change): Promise<string> {
    const { key } = this.#parts.registration;
    const payload = Object.entries(claims).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(payload))
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, ...header })
      .sign(await importJWK(key, ALGORITHM));
  }

  /** Returns a single-use client assertion for `private_key_jwt`. */
  assertion({ claims, header = {} }: Change = {}): Promise<string> {
    const { registration, issuerUrl } = this.#parts;
    const { id } = registration;
    const iat = secondsOf(this.#parts.clock);
    const identity = { iss: id, sub: id, aud: issuerUrl, jti: randomUUID() };
    return this.sign({
      claims: { ...identity, iat, exp: iat + ASSERTION_SECONDS, ...claims },
      header,
    });
  }

  /** Returns the request object with which the TPP asks for the authorisation of a consent. */
  requestObject(consentId: string, { claims, header = {} }: Change = {}): Promise<string> {
    const { registration, issuerUrl } = this.#parts;
    const { id, redirectUri } = registration;
    const iat = secondsOf(this.#parts.clock);
    const parameters = {
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
    return this.sign({ claims: { ...parameters, ...times, ...claims }, header });
  }

  /** Requests the TPP's own access token (grant type `client_credentials`). */
  clientToken(form: Form = {}): Promise<Answer> {
    return this.post('/as/token', { grant_type: 'client_credentials', scope: 'payments', ...form });
  }

  /** Exchanges an authorization code for the access token that the customer approved. */
  redeem(code: string, form: Form = {}, through?: Transport): Promise<Answer> {
    const { redirectUri } = this.#parts.registration;
    const redemption = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    return this.post('/as/token', { ...redemption, ...form }, through);
  }

  /** Sends a pushed authorization request (RFC 9126). */
  async push(consentId: string, change: Change = {}): Promise<Answer> {
    return this.post('/as/par', { request: await this.requestObject(consentId, change) });
  }

  /** Returns the URL to which the TPP redirects the customer's browser. */
  async authorizeUrl(consentId: string, change: Change = {}): Promise<string> {
    return this.authorizeUrlWith({ request: await this.requestObject(consentId, change) });
  }

  /**
   * Returns the same URL with other parameters, for example the `request_uri` of a pushed request.
   */
  authorizeUrlWith(query: Form): string {
    const { registration, issuerUrl } = this.#parts;
    const search = new URLSearchParams({ client_id: registration.id, ...query });
    return `${issuerUrl}/as/authorize?${search.toString()}`;
  }

  /**
   * Posts a form with client authentication.
   *
   * @param through transport to use instead of the client's own
   */
  async post(path: string, form: Form, through?: Transport): Promise<Answer> {
    return this.postAsIs(path, await this.formWith(form), through);
  }

  /** Posts a form without client authentication. */
  postAsIs(path: string, form: Form, through = this.#parts.transport): Promise<Answer> {
    return postForm(through, `${this.#parts.apiUrl}${path}`, form);
  }

  /** Adds the client authentication to a form. */
  async formWith(form: Form): Promise<Form> {
    const { id, method } = this.#parts.registration;
    if (method === 'tls_client_auth') return { client_id: id, ...form };
    const proof = { client_assertion: await this.assertion() };
    return { client_assertion_type: ASSERTION_TYPE, ...proof, ...form };
  }
}

/** Posts a form to a URL. */
export function postForm(transport: Transport, url: string, form: Form): Promise<Answer> {
  return transport.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** Returns the parameters of the redirect back to the TPP: the code, or an error. */
export function callbackParameters(url: string): Form {
  const { hash, search } = new URL(url);
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
}
