import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoreClient, type CoreOptions } from '../../src/connections/core-client.ts';
import type { CoreOperation } from '../../src/domain/ports/core-banking.ts';
import type { BankData } from '../../src/domain/records/seed.ts';
import { SANDBOX_SEED } from '../../src/sandbox/seed.ts';
import type { FaultRates } from '../../src/simulators/core/faults.ts';
import { ReferenceCore } from '../../src/simulators/core/server.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { londonDate } from '../../src/shared/time.ts';
import { realTime } from './real-time.ts';

const PISCTL = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Accounts of the sandbox. The initial balances are in pence. */
export const RICH = { account: '11280001234567', available: openingOf('11280001234567') };
export const POOR = { account: '11280001234569', available: openingOf('11280001234569') };
export const CLOSED = '11280001234570';
export const DEPOSIT = '11280001234571';
/** An account of another customer than the one that pays. */
export const OTHERS = { account: '11280007654321', available: openingOf('11280007654321') };

function openingOf(number: string): number {
  const account = SANDBOX_SEED.accounts.find((one) => one.number === number);
  return expectDefined(account, number).openingPence;
}

/** Faults of a core, and the seed of their decisions. */
export interface TestFaults {
  readonly faults?: FaultRates;
  readonly seed?: number;
  readonly bank?: BankData;
  readonly latencyMs?: number;
  /** Numbers of accounts that are not debited. */
  readonly blocked?: readonly string[];
  /** Time after which holds expire, in milliseconds, on the clock of the core in process. */
  readonly holdMs?: number;
  readonly clock?: () => number;
}

/** A reference core with a client. Its data stays when it is killed and started again. */
export class TestCore {
  readonly data = mkdtempSync(join(tmpdir(), 'core-'));
  readonly #kind: 'in process' | 'as a process';
  readonly #faults: TestFaults;
  #core: ReferenceCore | null = null;
  #child: ChildProcess | null = null;
  #port = 0;
  #clients: CoreClient[] = [];

  private constructor(kind: 'in process' | 'as a process', faults: TestFaults) {
    this.#kind = kind;
    this.#faults = faults;
  }

  static async start(
    kind: 'in process' | 'as a process' = 'in process',
    faults: TestFaults = {},
  ): Promise<TestCore> {
    const core = new TestCore(kind, faults);
    await core.startAgain();
    return core;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Returns a new client. */
  connect(options: Partial<CoreOptions> = {}): CoreClient {
    const client = new CoreClient({ url: this.url, files: null, ...options });
    this.#clients.push(client);
    return client;
  }

  /** Starts the core on the same data and port. */
  async startAgain(bank = this.#faults.bank ?? SANDBOX_SEED): Promise<void> {
    const { faults = {}, seed = 1, latencyMs = 0 } = this.#faults;
    const { blocked = [], holdMs, clock = realTime } = this.#faults;
    const port = this.#port;
    if (this.#kind === 'in process') {
      this.#core = await ReferenceCore.start({
        ...{ port, dataFolder: this.data, bank, faults, seed, latencyMs, clock },
        rules: { blocked, ...(holdMs !== undefined && { holdMs }) },
      });
      this.#port = Number(new URL(this.#core.url).port);
      return;
    }
    const options = [
      ['--data', this.data],
      ['--port', String(port)],
      ['--seed', String(seed)],
      ['--latency', String(latencyMs)],
    ];
    for (const fault of Object.entries(faults)) options.push(['--fault', fault.join('=')]);
    this.#child = spawn(process.execPath, [PISCTL, 'reference-core', ...options.flat()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(expectDefined(this.#child.stdout, 'stdout'), 'data')) as [Buffer];
    this.#port = Number(/http:\/\/127\.0\.0\.1:(\d+)\./.exec(line.toString())?.[1]);
  }

  /** Ends the core without a warning. */
  async kill(): Promise<void> {
    await this.#core?.close();
    this.#core = null;
    await this.end('SIGKILL');
  }

  /** Ends the process, and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<unknown> {
    if (this.#child === null) return null;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    this.#child = null;
    return (await ended)[0];
  }

  async remove(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.kill();
    rmSync(this.data, { recursive: true });
  }
}

/** Creates operations of a payment. */
export const operation = {
  hold: (id: string, account: string, amountPence: number) =>
    ({ type: 'hold', id, account, amountPence, ...PAYER, ...TEXTS }) as const,
  credit: (id: string, account: string, amountPence: number) =>
    ({ type: 'credit', id, account, amountPence, ...TEXTS }) as const,
  post: (id: string, holdId: string) =>
    ({ type: 'post', id, holdId, account: RICH.account, amountPence: 1 }) as const,
  release: (id: string, holdId: string) => ({ type: 'release', id, holdId }) as const,
} satisfies Record<CoreOperation['type'], unknown>;

/** Returns a hold, and the post that books it with an id after that of the hold. */
export const payment = (id: string, account: string, amountPence: number) =>
  [operation.hold(id, account, amountPence), operation.post(`post.${id}`, id)] as const;

const PAYER = { customerId: 'northwind' };
const TEXTS = { reference: 'INV 4711', counterparty: 'Acme Ltd' };

/** Returns the booking day of the core. */
export const today = (): string => londonDate(realTime());
