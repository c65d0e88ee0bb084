import type { SingleUse } from '../../domain/ports/authorisation-store.ts';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import {
  MAX_REGISTRATIONS_PER_SOFTWARE,
  type ClientCertificate,
  type KnownSoftware,
  type PublicJwk,
  type Registration,
} from '../../domain/records/access.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Grant } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { newId } from '../../shared/ids.ts';
import { epochSeconds, SECOND_MS, type Clock } from '../../shared/time.ts';
import { useOf } from '../single-use.ts';
import { verifyJwt } from './jwt.ts';
import { readMetadata, type Metadata, type Registrant } from './metadata.ts';
import { MAX_STATEMENT_AGE_SECONDS, readStatement, Refused, statementIn } from './statement.ts';

/** Maximum size of a registration request, in bytes. */
export const MAX_REGISTRATION_BYTES = 64 * 1024;

/**
 * Maximum age of a registration request, in seconds. The request's `jti` is stored for longer than
 * that, to detect reuse.
 */
const MAX_REQUEST_AGE_SECONDS = MAX_STATEMENT_AGE_SECONDS;

export interface RegistrationParts {
  readonly store: Pick<
    DirectoryStore,
    | 'findSoftware'
    | 'findRegistration'
    | 'saveRegistration'
    | 'changeRegistration'
    | 'removeRegistration'
  >;
  /** Returns the directory's current keys, which verify its software statements. */
  readonly directoryKeys: () => readonly PublicJwk[];
  /**
   * Validates client metadata in the authorisation server. Returns the error if the metadata is
   * invalid.
   */
  readonly validateClient: (
    metadata: Metadata,
    known: KnownSoftware,
  ) => { readonly error: string; readonly description: string } | undefined;
  /**
   * Issuer URL of the authorisation server. Registration requests must name it as their audience.
   */
  readonly issuerUrl: string;
  /** The system clock. */
  readonly clock: Clock;
}

/** An HTTP request to create or change a registration, as the mTLS listener received it. */
export interface RegistrationRequest {
  readonly contentType: string | undefined;
  readonly body: string;
  readonly certificate: ClientCertificate | null;
  /**
   * Returns the actor and the time for the audit log. It is a function, because the id of a new
   * client is assigned late.
   */
  readonly actOf: (clientId: string) => Act;
}

export interface RegistrationAnswer {
  readonly status: 200 | 201 | 204 | 400 | 403 | 415;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Dynamic client registration for UK Open Banking, according to RFC 7591 and RFC 7592. The TPP
 * sends a software statement of the directory (docs/decisions, 41). To read, change or delete a
 * registration, the TPP presents a token of that client. `grant` is the grant of this token, which
 * was verified together with the certificate.
 */
export interface ClientRegistration {
  register(request: RegistrationRequest): Promise<RegistrationAnswer>;
  read(clientId: string, grant: Grant): Promise<RegistrationAnswer>;
  change(clientId: string, grant: Grant, request: RegistrationRequest): Promise<RegistrationAnswer>;
  remove(clientId: string, grant: Grant, act: Act): Promise<RegistrationAnswer>;
}

const NOT_OWNER: RegistrationAnswer = { status: 403, body: null };

/** Creates the client registration service. */
export function createRegistration(parts: RegistrationParts): ClientRegistration {
  const { store, clock } = parts;
  return {
    async register(request) {
      const accepted = await readRequest(parts, request);
      if (!('metadata' in accepted)) return accepted;
      const now = clock();
      const clientId = newId('client', now);
      const { softwareId, metadata, use } = accepted;
      const registration = { clientId, softwareId, metadata, registeredAt: now };
      switch (await store.saveRegistration(registration, use, request.actOf(clientId))) {
        case 'kept':
          return { status: 201, body: bodyOf(registration) };
        case 'tooMany':
          return answerRefused(TOO_MANY);
        case 'requestUsed':
          return answerRefused(REPLAYED);
      }
    },
    async read(clientId, grant) {
      const registration = await findOwn(store, clientId, grant);
      return registration === undefined ? NOT_OWNER : { status: 200, body: bodyOf(registration) };
    },
    async change(clientId, grant, request) {
      const before = await findOwn(store, clientId, grant);
      if (before === undefined) return NOT_OWNER;
      const accepted = await readRequest(parts, request);
      if (!('metadata' in accepted)) return accepted;
      if (accepted.softwareId !== before.softwareId) return answerRefused(OTHER_SOFTWARE);
      const { metadata, use } = accepted;
      switch (await store.changeRegistration(clientId, metadata, use, request.actOf(clientId))) {
        case 'kept':
          return { status: 200, body: bodyOf({ ...before, metadata }) };
        case 'gone':
          return NOT_OWNER;
        case 'requestUsed':
          return answerRefused(REPLAYED);
      }
    },
    async remove(clientId, grant, act) {
      const registration = await findOwn(store, clientId, grant);
      if (registration === undefined) return NOT_OWNER;
      return (await store.removeRegistration(clientId, act))
        ? { status: 204, body: null }
        : NOT_OWNER;
    },
  };
}

const TOO_MANY = new Refused(
  'invalid_client_metadata',
  `The software has ${String(MAX_REGISTRATIONS_PER_SOFTWARE)} registrations, which is the maximum. Delete one first.`,
);
const OTHER_SOFTWARE = new Refused(
  'invalid_client_metadata',
  'The software statement is of other software than the registration.',
);
const REPLAYED = new Refused(
  'invalid_client_metadata',
  'The jti has already been used. Sign the request again with a new jti.',
);

/**
 * Returns the registration if the grant belongs to the client's own token. A token from a
 * customer's approval is refused.
 */
async function findOwn(
  store: Pick<DirectoryStore, 'findRegistration'>,
  clientId: string,
  grant: Grant,
): Promise<Registration | undefined> {
  const isOwn = grant.clientId === clientId && grant.kind === 'client';
  return isOwn && grant.certificate !== null ? store.findRegistration(clientId) : undefined;
}

interface AcceptedRequest {
  readonly softwareId: string;
  readonly metadata: Metadata;
  /**
   * The record that marks the request's `jti` as used. It is stored together with the registration.
   * A TPP can therefore correct a refused request and send it again with the same `jti`.
   */
  readonly use: SingleUse;
}

/**
 * Verifies a registration request. Returns the metadata to register, or the response that refuses
 * the request.
 */
async function readRequest(
  parts: RegistrationParts,
  { contentType, body, certificate }: RegistrationRequest,
): Promise<AcceptedRequest | RegistrationAnswer> {
  if (!/^application\/(?:jwt|jose)(?:;|$)/i.test(contentType ?? '')) {
    return { status: 415, body: null };
  }
  const jwt = statementIn(body);
  if (jwt instanceof Refused) return answerRefused(jwt);
  const registrant = await findRegistrant(parts, jwt, certificate);
  if (registrant instanceof Refused) return answerRefused(registrant);
  const { software } = registrant.known;
  const expected = {
    issuer: software.id,
    audience: parts.issuerUrl,
    maxAgeSeconds: MAX_REQUEST_AGE_SECONDS,
    requiredClaims: ['jti', 'exp'],
  };
  const now = parts.clock();
  const verified = await verifyJwt(body, software.keys, expected, now);
  if ('problem' in verified) {
    return answerRefused(new Refused('invalid_client_metadata', verified.problem));
  }
  const metadata = readMetadata(verified.claims, registrant);
  if (metadata instanceof Refused) return answerRefused(metadata);
  const invalid = parts.validateClient(metadata, registrant.known);
  if (invalid !== undefined) return answerRefused(invalid);
  const { jti } = verified.claims;
  const usedIds = [software.id, expectDefined(jti, 'the jti of a request that was verified')];
  const expiresAt = now + 2 * MAX_REQUEST_AGE_SECONDS * SECOND_MS;
  return {
    softwareId: software.id,
    metadata: { ...metadata, software_statement: jwt },
    use: useOf('RegistrationRequest', usedIds, expiresAt, now),
  };
}

/**
 * Returns the software that a software statement describes. The statement must match the directory
 * and the client's TLS certificate.
 */
async function findRegistrant(
  { store, directoryKeys, clock }: RegistrationParts,
  jwt: string,
  certificate: ClientCertificate | null,
): Promise<Registrant | Refused> {
  const statement = await readStatement(jwt, directoryKeys(), clock());
  if (statement instanceof Refused) return statement;
  const known = await store.findSoftware(statement.software_id);
  if (known?.isAdmitted !== true || known.organisation.id !== statement.org_id) {
    return unapproved(
      'The directory does not list this software as active software of an active PISP.',
    );
  }
  if (certificate === null || !isCertificateOf(known, certificate)) {
    return unapproved(
      'The TLS certificate is not an active certificate of this software in the directory.',
    );
  }
  return { known, statement, certificate };
}

function unapproved(description: string): Refused {
  return new Refused('unapproved_software_statement', description);
}

function isCertificateOf({ software }: KnownSoftware, { thumbprint }: ClientCertificate): boolean {
  return software.certificates.some(
    (listed) => listed.thumbprint === thumbprint && listed.status === 'Active',
  );
}

function answerRefused({
  error,
  description,
}: Pick<Refused, 'error' | 'description'>): RegistrationAnswer {
  return { status: 400, body: { error, error_description: description } };
}

function bodyOf({ clientId, metadata, registeredAt }: Registration): RegistrationAnswer['body'] {
  const issuedAt = epochSeconds(registeredAt);
  return { client_id: clientId, client_id_issued_at: issuedAt, ...metadata };
}
