import type { AdapterPayload, ClientMetadata, Configuration } from 'oidc-provider';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { KnownSoftware, Registration } from '../../domain/records/access.ts';
import { ALGORITHM, GRANT_TYPES, RESPONSE_MODES, RESPONSE_TYPES, SCOPES } from '../profile.ts';

/** Client metadata that is the same for every TPP. A registration cannot change it. */
export const CLIENT_DEFAULTS = {
  authorization_signed_response_alg: ALGORITHM,
  grant_types: GRANT_TYPES,
  id_token_signed_response_alg: ALGORITHM,
  request_object_signing_alg: ALGORITHM,
  require_signed_request_object: true,
  response_modes: RESPONSE_MODES,
  response_types: RESPONSE_TYPES,
  scope: SCOPES.join(' '),
  tls_client_certificate_bound_access_tokens: true,
  token_endpoint_auth_method: 'private_key_jwt',
} as const satisfies Configuration['clientDefaults'];

/**
 * The names of client metadata that a TPP's registration determines. All other metadata is in
 * CLIENT_DEFAULTS.
 */
const REGISTERED_METADATA = [
  'client_name',
  'token_endpoint_auth_method',
  'tls_client_auth_subject_dn',
  'grant_types',
  'response_types',
  'scope',
] as const satisfies (keyof ClientMetadata)[];

/**
 * Name of the client metadata field that lists the thumbprints of the client's active certificates.
 */
export const CERTIFICATES = 'certificates';

/**
 * Returns the client metadata of a TPP. Returns undefined unless the TPP is registered, and its
 * software and organisation may use the service. Keys and certificates are read from the directory
 * each time, so a revocation takes effect at once.
 */
export async function findClient(
  store: Pick<DirectoryStore, 'findRegistration' | 'findSoftware'>,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const registration = await store.findRegistration(clientId);
  if (registration === undefined) return undefined;
  const known = await store.findSoftware(registration.softwareId);
  return known?.isAdmitted === true ? clientOf(registration, known) : undefined;
}

/**
 * Combines a registration and the directory's data into the client metadata that oidc-provider
 * uses.
 */
export function clientOf(
  { clientId, metadata }: Pick<Registration, 'clientId' | 'metadata'>,
  {
    software: { keys, certificates, redirectUris },
    organisation,
  }: Pick<KnownSoftware, 'software' | 'organisation'>,
): AdapterPayload {
  const active = certificates.filter(({ status }) => status === 'Active');
  return {
    ...Object.fromEntries(
      REGISTERED_METADATA.filter((name) => name in metadata).map((name) => [name, metadata[name]]),
    ),
    client_id: clientId,
    // Includes only the redirect URIs that the directory still lists.
    redirect_uris: redirectUris.filter((uri) => isIn(metadata['redirect_uris'], uri)),
    jwks: { keys },
    sector_identifier_uri: sectorOf(organisation.id),
    [CERTIFICATES]: active.map(({ thumbprint }) => thumbprint),
  };
}

/**
 * Returns the sector identifier of a TPP's organisation. A customer has the same `sub` within one
 * sector. The sector is the organisation because its software may redirect to several hosts. The
 * URI is never fetched (RFC 6761: `.invalid` does not resolve).
 */
function sectorOf(organisationId: string): string {
  return `https://organisations.invalid/${encodeURIComponent(organisationId)}`;
}

function isIn(listed: unknown, uri: string): boolean {
  return Array.isArray(listed) && listed.includes(uri);
}
