import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { SchemesAddress } from '../../src/config/schemes.ts';
import { runHub, type HubOptions } from '../../src/simulators/hub/hub.ts';
import { printReport } from '../../src/simulators/hub/report.ts';
import { SCENARIOS, type Scenario } from '../../src/simulators/hub/scenario.ts';
import { eventually } from './eventually.ts';
import type { HubPki } from './hub-pki.ts';
import type { TestBroker } from './rabbitmq.ts';
import type { RunningService } from './service.ts';

/** Certificate of a hub, and the authority that it trusts. */
type HubCertificates = Pick<HubPki, 'hub' | 'authority'>;

/** The hub's own record of a credit. */
export interface HubCredit {
  readonly id: string;
  readonly status: 'ACSC' | 'RJCT';
  readonly reason: string | null;
  readonly returned: string;
  readonly returnReason: string | null;
}

/** The hub's own record of a message. */
export interface HubMessage {
  readonly id: string;
  readonly state: string;
  readonly instrument: string;
  readonly waiting: number;
  readonly repeats: number;
  readonly conflicts: number;
  readonly credits: readonly HubCredit[];
}

/**
 * A hub simulator that runs in this process. It exchanges files in a temporary folder, messages
 * over HTTPS alone if it has certificates, or messages through a broker.
 */
export class TestHub {
  readonly folder = mkdtempSync(join(tmpdir(), 'hub-'));
  readonly lines: string[] = [];
  readonly #data = join(this.folder, 'hub-data');
  readonly #pki: HubCertificates | null;
  #url: string | undefined;
  #port = 0;
  #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  readonly #broker: TestBroker | null;

  constructor(pki: HubCertificates | null = null, broker: TestBroker | null = null) {
    this.#pki = pki;
    this.#broker = broker;
    this.#url = broker?.freshUrl();
  }

  /**
   * Waits until the hub listens, and returns the base URL of its HTTPS API. It stays the same after
   * a restart.
   */
  async url(): Promise<string> {
    await eventually(() => {
      if (this.#url === undefined) throw new Error('The hub does not listen.');
    });
    return this.#url ?? '';
  }

  start(scenario: Partial<Scenario> & { readonly mood?: 'calm' | 'rough' | 'hostile' } = {}): void {
    const { mood = 'calm', ...changes } = scenario;
    this.#stopping = new AbortController();
    if (this.#broker === null) this.#url = undefined;
    this.#running = runHub(
      {
        ...{ data: this.#data, once: false, clock: Date.now },
        ...this.#exchange(),
        scenario: { ...SCENARIOS[mood], ...QUICK, ...changes },
        print: (line) => this.lines.push(line),
      },
      this.#stopping.signal,
    );
  }

  #exchange(): Pick<HubOptions, 'folder' | 'https' | 'amqp'> {
    if (this.#broker !== null) {
      const { certificate, key, authorities } = this.#broker.hubFiles;
      const [cert, secret, ca] = [certificate, key, authorities].map((path) => readFileSync(path));
      const tls = { certificate: cert ?? '', key: secret ?? '', authorities: ca ?? '' };
      return { folder: null, amqp: { url: this.#url ?? '', ...tls } };
    }
    return this.#pki === null ? { folder: this.folder } : this.#https(this.#pki);
  }

  #https({ hub, authority }: HubCertificates) {
    const tls = { certificate: hub.certificate, key: hub.key, authorities: authority.certificate };
    const listening = (url: string): void => {
      this.#url = url;
      this.#port = Number(new URL(url).port);
    };
    const address = { host: '127.0.0.1', port: this.#port };
    return { folder: null, https: { ...address, ...tls, listening } };
  }

  /** The settings of a bank that exchanges files with this hub. */
  get settings(): Partial<Config> {
    return { schemes: SchemesAddress.parse(`folder:${this.folder}`) };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Returns the hub's own record of all messages. */
  messages(): readonly HubMessage[] {
    const lines: string[] = [];
    printReport(this.#data, (line) => lines.push(line));
    return (JSON.parse(lines.join('\n')) as { messages: readonly HubMessage[] }).messages;
  }

  /** Returns true if every message is decided, and every document was delivered and taken. */
  isQuiet(): boolean {
    // In this order, because a document may be delivered meanwhile.
    const messages = this.messages();
    const isEnded = messages.every(({ state, waiting }) => state !== 'stored' && waiting === 0);
    const root = this.#pki === null && this.#broker === null ? this.folder : this.#data;
    return isEnded && readdirSync(join(root, 'from-hub')).length === 0;
  }

  /** Delivers a document through the folder, also while the hub does not run. */
  deliver(name: string, content: string): void {
    const path = join(this.folder, 'from-hub', name);
    const hidden = join(this.folder, 'from-hub', `.${name}`);
    writeFileSync(hidden, content);
    renameSync(hidden, path);
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * Ends a service and its hub after a test. Checks that the books balance and that nothing failed.
 *
 * @param expected part of the failures that the test causes. Null if it causes none
 */
export async function endWithHub(
  service: RunningService,
  hub: TestHub,
  expected: string | null = null,
): Promise<void> {
  expect(await service.store.auditBooks()).toEqual([]);
  const failures = service.events.filter(({ kind }) => kind === 'failure');
  const isExpected = (event: object): boolean =>
    expected !== null && JSON.stringify(event).includes(expected);
  expect(failures.filter((event) => !isExpected(event))).toEqual([]);
  await service.end();
  await hub.end();
}

/** Short times, so that the tests do not wait long. */
const QUICK: Partial<Scenario> = {
  pendingMs: { from: 200, to: 400 },
  returnAfterMs: { from: 200, to: 400 },
  lateMs: { from: 200, to: 600 },
};
