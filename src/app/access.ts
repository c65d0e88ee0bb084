import { existsSync } from 'node:fs';
import { openKeyRing, type KeyRing } from '../auth/keys/key-ring.ts';
import { openSharedKeys, ownSecrets, type SharedKeys } from '../auth/keys/shared-keys.ts';
import type { Config } from '../config/config.ts';
import { DEFAULT_PORTS } from '../config/default-ports.ts';
import {
  openTlsListeners,
  type TlsListeners,
  type TlsListenerSettings,
  type PortPreference,
} from '../listeners/tls-listeners.ts';
import {
  profileOf,
  type AccessAddresses,
  type AccessFiles,
  type Profile,
} from '../profiles/index.ts';
import { secureBounds } from './listener-limits.ts';
import type { Dependencies } from './core.ts';

/**
 * The settings of the TLS listeners and of the services behind them. Either profile provides them.
 */
export type AccessSettings = AccessFiles & AccessAddresses;

/**
 * The TLS listeners, which are open but do not serve requests yet, with the bank's signing keys.
 */
export interface Access {
  readonly profile: Profile;
  readonly settings: AccessSettings;
  readonly listeners: TlsListeners;
  readonly keys: KeyRing;
  /** The secrets that all nodes share. A node without a key file uses random secrets of its own. */
  readonly secrets: SharedKeys;
}

/** Opens the TLS listeners. Rejects if a file, a key or a port is missing or cannot be used. */
export async function openAccess(config: Config, dependencies: Dependencies): Promise<Access> {
  const profile = profileOf(config);
  const files = await profile.prepareAccess(dependencies.machineClock());
  const keys = openKeyRing(files.signingKeysFile, { observe: dependencies.observe });
  const secrets = secretsOf(files, dependencies);
  const portPreference = { ...listenerSettings(config, profile, files), secrets };
  const listeners = await openTlsListeners(portPreference, dependencies);
  const settings = { ...files, ...(await profile.addressesAt(listeners)) };
  return { profile, settings, listeners, keys, secrets };
}

function secretsOf(
  { sharedKeysFile: file }: AccessFiles,
  { observe }: Pick<Dependencies, 'observe'>,
): SharedKeys {
  if (file === null) return ownSecrets();
  if (existsSync(file)) return openSharedKeys(file, { observe });
  throw new Error(
    `${file} does not exist. Copy it from a running node, or create the first key: ` +
      'npx pisctl shared-keys add',
  );
}

function listenerSettings(
  config: Config,
  { takesFreePorts, requiresSignatures, consoleUsesTls }: Profile,
  files: AccessFiles,
): Omit<TlsListenerSettings, 'secrets'> {
  const portPreference = (configured: number | undefined, usual: number): PortPreference => ({
    port: configured ?? usual,
    allowFree: takesFreePorts && configured === undefined,
  });
  const signatures = config.requestSignatures;
  return {
    tls: {
      certificateFile: files.certificateFile,
      keyFile: files.keyFile,
      clientCaFile: files.clientCaFile,
      clientCrlFile: files.clientCrlFile,
    },
    certifiedUrls: files.certifiedUrls,
    httpsPort: portPreference(config.httpsPort, DEFAULT_PORTS.https),
    pagesPort: portPreference(config.pagesPort, DEFAULT_PORTS.pages),
    listenAddress: config.listenAddress,
    console:
      config.consolePort === undefined
        ? null
        : {
            host: config.consoleListenAddress,
            port: config.consolePort,
            usesTls: consoleUsesTls,
          },
    bounds: secureBounds(config),
    certificateHeader: config.certificateHeader ?? null,
    listenerOptions: {
      unauthenticated: {
        perSecond: config.unauthenticatedPerSecond,
        burst: config.unauthenticatedBurst,
      },
      organisations: { perSecond: config.ratePerSecond, burst: config.rateBurst },
      customers: { perSecond: config.interactionsPerSecond, burst: config.interactionsBurst },
      requiresSignatures: signatures === undefined ? requiresSignatures : signatures === 'required',
    },
  };
}
