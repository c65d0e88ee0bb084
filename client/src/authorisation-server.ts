import * as oidc from 'openid-client';
import { AuthorisationError, ConnectionError } from './errors.ts';
import type { Registered } from './options.ts';
import { ALGORITHM, type Signer } from './signatures.ts';
import type { Transport } from './transport.ts';

/** Part of a token's lifetime after which it is renewed, because clocks differ. */
const RENEW_AT = 0.9;

/** The flow with which a customer approves a consent. */
export type Flow = 'hybrid' | 'code';

/** Client metadata for the checks of ID tokens and for the endpoints with mutual TLS. */
const METADATA = {
  id_token_signed_response_alg: ALGORITHM,
  use_mtls_endpoint_aliases: true,
  authorization_signed_response_alg: ALGORITHM,
};

interface Parts {
  readonly transport: Transport;
  readonly issuer: string;
  readonly client: Registered;
  readonly signer: Signer | undefined;
  readonly scope: string;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** The bank's authorisation server for one TPP: its discovery document and the TPP's own token. */
export class AuthorisationServer {
  readonly config: oidc.Configuration;
  readonly #parts: Parts;
  #token: { readonly value: string; readonly renewAt: number } | undefined;
  #pending: Promise<string> | undefined;
  readonly #flows = new Map<Flow, oidc.Configuration>();

  private constructor(config: oidc.Configuration, parts: Parts) {
    this.config = config;
    this.#parts = parts;
  }

  /** Reads the discovery document. */
  static async discover(parts: Parts): Promise<AuthorisationServer> {
    const { issuer, client, transport, timeoutMs } = parts;
    const config = await translated(
      oidc.discovery(new URL(issuer), client.id, METADATA, await authenticationOf(parts), {
        [oidc.customFetch]: transport.fetch,
        timeout: Math.ceil(timeoutMs / 1000),
      }),
    );
    return new AuthorisationServer(config, parts);
  }

  /** Address of the bank's public keys. */
  get jwksUri(): string | undefined {
    return this.config.serverMetadata().jwks_uri;
  }

  /** The key with which the TPP signs request objects. Throws TypeError if there is none. */
  signingKey(): Promise<oidc.PrivateKey> {
    return keyFor(this.#parts.signer);
  }

  /** The registered address to which customers return. Throws TypeError if there is none. */
  get redirectUri(): string {
    const { redirectUri } = this.#parts.client;
    if (redirectUri === undefined) throw new TypeError('The option client.redirectUri is missing.');
    return redirectUri;
  }

  /** Returns the configuration for the approvals of customers. */
  async configFor(flow: Flow): Promise<oidc.Configuration> {
    const known = this.#flows.get(flow);
    if (known !== undefined) return known;
    const metadata = this.config.serverMetadata();
    const { transport, client } = this.#parts;
    const authentication = await authenticationOf(this.#parts);
    const config = new oidc.Configuration(metadata, client.id, METADATA, authentication);
    config[oidc.customFetch] = transport.fetch;
    if (flow === 'hybrid') {
      oidc.useCodeIdTokenResponseType(config);
      oidc.enableDetachedSignatureResponseChecks(config);
    } else if (metadata.response_modes_supported?.includes('jwt') === true) {
      oidc.useJwtResponseMode(config);
    }
    this.#flows.set(flow, config);
    return config;
  }

  /** Returns the TPP's own access token. Renews it before it expires. */
  async clientToken(): Promise<string> {
    const { now } = this.#parts;
    if (this.#token !== undefined && now() < this.#token.renewAt) return this.#token.value;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Forgets a token that the bank did not accept, so that the next call renews it. */
  forget(token: string): void {
    if (this.#token?.value === token) this.#token = undefined;
  }

  async #renew(): Promise<string> {
    const { scope, now } = this.#parts;
    const askedAt = now();
    const answer = await translated(oidc.clientCredentialsGrant(this.config, { scope }));
    const { access_token: value, expires_in: seconds = 0 } = answer;
    this.#token = { value, renewAt: askedAt + seconds * 1000 * RENEW_AT };
    return value;
  }
}

/** Returns the client authentication at the token endpoint. */
async function authenticationOf({ client, signer }: Parts): Promise<oidc.ClientAuth> {
  if (client.authentication === 'tls_client_auth') return oidc.TlsClientAuth();
  return oidc.PrivateKeyJwt(await keyFor(signer));
}

async function keyFor(signer: Signer | undefined): Promise<oidc.PrivateKey> {
  if (signer === undefined) {
    throw new TypeError('The option signing is missing: the TPP needs its key to sign JWTs.');
  }
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' };
  const key = signer.key.toCryptoKey(algorithm, false, ['sign']);
  return Promise.resolve({ key, kid: signer.kid });
}

/** Awaits a call of openid-client, and converts its errors to those of this library. */
export async function translated<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw translatedError(error);
  }
}

function translatedError(error: unknown): unknown {
  if (isLost(error)) return new ConnectionError('The authorisation server', error);
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    const { error: code, error_description: description } = error;
    return new AuthorisationError(code, description, { cause: error });
  }
  if (!(error instanceof oidc.ClientError)) return error;
  if (isLost(error.cause)) return new ConnectionError('The authorisation server', error.cause);
  return new AuthorisationError(error.code ?? 'invalid_response', error.message, { cause: error });
}

/** Returns true for the error with which `fetch` reports a lost connection. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}
