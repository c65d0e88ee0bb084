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
import { SECOND_MS, type Clock } from '../../shared/time.ts';
import { useOf } from '../single-use.ts';
import { verifyJwt } from './jwt.ts';
import { readMetadata, type Metadata, type Registrant } from './metadata.ts';
import { Refused } from './refused.ts';
import { MAX_STATEMENT_AGE_SECONDS, readStatement, statementIn } from './statement.ts';

/** Largest body of a registration, in bytes. */
export const MAX_REGISTRATION_BYTES = 64 * 1024;

/** How old a request may be, in seconds: so long it is remembered that it was used. */
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
  /** The keys that the directory signs software statements with, of this moment. */
  readonly directoryKeys: () => readonly PublicJwk[];
  /** What the authorisation server itself has against metadata. */
  readonly validateClient: (
    metadata: Metadata,
    known: KnownSoftware,
  ) => { readonly error: string; readonly description: string } | undefined;
  /** Whom requests must be meant for: the authorisation server. */
  readonly issuerUrl: string;
  /** The machine's. */
  readonly clock: Clock;
}

/** A request to register, as it came in at the door of mutual TLS. */
export interface RegistrationRequest {
  readonly contentType: string | undefined;
  readonly body: string;
  readonly certificate: ClientCertificate | null;
  /** What the TPP does by it, once its client id is known. */
  readonly actOf: (clientId: string) => Act;
}

export interface RegistrationAnswer {
  readonly status: 200 | 201 | 204 | 400 | 403 | 415;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Dynamic client registration as UK Open Banking has it (RFC 7591 and 7592 with a software
 * statement of the directory; docs/decisions, 41). Whoever reads, changes or ends a registration
 * shows a token of that client, verified with its certificate: `grant`.
 */
export interface ClientRegistration {
  register(request: RegistrationRequest): Promise<RegistrationAnswer>;
  read(clientId: string, grant: Grant): Promise<RegistrationAnswer>;
  change(clientId: string, grant: Grant, request: RegistrationRequest): Promise<RegistrationAnswer>;
  remove(clientId: string, grant: Grant, act: Act): Promise<RegistrationAnswer>;
}

const NOT_YOURS: RegistrationAnswer = { status: 403, body: null };

/** Registration over a store, a directory and an authorisation server. */
export function createRegistration(parts: RegistrationParts): ClientRegistration {
  const { store, clock } = parts;
  return {
    async register(request) {
      const asked = await readRequest(parts, request);
      if (!('metadata' in asked)) return asked;
      const now = clock();
      const clientId = newId('client', now);
      const { softwareId, metadata, use } = asked;
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
      return registration === undefined ? NOT_YOURS : { status: 200, body: bodyOf(registration) };
    },
    async change(clientId, grant, request) {
      const before = await findOwn(store, clientId, grant);
      if (before === undefined) return NOT_YOURS;
      const asked = await readRequest(parts, request);
      if (!('metadata' in asked)) return asked;
      if (asked.softwareId !== before.softwareId) return answerRefused(OTHER_SOFTWARE);
      const { metadata, use } = asked;
      switch (await store.changeRegistration(clientId, metadata, use, request.actOf(clientId))) {
        case 'kept':
          return { status: 200, body: bodyOf({ ...before, metadata }) };
        case 'gone':
          return NOT_YOURS;
        case 'requestUsed':
          return answerRefused(REPLAYED);
      }
    },
    async remove(clientId, grant, act) {
      const registration = await findOwn(store, clientId, grant);
      if (registration === undefined) return NOT_YOURS;
      return (await store.removeRegistration(clientId, act))
        ? { status: 204, body: null }
        : NOT_YOURS;
    },
  };
}

const TOO_MANY = new Refused(
  'invalid_client_metadata',
  `The software has ${String(MAX_REGISTRATIONS_PER_SOFTWARE)} registrations; delete one first.`,
);
const OTHER_SOFTWARE = new Refused(
  'invalid_client_metadata',
  'The registration is of other software.',
);
const REPLAYED = new Refused('invalid_client_metadata', 'The jti was used before.');

/** The registration of whoever asks for it: a customer's approval of a payment is not enough. */
async function findOwn(
  store: Pick<DirectoryStore, 'findRegistration'>,
  clientId: string,
  grant: Grant,
): Promise<Registration | undefined> {
  const isOwn = grant.clientId === clientId && grant.kind === 'client';
  return isOwn && grant.certificate !== null ? store.findRegistration(clientId) : undefined;
}

interface Asked {
  readonly softwareId: string;
  readonly metadata: Metadata;
  /** That its jti is used: with what it asks for, so that one that is refused may be mended. */
  readonly use: SingleUse;
}

/** What a request asks for, when everything about it is right. */
async function readRequest(
  parts: RegistrationParts,
  { contentType, body, certificate }: RegistrationRequest,
): Promise<Asked | RegistrationAnswer> {
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
  const named = [software.id, expectDefined(jti, 'the jti of a request that was verified')];
  const expiresAt = now + 2 * MAX_REQUEST_AGE_SECONDS * SECOND_MS;
  return {
    softwareId: software.id,
    metadata: { ...metadata, software_statement: jwt },
    use: useOf('RegistrationRequest', named, expiresAt, now),
  };
}

/** Whom a statement speaks of, when the directory and the door agree with it. */
async function findRegistrant(
  { store, directoryKeys, clock }: RegistrationParts,
  jwt: string,
  certificate: ClientCertificate | null,
): Promise<Registrant | Refused> {
  const statement = await readStatement(jwt, directoryKeys(), clock());
  if (statement instanceof Refused) return statement;
  const known = await store.findSoftware(statement.software_id);
  if (known?.isAdmitted !== true || known.organisation.id !== statement.org_id) {
    return unapproved('The directory does not list it as active software of an active PISP.');
  }
  if (certificate === null || !isCertificateOf(known, certificate)) {
    return unapproved('The certificate shown is not one of this software.');
  }
  return { known, statement, certificate };
}

function unapproved(description: string): Refused {
  return new Refused('unapproved_software_statement', description);
}

function isCertificateOf({ software }: KnownSoftware, { thumbprint }: ClientCertificate): boolean {
  return software.certificates.some(
    (one) => one.thumbprint === thumbprint && one.status === 'Active',
  );
}

function answerRefused({
  error,
  description,
}: Pick<Refused, 'error' | 'description'>): RegistrationAnswer {
  return { status: 400, body: { error, error_description: description } };
}

function bodyOf({ clientId, metadata, registeredAt }: Registration): RegistrationAnswer['body'] {
  const issuedAt = Math.floor(registeredAt / SECOND_MS);
  return { client_id: clientId, client_id_issued_at: issuedAt, ...metadata };
}
