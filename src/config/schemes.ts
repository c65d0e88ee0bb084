import { resolve } from 'node:path';
import { z } from 'zod';
import { INSTRUMENTS, type Instrument } from '../domain/schemes/schemes.ts';

/** The address of an exchange with a payment hub. */
export type ExchangeAddress =
  /** Files are exchanged through a folder. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** Messages are exchanged over HTTPS. */
  | { readonly kind: 'https'; readonly url: string }
  /** Messages are exchanged through queues of a broker (AMQP 0-9-1). */
  | { readonly kind: 'amqps'; readonly url: string };

/** An exchange, and the schemes that use it. */
export interface ExchangeSetting {
  /** `default`, or the schemes as PIS_SCHEMES names them, for example `BACS,CHAPS`. */
  readonly name: string;
  readonly address: ExchangeAddress;
  readonly instruments: readonly Instrument[];
}

/** The connection to payment schemes. */
export type SchemesSetting =
  | { readonly kind: 'simulated' }
  /** The schemes are behind payment hubs. Each scheme uses exactly one exchange. */
  | { readonly kind: 'hub'; readonly exchanges: readonly ExchangeSetting[] };

const FOLDER = 'folder:';
const HTTPS = 'https://';
const AMQPS = 'amqps://';
const EXPECTED =
  'Expected simulated, folder:/path, https://hub.bank.example:8443, or ' +
  'amqps://broker.bank.example:5671/vhost';
const DEFAULT = 'default';

/**
 * The schema of PIS_SCHEMES: `simulated`, or the addresses of exchanges with payment hubs,
 * separated by spaces. The first address is the default. Each further one follows the short names
 * of its schemes, for example `https://hub.bank.example:8443 BACS=folder:/srv/bacs`. An address is
 * `folder:` and the path of a folder, the base URL of the API of a hub, or a broker and its virtual
 * host.
 */
export const SchemesAddress = z.string().transform((written, context): SchemesSetting => {
  if (written === 'simulated') return { kind: 'simulated' };
  const problems: string[] = [];
  const exchanges = readExchanges(written, problems);
  if (problems.length === 0) return { kind: 'hub', exchanges };
  for (const message of new Set(problems)) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Returns an address as PIS_SCHEMES contains it. */
export function writtenAddress(address: ExchangeAddress): string {
  return address.kind === 'folder' ? `${FOLDER}${address.folder}` : address.url;
}

/** Reads the exchanges, and adds a text for each problem. */
function readExchanges(written: string, problems: string[]): readonly ExchangeSetting[] {
  const [first = '', ...others] = written.trim().split(/\s+/);
  const perScheme: (Omit<ExchangeSetting, 'address'> & {
    readonly address: ExchangeAddress | null;
  })[] = [];
  for (const [place, part] of others.entries()) {
    const [, name, address] = /^([\w,]+)=(.*)$/.exec(part) ?? [];
    if (name === undefined || address === undefined) {
      problems.push(
        `Expected schemes and their exchange in part ${String(place + 2)}, for example ` +
          'BACS=folder:/srv/bacs. Paths must not contain spaces',
      );
      continue;
    }
    const instruments = readSchemes(name, problems);
    perScheme.push({ name, instruments, address: readAddress(address, problems) });
  }
  const assigned = perScheme.flatMap(({ instruments }) => instruments);
  for (const instrument of assigned.filter((one, at) => assigned.indexOf(one) !== at)) {
    problems.push(`${instrument} is named twice. Expected each scheme once`);
  }
  const rest = INSTRUMENTS.filter((instrument) => !assigned.includes(instrument));
  const ofRest = { name: DEFAULT, instruments: rest, address: readDefault(first, problems) };
  const exchanges = [ofRest, ...perScheme].flatMap(({ address, ...exchange }) =>
    address === null ? [] : [{ ...exchange, address }],
  );
  problems.push(...repeatedAddresses(exchanges));
  return exchanges;
}

function readSchemes(name: string, problems: string[]): readonly Instrument[] {
  return name.split(',').flatMap((one) => {
    const instrument = INSTRUMENTS.find((known) => known === one);
    if (instrument !== undefined) return [instrument];
    problems.push(`"${one}" is not a scheme. Expected one of ${INSTRUMENTS.join(', ')}`);
    return [];
  });
}

function readDefault(written: string, problems: string[]): ExchangeAddress | null {
  if (!/^[\w,]+=/.test(written)) return readAddress(written, problems);
  problems.push('Expected the default exchange first, and then the exchanges of single schemes');
  return null;
}

function readAddress(written: string, problems: string[]): ExchangeAddress | null {
  const folder = written.startsWith(FOLDER) ? written.slice(FOLDER.length) : '';
  if (folder !== '') return { kind: 'folder', folder };
  const problem = problemOfAddress(written);
  const kind = written.startsWith(AMQPS) ? 'amqps' : 'https';
  if (problem === null) return { kind, url: written.replace(/\/$/, '') };
  problems.push(problem);
  return null;
}

function problemOfAddress(written: string): string | null {
  if (written.startsWith(HTTPS)) return problemOfUrl(written);
  if (written.startsWith(AMQPS)) return problemOfBroker(written);
  return written === 'simulated'
    ? 'Either all schemes are simulated, or none. Expected simulated alone, or only exchanges'
    : EXPECTED;
}

/**
 * Returns a problem for each address that two exchanges have in common. Each exchange would receive
 * documents of the other.
 */
function repeatedAddresses(exchanges: readonly ExchangeSetting[]): readonly string[] {
  const places = exchanges.map(({ address }) => {
    if (address.kind === 'folder') return resolve(address.folder);
    // The URL parser changes host names to lower case only if it knows the scheme.
    const { hostname, port, pathname, href } = new URL(address.url);
    if (address.kind === 'https') return href;
    return `${AMQPS}${hostname.toLowerCase()}:${port || '5671'}${pathname}`;
  });
  return exchanges.flatMap(({ name }, at) => {
    const first = places.indexOf(places[at] ?? '');
    if (first === at) return [];
    return [`${exchanges[first]?.name ?? ''} and ${name} have the same address. ${ONE_EXCHANGE}`];
  });
}

const ONE_EXCHANGE = 'Name schemes of one exchange together, for example BACS,CHAPS=folder:/srv/x';

function problemOfUrl(written: string): string | null {
  if (!URL.canParse(written)) return EXPECTED;
  const { username, password } = new URL(written);
  if (username + password !== '') return 'Expected no user and no password in the address';
  // A dot segment, a query or a fragment would change the paths of requests.
  const isBase = /^https:\/\/[^/?#\\\s]+(\/[\w~-][\w.~-]*)*\/?$/.test(written);
  return isBase ? null : 'Expected only a host, a port and a path in the address';
}

/** A broker: host, port and virtual host. */
const BROKER = /^amqps:\/\/([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?(\/[\w~-][\w.~-]*|\/)?$/;

function problemOfBroker(written: string): string | null {
  if (!URL.canParse(written)) return EXPECTED;
  const { username, password } = new URL(written);
  if (username + password !== '') return 'Expected no user and no password in the address';
  const isBroker = BROKER.test(written);
  return isBroker ? null : 'Expected only a host, a port and a virtual host in the address';
}

/** A BIC of 8 or 11 characters (ISO 9362). */
export const Bic = z
  .string()
  .regex(
    /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
    'Expected a BIC of 8 or 11 capital letters and digits',
  );

export const ServiceUserNumber = z.string().regex(/^\d{6}$/, 'Expected 6 digits');

const NAMES_OF_BANK = ['PIS_BANK_BIC', 'PIS_BACS_SERVICE_USER_NUMBER'];
const FILES_OF_HUB = ['PIS_HUB_CERTIFICATE', 'PIS_HUB_KEY', 'PIS_HUB_CA'];

/**
 * Returns a line of text for each missing setting that a bank needs for its payment hub, and for
 * each one that has no effect.
 */
export function schemesProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { schemes }: { readonly schemes: SchemesSetting },
): readonly string[] {
  const exchanges = schemes.kind === 'simulated' ? [] : schemes.exchanges;
  const kind = exchanges.find(({ address }) => address.kind !== 'folder')?.address.kind;
  const isUnused = kind === undefined;
  const unused = FILES_OF_HUB.filter((name) => isUnused && environment[name] !== undefined);
  const needed = [
    ...(isUnused ? [] : FILES_OF_HUB),
    ...(exchanges.length > 0 && environment['PIS_PROFILE'] === 'secure' ? NAMES_OF_BANK : []),
  ];
  const written = isUnused ? `${FOLDER}…` : `${kind}://…`;
  return [
    ...needed
      .filter((name) => environment[name] === undefined)
      .map((name) => `${name} is required with PIS_SCHEMES=${written}.`),
    ...unused.map((name) => `${name} has an effect only with PIS_SCHEMES=${HTTPS}… or ${AMQPS}….`),
  ];
}
