import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { compileShim, Control, hasShim, shimSettings } from './shim.ts';

/**
 * A data folder for a test, with the record of the service's operations and the control of the
 * shim.
 */
export interface Bench {
  readonly data: string;
  readonly control: Control;
  /** Paths of the traces so far, one for each start. */
  readonly traces: readonly string[];
  /** Starts the service with the shim. The service is killed after the test. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
}

/**
 * Creates a bench for each test of a describe block. Does nothing if the shim cannot be compiled
 * here.
 */
export function useShim(): { readonly bench: () => Bench } {
  let bench: Bench | undefined;
  let [folder, libraries, library] = ['', '', ''];
  const services: ServiceProcess[] = [];
  beforeAll(() => {
    if (!hasShim) return;
    libraries = mkdtempSync(join(tmpdir(), 'pis-shim-'));
    library = compileShim(libraries);
  });
  afterAll(() => {
    rmSync(libraries, { recursive: true, force: true });
  });
  beforeEach(() => {
    if (!hasShim) return;
    folder = mkdtempSync(join(tmpdir(), 'pis-shim-'));
    bench = openBench({ folder, library, services });
  });
  afterEach(async () => {
    for (const service of services.splice(0)) if (!service.isGone) await service.kill();
    bench?.control.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { bench: () => expectDefined(bench, 'the shim') };
}

function openBench({
  folder,
  library,
  services,
}: {
  readonly folder: string;
  readonly library: string;
  readonly services: ServiceProcess[];
}): Bench {
  const data = `${folder}/data`;
  mkdirSync(data);
  const control = new Control(`${folder}/control`);
  const traces: string[] = [];
  return {
    ...{ data, control, traces },
    start: async (settings = {}) => {
      const trace = `${folder}/trace.${String(traces.length + 1)}`;
      traces.push(trace);
      const shim = shimSettings({ library, dataDirectory: data, trace, control });
      const service = await ServiceProcess.start({
        dataDirectory: data,
        settings: { ...settings, ...shim },
      });
      services.push(service);
      return service;
    },
  };
}
