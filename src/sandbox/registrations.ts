import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SCOPES } from '../auth/profile.ts';
import { serviceActor } from '../domain/audit.ts';
import type { DirectoryStore } from '../domain/directory-store.ts';
import type { Clock } from '../kernel/time.ts';
import { tppFiles, type SandboxPki } from './pki/paths.ts';
import { SANDBOX_SEED } from './seed.ts';

/** The ready-made TPP that signs assertions; the others are known by their certificates. */
const SIGNS_ASSERTIONS = 'tpp-two';

/**
 * Registers the ready-made TPPs of the sandbox at the doors of TLS, each by its own name, unless
 * they are registered already.
 */
export async function registerReadyMade(
  store: Pick<DirectoryStore, 'findRegistration' | 'saveRegistration'>,
  pki: SandboxPki,
  { machineClock, clock }: { readonly machineClock: Clock; readonly clock: Clock },
): Promise<void> {
  const all = SANDBOX_SEED.directory.flatMap(({ software }) => software);
  for (const { id, redirectUris } of all) {
    if ((await store.findRegistration(id)) !== undefined) continue;
    const file = tppFiles(pki, id).transport.certificate;
    const { subject } = new X509Certificate(await readFile(file));
    const authentication =
      id === SIGNS_ASSERTIONS
        ? { token_endpoint_auth_method: 'private_key_jwt' }
        : { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: subject };
    const metadata = {
      client_name: id,
      redirect_uris: redirectUris,
      scope: SCOPES.join(' '),
      ...authentication,
    };
    const registration = {
      ...{ clientId: id, softwareId: id, metadata },
      registeredAt: machineClock(),
    };
    await store.saveRegistration(registration, null, { at: clock(), by: serviceActor('sandbox') });
  }
}
