import { X509Certificate, randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { PrivateJwk } from '../../auth/keys/key-file.ts';
import {
  ALGORITHM,
  GRANT_TYPES,
  RESPONSE_TYPES,
  SCOPES,
  type AuthenticationMethod,
} from '../../auth/profile.ts';
import type { DirectoryOrganisation, DirectorySoftware } from '../../domain/records/access.ts';
import { epochSeconds, type Instant, type Seconds } from '../../shared/time.ts';

/** Lifetime of a registration request, in seconds. */
const REQUEST_SECONDS: Seconds = 30 * 60;

/** A piece of software in the directory, with its organisation. */
export interface Listed {
  readonly organisation: DirectoryOrganisation;
  readonly software: DirectorySoftware;
}

/**
 * Signs a software statement in the format of the UK Open Banking directory, with the directory's
 * key.
 */
export function signStatement(
  { organisation, software }: Listed,
  key: PrivateJwk,
  now: Instant,
): Promise<string> {
  return signJwt(
    {
      iss: 'OpenBanking Ltd',
      software_id: software.id,
      software_client_id: software.id,
      software_client_name: software.name,
      software_environment: 'sandbox',
      software_mode: 'Test',
      software_roles: software.roles,
      software_redirect_uris: software.redirectUris,
      software_jwks: { keys: software.keys },
      org_id: organisation.id,
      org_name: organisation.name,
      org_status: organisation.status,
    },
    key,
    now,
  );
}

export interface RequestOptions {
  readonly method: AuthenticationMethod;
  /** The TLS certificate that the client will present, in PEM format. */
  readonly certificate: string;
  readonly statement: string;
  /** Issuer URL of the authorisation server, which is the audience of the request. */
  readonly issuerUrl: string;
}

/**
 * Signs a registration request with the software's own key. The request contains all supported
 * fields.
 */
export function signRequest(
  { software }: Listed,
  { method, certificate, statement, issuerUrl }: RequestOptions,
  key: PrivateJwk,
  now: Instant,
): Promise<string> {
  const { subject } = new X509Certificate(certificate);
  return signJwt(
    {
      iss: software.id,
      aud: issuerUrl,
      exp: epochSeconds(now) + REQUEST_SECONDS,
      redirect_uris: software.redirectUris,
      token_endpoint_auth_method: method,
      // RFC 4514 writes the attributes in the reverse order of the certificate.
      ...(method === 'tls_client_auth'
        ? { tls_client_auth_subject_dn: subject.split('\n').reverse().join(',') }
        : { token_endpoint_auth_signing_alg: ALGORITHM }),
      application_type: 'web',
      grant_types: GRANT_TYPES,
      response_types: RESPONSE_TYPES,
      scope: SCOPES.join(' '),
      id_token_signed_response_alg: ALGORITHM,
      request_object_signing_alg: ALGORITHM,
      software_id: software.id,
      software_statement: statement,
    },
    key,
    now,
  );
}

/** Signs a JWT with these claims, the current time as `iat`, and a random `jti`. */
export async function signJwt(
  claims: Readonly<Record<string, unknown>>,
  key: PrivateJwk,
  now: Instant,
): Promise<string> {
  return new SignJWT({ ...claims, iat: epochSeconds(now), jti: randomUUID() })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key, ALGORITHM));
}
