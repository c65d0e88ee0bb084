import type { AdapterPayload, ClientMetadata, Configuration } from 'oidc-provider';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { KnownSoftware, Registration } from '../../domain/records/access.ts';
import { ALGORITHM, GRANT_TYPES, RESPONSE_MODES, RESPONSE_TYPES, SCOPES } from '../profile.ts';

/** What holds for every TPP, whatever it registers. */
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

/** What a TPP settles by its registration. Everything else is the same for all of them. */
const OWN_METADATA = [
  'client_name',
  'token_endpoint_auth_method',
  'tls_client_auth_subject_dn',
  'grant_types',
  'response_types',
  'scope',
] as const satisfies (keyof ClientMetadata)[];

/** The member of a client's metadata that lists the thumbprints of its good certificates. */
export const CERTIFICATES = 'certificates';

/**
 * A TPP as the authorisation server knows it; undefined unless it is registered and its software
 * and organisation are admitted. Keys and certificates are the directory's of this very moment, so
 * that what is taken back there is good no longer.
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

/** A registration as the authorisation server takes it, with the directory's say in it. */
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
      OWN_METADATA.filter((name) => name in metadata).map((name) => [name, metadata[name]]),
    ),
    client_id: clientId,
    // What the directory takes back leads nowhere any more.
    redirect_uris: redirectUris.filter((uri) => isIn(metadata['redirect_uris'], uri)),
    jwks: { keys },
    sector_identifier_uri: sectorOf(organisation.id),
    [CERTIFICATES]: active.map(({ thumbprint }) => thumbprint),
  };
}

/**
 * URI of the sector in which customers have one identifier: the TPP's organisation, whose software
 * may redirect to several hosts. It is never fetched (RFC 6761: `.invalid` does not resolve).
 */
function sectorOf(organisationId: string): string {
  return `https://organisations.invalid/${encodeURIComponent(organisationId)}`;
}

function isIn(listed: unknown, uri: string): boolean {
  return Array.isArray(listed) && listed.includes(uri);
}
