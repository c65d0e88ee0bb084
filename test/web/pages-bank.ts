import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Interactions } from '../../src/auth/oauth/interactions.ts';
import { createPasskeys } from '../../src/auth/sign-in/passkey-service.ts';
import { createSignIn } from '../../src/auth/sign-in/sign-in.ts';
import { messageWriter } from '../../src/app/hub.ts';
import { createHolidays } from '../../src/bank/holidays.ts';
import { createExchangeRates } from '../../src/bank/rates.ts';
import type { PayeeConfirmation } from '../../src/domain/ports/payee-confirmation.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { ServiceEvent } from '../../src/domain/records/events.ts';
import { createUseCases } from '../../src/use-cases/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { codeOf, SANDBOX_COST } from '../../src/sandbox/credentials.ts';
import { createSandboxContracts } from '../../src/sandbox/contracts.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import { openFileStore } from '../../src/store/files/folder/files.ts';
import { openRanges } from '../../src/store/files/ranges.ts';
import { openSearchSegments } from '../../src/store/search/look-up.ts';
import { createSpool } from '../../src/store/files/spool.ts';
import { createPages } from '../../src/web/journey/routes.tsx';
import type { Pages } from '../../src/web/journey/interaction.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import type { TestHub } from '../helpers/hub.ts';
import { USE_CASE_SETTINGS } from '../helpers/limits.ts';
import { oneThread } from '../helpers/one-thread.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Origin of tpp-one's redirect URI, to which customers return. */
export const TPP_ORIGIN = 'https://tpp-one.example';

/** Text on the TPP's page. A colon and the result of the interaction follow it. */
export const BACK_AT_TPP = 'Back at the TPP';

const BANK_NAME = 'Sandbox Bank';

/** The bank as it names itself in messages. */
const BANK = { bic: 'SANDGB2L', serviceUserNumber: '100001' };

/** The end of an interaction, as the pages reported it to the authorisation server. */
export interface Ended {
  readonly kind: 'approved' | 'refused';
  readonly uid: string;
  /** The grant id if the consent was approved, or the reason if it was refused. */
  readonly detail: string;
}

interface Connections {
  /** Payment hub that executes the payments. Null: the schemes are simulated. */
  readonly hub: TestHub | null;
  /** Checks the names of payees. Null: names are not checked. */
  readonly payees: PayeeConfirmation | null;
}

/** Returns a proxy of the store that records the name of each called method. */
function watched(store: Store, calls: string[]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      calls.push(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
}

/**
 * A bank with its pages for customers. A simple replacement of the authorisation server records how
 * interactions end.
 */
export class PagesBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  readonly pages: Pages;
  readonly signIn: ReturnType<typeof createSignIn>;
  readonly ended: Ended[] = [];
  readonly events: ServiceEvent[] = [];
  /** Names of the store's methods that were called, in order. */
  readonly asked: string[] = [];
  /** Number of times that the pages woke the work runner. */
  wakes = 0;
  readonly #origin: string;
  readonly #workers: FileWorkerPool;
  readonly #visits = new Map<string, { clientId: string; consentId: string }>();
  #address = '192.0.2.1';

  private constructor(
    service: RunningService,
    tpp: Tpp,
    origin: string,
    { hub, payees }: Connections,
  ) {
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
    const useCases = createUseCases({
      payeeConfirmation: payees,
      screening: null,
      ...{ store, workers, holidays, rates, observe },
      searchIndex: {
        ...workers,
        ...openSearchSegments(openRanges({ filesDirectory, bucket: null })),
      },
      contracts: createSandboxContracts(rates),
      isClockGood: () => true,
      files: openFileStore(filesDirectory, observe),
      spool: createSpool(filesDirectory, { maxBytes: 0 }),
      schemes: createSchemes(),
      recallWriter: hub === null ? null : messageWriter(BANK),
      coreBanking: null,
      settings: USE_CASE_SETTINGS,
      stopwatch: () => performance.now(),
    });
    const passkeys = createPasskeys({ store, origin, bankName: BANK_NAME });
    this.signIn = createSignIn({
      ...{ store, passkeys, observe, clock: clock.now, cost: SANDBOX_COST },
      browserKey: 'key',
    });
    this.pages = createPages({
      ...{ store, useCases, workers, observe, origin },
      interactions: this.#interactions(),
      runner: {
        wake: () => {
          this.wakes += 1;
        },
      },
      signIn: this.signIn,
      bankSignIn: undefined,
      passkeys,
      clock: clock.now,
      machineClock: clock.now,
      bankName: BANK_NAME,
      addressOf: () => this.#address,
    });
  }

  static async open(
    origin: string,
    { hub = null, payees = null }: Partial<Connections> = {},
  ): Promise<PagesBank> {
    const service = await startService(hub === null ? {} : { config: hub.settings });
    return new PagesBank(service, await Tpp.signIn(service.origin), origin, { hub, payees });
  }

  async close(): Promise<void> {
    await this.#workers.close();
    await this.service.end();
  }

  /**
   * Starts an interaction for a consent, as if a TPP had redirected the customer. Returns its uid.
   */
  begin(consentId: string, uid: string = crypto.randomUUID()): string {
    this.#visits.set(uid, { clientId: 'tpp-one', consentId });
    return uid;
  }

  /** Ends an interaction, as if the authorisation server had sent the browser back to the TPP. */
  finish(uid: string): void {
    this.#visits.delete(uid);
  }

  /** Sets the remote address from which all further requests seem to come. */
  moveTo(address: string): void {
    this.#address = address;
  }

  async codeOf(user: string): Promise<string> {
    const { store, clock } = this.service;
    return expectDefined(await codeOf(store, user, clock.now()), user).code;
  }

  /** Moves the machine's clock to the time of the next one-time code. Returns that code. */
  async nextCodeOf(user: string): Promise<string> {
    this.service.passMachineTime(30_000);
    return this.codeOf(user);
  }

  /** Passes a request to the bank's pages without using the network. */
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
