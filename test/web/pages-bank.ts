import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Interactions } from '../../src/auth/oauth/interactions.ts';
import { createPasskeys } from '../../src/auth/sign-in/passkey-service.ts';
import { createSignIn } from '../../src/auth/sign-in/sign-in.ts';
import { createHolidays } from '../../src/bank/holidays.ts';
import { createExchangeRates } from '../../src/bank/rates.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { ServiceEvent } from '../../src/domain/records/events.ts';
import { createEngine } from '../../src/use-cases/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { codeOf, SANDBOX_COST } from '../../src/sandbox/credentials.ts';
import { createSandboxContracts } from '../../src/sandbox/contracts.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import { openFileStore } from '../../src/store/files/folder/files.ts';
import { createSpool } from '../../src/store/files/spool.ts';
import { createPages } from '../../src/web/journey/routes.tsx';
import type { Pages } from '../../src/web/journey/interaction.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import { ENGINE_SETTINGS } from '../helpers/limits.ts';
import { oneThread } from '../helpers/one-thread.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Origin to which customers return: the redirect URI of the sandbox's tpp-one. */
export const TPP_ORIGIN = 'https://tpp-one.example';

/** Text on the page of the TPP. A colon and the result of the interaction follow. */
export const BACK_AT_TPP = 'Back at the TPP';

const BANK_NAME = 'Sandbox Bank';

/** Result that was reported to the authorisation server at the end of an interaction. */
export interface Ended {
  readonly kind: 'approved' | 'refused';
  readonly uid: string;
  /** Grant id of an approval, or reason of a refusal. */
  readonly detail: string;
}

/** Wraps the store and records the names of the methods that are called. */
function watched(store: Store, calls: string[]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      calls.push(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** A bank with the pages for customers and a stub of the authorisation server. */
export class PagesBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  readonly pages: Pages;
  readonly ended: Ended[] = [];
  readonly events: ServiceEvent[] = [];
  /** Names of the store methods that the pages have called, in order. */
  readonly asked: string[] = [];
  /** Number of times that the pages woke the job runner. */
  wakes = 0;
  readonly #origin: string;
  readonly #workers: FileWorkerPool;
  readonly #visits = new Map<string, { clientId: string; consentId: string }>();
  #address = '192.0.2.1';

  private constructor(service: RunningService, tpp: Tpp, origin: string) {
    this.service = service;
    this.tpp = tpp;
    this.#origin = origin;
    const { clock, directory } = service;
    const store = watched(service.store, this.asked);
    const observe = (event: ServiceEvent): void => void this.events.push(event);
    const filesDirectory = `${directory}/files`;
    const workers = oneThread(filesDirectory);
    this.#workers = workers;
    const [holidays, rates] = [createHolidays(), createExchangeRates()];
    const engine = createEngine({
      ...{ store, workers, holidays, rates, observe },
      contracts: createSandboxContracts(rates),
      isClockGood: () => true,
      files: openFileStore(filesDirectory, observe),
      spool: createSpool(filesDirectory, { maxBytes: 0 }),
      schemes: createSchemes(),
      settings: ENGINE_SETTINGS,
      stopwatch: () => performance.now(),
    });
    const passkeys = createPasskeys({ store, origin, bankName: BANK_NAME });
    this.pages = createPages({
      ...{ store, engine, workers, observe, origin },
      interactions: this.#interactions(),
      runner: {
        wake: () => {
          this.wakes += 1;
        },
      },
      signIn: createSignIn({
        ...{ store, passkeys, observe, clock: clock.now, cost: SANDBOX_COST },
        browserKey: 'key',
      }),
      passkeys,
      clock: clock.now,
      machineClock: clock.now,
      bankName: BANK_NAME,
      addressOf: () => this.#address,
    });
  }

  static async open(origin: string): Promise<PagesBank> {
    const service = await startService();
    return new PagesBank(service, await Tpp.signIn(service.origin), origin);
  }

  async close(): Promise<void> {
    await this.#workers.close();
    await this.service.end();
  }

  /** Starts an interaction, as if a TPP redirected a customer. Returns its uid. */
  begin(consentId: string, uid: string = crypto.randomUUID()): string {
    this.#visits.set(uid, { clientId: 'tpp-one', consentId });
    return uid;
  }

  /** Ends an interaction, as if the authorisation server had redirected to the TPP. */
  finish(uid: string): void {
    this.#visits.delete(uid);
  }

  /** Sets the remote address of all further requests. */
  moveTo(address: string): void {
    this.#address = address;
  }

  async codeOf(user: string): Promise<string> {
    const { store, clock } = this.service;
    return expectDefined(await codeOf(store, user, clock.now()), user).code;
  }

  /** Advances the system clock to the next one-time code, and returns it. */
  async nextCodeOf(user: string): Promise<string> {
    this.service.passMachineTime(30_000);
    return this.codeOf(user);
  }

  /** Sends a request without a network. */
  async fetch(
    path: string,
    init: RequestInit = {},
    incoming = new IncomingMessage(new Socket()),
  ): Promise<Response> {
    incoming.url = path;
    const outgoing = new ServerResponse(incoming);
    const bindings = { incoming, outgoing, recognise: () => undefined, endUnread: () => undefined };
    return this.pages.fetch(new Request(`${this.#origin}${path}`, init), bindings);
  }

  #interactions(): Interactions {
    return {
      find: ({ url = '' }) => {
        const uid = url.split(/[/?]/)[2] ?? '';
        const visit = this.#visits.get(uid);
        return Promise.resolve(visit && { uid, ...visit });
      },
      prepareGrant: () => Promise.resolve(crypto.randomUUID()),
      approve: (_incoming, _outgoing, { uid }, { grantId }) => {
        this.ended.push({ kind: 'approved', uid, detail: grantId });
        return Promise.resolve(`${this.#origin}/as/authorize/${uid}?then=code`);
      },
      refuse: ({ url = '' }, _outgoing, reason) => {
        const uid = url.split(/[/?]/)[2] ?? '';
        this.ended.push({ kind: 'refused', uid, detail: reason });
        return Promise.resolve(`${this.#origin}/as/authorize/${uid}?then=access_denied`);
      },
    };
  }
}
