import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Observe } from '../domain/events.ts';
import { SECOND_MS, type Clock } from '../kernel/time.ts';
import type { BucketSize } from '../kernel/token-bucket.ts';
import { followFiles } from '../auth/follow-files.ts';
import { addressOfForwarded, addressOfSocket } from './addresses.ts';
import { certificatesOfHeader, certificatesOfTls, type ReadCertificate } from './certificates.ts';
import { serveCustomers, serveTpps, type Served } from './dispatch.ts';
import { openServer, type ServerBounds } from './server.ts';
import { readTls, type TlsFiles } from './tls.ts';

/** How often the files of TLS are looked at, in milliseconds; a change counts after two looks. */
const RELOAD_CHECK_MS = SECOND_MS;

export interface SecureDoorSettings {
  readonly tls: TlsFiles;
  readonly listenAddress: string;
  readonly httpsPort: number;
  readonly pagesPort: number;
  readonly bounds: Omit<ServerBounds, 'onlyFrom'>;
  /** A proxy that ends TLS, and the header in which it tells the client's certificate. */
  readonly proxy: { readonly header: string; readonly addresses: readonly string[] } | null;
  readonly strangers: BucketSize;
  readonly visitors: BucketSize;
  readonly requiresSignatures: boolean;
}

/** Two doors that are open and answer 503 until they are told what to serve. */
export interface SecureDoors {
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
 * Opens the TPPs' door (mutual TLS) and the customers' (TLS); rejects when a port is taken. The
 * files of TLS are read again when one has changed: certificates, keys and revocations count at
 * once, also for connections that there are.
 */
export async function openSecureDoors(
  settings: SecureDoorSettings,
  { machineClock, observe }: { readonly machineClock: Clock; readonly observe: Observe },
): Promise<SecureDoors> {
  const { proxy, listenAddress: host, requiresSignatures, strangers, visitors } = settings;
  const isProxied = proxy !== null;
  let material = readTls(settings.tls);
  let renew = (): void => undefined;
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
  const bounds = {
    ...settings.bounds,
    onlyFrom: proxy?.addresses ?? null,
    maxConnectionsPerAddress: isProxied ? null : settings.bounds.maxConnectionsPerAddress,
  };
  const asking = { requestCert: !isProxied, rejectUnauthorized: !isProxied };
  const ofTpps = { ...material.mutual, ...asking };
  const tpps = await openServer({ host, port: settings.httpsPort }, bounds, ofTpps);
  const place = { host, port: settings.pagesPort };
  const customers = await openServer(place, bounds, material.own).catch(async (error: unknown) => {
    stopFollowing();
    await tpps.close(0);
    throw error;
  });

  renew = () => {
    tpps.renewTls(material.mutual);
    customers.renewTls(material.own);
  };
  const revocations = {
    isRevoked: (certificate: X509Certificate) => material.revocations.isRevoked(certificate),
  };
  const certificateOf = isProxied
    ? certificatesOfHeader(proxy.header, revocations, machineClock)
    : certificatesOfTls(revocations, machineClock);
  const addressOf = isProxied ? addressOfForwarded : addressOfSocket;
  return {
    httpsPort: tpps.port,
    pagesPort: customers.port,
    ...{ certificateOf, addressOf },
    serve: (what) => {
      const manners = {
        certificateOf,
        addressOf,
        requiresSignatures,
        strangers,
        visitors,
        machineClock,
      };
      tpps.serve(serveTpps(what, manners));
      customers.serve(serveCustomers(what, manners));
    },
    close: async (graceMs) => {
      stopFollowing();
      await Promise.all([tpps.close(graceMs), customers.close(graceMs)]);
    },
  };
}
