import { DEFAULT_PORTS } from '../config/default-ports.ts';
import type { AddressesReport } from '../ops/commands/addresses.ts';
import { requestIfRunning } from './control-client.ts';
import { CliError } from './program.ts';

/** Ports of the sandbox's TLS listeners as written in the settings. */
export interface PortSettings {
  /** `PIS_HTTPS_PORT` */
  readonly https?: string | undefined;
  /** `PIS_PAGES_PORT` */
  readonly pages?: string | undefined;
}

/**
 * Returns the base URLs of the sandbox's TLS listeners. A running service reports them. Otherwise
 * they are derived from the settings. Throws if a port is 0 or invalid, because it is then unknown.
 */
export async function findListenerPorts(
  control: string,
  { https, pages }: PortSettings,
): Promise<AddressesReport> {
  const reported = await requestIfRunning<AddressesReport>(
    control,
    'GET /addresses',
    'npm run pki',
  );
  return (
    reported ?? {
      apiUrl: addressOf('PIS_HTTPS_PORT', https, DEFAULT_PORTS.https),
      issuerUrl: addressOf('PIS_PAGES_PORT', pages, DEFAULT_PORTS.pages),
    }
  );
}

function addressOf(setting: string, written: string | undefined, usual: number): string {
  const port = written ?? String(usual);
  if (/^[1-9]\d{0,4}$/.test(port)) return `https://localhost:${port}`;
  throw new CliError(
    `No service is running, and ${setting}=${port} is not a fixed port. ` +
      'Start the service with the same PIS_DATA_DIR, or set a port from 1 to 65535.',
  );
}
