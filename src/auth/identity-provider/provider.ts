import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { SECOND_MS, type Instant, type Seconds } from '../../shared/time.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';
import { digestOf, type ApprovalDetails } from './details.ts';
import { limitedFetch } from './limited-fetch.ts';
import { NotProven, reasonOf } from './not-proven.ts';

/** Time limit of a request to the provider. */
const TIMEOUT_SECONDS: Seconds = 5;

/** Least time between two polls of a request, which is also the default (CIBA, 7.3). */
const POLL_SECONDS: Seconds = 5;

const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';
const AUTH_REQ_ID_CLAIM = 'urn:openid:params:jwt:claim:auth_req_id';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The `acr` of strong customer authentication at this provider. */
  readonly acr: string;
  /**
   * Maximum age of an authentication with which a customer or operator signs in. 0: each sign-in
   * needs an authentication of its own.
   */
  readonly maxAgeSeconds: Seconds;
  /** Absolute URL to which the provider returns customers or operators. */
  readonly redirectUri: string;
  /** Scopes beyond `openid`, separated by spaces. */
  readonly scope?: string;
  /** Claims that the ID token should contain (OpenID Connect Core, 5.5). */
  readonly claims?: readonly string[];
}

/** Properties that the ID token must prove. */
export interface Wanted {
  /** The approval. Null if the customer only signs in. */
  readonly details: ApprovalDetails | null;
  /** True if strong customer authentication is required. */
  readonly isStrong: boolean;
  /** The subject that must approve. Null if it is not known yet. */
  readonly subject: string | null;
  readonly begunAt: Instant;
}

/** Values that belong to one request. They must be unguessable. */
export interface RequestSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A request that waits for the customer in the bank's app (CIBA, 7.3). */
export interface BackchannelRequest {
  readonly authReqId: string;
  readonly expiresInSeconds: Seconds;
  /** Least time between two polls. */
  readonly intervalSeconds: Seconds;
}

/** The content of a verified ID token. */
export interface Proven {
  readonly subject: string;
  readonly acr: string;
  readonly authTime: number;
  /** The ID token itself. It is evidence of the approval. */
  readonly idToken: string;
  /** All claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The service as a client of the bank's OpenID Provider. */
export class IdentityProvider {
  readonly #settings: ProviderSettings;
  readonly #keys: Pick<KeyRing, 'jwks' | 'onChange'>;
  #opened: Promise<{ config: oidc.Configuration; key: oidc.PrivateKey }> | undefined;
  #origins: readonly string[];
  #hasApp = false;

  constructor(settings: ProviderSettings, keys: Pick<KeyRing, 'jwks' | 'onChange'>) {
    this.#settings = settings;
    this.#keys = keys;
    this.#origins = [new URL(settings.issuer).origin];
    keys.onChange(() => (this.#opened = undefined));
    // The first customer should not wait for the discovery. If it fails now, it is repeated later.
    this.#open().catch(() => undefined);
  }

  /** Origins to which forms of the pages redirect the browser. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  /** True if customers can approve in the bank's app (CIBA, poll mode). */
  get hasApp(): boolean {
    return this.#hasApp;
  }

  /** Returns the URL of the provider's keys. Throws NotProven if the provider is away. */
  async keysUrl(): Promise<URL> {
    const { jwks_uri: url } = (await this.#open()).config.serverMetadata();
    if (url === undefined) throw new NotProven('invalid');
    return new URL(url);
  }

  /** Returns the URL at which the customer signs in or approves. */
  async authorizationUrl(wanted: Wanted, { state, nonce, codeVerifier }: RequestSecrets) {
    const { config, key } = await this.#open();
    const { redirectUri, scope, claims } = this.#settings;
    const request = {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scope === undefined ? 'openid' : `openid ${scope}`,
      ...(claims && {
        claims: JSON.stringify({
          id_token: Object.fromEntries(claims.map((name) => [name, null])),
        }),
      }),
      state,
      nonce,
      code_challenge_method: 'S256',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      // An approval needs an authentication of its own.
      max_age: wanted.details === null ? String(this.#settings.maxAgeSeconds) : '0',
      ...this.#parametersOf(wanted),
    };
    try {
      // The request object is signed, so the bank has evidence of the request.
      const signed = await oidc.buildAuthorizationUrlWithJAR(config, request, key);
      const { pushed_authorization_request_endpoint: par } = config.serverMetadata();
      if (par === undefined) return signed.href;
      return (await oidc.buildAuthorizationUrlWithPAR(config, signed.searchParams)).href;
    } catch (error) {
      throw new NotProven('away', error);
    }
  }

  /**
   * Exchanges the code of a response for an ID token and verifies it. Throws NotProven.
   *
   * @param search query of the URL to which the provider returned the customer
   */
  async prove(
    search: string,
    { state, nonce, codeVerifier }: RequestSecrets,
    wanted: Wanted,
    now: Instant,
  ): Promise<Proven> {
    const { config } = await this.#open();
    const url = new URL(`${this.#settings.redirectUri}${search}`);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
    const tokens = await oidc
      .authorizationCodeGrant(config, url, { ...checks, idTokenExpected: true })
      .catch((error: unknown) => {
        throw new NotProven(reasonOf(error), error);
      });
    return this.#judge(tokens, wanted, now);
  }

  /**
   * Asks the customer in the bank's app (CIBA). Throws NotProven.
   *
   * @param message code that the app shows, as our page does
   * @param maxSeconds time after which the answer is not wanted any more
   */
  async ask(
    wanted: Wanted,
    { message, maxSeconds }: { readonly message: string; readonly maxSeconds: Seconds },
  ): Promise<BackchannelRequest> {
    const { config, key } = await this.#open();
    const { issuer } = config.serverMetadata();
    const { client_id: clientId } = config.clientMetadata();
    const parameters = {
      scope: 'openid',
      binding_message: message,
      requested_expiry: String(maxSeconds),
      ...this.#parametersOf(wanted),
    };
    const request = await new SignJWT(parameters)
      .setProtectedHeader({ alg: ALGORITHM, ...(key.kid !== undefined && { kid: key.kid }) })
      .setIssuer(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('1m')
      .setJti(randomUUID())
      .sign(key.key);
    const response = await oidc
      .initiateBackchannelAuthentication(config, { request })
      .catch((error: unknown) => {
        throw new NotProven(reasonOf(error), error);
      });
    return {
      authReqId: response.auth_req_id,
      expiresInSeconds: response.expires_in,
      intervalSeconds: Math.max(Math.ceil(response.interval ?? 0), POLL_SECONDS),
    };
  }

  /** Asks once for the answer to a request, and verifies its ID token. Throws NotProven. */
  async poll(authReqId: string, wanted: Wanted, now: Instant): Promise<Proven> {
    const { config } = await this.#open();
    // pollBackchannelAuthenticationGrant would wait for the answer, on this node only.
    const tokens = await oidc
      .genericGrantRequest(config, CIBA_GRANT, { auth_req_id: authReqId })
      .catch((error: unknown) => {
        throw new NotProven(reasonOf(error), error);
      });
    const requestId = tokens.claims()?.[AUTH_REQ_ID_CLAIM] ?? authReqId;
    if (requestId !== authReqId) throw new NotProven('invalid');
    return this.#judge(tokens, wanted, now);
  }

  /** Returns the URL at which the customer signs out. Undefined if the provider offers none. */
  async endSessionUrl(returnTo: string): Promise<string | undefined> {
    const opened = await this.#open().catch(() => undefined);
    if (opened?.config.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(opened.config, { post_logout_redirect_uri: returnTo }).href;
  }

  /** Returns the parameters that a request in the browser and one in the app have in common. */
  #parametersOf({ isStrong, subject, details }: Wanted) {
    return {
      ...(isStrong && { acr_values: this.#settings.acr }),
      ...(subject !== null && { login_hint: subject }),
      ...(details !== null && { authorization_details: JSON.stringify([details]) }),
    };
  }

  /** Checks everything that OpenID Connect itself does not require of an ID token. */
  #judge(
    tokens: Pick<oidc.TokenEndpointResponse, 'id_token'> & oidc.TokenEndpointResponseHelpers,
    { details, isStrong, begunAt }: Wanted,
    now: Instant,
  ): Proven {
    const claims = tokens.claims();
    const { id_token: idToken } = tokens;
    if (claims === undefined || idToken === undefined) throw new NotProven('invalid');
    const { auth_time: authTime = 0, approved_details_hash: digest } = claims;
    const acr = typeof claims['acr'] === 'string' ? claims['acr'] : '';
    if (isStrong && acr !== this.#settings.acr) throw new NotProven('acr');
    const { maxAgeSeconds } = this.#settings;
    const isOwn = details !== null || maxAgeSeconds === 0;
    const earliest = isOwn ? begunAt / SECOND_MS : now / SECOND_MS - maxAgeSeconds;
    // A time in the future, for example in milliseconds, would never be too old.
    const isBetween =
      authTime >= Math.floor(earliest) - CLOCK_SKEW_SECONDS &&
      authTime <= now / SECOND_MS + CLOCK_SKEW_SECONDS;
    if (!isBetween) throw new NotProven('authTime');
    if (details !== null && digest !== digestOf([details])) throw new NotProven('digest');
    return { subject: claims.sub, acr, authTime, idToken, claims };
  }

  #open() {
    this.#opened ??= this.#discover().catch((error: unknown) => {
      this.#opened = undefined;
      throw new NotProven('away', error);
    });
    return this.#opened;
  }

  async #discover() {
    const { issuer, clientId } = this.#settings;
    const [jwk] = this.#keys.jwks().keys;
    if (jwk === undefined) throw new TypeError('the bank has no signing key');
    const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
    const key = { key: imported, kid: jwk.kid };
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { id_token_signed_response_alg: ALGORITHM },
      oidc.PrivateKeyJwt(key),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: limitedFetch,
        // Only loopback addresses may have an issuer without TLS (see the setting).
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- Only marked as a warning.
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      },
    );
    // The ID token is evidence, so its signature is verified although TLS would be sufficient.
    oidc.enableNonRepudiationChecks(config);
    const metadata = config.serverMetadata();
    const { authorization_endpoint: authorize, end_session_endpoint: end } = metadata;
    this.#hasApp =
      metadata.backchannel_authentication_endpoint !== undefined &&
      metadata.backchannel_token_delivery_modes_supported?.includes('poll') === true;
    const endpoints = [issuer, authorize, end].filter((url) => url !== undefined);
    this.#origins = [...new Set(endpoints.map((url) => new URL(url).origin))];
    return { config, key };
  }
}
