import { existsSync } from 'node:fs';
import { openKeyRing, type KeyRing } from '../auth/keys/key-ring.ts';
import { openSharedKeys, ownSecrets, type SharedKeys } from '../auth/keys/shared-keys.ts';
import type { Config } from '../config/config.ts';
import { USUAL_PORTS } from '../config/default-ports.ts';
import {
  openSecureDoors,
  type SecureDoors,
  type SecureDoorSettings,
  type WantedPort,
} from '../listeners/tls-listeners.ts';
import {
  profileOf,
  type AccessAddresses,
  type AccessFiles,
  type Profile,
} from '../profiles/index.ts';
import { secureBounds } from './listener-limits.ts';
import type { Surroundings } from './core.ts';

/** What the doors of TLS and those behind them go by, whichever profile it comes from. */
export type AccessSettings = AccessFiles & AccessAddresses;

/** Doors of TLS that are open, not serving yet, and the keys that sign. */
export interface Access {
  readonly profile: Profile;
  readonly settings: AccessSettings;
  readonly doors: SecureDoors;
  readonly keys: KeyRing;
  /** What this node has in common with others; what only it has, where nothing is shared. */
  readonly secrets: SharedKeys;
}

/** Opens the doors of TLS; rejects with what is missing or wrong. */
export async function openAccess(config: Config, surroundings: Surroundings): Promise<Access> {
  const profile = profileOf(config);
  const files = await profile.prepareAccess(surroundings.machineClock());
  const keys = openKeyRing(files.signingKeysFile, { observe: surroundings.observe });
  const secrets = secretsOf(files, surroundings);
  const wanted = { ...doorSettings(config, profile, files), secrets };
  const doors = await openSecureDoors(wanted, surroundings);
  const settings = { ...files, ...(await profile.addressesAt(doors)) };
  return { profile, settings, doors, keys, secrets };
}

function secretsOf(
  { sharedKeysFile: file }: AccessFiles,
  { observe }: Pick<Surroundings, 'observe'>,
): SharedKeys {
  if (file === null) return ownSecrets();
  if (existsSync(file)) return openSharedKeys(file, { observe });
  throw new Error(
    `There is no ${file}. Copy it from a node that runs, or make the first key: ` +
      'npm run shared-keys -- add',
  );
}

function doorSettings(
  config: Config,
  { takesFreePorts, requiresSignatures }: Profile,
  tls: SecureDoorSettings['tls'],
): Omit<SecureDoorSettings, 'secrets'> {
  const wanted = (named: number | undefined, usual: number): WantedPort => ({
    port: named ?? usual,
    orFree: takesFreePorts && named === undefined,
  });
  const signatures = config.requestSignatures;
  return {
    tls: {
      certificateFile: tls.certificateFile,
      keyFile: tls.keyFile,
      clientCaFile: tls.clientCaFile,
      clientCrlFile: tls.clientCrlFile,
    },
    httpsPort: wanted(config.httpsPort, USUAL_PORTS.https),
    pagesPort: wanted(config.pagesPort, USUAL_PORTS.pages),
    listenAddress: config.listenAddress,
    bounds: secureBounds(config),
    certificateHeader: config.certificateHeader ?? null,
    manners: {
      strangers: { perSecond: config.strangersPerSecond, burst: config.strangersBurst },
      access: { perSecond: config.ratePerSecond, burst: config.rateBurst },
      visitors: { perSecond: config.visitorsPerSecond, burst: config.visitorsBurst },
      requiresSignatures: signatures === undefined ? requiresSignatures : signatures === 'required',
    },
  };
}
