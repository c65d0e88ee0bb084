import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, SignJWT, type JWTHeaderParameters } from 'jose';
import { afterEach, beforeEach, inject } from 'vitest';
import { thumbprintOf } from '../../../../src/auth/certificates/certificates.ts';
import {
  parseKeys,
  publicPart,
  readKeys,
  type PrivateJwk,
} from '../../../../src/auth/keys/key-file.ts';
import {
  createRegistration,
  type RegistrationRequest,
} from '../../../../src/auth/registration/index.ts';
import { type SeededStore } from '../../../../src/domain/ports/store-admin.ts';
import type { DirectoryOrganisation } from '../../../../src/domain/records/access.ts';
import type { Grant } from '../../../../src/domain/records/records.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import type { Instant } from '../../../../src/shared/time.ts';
import { ownerOf, readOrganisations } from '../../../../src/sandbox/pki/directory.ts';
import { sandboxPki, tppFiles } from '../../../../src/sandbox/pki/paths.ts';
import { SANDBOX_SEED } from '../../../../src/sandbox/seed.ts';
import type { AuditRow } from '../../../../src/store/repositories/audit/audit-chain.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, actAt } from '../../../contract/store/fixtures.ts';
import { realTime } from '../../../helpers/real-time.ts';

const ISSUER = 'https://auth.bank.example';
export const METHOD = 'tls_client_auth';

/** Changes to a valid request. Claims that are undefined are removed. */
export interface RequestChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: PrivateJwk;
  /** Changes to the software statement in the request. */
  readonly statement?: Omit<RequestChanges, 'statement'>;
  /** The TPP whose certificate is presented. Null for none. */
  readonly shows?: string | null;
  readonly contentType?: string;
}

/** Creates a registration service for each test, with a new store and the TPPs of the sandbox. */
export function useRegistrationService() {
  let service: RegistrationFixture | undefined;
  let directory = '';
  const tested = {
    get service() {
      return expectDefined(service, 'the service');
    },
    /** Returns the result of registering tpp-one with a changed request. */
    async outcome(otherwise: RequestChanges): Promise<string> {
      const request = await tested.service.request('tpp-one', otherwise);
      const { status, body } = await tested.service.registration.register(request);
      return [status, body?.['error'], body?.['error_description']].filter(Boolean).join(' ');
    },
  };
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'registration-'));
    service = await openOffice(directory);
  });
  afterEach(async () => {
    await tested.service.store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return tested;
}

async function openOffice(directory: string): Promise<RegistrationFixture> {
  const pki = sandboxPki(inject('pki'));
  const organisations = expectDefined(await readOrganisations(pki.directory), 'the directory');
  const path = `${directory}/bank.db`;
  const store = openSqliteStore(path, realTime);
  await store.seed(SANDBOX_SEED, realTime());
  await store.replaceDirectory(organisations, ACT);
  const [directoryKey] = await readKeys(pki.directorySigning);
  return new RegistrationFixture(
    path,
    store,
    organisations,
    expectDefined(directoryKey, "the directory's key"),
  );
}

/** The registration service under test, and the messages that TPPs send to it. */
class RegistrationFixture {
  readonly #path: string;
  readonly store: SeededStore;
  readonly organisations: readonly DirectoryOrganisation[];
  readonly directoryKey: PrivateJwk;
  readonly registration;
  invalid: { error: string; description: string } | undefined;
  now: Instant = realTime();

  constructor(
    path: string,
    store: SeededStore,
    organisations: readonly DirectoryOrganisation[],
    directoryKey: PrivateJwk,
  ) {
    this.#path = path;
    this.store = store;
    this.organisations = organisations;
    this.directoryKey = directoryKey;
    this.registration = createRegistration({
      store,
      directoryKeys: () => [publicPart(directoryKey)],
      validateClient: () => this.invalid,
      issuerUrl: ISSUER,
      clock: () => this.now,
    });
  }

  /** Closes the store and returns the audit entries about registrations. */
  async recorded(): Promise<readonly AuditRow[]> {
    await this.store.close();
    const entries = readAuditLog(this.#path, (rows) => [...rows]);
    return entries.filter(({ action }) => action.startsWith('registration'));
  }

  /** Returns a registration request of a TPP with these changes. */
  async request(name: string, otherwise: RequestChanges = {}): Promise<RegistrationRequest> {
    const { software } = this.listed(name);
    const key = otherwise.key ?? keyOf(name);
    const seconds = Math.floor(this.now / 1000);
    const right = {
      iss: software.id,
      aud: ISSUER,
      exp: seconds + 300,
      redirect_uris: software.redirectUris,
      token_endpoint_auth_method: METHOD,
      tls_client_auth_subject_dn: certificateOf(name).subject,
      scope: 'openid payments',
      software_statement: await this.statement(name, otherwise.statement),
    };
    const shows = otherwise.shows === undefined ? name : otherwise.shows;
    return {
      contentType: otherwise.contentType ?? 'application/jwt',
      body: await this.#sign({ ...right, ...otherwise.claims }, key, otherwise.header),
      certificate: shows === null ? null : certificateOf(shows),
      actOf: (clientId) => ({ ...actAt(this.now), by: { ...ACT.by, id: clientId } }),
    };
  }

  /** Returns the directory's software statement of a TPP. */
  statement(name: string, otherwise: Omit<RequestChanges, 'statement'> = {}): Promise<string> {
    const { software, organisation } = this.listed(name);
    const right = {
      iss: 'OpenBanking Ltd',
      software_id: software.id,
      org_id: organisation.id,
      org_status: 'Active',
      software_roles: ['AISP', 'PISP'],
      software_redirect_uris: software.redirectUris,
      software_jwks: { keys: software.keys },
    };
    const key = otherwise.key ?? this.directoryKey;
    return this.#sign({ ...right, ...otherwise.claims }, key, otherwise.header);
  }

  /** Registers a TPP. Returns its client id and a token of its own. */
  async register(name: string): Promise<{ clientId: string; grant: Grant }> {
    const { body } = await this.registration.register(await this.request(name));
    const clientId = String(body?.['client_id']);
    const certificate = certificateOf(name).thumbprint;
    const kind = { kind: 'client', consentId: null } as const;
    const grant = { clientId, ...kind, certificate, expiresAt: this.now + 3_600_000 };
    await this.store.saveToken({ hash: `token of ${clientId}`, grant });
    return { clientId, grant };
  }

  listed(name: string) {
    return expectDefined(ownerOf(this.organisations, name), name);
  }

  async #sign(
    claims: Readonly<Record<string, unknown>>,
    key: PrivateJwk,
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const issued = { iat: Math.floor(this.now / 1000), jti: randomUUID(), ...claims };
    const protectedHeader: JWTHeaderParameters = { alg: 'PS256', kid: key.kid, ...header };
    return new SignJWT(JSON.parse(JSON.stringify(issued)) as Record<string, unknown>)
      .setProtectedHeader(protectedHeader)
      .sign(await importJWK({ ...key, alg: protectedHeader.alg }, protectedHeader.alg));
  }
}

/** Reads the signing key of a TPP of the sandbox. */
export function keyOf(name: string): PrivateJwk {
  const { signingKey } = tppFiles(sandboxPki(inject('pki')), name);
  return parseKeys(`{"keys":[${readFileSync(signingKey, 'utf8')}]}`, signingKey)[0].jwk;
}

/** Reads the certificate of a TPP of the sandbox. */
export function certificateOf(name: string) {
  const files = tppFiles(sandboxPki(inject('pki')), name);
  const certificate = new X509Certificate(readFileSync(files.transport.certificate));
  return { thumbprint: thumbprintOf(certificate), subject: certificate.subject };
}
