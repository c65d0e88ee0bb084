import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SCOPES } from '../auth/profile.ts';
import type { DirectoryStore } from '../domain/ports/directory-store.ts';
import { serviceActor } from '../domain/records/audit.ts';
import type { Clock } from '../shared/time.ts';
import { withCallback } from './callback.ts';
import { tppFiles, type SandboxPki } from './pki/paths.ts';
import { SANDBOX_SEED } from './seed.ts';

/**
 * The sandbox's TPP that authenticates with signed assertions. The sandbox's other TPPs
 * authenticate with their certificates.
 */
const SIGNS_ASSERTIONS = 'tpp-two';

interface Parts {
  readonly store: Pick<
    DirectoryStore,
    'findRegistration' | 'saveRegistration' | 'changeRegistration'
  >;
  readonly pki: SandboxPki;
  readonly machineClock: Clock;
  readonly clock: Clock;
  /** Port of the customers' listener. */
  readonly pagesPort: number;
}

/**
 * Registers the TPPs that the sandbox provides, for use on the TLS listeners. The client id of each
 * TPP is its software id. If a TPP is registered already, only the URL of the sandbox's callback
 * page is updated.
 */
export async function registerReadyMade(parts: Parts): Promise<void> {
  const { store, pki, machineClock, clock, pagesPort } = parts;
  const all = SANDBOX_SEED.directory.flatMap(({ software }) => software);
  for (const { id, redirectUris } of all) {
    const act = { at: clock(), by: serviceActor('sandbox') };
    const before = await store.findRegistration(id);
    if (before !== undefined) {
      const uris = before.metadata['redirect_uris'] as readonly string[];
      const metadata = { ...before.metadata, redirect_uris: withCallback(uris, pagesPort) };
      const isSame = JSON.stringify(metadata) === JSON.stringify(before.metadata);
      if (!isSame) await store.changeRegistration(id, metadata, null, act);
      continue;
    }
    const file = tppFiles(pki, id).transport.certificate;
    const { subject } = new X509Certificate(await readFile(file));
    const authentication =
      id === SIGNS_ASSERTIONS
        ? { token_endpoint_auth_method: 'private_key_jwt' }
        : { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: subject };
    const metadata = {
      client_name: id,
      redirect_uris: withCallback(redirectUris, pagesPort),
      scope: SCOPES.join(' '),
      ...authentication,
    };
    const registration = {
      clientId: id,
      softwareId: id,
      metadata,
      registeredAt: machineClock(),
    };
    await store.saveRegistration(registration, null, act);
  }
}
