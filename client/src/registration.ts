import { randomUUID, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { translated } from './authorisation-server.ts';
import { AuthorisationError } from './errors.ts';
import type { Registered } from './options.ts';
import { ALGORITHM, createSigner, type SigningOptions } from './signatures.ts';
import { deadlineOf, Transport, type TlsOptions } from './transport.ts';

/** Lifetime of a registration request, in seconds. */
const REQUEST_SECONDS = 300;

const DEFAULT_TIMEOUT_MS = 60_000;

/** Options of {@link register}. */
export interface RegisterOptions {
  /** Issuer of the bank's authorisation server. */
  readonly issuer: string;
  readonly tls: TlsOptions;
  readonly signing: Omit<SigningOptions, 'issuer' | 'trustAnchor'>;
  /** Id of the software in the directory. */
  readonly softwareId: string;
  /** Software statement (SSA) that the directory signed. */
  readonly softwareStatement: string;
  readonly redirectUris: readonly [string, ...string[]];
  readonly authentication: Registered['authentication'];
  /** Scopes. The default is `openid payments`. */
  readonly scope?: string;
  /**
   * Audience of the request. The default is the issuer. Some banks expect their organisation id.
   */
  readonly audience?: string;
  /** Subject of the TLS certificate as the bank expects it. By default, as in RFC 4514. */
  readonly subjectDn?: string;
  /** Other claims of the request. They replace those of this library. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  /** Time limit in milliseconds. The default is 60,000. */
  readonly timeoutMs?: number;
  /** The clock, in milliseconds since 1970. The default is `Date.now`. */
  readonly now?: () => number;
}

/** A registration at a bank. */
export interface Registration {
  /** The option `client` of `connect`. */
  readonly client: Registered;
  /** All client metadata in the bank's answer. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Registers the TPP's software at a bank (dynamic client registration of the UK standard, v3.3).
 *
 * @throws AuthorisationError if the bank refuses, with the error code of RFC 7591
 * @throws ConnectionError if the bank does not answer
 */
export async function register(options: RegisterOptions): Promise<Registration> {
  const transport = new Transport(options.tls, 1);
  const deadline = deadlineOf(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  try {
    const url = await registrationEndpoint(options, transport);
    const body = Buffer.from(await requestOf(options));
    const headers = { 'content-type': 'application/jwt', accept: 'application/json' };
    const { signal } = deadline;
    const { status, bytes } = await transport
      .send({ method: 'POST', url, headers, body, signal })
      .catch((cause: unknown) => {
        throw deadline.errorOf('The registration', cause);
      });
    return registrationIn(status, Buffer.from(bytes).toString('utf8'), options);
  } finally {
    await transport.close();
  }
}

async function registrationEndpoint(
  { issuer, softwareId }: RegisterOptions,
  transport: Transport,
): Promise<string> {
  const config = await translated(
    oidc.discovery(new URL(issuer), softwareId, {}, oidc.None(), {
      [oidc.customFetch]: transport.fetch,
    }),
  );
  const { registration_endpoint: endpoint } = config.serverMetadata();
  if (endpoint !== undefined) return endpoint;
  throw new AuthorisationError('invalid_request', 'The bank publishes no registration_endpoint.');
}

async function requestOf(options: RegisterOptions): Promise<string> {
  const { softwareId, tls, authentication, now = Date.now, scope = 'openid payments' } = options;
  const { key, kid } = createSigner({ ...options.signing, issuer: softwareId }, now);
  const iat = Math.floor(now() / 1000);
  const ofMethod =
    authentication === 'tls_client_auth'
      ? { tls_client_auth_subject_dn: options.subjectDn ?? subjectOf(tls) }
      : { token_endpoint_auth_signing_alg: ALGORITHM };
  const claims = {
    ...{ iss: softwareId, aud: options.audience ?? options.issuer },
    ...{ iat, exp: iat + REQUEST_SECONDS, jti: randomUUID() },
    redirect_uris: options.redirectUris,
    ...{ token_endpoint_auth_method: authentication, ...ofMethod },
    grant_types: ['client_credentials', 'authorization_code'],
    response_types: ['code id_token'],
    ...{ scope, application_type: 'web', software_id: softwareId },
    ...{ id_token_signed_response_alg: ALGORITHM, request_object_signing_alg: ALGORITHM },
    software_statement: options.softwareStatement,
    ...options.claims,
  };
  const header = { alg: ALGORITHM, kid, typ: 'JWT' };
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

/** Returns the subject of the certificate. RFC 4514 reverses the order of the certificate. */
function subjectOf({ cert }: TlsOptions): string {
  return new X509Certificate(cert).subject.split('\n').reverse().join(',');
}

function registrationIn(
  status: number,
  text: string,
  { authentication, redirectUris: [redirectUri] }: RegisterOptions,
): Registration {
  const metadata = membersIn(text);
  const { client_id: id, error, error_description: description } = metadata;
  if (status === 201 && typeof id === 'string') {
    return { client: { id, authentication, redirectUri }, metadata };
  }
  const code = typeof error === 'string' ? error : `status ${String(status)}`;
  throw new AuthorisationError(code, typeof description === 'string' ? description : undefined);
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
