import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { startService, type ServiceOptions } from './service.ts';
import { Tpp } from './tpp.ts';

/**
 * Starts a node of the service on a shared database, with a folder of its own. Stops it when the
 * test ends.
 */
export async function startNode(
  url: string,
  config: Partial<Config>,
  options: ServiceOptions = {},
) {
  const store = { kind: 'postgres', url } as const;
  const service = await startService({ ...options, config: { store, ...config } });
  onTestFinished(() => service.end());
  return { service, tpp: await Tpp.signIn(service.origin) };
}
