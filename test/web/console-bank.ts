import { createHash, createPrivateKey } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { exporterOfCases } from '../../src/app/case-files.ts';
import { OperatorSignIn } from '../../src/auth/operators/operator-sign-in.ts';
import { createHolidays } from '../../src/bank/holidays.ts';
import { settingsInForce } from '../../src/config/settings-in-force.ts';
import type { CertificateExpiry, ConsoleParts } from '../../src/console/console-context.ts';
import { createConsole } from '../../src/console/index.tsx';
import { actorOf } from '../../src/domain/records/audit.ts';
import type {
  OutcomeProposalResult,
  RecallFacts,
} from '../../src/domain/records/action-proposals.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import type { Work } from '../../src/domain/records/records.ts';
import type { ServiceEvent } from '../../src/domain/records/events.ts';
import type { OutcomeRequest } from '../../src/domain/schemes/proposals.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { HOUR_MS } from '../../src/shared/time.ts';
import type { Pages } from '../../src/web/journey/interaction.ts';
import type { UseCases } from '../../src/use-cases/index.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import { bringBack, messageOf } from '../contract/store/hub-messages.ts';
import { one } from '../helpers/bank-keys.ts';
import { oneThread } from '../helpers/one-thread.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { Tpp } from '../helpers/tpp.ts';
import { OperatorBrowser } from './operator-browser.ts';
import { pageUseCases } from './page-use-cases.ts';

export { OperatorBrowser };

/** Origin of the console when tests request it without a network. */
const CONSOLE_ORIGIN = 'https://console.bank.example';

/** More steps than any test creates. */
const MAX_STEPS = 1000;

/** Signs case files. */
const caseKeys = {
  jwks: () => ({ keys: [one] }),
  signing: () => ({ kid: one.kid, key: createPrivateKey({ key: { ...one }, format: 'jwk' }) }),
};

const ACT = { at: 0, by: actorOf({ kind: 'operator', id: 'claimed:root/0' }) };

/** Returns the ways in which operators sign in. */
export type SignInParts = (
  service: RunningService,
  origin: string,
  useCases: UseCases,
) => Pick<ConsoleParts, 'hasPasskeys' | 'provider'> & Partial<Pick<ConsoleParts, 'api'>>;

/** A bank with the operators' console. */
export class ConsoleBank {
  readonly service: RunningService;
  readonly pages: Pages;
  readonly origin: string;
  readonly events: ServiceEvent[] = [];
  /** The certificates that the page Today shows. */
  certificates: readonly CertificateExpiry[] = [];
  /** The environment that the page Settings shows. */
  environment: Readonly<Record<string, string>> = {};
  /** Number of times that the console woke the work runner. */
  wakes = 0;
  /** The result of a proposed outcome, if the test replaces that of the use case. */
  outcomeFor: ((request: OutcomeRequest) => OutcomeProposalResult) | undefined;
  /** The use cases of a bank with a hub. */
  readonly deciding: Pick<UseCases, 'confirmAction' | 'proposeOutcome'>;
  /** The facts of a recall, if the test replaces those of the use case. */
  recallFacts: RecallFacts | undefined;
  readonly #workers: FileWorkerPool;
  #address = '192.0.2.1';
  #links = 0;

  private constructor(
    service: RunningService,
    origin: string,
    uses: ConsoleParts['uses'],
    signIn: SignInParts = () => ({ hasPasskeys: true, provider: null }),
  ) {
    this.service = service;
    this.origin = origin;
    const { store, clock, directory } = service;
    const observe = (event: ServiceEvent): void => void this.events.push(event);
    const files = `${directory}/files`;
    const workers = oneThread(files);
    this.#workers = workers;
    const none = { payeeConfirmation: null, recallWriter: null };
    const recallWriter = { endToEndId: () => '', writeRecall: () => '' };
    this.deciding = pageUseCases(files, { ...none, recallWriter, store, workers, observe });
    const useCases: UseCases = {
      ...pageUseCases(files, { ...none, store, workers, observe }),
      confirmAction: this.deciding.confirmAction,
      proposeOutcome: async (request, act) =>
        this.outcomeFor?.(request) ?? this.deciding.proposeOutcome(request, act),
    };
    const [bankName, machineClock] = ['Sandbox Bank', clock.now];
    this.pages = createConsole({
      ...{ store, origin, bankName, uses, machineClock, clock: clock.now },
      signIn: new OperatorSignIn({ store, origin, bankName, machineClock, clock: clock.now }),
      api: null,
      ...signIn(service, origin, useCases),
      exportCase: exporterOfCases(
        { useCases, store, clock, config: { ...service.config, schemes: { kind: 'simulated' } } },
        { keys: caseKeys, settings: { bankTitle: bankName } },
      ),
      confirmAction: useCases.confirmAction,
      holidays: createHolidays(),
      certificates: () => this.certificates,
      serviceReport: () => ({
        ...{ version: '0.0.0', nodeVersion: 'v0', node: 'n', profile: 'secure' },
        ...{ store: 'sqlite', files: 'folder', settings: settingsInForce(this.environment) },
      }),
      runner: {
        wake: () => {
          this.wakes += 1;
        },
      },
      addressOf: () => this.#address,
      observe,
      useCases: {
        ...useCases,
        factsOfRecall: (...given) =>
          this.recallFacts === undefined
            ? useCases.factsOfRecall(...given)
            : Promise.resolve(this.recallFacts),
      },
      timelineOf: (id, row) => {
        return useCases.paymentTimeline({ id, row, exchanges: [] }, clock.now());
      },
    });
  }

  static async open(
    origin = CONSOLE_ORIGIN,
    uses: ConsoleParts['uses'] = { hub: false, core: false, screening: false },
    signIn?: SignInParts,
  ): Promise<ConsoleBank> {
    return new ConsoleBank(await startService(), origin, uses, signIn);
  }

  async close(): Promise<void> {
    await this.#workers.close();
    await this.service.end();
  }

  /** Sets the remote address from which all further requests seem to come. */
  moveTo(address: string): void {
    this.#address = address;
  }

  /** Adds an operator. Returns the path of the enrolment link. */
  async invite(id: string, ...roles: readonly OperatorRole[]): Promise<string> {
    this.#links += 1;
    const secret = `link-${String(this.#links)}`;
    const hash = createHash('sha256').update(secret).digest('hex');
    const until = this.service.clock.now() + HOUR_MS;
    const { store } = this.service;
    const isAdded = await store.addOperator(
      { id, name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Smith`, roles },
      { hash, until },
      ACT,
    );
    if (!isAdded) await store.renewOperatorEnrolment(id, { hash, until }, ACT);
    return `/enrol/${secret}`;
  }

  /** Adds an operator with a passkey. Returns a browser in which the operator has signed in. */
  async signedIn(id: string, ...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
    const browser = new OperatorBrowser(this);
    await browser.enrol(await this.invite(id, ...roles));
    await browser.signIn();
    return browser;
  }

  /** Passes a request to the console without using the network. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const incoming = new IncomingMessage(new Socket());
    incoming.url = path;
    const outgoing = new ServerResponse(incoming);
    const bindings = { incoming, outgoing, recognise: () => undefined, endUnread: () => undefined };
    return this.pages.fetch(new Request(`${this.origin}${path}`, init), bindings);
  }

  async ended(id: string): Promise<void> {
    await this.service.store.endOperator(id, ACT);
  }

  async changeRoles(id: string, ...roles: readonly OperatorRole[]): Promise<void> {
    await this.service.store.changeOperatorRoles(id, roles, ACT);
  }
}

/** Starts one bank with a console for all tests of a file. */
export function useConsole(uses?: ConsoleParts['uses']): () => ConsoleBank {
  let opened: ConsoleBank | undefined;
  beforeAll(async () => {
    opened = await ConsoleBank.open(CONSOLE_ORIGIN, uses);
  });
  afterAll(() => opened?.close());
  return () => expectDefined(opened, 'the bank');
}

/** Creates a payment with a parked step. Returns the ids of the payment and of the step. */
export async function parkedStep(bank: ConsoleBank): Promise<{ id: string; step: number }> {
  const { store, clock } = bank.service;
  const step = await scheduledStep(bank);
  await store.postponeWork(step, { at: clock.now(), problem: 'Error: it fails', tryAt: null });
  return { id: step.paymentId, step: step.id };
}

/** Creates a payment for a later day. Returns its step. */
export async function scheduledStep({ service }: ConsoleBank): Promise<Work> {
  const tpp = await Tpp.signIn(service.origin);
  const id = await tpp.pay(bulkFile(2), { RequestedExecutionDateTime: '2026-12-03T00:00:00Z' });
  const steps = await service.store.dueWork(Number.MAX_SAFE_INTEGER, MAX_STEPS);
  const work = steps.find(({ paymentId }) => paymentId === id);
  return expectDefined(work, 'the step');
}

/** Lets the first credit of a payment come back without being booked. Returns its problem's id. */
export async function unbookedReturn(
  { service: { store, clock } }: ConsoleBank,
  paymentId: string,
) {
  const message = messageOf('x', 2);
  await store.addMessages({ paymentId, number: 0 }, [message]);
  await bringBack(store, 'x', 'd');
  await store.endReturn({ messageId: message.id, index: 0 }, 'notOwned', clock.now());
  const problems = await store.listHubProblems('open', 100);
  return expectDefined(problems.at(-1), 'the problem').id;
}
