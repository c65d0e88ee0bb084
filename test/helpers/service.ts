import { serve } from '@hono/node-server';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Config } from '../../src/config.ts';
import type { ServiceEvent } from '../../src/domain/events.ts';
import { present } from '../../src/kernel/assert.ts';
import type { Instant } from '../../src/kernel/time.ts';
import { wire, type Service } from '../../src/wire.ts';

/** Tuesday, 1 December 2026, 09:00 in London: a business day, before every cut-off. */
const TUESDAY: Instant = Date.parse('2026-12-01T09:00:00Z');

export interface RunningService extends Service {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly directory: string;
  readonly events: readonly ServiceEvent[];
  /** Moves the machine's clock, which tokens and rates live by, on by so many milliseconds. */
  readonly passMachineTime: (milliseconds: number) => void;
  /** Stops and starts anew on the same data. */
  readonly restart: () => Promise<RunningService>;
  /** Stops; removes the data. */
  readonly end: () => Promise<void>;
}

export interface ServiceOptions {
  readonly config?: Partial<Config>;
  readonly now?: Instant;
  readonly directory?: string;
}

/** The whole service on a free port of loopback, with a data folder of its own. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'pis-'));
  const read = readConfig({ PIS_LOG_LEVEL: 'silent', PIS_DATA_DIR: directory });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const config: Config = {
    ...read.config,
    ratePerSecond: 1_000_000,
    rateBurst: 1_000_000,
    fileThreads: 1,
    ...options.config,
  };
  const events: ServiceEvent[] = [];
  const startedAt = performance.now();
  let passed = 0;
  const machineClock = (): Instant =>
    (options.now ?? TUESDAY) + passed + Math.floor(performance.now() - startedAt);
  const service = await wire(config, {
    machineClock,
    stopwatch: () => performance.now(),
    observe: (event) => {
      events.push(event);
    },
  });
  const server = serve({ fetch: service.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = present(server.address() as AddressInfo | null, 'address');

  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await service.stop();
  };
  return {
    ...service,
    stop,
    origin: `http://127.0.0.1:${String(port)}`,
    directory,
    events,
    passMachineTime: (milliseconds) => {
      passed += milliseconds;
    },
    restart: async () => {
      await stop();
      return startService({ ...options, directory, now: machineClock() });
    },
    end: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
