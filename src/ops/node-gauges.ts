import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';

/** When the TLS files in use expire. */
export interface TlsExpiry {
  readonly certificate: Instant;
  /** `nextUpdate` of the revocation list that expires first. Null if no list has one. */
  readonly revocationList: Instant | null;
}

export interface NodeGaugeSources {
  readonly dataDirectory: string;
  readonly machineClock: Clock;
  /** Null if this node has no TLS listener. */
  readonly tlsExpiry: (() => TlsExpiry) | null;
}

/** Adds the gauges of the disk of the data folder and of the TLS files of a node. */
export function addNodeGauges(registry: Registry, sources: NodeGaugeSources): void {
  const { dataDirectory, machineClock, tlsExpiry } = sources;
  new Gauge({
    name: 'pis_disk_free_ratio',
    help: "Free part of the data folder's disk, from 0 to 1",
    registers: [registry],
    async collect() {
      const { bavail, blocks } = await statfs(dataDirectory);
      this.set(bavail / blocks);
    },
  });
  if (tlsExpiry === null) return;
  new Gauge({
    name: 'pis_tls_expiry_seconds',
    help: 'Time until the certificate or a revocation list of the TLS listeners expires, in seconds, by file (certificate, revocations)',
    labelNames: ['file'],
    registers: [registry],
    collect() {
      const { certificate, revocationList } = tlsExpiry();
      const left = (at: Instant): number => (at - machineClock()) / SECOND_MS;
      this.set({ file: 'certificate' }, left(certificate));
      if (revocationList !== null) this.set({ file: 'revocations' }, left(revocationList));
    },
  });
}
