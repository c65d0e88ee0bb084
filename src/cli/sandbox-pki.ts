import { existsSync } from 'node:fs';
import { dataFolder } from '../config/data-folder.ts';
import { DEFAULT_PORTS } from '../config/default-ports.ts';
import type { AddressesReport } from '../ops/route-parts.ts';
import type { Authorities } from '../sandbox/pki/certificates.ts';
import { ownerOf, readOrganisations, type Organisations } from '../sandbox/pki/directory.ts';
import { ensureAuthorities, ensureSandboxPki } from '../sandbox/pki/index.ts';
import type { SandboxPki } from '../sandbox/pki/paths.ts';
import type { Listed } from '../sandbox/pki/statements.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Instant } from '../shared/time.ts';
import { requestIfRunning } from './control-client.ts';
import { CliError, type CliContext } from './program.ts';

/** The sandbox's keys, certificates and directory. */
export interface OpenPki {
  readonly pki: SandboxPki;
  readonly authorities: Authorities;
  readonly organisations: Organisations;
  readonly now: Instant;
  /** Returns the base URLs of the sandbox's TLS listeners. */
  readonly listeners: () => Promise<AddressesReport>;
}

/**
 * Opens the PKI that the sandbox created at its first start (docs/decisions, 42). A running sandbox
 * reads changed files by itself.
 */
export async function openPki(context: CliContext): Promise<OpenPki> {
  const { dataDirectory, keysDirectory, machineClock } = context;
  const { pki: folder } = dataFolder(dataDirectory, keysDirectory);
  if (!existsSync(folder)) {
    throw new CliError(
      `There is no PKI in ${folder}. Start the sandbox there first, or set PIS_DATA_DIR.`,
    );
  }
  const now = machineClock();
  const pki = await ensureSandboxPki({ folder, now, hosts: [] });
  const authorities = await ensureAuthorities(pki, now);
  const organisations = expectDefined(await readOrganisations(pki.directory), 'the directory');
  return { pki, authorities, organisations, now, listeners: () => findListeners(context) };
}

/** Opens the PKI and finds a TPP in its directory. Throws if there is no TPP of this name. */
export async function openTpp(
  context: CliContext,
  name: string,
): Promise<OpenPki & { readonly listed: Listed }> {
  const opened = await openPki(context);
  const listed = ownerOf(opened.organisations, name);
  if (listed !== undefined) return { ...opened, listed };
  throw new CliError(
    `There is no TPP ${name}. See npx pisctl pki list, or create it: ` +
      `npx pisctl pki tpp ${name} --redirect https://…`,
  );
}

/**
 * Returns the base URLs of the sandbox's TLS listeners. A running service reports them. Otherwise
 * they are derived from the settings. Throws if a port is 0 or invalid, because it is then unknown.
 */
async function findListeners(context: CliContext): Promise<AddressesReport> {
  const { environment } = context;
  const status = 'npx pisctl pki list';
  const reported = await requestIfRunning<AddressesReport>(context, 'GET /addresses', status);
  const addressOf = (setting: string, usual: number): string => {
    const port = environment[setting] ?? String(usual);
    if (/^[1-9]\d{0,4}$/.test(port)) return `https://localhost:${port}`;
    throw new CliError(
      `No service is running, and ${setting}=${port} is not a fixed port. ` +
        'Start the service with the same PIS_DATA_DIR, or set a port from 1 to 65535.',
    );
  };
  return (
    reported ?? {
      apiUrl: addressOf('PIS_HTTPS_PORT', DEFAULT_PORTS.https),
      issuerUrl: addressOf('PIS_PAGES_PORT', DEFAULT_PORTS.pages),
    }
  );
}
