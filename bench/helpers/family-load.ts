import { BASE } from '../../client/tpp.ts';
import { assert, expectDefined } from '../../src/shared/assert.ts';
import type { Instant } from '../../src/shared/time.ts';
import { paymentBody, type Sample } from './families.ts';
import {
  costOf,
  costOfAll,
  keepAnswers,
  loadOf,
  postRequest,
  send,
  type Cost,
  type Request,
} from './load.ts';
import { bytesOf, DEBTOR_ACCOUNT } from './payment-file.ts';
import type { Program } from './program.ts';
import { timed } from './statistics.ts';
import { DECISION, type Tpp } from './tpp.ts';

/** Connections while consents are prepared: as many as a TPP may upload over at once. */
const PREPARING = 16;

/** What the customer pays at the least for any sample, in pounds. */
const LEAST_OF_EACH = 0.5;

/** How many requests each of so many connections sends; altogether a multiple of PREPARING. */
interface Size {
  readonly connections: number;
  readonly each: number;
}

/** Takes many consents of one family at a time from registration to payment. */
export class FamilyLoad {
  readonly #service: Program;
  readonly #tpp: Tpp;
  readonly #sample: Sample;
  readonly #size: Size;
  #registered: readonly string[] = [];
  #tokens: readonly string[] = [];

  constructor(service: Program, tpp: Tpp, sample: Sample, size: Size) {
    this.#service = service;
    this.#tpp = tpp;
    this.#sample = sample;
    this.#size = size;
  }

  /** What it costs to register consents; the customer is to `approve` them. */
  async register(): Promise<Cost> {
    const { family, consent } = this.#sample;
    const { connections, each } = this.#size;
    const body = JSON.stringify(consent);
    const load = loadOf(connections, each, () => this.#post(family.consents, body));
    const { requests, answers } = keepAnswers(load.requests);
    const cost = await costOf(this.#service, { connections, requests });
    this.#registered = answers.map(consentIdIn);
    return cost;
  }

  /** Lets the customer approve the consents registered last; `pay` pays them. */
  async approve(): Promise<void> {
    const { file, family } = this.#sample;
    if (file !== null) {
      const bytes = bytesOf(file);
      await this.#prepare((consentId) => this.#post(`${family.consents}/${consentId}/file`, bytes));
    }
    const decided = await this.#prepare((consentId) =>
      postRequest(
        `/sandbox/consents/${consentId}/decision`,
        this.#tpp.token,
        JSON.stringify(DECISION),
      ),
    );
    this.#tokens = decided.map(tokenIn);
  }

  /** What it costs to pay them; that payments which are due are executed is in the CPU. */
  async pay(): Promise<Cost> {
    const { connections } = this.#size;
    const requests = this.#registered.map((consentId, place) => {
      const token = expectDefined(this.#tokens[place], `the token for ${consentId}`);
      const path = `${BASE}/${this.#sample.family.payments}`;
      return postRequest(path, token, paymentBody(this.#sample, consentId));
    });
    return costOf(this.#service, { connections, requests }, () => this.#tpp.settle());
  }

  /**
   * CPU of what is left to do, in microseconds for each of the payments submitted last, when the
   * clock comes to a day by which all of it is due; nothing where nothing waits.
   *
   * @throws when the customer's account was not debited for each of them
   */
  async execute(account: { readonly before: number }, by: Instant): Promise<number> {
    const amount = this.#registered.length;
    let micros = 0;
    if (this.#sample.isAhead) {
      const used = await costOfAll(this.#service, amount, () =>
        timed(async () => {
          await this.#tpp.moveClock(by);
          await this.#tpp.settle();
        }),
      );
      micros = used.cpuMicros;
    }
    const debited = account.before - (await this.#tpp.balance(DEBTOR_ACCOUNT));
    assert(debited >= amount * LEAST_OF_EACH, `payments of ${this.#sample.family.name} wait`);
    return micros;
  }

  /** Sends a request for each of the consents registered last; the answers in their order. */
  async #prepare(requestFor: (consentId: string) => Request): Promise<readonly string[]> {
    const { requests, answers } = keepAnswers(this.#registered.map(requestFor));
    await send(this.#service, { connections: PREPARING, requests });
    return answers;
  }

  #post(path: string, body: string | Buffer): Request {
    return postRequest(`${BASE}/${path}`, this.#tpp.token, body);
  }
}

function consentIdIn(answer: string): string {
  const { Data } = JSON.parse(answer) as { Data: { ConsentId?: string } };
  return expectDefined(Data.ConsentId, `a consent in ${answer}`);
}

/** The token that the customer's approval gave. */
function tokenIn(answer: string): string {
  const { access_token: token } = JSON.parse(answer) as { access_token?: string };
  return expectDefined(token, `a token in ${answer}`);
}
