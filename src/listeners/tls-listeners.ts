import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { followFiles } from '../auth/keys/follow-files.ts';
import type { SharedKeys } from '../auth/keys/shared-keys.ts';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';
import { addressOfForwarded, addressOfSocket } from './proxy/addresses.ts';
import {
  certificatesOfHeader,
  certificatesOfTls,
  type ReadCertificate,
} from './tls/certificates.ts';
import { serveCustomers, serveTpps, type ListenerOptions, type Served } from './tls-routing.ts';
import {
  openServer,
  PortRefused,
  type ListenerParts,
  type ListenerServer,
  type ServerBounds,
} from './server.ts';
import { ticketsOf, untilNextTicketKey } from './tls/session-tickets.ts';
import { readTls, type TlsFiles, type TlsMaterial } from './tls/tls-files.ts';

/** How often the files of TLS are looked at, in milliseconds; a change counts after two looks. */
const RELOAD_CHECK_MS = SECOND_MS;

/** Time a customer's browser has to send a form, which is at most 8 KiB, in milliseconds. */
const FORM_TIMEOUT_MS = 10 * SECOND_MS;

/** Where a door is wanted. */
export interface WantedPort {
  /** 0 takes a free one. */
  readonly port: number;
  /** Whether a free one does as well, where that one is taken. */
  readonly orFree: boolean;
}

export interface TlsListenerSettings {
  readonly tls: TlsFiles;
  readonly listenAddress: string;
  readonly httpsPort: WantedPort;
  readonly pagesPort: WantedPort;
  readonly bounds: ServerBounds;
  /** The header in which a proxy that ends TLS tells the client's certificate; null: no proxy. */
  readonly certificateHeader: string | null;
  readonly listenerOptions: Omit<ListenerOptions, 'certificateOf' | 'addressOf' | 'machineClock'>;
  /** What TLS sessions are sealed with: the same at all nodes that clients may come back to. */
  readonly secrets: Pick<SharedKeys, 'derive' | 'onChange'>;
}

/** Whom the doors ask for the time, and tell what happens. */
type CliContext = Pick<ListenerParts, 'stopwatch' | 'observe'> & { readonly machineClock: Clock };

/** Two doors that are open and answer 503 until they are told what to serve. */
export interface TlsListeners {
  readonly httpsPort: number;
  readonly pagesPort: number;
  /** Who a caller at the TPPs' door proved to be. */
  readonly certificateOf: ReadCertificate;
  /** Where a request at either door comes from. */
  readonly addressOf: (incoming: IncomingMessage) => string;
  serve(what: Served): void;
  close(graceMs: number): Promise<void>;
}

/**
 * Opens the TPPs' door (mutual TLS) and the customers' (TLS); rejects when a port cannot be had.
 * The files of TLS are read again when one has changed: certificates, keys and revocations count
 * at once, also for connections that there are.
 */
export async function openTlsListeners(
  settings: TlsListenerSettings,
  surroundings: CliContext,
): Promise<TlsListeners> {
  const { certificateHeader } = settings;
  const { machineClock, observe } = surroundings;
  let material = readTls(settings.tls);
  let renew = (): void => undefined;
  const contextsNow = () => contextsOf(material, settings.secrets, machineClock());
  const stopFollowing = followFiles(Object.values(settings.tls), {
    everyMs: RELOAD_CHECK_MS,
    take: () => {
      material = readTls(settings.tls);
      renew();
    },
    tell: (error) => {
      observe({ kind: 'failure', what: 'reading the files of TLS again', error });
    },
  });
  const opened = openBoth(settings, contextsNow(), surroundings);
  const { tpps, customers } = await opened.catch((error: unknown) => {
    stopFollowing();
    throw error;
  });
  renew = () => {
    const contexts = contextsNow();
    tpps.renewTls(contexts.tpps);
    customers.renewTls(contexts.customers);
  };
  settings.secrets.onChange(renew);
  const stopTurning = turnKeys(machineClock, renew);
  const revocations = {
    isRevoked: (certificate: X509Certificate) => material.revocations.isRevoked(certificate),
  };
  const isProxied = certificateHeader !== null;
  const certificateOf = isProxied
    ? certificatesOfHeader(certificateHeader, revocations, machineClock)
    : certificatesOfTls(revocations, machineClock);
  const addressOf = isProxied ? addressOfForwarded : addressOfSocket;
  const listenerOptions = { ...settings.listenerOptions, certificateOf, addressOf, machineClock };
  return {
    httpsPort: tpps.port,
    pagesPort: customers.port,
    ...{ certificateOf, addressOf },
    serve: (what) => {
      tpps.serve(serveTpps(what, listenerOptions));
      customers.serve(serveCustomers(what, listenerOptions));
    },
    close: async (graceMs) => {
      stopFollowing();
      stopTurning();
      await Promise.all([tpps.close(graceMs), customers.close(graceMs)]);
    },
  };
}

/** What each door goes by, with how it seals sessions at that moment. */
function contextsOf(
  { own, mutual, trust }: TlsMaterial,
  secrets: TlsListenerSettings['secrets'],
  now: Instant,
) {
  return {
    tpps: { ...mutual, ...ticketsOf({ listener: 'tpps', secrets, trust }, now) },
    customers: { ...own, ...ticketsOf({ listener: 'customers', secrets, trust: '' }, now) },
  };
}

/** Has the doors renewed when another key for sessions is due. Gives the function that ends it. */
function turnKeys(machineClock: Clock, renew: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const turnLater = (): void => {
    timer = setTimeout(() => {
      renew();
      turnLater();
    }, untilNextTicketKey(machineClock())).unref();
  };
  turnLater();
  return () => {
    clearTimeout(timer);
  };
}

/** Opens both doors, or neither. */
async function openBoth(
  { certificateHeader, bounds, listenAddress: host, httpsPort, pagesPort }: TlsListenerSettings,
  contexts: ReturnType<typeof contextsOf>,
  surroundings: CliContext,
) {
  const isAsked = certificateHeader === null;
  const tpps = await openWanted(httpsPort, (port) =>
    openServer({ host, port }, bounds, {
      ...surroundings,
      name: 'tpps',
      tls: { ...contexts.tpps, requestCert: isAsked, rejectUnauthorized: isAsked },
    }),
  );
  const requestTimeoutMs = Math.min(FORM_TIMEOUT_MS, bounds.requestTimeoutMs);
  const ofForms = { ...bounds, requestTimeoutMs };
  const customers = await openWanted(pagesPort, (port) =>
    openServer({ host, port }, ofForms, {
      ...surroundings,
      name: 'customers',
      tls: contexts.customers,
    }),
  ).catch(async (error: unknown) => {
    await tpps.close(0);
    throw error;
  });
  return { tpps, customers };
}

/** Opens a door where it is wanted; each falls back alone. */
function openWanted(
  { port, orFree }: WantedPort,
  open: (port: number) => Promise<ListenerServer>,
): Promise<ListenerServer> {
  return open(port).catch((error: unknown) => {
    if (orFree && error instanceof PortRefused && error.isTaken) return open(0);
    throw error;
  });
}
