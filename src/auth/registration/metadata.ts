import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { problemOf } from '../../contract/problems.ts';
import type { ClientCertificate, KnownSoftware } from '../../domain/records/access.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { sameName } from '../certificates/distinguished-names.ts';
import { RedirectUri } from '../directory/document.ts';
import {
  ALGORITHM,
  AUTHENTICATION_METHODS,
  GRANT_TYPES,
  RESPONSE_TYPES,
  SCOPES,
  SUBJECT_TYPE,
} from '../profile.ts';
import { Refused, type SoftwareStatement } from './statement.ts';

const Algorithm = z.literal(ALGORITHM, `Expected ${ALGORITHM}`).optional();

/** Returns a schema for a list with at least one of these values. */
function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  const message = `Expected some of ${values.join(', ')}`;
  return z.array(z.enum(values, message)).min(1, message).max(values.length, message).optional();
}

/** The subject name of a certificate. In Node's syntax it has one attribute on each line. */
const SubjectName = z
  .string()
  .refine(
    (name) => !name.split('\n').some(hasUnsafeUnicode),
    'Expected no control or invisible characters',
  );

const RedirectUris = z.array(RedirectUri).min(1).max(20);

/** The metadata that a client may request. Other fields are ignored (RFC 7591, 2). */
const Requested = z.object({
  redirect_uris: RedirectUris,
  token_endpoint_auth_method: z.enum(
    AUTHENTICATION_METHODS,
    `Expected ${AUTHENTICATION_METHODS.join(' or ')}`,
  ),
  tls_client_auth_subject_dn: SubjectName.optional(),
  grant_types: someOf(GRANT_TYPES),
  response_types: someOf(RESPONSE_TYPES),
  scope: text(100).refine(isScope, 'Expected openid, payments or both').optional(),
  software_id: text(64).optional(),
  subject_type: z.literal(SUBJECT_TYPE, `Expected ${SUBJECT_TYPE}`).optional(),
  id_token_signed_response_alg: Algorithm,
  request_object_signing_alg: Algorithm,
  token_endpoint_auth_signing_alg: Algorithm,
  authorization_signed_response_alg: Algorithm,
  tls_client_certificate_bound_access_tokens: z.literal(true, 'Expected true').optional(),
});

function isScope(scope: string): boolean {
  const known: readonly string[] = SCOPES;
  return scope.split(' ').every((word) => known.includes(word));
}

export type Metadata = Readonly<Record<string, unknown>>;

/**
 * The software that registers, with its directory entry, its software statement and its TLS
 * certificate.
 */
export interface Registrant {
  readonly known: KnownSoftware;
  readonly statement: SoftwareStatement;
  readonly certificate: ClientCertificate;
}

/** Returns the metadata that is registered (RFC 7591), or a refusal that lists every problem. */
export function readMetadata(
  claims: Readonly<Record<string, unknown>>,
  registrant: Registrant,
): Metadata | Refused {
  const parsed = Requested.safeParse(claims);
  const found = [
    ...(parsed.error?.issues ?? []).map((issue) => ({
      isUri: issue.path[0] === 'redirect_uris',
      problem: problemOf(issue),
    })),
    ...ruleProblems(claims, registrant),
  ];
  if (!parsed.success || found.length > 0) {
    const isUri = found.every((problem) => problem.isUri);
    const error = isUri ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    return new Refused(error, found.map(({ problem }) => problem).join(' '));
  }
  const requested = parsed.data;
  const { software, organisation } = registrant.known;
  const method = requested.token_endpoint_auth_method;
  const responseTypes = requested.response_types ?? RESPONSE_TYPES;
  return {
    client_name: software.name,
    software_id: software.id,
    org_id: organisation.id,
    redirect_uris: requested.redirect_uris,
    token_endpoint_auth_method: method,
    ...(method === 'tls_client_auth'
      ? { tls_client_auth_subject_dn: requested.tls_client_auth_subject_dn }
      : { token_endpoint_auth_signing_alg: ALGORITHM }),
    application_type: 'web',
    grant_types: grantTypesFor(responseTypes, requested.grant_types),
    response_types: responseTypes,
    scope: requested.scope ?? SCOPES.join(' '),
    subject_type: SUBJECT_TYPE,
    id_token_signed_response_alg: ALGORITHM,
    request_object_signing_alg: ALGORITHM,
    authorization_signed_response_alg: ALGORITHM,
    tls_client_certificate_bound_access_tokens: true,
  };
}

/**
 * Returns the grant types that are registered. `authorization_code` and `implicit` depend on the
 * response types (RFC 7591, 2.1). `client_credentials` is registered only if the client requested
 * it.
 */
function grantTypesFor(
  responseTypes: readonly string[],
  requested: readonly string[] = GRANT_TYPES,
): readonly string[] {
  const isRegistered = {
    authorization_code: true,
    client_credentials: requested.includes('client_credentials'),
    implicit: responseTypes.includes('code id_token'),
  };
  return GRANT_TYPES.filter((type) => isRegistered[type]);
}

/**
 * A problem of a registration request. A problem of a redirect URI has an error code of its own.
 */
interface Problem {
  readonly isUri: boolean;
  readonly problem: string;
}

/**
 * Returns the problems for each rule that a request breaks. Fields with a wrong format are skipped,
 * because the schema reports them.
 */
function ruleProblems(
  claims: Readonly<Record<string, unknown>>,
  registrant: Registrant,
): Problem[] {
  const { known, statement, certificate } = registrant;
  const found: Problem[] = [];
  // A redirect URI must be listed both in the directory and in the software statement.
  const uris = RedirectUris.safeParse(claims['redirect_uris']).data ?? [];
  const isListed = (uri: string): boolean =>
    known.software.redirectUris.includes(uri) && statement.software_redirect_uris.includes(uri);
  if (!uris.every(isListed)) {
    const problem =
      'Each of redirect_uris must be listed in the software statement and in the directory.';
    found.push({ isUri: true, problem });
  }
  const { software_id: softwareId, tls_client_auth_subject_dn: name } = claims;
  if (typeof softwareId === 'string' && softwareId !== known.software.id) {
    found.push({ isUri: false, problem: 'software_id must be that of the software statement.' });
  }
  const isNameNeeded = claims['token_endpoint_auth_method'] === 'tls_client_auth';
  const isNamed = typeof name === 'string' && sameName(name, certificate.subject);
  if (isNameNeeded && !isNamed) {
    const problem = 'tls_client_auth_subject_dn must be the subject of the TLS certificate.';
    found.push({ isUri: false, problem });
  }
  return found;
}
