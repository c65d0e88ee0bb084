import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { ServiceReport } from '../domain/records/service-report.ts';

/** Returns the version of this service. */
export function versionOfService(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Returns the version of this service and its settings, without secrets. */
export function serviceReport(
  config: Pick<Config, 'node' | 'profile' | 'store' | 'files' | 'inForce'>,
): ServiceReport {
  return {
    version: versionOfService(),
    nodeVersion: process.version,
    node: nodeNameOf(config),
    profile: config.profile,
    store: config.store.kind,
    files: config.files.kind,
    settings: config.inForce,
  };
}
