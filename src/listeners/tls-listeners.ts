import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import { followFiles } from '../auth/keys/follow-files.ts';
import type { SharedKeys } from '../auth/keys/shared-keys.ts';
import type { CertificateOf } from '../auth/oauth/mutual-tls.ts';
import type { ListenerName } from '../domain/records/events.ts';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';
import { addressOfForwarded, addressOfSocket } from './proxy/addresses.ts';
import { certificatesOfHeader, certificatesOfTls } from './tls/certificates.ts';
import {
  serveConsole,
  serveCustomers,
  serveTpps,
  type ListenerOptions,
  type TlsHandlers,
} from './tls-routing.ts';
import {
  openServer,
  PortRefused,
  type ListenAddress,
  type ListenerParts,
  type ListenerServer,
  type ServerBounds,
} from './server.ts';
import { sessionTicketOptions, msUntilNextTicketKey } from './tls/session-tickets.ts';
import { readTls, type TlsFiles, type TlsMaterial } from './tls/tls-files.ts';

/**
 * Interval at which the TLS files are checked, in milliseconds. A change takes effect after two
 * equal checks.
 */
const RELOAD_CHECK_MS = SECOND_MS;

/** Time in which a browser must send a form of at most 8 KiB, in milliseconds. */
const FORM_TIMEOUT_MS = 10 * SECOND_MS;

/** Preferred port of a listener. */
export interface PortPreference {
  /** Port number. With 0, the operating system chooses a free port. */
  readonly port: number;
  /** True to use a free port instead if that one is taken. */
  readonly allowFree: boolean;
}

export interface TlsListenerSettings {
  readonly tls: TlsFiles;
  /** URLs for whose hosts the certificate must be valid. */
  readonly certifiedUrls: readonly string[];
  readonly listenAddress: string;
  readonly httpsPort: PortPreference;
  readonly pagesPort: PortPreference;
  /** Null if there is no console. Without TLS, `host` must be a loopback address. */
  readonly console: (ListenAddress & { readonly usesTls: boolean }) | null;
  readonly bounds: ServerBounds;
  /**
   * Name of the header with the client certificate, set by a proxy that terminates TLS, or null if
   * there is none.
   */
  readonly certificateHeader: string | null;
  readonly listenerOptions: Omit<ListenerOptions, 'certificateOf' | 'addressOf' | 'machineClock'>;
  /**
   * Secrets that encrypt TLS session tickets. All nodes that a client may reconnect to need the
   * same ones.
   */
  readonly secrets: Pick<SharedKeys, 'derive' | 'onChange'>;
}

/** Clocks and the event observer of the TLS listeners. */
type ListenerDependencies = Pick<ListenerParts, 'stopwatch' | 'observe'> & {
  readonly machineClock: Clock;
};

/**
 * The mTLS listener of the TPPs, the TLS listener of the customers, and the listener of the
 * operators' console. All answer 503 until `serve` is called.
 */
export interface TlsListeners {
  readonly httpsPort: number;
  readonly pagesPort: number;
  /** Null if there is no console. */
  readonly consolePort: number | null;
  /** Returns the verified client certificate of a request at the TPPs' listener. */
  readonly certificateOf: CertificateOf;
  /** Returns the client's IP address of a request at any of these listeners. */
  readonly addressOf: (incoming: IncomingMessage) => string;
  /** Returns when the TLS files in use expire. A list without `nextUpdate` is null. */
  tlsExpiry(): { readonly certificate: Instant; readonly revocationList: Instant | null };
  serve(what: TlsHandlers): void;
  close(graceMs: number): Promise<void>;
}

/**
 * Opens the TPPs' listener (mutual TLS), the customers' listener (TLS), and the console's listener
 * if there is a console. Rejects if a port cannot be bound.
 * Reloads the TLS files when one changes. New certificates and keys apply to new connections. New
 * revocations also apply to open connections.
 */
export async function openTlsListeners(
  settings: TlsListenerSettings,
  dependencies: ListenerDependencies,
): Promise<TlsListeners> {
  const { certificateHeader } = settings;
  const { machineClock, observe } = dependencies;
  const read = () => readTls(settings.tls, settings.certifiedUrls);
  let material = read();
  let renew = (): void => undefined;
  const contextsNow = () => contextsOf(material, settings.secrets, machineClock());
  const stopFollowing = followFiles(Object.values(settings.tls), {
    everyMs: RELOAD_CHECK_MS,
    reload: () => {
      material = read();
      renew();
    },
    reportError: (error) => observe({ kind: 'failure', what: 'reloading the TLS files', error }),
  });
  const opened = openAll(settings, contextsNow(), dependencies);
  const { tpps, customers, operators } = await opened.catch((error: unknown) => {
    stopFollowing();
    throw error;
  });
  renew = () => {
    const contexts = contextsNow();
    tpps.renewTls(contexts.tpps);
    customers.renewTls(contexts.customers);
    operators?.renewTls(contexts.console);
  };
  settings.secrets.onChange(renew);
  const stopRotating = rotateTicketKeys(machineClock, renew);
  const revocations = {
    isRevoked: (certificate: X509Certificate) => material.revocations.isRevoked(certificate),
  };
  const isTlsTerminated = certificateHeader !== null;
  const certificateOf = isTlsTerminated
    ? certificatesOfHeader(certificateHeader, revocations, machineClock)
    : certificatesOfTls(revocations, machineClock);
  const addressOf = isTlsTerminated ? addressOfForwarded : addressOfSocket;
  const listenerOptions = { ...settings.listenerOptions, certificateOf, addressOf, machineClock };
  return {
    httpsPort: tpps.port,
    pagesPort: customers.port,
    consolePort: operators?.port ?? null,
    certificateOf,
    addressOf,
    tlsExpiry: () => ({
      certificate: material.certificateExpiresAt,
      revocationList: material.revocations.nextUpdate,
    }),
    serve: (what) => {
      tpps.serve(what.wrap(serveTpps(what, listenerOptions), 'tpps'));
      customers.serve(what.wrap(serveCustomers(what, listenerOptions), 'customers'));
      if (what.console !== null) {
        operators?.serve(what.wrap(serveConsole(what.console, listenerOptions), 'console'));
      }
    },
    close: async (graceMs) => {
      stopFollowing();
      stopRotating();
      const servers = [tpps, customers, ...(operators === null ? [] : [operators])];
      await Promise.all(servers.map((server) => server.close(graceMs)));
    },
  };
}

/** Returns the TLS contexts of the listeners, with the session ticket keys of that time. */
function contextsOf(
  { server, mutual, trust }: TlsMaterial,
  secrets: TlsListenerSettings['secrets'],
  now: Instant,
) {
  const ticketsOf = (listener: ListenerName) =>
    sessionTicketOptions({ listener, secrets, trust: listener === 'tpps' ? trust : '' }, now);
  return {
    tpps: { ...mutual, ...ticketsOf('tpps') },
    customers: { ...server, ...ticketsOf('customers') },
    console: { ...server, ...ticketsOf('console') },
  };
}

/**
 * Renews the TLS contexts each time a new session ticket key is due. Returns a function that stops
 * this.
 */
function rotateTicketKeys(machineClock: Clock, renew: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const rotateLater = (): void => {
    timer = setTimeout(() => {
      renew();
      rotateLater();
    }, msUntilNextTicketKey(machineClock())).unref();
  };
  rotateLater();
  return () => clearTimeout(timer);
}

/** Opens the listeners. If one of them fails, closes those that are open. */
async function openAll(
  settings: TlsListenerSettings,
  contexts: ReturnType<typeof contextsOf>,
  dependencies: ListenerDependencies,
) {
  const { certificateHeader, bounds, listenAddress: host, httpsPort, pagesPort } = settings;
  const requestsCertificate = certificateHeader === null;
  const requestTimeoutMs = Math.min(FORM_TIMEOUT_MS, bounds.requestTimeoutMs);
  const formBounds = { ...bounds, requestTimeoutMs };
  const opened: ListenerServer[] = [];
  const keep = (server: ListenerServer): ListenerServer => {
    opened.push(server);
    return server;
  };
  const openTpps = (port: number) =>
    openServer({ host, port }, bounds, {
      ...dependencies,
      name: 'tpps',
      tls: {
        ...contexts.tpps,
        requestCert: requestsCertificate,
        rejectUnauthorized: requestsCertificate,
      },
    });
  const openPages = (name: ListenerName, at: ListenAddress, tls?: ServerOptions) =>
    openServer(at, formBounds, { ...dependencies, name, ...(tls && { tls }) });
  try {
    const tpps = keep(await openPreferred(httpsPort, openTpps));
    const openCustomers = (port: number) =>
      openPages('customers', { host, port }, contexts.customers);
    const customers = keep(await openPreferred(pagesPort, openCustomers));
    const { console: at } = settings;
    const tls = at?.usesTls === true ? contexts.console : undefined;
    return { tpps, customers, operators: at && keep(await openPages('console', at, tls)) };
  } catch (error) {
    await Promise.all(opened.map((server) => server.close(0)));
    throw error;
  }
}

/**
 * Opens a listener on the preferred port, or on a free port if that one is taken and the preference
 * allows it.
 */
function openPreferred(
  { port, allowFree }: PortPreference,
  open: (port: number) => Promise<ListenerServer>,
): Promise<ListenerServer> {
  return open(port).catch((error: unknown) => {
    if (allowFree && error instanceof PortRefused && error.isTaken) return open(0);
    throw error;
  });
}
