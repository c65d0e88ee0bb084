import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../helpers/free-port.ts';
import { HubPki } from '../../helpers/hub-pki.ts';

/** The ways in which a campaign exchanges messages with the hub. */
export const EXCHANGES = ['folder', 'https'] as const;
export type ExchangeKind = (typeof EXCHANGES)[number];

/** An exchange between the service and the hub. */
export interface HubExchange {
  readonly kind: ExchangeKind;
  /** Settings of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Options of `pisctl hub-simulator`. */
  readonly options: readonly string[];
  /** Folder of the messages that the hub has not stored yet, and of its documents. */
  readonly folders: Readonly<Record<'to-hub' | 'from-hub', string>>;
  /** Deletes the certificates. */
  readonly remove: () => void;
}

/** Returns the data folder of the hub. */
export const hubDataOf = (folder: string): string => join(folder, 'hub-data');

/** Creates the folders, certificates and settings of an exchange. */
export async function openExchange(folder: string, kind: ExchangeKind): Promise<HubExchange> {
  const exchange = kind === 'folder' ? ofFolder(folder) : await ofHttps(folder);
  for (const path of Object.values(exchange.folders)) mkdirSync(path, { recursive: true });
  return exchange;
}

function ofFolder(folder: string): HubExchange {
  return {
    kind: 'folder',
    settings: { PIS_SCHEMES: `folder:${folder}` },
    options: ['--folder', folder],
    folders: { 'to-hub': join(folder, 'to-hub'), 'from-hub': join(folder, 'from-hub') },
    remove: () => undefined,
  };
}

async function ofHttps(folder: string): Promise<HubExchange> {
  const pki = await HubPki.create();
  const bank = await pki.bank();
  const hub = pki.hubFiles();
  const address = `127.0.0.1:${String(await freePort())}`;
  const tls = ['--certificate', hub.certificate, '--key', hub.key, '--ca', hub.authorities];
  const data = hubDataOf(folder);
  return {
    kind: 'https',
    settings: {
      PIS_SCHEMES: `https://${address}`,
      PIS_HUB_CERTIFICATE: bank.certificate,
      PIS_HUB_KEY: bank.key,
      PIS_HUB_CA: bank.authorities,
    },
    options: ['--listen', address, ...tls],
    folders: { 'to-hub': join(data, 'incoming'), 'from-hub': join(data, 'from-hub') },
    remove: () => {
      pki.remove();
    },
  };
}
