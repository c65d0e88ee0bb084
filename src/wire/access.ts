import { openKeyRing, type KeyRing } from '../auth/keys.ts';
import type { Config, SecureConfig } from '../config.ts';
import { dataFolder } from '../domain/data-folder.ts';
import { openSecureDoors, type SecureDoors, type SecureDoorSettings } from '../doors/secure.ts';
import { ensureSandboxPki } from '../sandbox/pki/index.ts';
import { BANK_ORGANISATION_ID } from '../sandbox/seed.ts';
import { secureBounds } from './bounds.ts';
import type { Surroundings } from './core.ts';

/** Where the doors of TLS are when no setting says so. */
const DEFAULT_HTTPS_PORT = 8443;
const DEFAULT_PAGES_PORT = 8444;

/** Names of this machine, by which the sandbox may be called too. */
const LOCAL_NAMES = ['127.0.0.1', '[::1]'];

/** What the doors of TLS and those behind them go by, whichever profile it comes from. */
export type AccessSettings = Omit<SecureConfig, 'bankFile'> & {
  /** Other names for the hosts of the two addresses. */
  readonly aliases: readonly string[];
};

/** Doors of TLS that are open, not serving yet, and the keys that sign. */
export interface Access {
  readonly settings: AccessSettings;
  readonly doors: SecureDoors;
  readonly keys: KeyRing;
}

/** Opens the doors of TLS; rejects with what is missing or wrong. */
export async function openAccess(config: Config, surroundings: Surroundings): Promise<Access> {
  const { machineClock, observe } = surroundings;
  const settings = config.secure ?? (await sandboxSettings(config, machineClock()));
  const keys = openKeyRing(settings.signingKeysFile, { observe });
  const open = (ports: Ports): Promise<SecureDoors> =>
    openSecureDoors(doorSettings(config, settings, ports), surroundings);
  const doors = await open(wantedPorts(config)).catch((error: unknown) => {
    // A second sandbox on the machine takes free ports, unless somebody named others.
    const isNamed = config.httpsPort !== undefined || config.pagesPort !== undefined;
    if (config.secure !== null || isNamed || !isTaken(error)) throw error;
    return open({ httpsPort: 0, pagesPort: 0 });
  });
  if (config.secure !== null) return { settings: { ...config.secure, aliases: [] }, doors, keys };
  const { httpsPort, pagesPort } = doors;
  const addresses = {
    apiUrl: `https://localhost:${String(httpsPort)}`,
    issuerUrl: `https://localhost:${String(pagesPort)}`,
    aliases: [...LOCAL_NAMES, ...config.publicHosts],
  };
  return { settings: { ...settings, ...addresses }, doors, keys };
}

interface Ports {
  readonly httpsPort: number;
  readonly pagesPort: number;
}

/** Where the doors of TLS are to be. */
export function wantedPorts(config: Pick<Config, 'httpsPort' | 'pagesPort'>): Ports {
  return {
    httpsPort: config.httpsPort ?? DEFAULT_HTTPS_PORT,
    pagesPort: config.pagesPort ?? DEFAULT_PAGES_PORT,
  };
}

/** What the sandbox makes for itself; its addresses follow from the ports that it gets. */
async function sandboxSettings(
  { dataDirectory, publicHosts }: Config,
  now: number,
): Promise<Omit<AccessSettings, 'apiUrl' | 'issuerUrl' | 'aliases'>> {
  const { pki: folder } = dataFolder(dataDirectory);
  const pki = await ensureSandboxPki({ folder, now, hosts: publicHosts });
  return {
    certificateFile: pki.server.certificate,
    keyFile: pki.server.key,
    clientCaFile: pki.chain,
    clientCrlFile: pki.crl,
    signingKeysFile: pki.bankKeys,
    organisationId: BANK_ORGANISATION_ID,
    directory: pki.directory,
    directoryKeysFile: pki.directoryKeys,
    bankTitle: 'Sandbox Bank',
  };
}

function doorSettings(
  config: Config,
  tls: SecureDoorSettings['tls'],
  ports: Ports,
): SecureDoorSettings {
  const signatures = config.requestSignatures ?? (config.secure === null ? 'optional' : 'required');
  return {
    tls: {
      certificateFile: tls.certificateFile,
      keyFile: tls.keyFile,
      clientCaFile: tls.clientCaFile,
      clientCrlFile: tls.clientCrlFile,
    },
    ...ports,
    listenAddress: config.listenAddress,
    bounds: secureBounds(config),
    certificateHeader: config.certificateHeader ?? null,
    manners: {
      strangers: { perSecond: config.strangersPerSecond, burst: config.strangersBurst },
      access: { perSecond: config.ratePerSecond, burst: config.rateBurst },
      visitors: { perSecond: config.visitorsPerSecond, burst: config.visitorsBurst },
      requiresSignatures: signatures === 'required',
    },
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
