import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { freePort } from '../../test/helpers/free-port.ts';
import { UnexpectedResult } from '../expect.ts';
import { cleanEnvironment, watch, type Watched } from '../process.ts';
import type { Service } from '../service.ts';

export const PISCTL = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Maximum time for a system to start, in milliseconds. */
const START_MS = 60_000;

/** The place of a system on this machine. */
interface Place {
  readonly url: string;
  readonly port: string;
  /** Folder for the data of the system. */
  readonly folder: string;
}

/** A system of the bank. It is a process of its own. */
interface BankSystem {
  readonly name: string;
  readonly role: string;
  /** Setting of the service that contains the address of the system. */
  readonly setting: `PIS_${string}`;
  /** Returns the command of pisctl that runs the system. */
  readonly command: (place: Place) => readonly string[];
  /** Returns more options, and the environment, of a system that is started after the service. */
  readonly afterService?: (service: Service) => {
    readonly options: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  };
}

/** The systems of the bank. To add a system, add an entry. */
const SYSTEMS = {
  core: {
    name: 'Core banking system',
    role: 'keeps customers and accounts',
    setting: 'PIS_CORE',
    command: ({ port, folder }) => [
      ...['reference-core', '--port', port, '--data', folder, '--show-operations'],
    ],
  },
  provider: {
    name: 'OpenID Provider',
    role: 'signs customers in, confirms approvals',
    setting: 'PIS_SIGN_IN',
    command: ({ port, url }) => ['reference-idp', '--port', port, '--issuer', url],
    afterService: ({ issuerUrl, directory }) => ({
      options: ['--service', issuerUrl],
      environment: {
        NODE_EXTRA_CA_CERTS: sandboxPki(join(directory, 'pki')).root.certificate,
      },
    }),
  },
  payee: {
    name: 'Confirmation of Payee',
    role: 'knows the names of accounts',
    setting: 'PIS_PAYEE_CONFIRMATION',
    command: ({ port }) => ['reference-payee', '--port', port],
  },
  screening: {
    name: 'Screening',
    role: 'decides about payments',
    setting: 'PIS_SCREENING',
    command: ({ port }) => ['reference-screening', '--port', port],
  },
} as const satisfies Readonly<Record<string, BankSystem>>;

type SystemName = keyof typeof SYSTEMS;

/** A system of the bank in a process of its own. It can be started again at the same place. */
export class RunningSystem implements Watched {
  readonly system: BankSystem;
  readonly url: string;
  /** Lines that the system has printed. */
  readonly lines: string[] = [];
  readonly lost: Promise<never>;
  readonly #place: Place;
  #onLost: (error: unknown) => void = () => undefined;
  #process: Watched | undefined;
  #pid = 0;

  constructor(system: BankSystem, place: Place) {
    this.lost = new Promise<never>((_, reject) => {
      this.#onLost = reject;
    });
    // Handle the rejection, in case nothing waits for `lost`.
    this.lost.catch(() => undefined);
    this.system = system;
    this.url = place.url;
    this.#place = place;
  }

  get pid(): number {
    return this.#pid;
  }

  /** Starts the process and waits until it prints that it listens. */
  async start(interrupted: AbortSignal, service?: Service): Promise<void> {
    const { name, command, afterService } = this.system;
    const added = service === undefined ? undefined : afterService?.(service);
    mkdirSync(this.#place.folder, { recursive: true });
    const args = [PISCTL, ...command(this.#place), ...(added?.options ?? [])];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...cleanEnvironment(), ...added?.environment },
    });
    this.#pid = child.pid ?? 0;
    const watched = watch(child, name);
    this.#process = watched;
    watched.lost.catch(this.#onLost);
    const limit = AbortSignal.timeout(START_MS);
    const listening = new Promise<void>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        this.lines.push(line);
        resolve();
      });
      AbortSignal.any([interrupted, limit]).addEventListener('abort', () => {
        reject(new UnexpectedResult(`${name} was not ready in ${String(START_MS / 1000)} s.`));
      });
    });
    await Promise.race([listening, watched.lost]);
  }

  readonly stop = async (): Promise<void> => {
    await this.#process?.stop();
  };
}

export type Systems = Readonly<Record<SystemName, RunningSystem>>;

/** Selects free ports for the systems of the bank. It starts none of them. */
export async function placeSystems(folder: string): Promise<Systems> {
  const placed: [string, RunningSystem][] = [];
  for (const [name, system] of Object.entries<BankSystem>(SYSTEMS)) {
    const port = String(await freePort());
    const place = { url: `http://127.0.0.1:${port}`, port, folder: join(folder, name) };
    placed.push([name, new RunningSystem(system, place)]);
  }
  return Object.fromEntries(placed) as Systems;
}
