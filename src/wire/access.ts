import { openKeyRing, type KeyRing } from '../auth/keys/key-ring.ts';
import type { Config, SecureConfig } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import { USUAL_PORTS } from '../config/usual-ports.ts';
import {
  openSecureDoors,
  type SecureDoors,
  type SecureDoorSettings,
  type WantedPort,
} from '../doors/secure.ts';
import { ensureSandboxPki, keepCallback } from '../sandbox/pki/index.ts';
import { BANK_ORGANISATION_ID } from '../sandbox/seed.ts';
import { secureBounds } from './bounds.ts';
import type { Surroundings } from './core.ts';

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
  const doors = await openSecureDoors(doorSettings(config, settings), surroundings);
  if (config.secure !== null) return { settings: { ...config.secure, aliases: [] }, doors, keys };
  const { httpsPort, pagesPort } = doors;
  await keepCallback(settings.directory, pagesPort);
  const addresses = {
    apiUrl: `https://localhost:${String(httpsPort)}`,
    issuerUrl: `https://localhost:${String(pagesPort)}`,
    aliases: [...LOCAL_NAMES, ...config.publicHosts],
  };
  return { settings: { ...settings, ...addresses }, doors, keys };
}

/** Where a door is to be: a sandbox takes a free port unless somebody named one. */
function wanted(named: number | undefined, usual: number, { secure }: Config): WantedPort {
  return { port: named ?? usual, orFree: secure === null && named === undefined };
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

function doorSettings(config: Config, tls: SecureDoorSettings['tls']): SecureDoorSettings {
  const signatures = config.requestSignatures ?? (config.secure === null ? 'optional' : 'required');
  return {
    tls: {
      certificateFile: tls.certificateFile,
      keyFile: tls.keyFile,
      clientCaFile: tls.clientCaFile,
      clientCrlFile: tls.clientCrlFile,
    },
    httpsPort: wanted(config.httpsPort, USUAL_PORTS.https, config),
    pagesPort: wanted(config.pagesPort, USUAL_PORTS.pages, config),
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
