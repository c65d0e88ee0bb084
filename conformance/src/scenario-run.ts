import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawRequest, Received, Version } from '@payment-initiation/client';
import type { BankUnderTest, Tester } from './bank.ts';
import { check, jsonOf, matches, type Findings } from './expectations.ts';
import { createFile, createPain001, initiationFor, type TestFile } from './payment-file.ts';
import { createRequest } from './requests.ts';
import type { ApprovalStep, Expectation, RequestStep, Scenario } from './scenario.ts';
import { changed, memberAt, resolved, statusVariables, textOf, type Variables } from './values.ts';

/** A request of a scenario with its response, for the report. It contains no token. */
export interface Exchange {
  readonly request: string;
  readonly status: number | undefined;
  readonly interactionId: string | undefined;
}

/** Pauses between two reads of a status, in milliseconds. */
const PAUSE_MS = 100;

/** Maximum number of pages of a list that a scenario reads. */
const MAX_PAGES = 100;

/** Number of attempts of a request while the bank limits the rate (429). */
const MAX_ATTEMPTS = 5;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days after now, for the variables of dates. */
const DATES = { yesterday: -1, tomorrow: 1, nextWeek: 7, nextMonth: 30 } as const;

/** Problems are deviations from rules, warnings are deviations from recommendations. */
export interface Report {
  readonly problems: string[];
  readonly warnings: string[];
  readonly exchanges: Exchange[];
}

export interface ScenarioParts {
  readonly bank: BankUnderTest;
  readonly version: Version;
  readonly scenario: Scenario;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** One run of a scenario with one version. */
export class ScenarioRun {
  readonly parts: ScenarioParts;
  readonly variables: Variables;
  readonly file: TestFile;
  readonly report: Report = { problems: [], warnings: [], exchanges: [] };

  constructor(parts: ScenarioParts) {
    this.parts = parts;
    const { bank, version, scenario, now } = parts;
    const { config } = bank;
    this.variables = new Map<string, unknown>(statusVariables(version));
    const set = (name: string, value: unknown) => this.variables.set(name, value);
    for (const [name, days] of Object.entries(DATES)) {
      // Noon, so that the day is the same in London.
      const day = new Date(now() + days * DAY_MS).toISOString().slice(0, 10);
      set(name, `${day}T12:00:00+00:00`);
      set(`${name}Day`, day);
    }
    set('FileType', config.payments.fileType[version]);
    set('debtorAccount', config.payments.debtorAccount);
    set('multiAccount', config.multiAuthorisation?.debtorAccount);
    set('mostBytes', config.fileMaxBytes ?? 0);
    set('tooManyBytes', (config.fileMaxBytes ?? 0) + 1);
    set('rateLimitRequests', config.rateLimitRequests);
    set('none', undefined);
    set('pain001', createPain001(config, String(this.variables.get('tomorrowDay'))));
    set('unknownId', randomUUID());
    set('interactionId', randomUUID());
    // A key of the maximum length, which is different in each scenario.
    set('key', `${randomUUID()}${'k'.repeat(4)}`);
    set('longKey', `${randomUUID()}${'k'.repeat(5)}`);
    set('longText', 'x'.repeat(400));
    this.file = createFile(resolved(scenario.file, this.variables) as typeof scenario.file, config);
    set('file', this.file.bytes);
    set('hash', this.file.hash);
    set('pennyMore', Math.round(this.file.sum * 100 + 1) / 100);
    const initiation = resolved(scenario.initiation, this.variables) as Record<string, unknown>;
    set('initiation', initiationFor(this.file, config, this.variables, initiation));
    set('data', resolved(scenario.data, this.variables));
  }

  /** Creates the state of the scenario. @throws Error if the bank does not allow it */
  async prepare(): Promise<void> {
    const { given } = this.parts.scenario;
    const states = ['nothing', 'consent', 'file', 'approval', 'payment'];
    const wanted = states.indexOf(given);
    const steps = [
      () => this.#create('POST /file-payment-consents', 'ConsentId'),
      () => this.#create('POST /file-payment-consents/${ConsentId}/file'),
      async () => {
        const decided = await this.#decide({ customer: 'approves', expect: 'token' });
        if (decided !== undefined) throw new Error(decided);
      },
      () => this.#create('POST /file-payments', 'FilePaymentId'),
    ];
    for (const step of steps.slice(0, Math.max(0, wanted))) await step();
    this.report.exchanges.length = 0;
  }

  async #create(send: string, id?: string): Promise<void> {
    const step: RequestStep = { send, as: 'tpp', signature: 'valid', expect: {} };
    const received = await this.#send(step);
    const value = id === undefined ? '' : memberAt(jsonOf(received), `Data.${id}`);
    const isDone = received.status >= 200 && received.status < 300;
    if (isDone && typeof value === 'string') {
      if (id !== undefined) this.variables.set(id, value);
      return;
    }
    const text = Buffer.from(received.bytes).toString('utf8').slice(0, 200);
    throw new Error(`${send} of the preparation was answered ${String(received.status)}: ${text}`);
  }

  /** Takes over the state of an equal preparation. */
  adopt(other: ScenarioRun): void {
    for (const name of ['ConsentId', 'FilePaymentId', 'token', 'file', 'hash', 'initiation']) {
      if (other.variables.has(name)) this.variables.set(name, other.variables.get(name));
    }
  }

  /** Runs the steps. The report has the results. */
  async run(): Promise<Report> {
    for (const step of this.parts.scenario.steps) {
      if ('customer' in step) {
        const problem = await this.#decide(step);
        if (problem !== undefined) this.report.problems.push(problem);
      } else {
        await this.#request(step);
      }
      // A later step depends on the earlier ones.
      if (this.report.problems.length > 0) break;
    }
    return this.report;
  }

  async #request(step: RequestStep): Promise<void> {
    const count = Number(resolved(step.together ?? 1, this.variables));
    const answers = await Promise.all(Array.from({ length: count }, () => this.#sendUntil(step)));
    for (const received of answers) {
      const checked = this.#checked(step, received);
      this.#report(step, await check(step.expect, checked));
      if (step.advise !== undefined) {
        const advice = await check(step.advise, checked);
        this.#add('warnings', step, [...advice.problems, ...advice.codes]);
      }
      this.#save(step, received);
    }
    if (step.some !== undefined) await this.#checkSome(step, step.some, answers);
  }

  #checked(step: RequestStep, received: Received) {
    const { bank, version } = this.parts;
    const at = step.at ?? version;
    const tester = bank.tester(at, 'tpp');
    return { received, version: at, variables: this.variables, bank: tester.bank };
  }

  #report(step: RequestStep, { problems, codes }: Findings): void {
    this.#add('problems', step, problems);
    const areCodesRules = this.parts.bank.config.errorCodes === 'must';
    this.#add(areCodesRules ? 'problems' : 'warnings', step, codes);
  }

  #add(kind: 'problems' | 'warnings', { send }: RequestStep, texts: readonly string[]): void {
    this.report[kind].push(...texts.map((text) => `${send}: ${text}`));
  }

  #save(step: RequestStep, received: Received): void {
    for (const [name, path] of Object.entries(step.save ?? {})) {
      const value = memberAt(jsonOf(received), path);
      const known = this.variables.get(name);
      const isAgain = step.together !== undefined && known !== undefined && known !== value;
      if (isAgain) this.#add('problems', step, [`${path} is different in two answers.`]);
      this.variables.set(name, value);
    }
  }

  async #checkSome(step: RequestStep, some: Expectation, answers: readonly Received[]) {
    let problems: readonly string[] = [];
    for (const received of answers) {
      ({ problems } = await check(some, this.#checked(step, received)));
      if (problems.length === 0) return;
    }
    this.#add('problems', step, [`None of ${String(answers.length)} responses is as expected.`]);
    this.#add('problems', step, problems);
  }

  /** Sends a request, and repeats it while a member does not have the awaited value. */
  async #sendUntil(step: RequestStep): Promise<Received> {
    const { now, bank } = this.parts;
    const deadline = now() + bank.config.waitMs;
    const awaited = Object.entries(resolved(step.until ?? {}, this.variables) as object);
    for (;;) {
      const received = await this.#send(step);
      const body = jsonOf(received);
      const isThere = awaited.every(([path, value]) => matches(memberAt(body, path), value));
      if (isThere || now() >= deadline) return this.#joinPages(step, received);
      await pause(PAUSE_MS);
    }
  }

  /** Returns the first page of a list with the entries of all pages. Sets `$pages`. */
  async #joinPages({ pages: path, ...step }: RequestStep, first: Received): Promise<Received> {
    const body = jsonOf(first);
    if (path === undefined || body === undefined) return first;
    const entries: unknown[] = [];
    let count = 0;
    for (let page: unknown = body; count < MAX_PAGES; count += 1) {
      entries.push(...[memberAt(page, path) ?? []].flat());
      const next = memberAt(page, 'Links.Next');
      if (typeof next !== 'string') break;
      const send = `GET ${next.slice(next.indexOf('/file-payment'))}`;
      page = jsonOf(await this.#send({ ...step, send }));
    }
    this.variables.set('pages', count + 1);
    const joined = changed(body, { [path]: entries });
    return { ...first, bytes: Buffer.from(JSON.stringify(joined)) };
  }

  async #send(step: RequestStep): Promise<Received> {
    const { bank, version, now } = this.parts;
    const tester: Tester = bank.tester(step.at ?? version, step.as);
    const request = await createRequest(step, {
      ...{ bank, tester, variables: this.variables, now, version: step.at ?? version },
    });
    const isRepeated = step.some === undefined;
    const received = await this.#exchange(tester, request, isRepeated ? MAX_ATTEMPTS : 1);
    this.report.exchanges.push({
      request: `${request.method} ${textOf(request.path, this.variables)}`,
      status: received.status,
      interactionId: received.headers.get('x-fapi-interaction-id') ?? undefined,
    });
    return received;
  }

  /** Sends a request, and repeats it if the bank limits the rate. */
  async #exchange({ bank }: Tester, request: RawRequest, attempts: number): Promise<Received> {
    for (let count = 1; ; count += 1) {
      const received = await bank.exchange(request);
      if (received.status !== 429 || count === attempts) return received;
      const seconds = Number(received.headers.get('retry-after'));
      await pause((seconds > 0 ? seconds : 1) * 1000);
    }
  }

  /** Returns the reason why the customer's decision has not the expected result. */
  async #decide(step: ApprovalStep): Promise<string | undefined> {
    const { bank, version, scenario } = this.parts;
    const decided = await bank.approve({
      ...{ bank: bank.tester(version, 'tpp').bank },
      consentId: String(this.variables.get('ConsentId')),
      decision: step.customer === 'approves' ? 'approve' : 'reject',
      severalApprovals: scenario.needs.includes('multiAuthorisation'),
    });
    if ('token' in decided) this.variables.set('token', decided.token);
    if (step.expect === 'token' && !('token' in decided)) {
      return `The approval was refused: ${decided.refusal}.`;
    }
    if (step.expect === 'refusal' && 'token' in decided) return 'The bank issued a token.';
    return undefined;
  }
}
