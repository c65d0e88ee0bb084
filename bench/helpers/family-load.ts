import { BASE } from '../../test-client/tpp.ts';
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
  type Load,
  type Request,
} from './load.ts';
import { bytesOf, DEBTOR_ACCOUNT } from './payment-file.ts';
import type { Program } from './program.ts';
import { timed } from './statistics.ts';
import { DECISION, type Tpp } from './tpp.ts';

/**
 * Number of connections during the preparation. It equals the number of uploads that a TPP may send
 * at the same time.
 */
const PREPARING = 16;

/** Minimum amount in pounds that the customer pays for each sample. */
const LEAST_OF_EACH = 0.5;

/** Number of connections and of requests per connection. The product is a multiple of PREPARING. */
interface Size {
  readonly connections: number;
  readonly each: number;
}

/**
 * Processes many consents of one family at a time, from the creation of the consents to their
 * payments.
 */
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

  /** Creates consents and measures their cost. Call `approve` afterwards. */
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

  /** Approves as the customer the consents that were created last. Call `pay` afterwards. */
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

  /**
   * Submits the payments of the approved consents and measures their cost. If payments are executed
   * at once, the CPU of their execution is included.
   */
  async pay(): Promise<Cost> {
    return costOf(this.#service, this.#payments(), () => this.#tpp.settle());
  }

  /** Submits the payments of the approved consents. Resolves when all are answered. */
  async submit(): Promise<void> {
    await send(this.#service, this.#payments());
  }

  #payments(): Load {
    const { connections } = this.#size;
    const requests = this.#registered.map((consentId, index) => {
      const token = expectDefined(this.#tokens[index], `the token for ${consentId}`);
      const path = `${BASE}/${this.#sample.family.payments}`;
      return postRequest(path, token, paymentBody(this.#sample, consentId));
    });
    return { connections, requests };
  }

  /**
   * Executes the payments that were submitted last, by moving the clock to a day on which all of
   * them are due. Returns the CPU in microseconds per payment.
   *
   * @throws if the customer's account was not debited for each payment
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

  /**
   * Sends one request for each consent that was created last. Returns the responses in the same
   * order.
   */
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

/** Returns the token in the response to the customer's approval. */
function tokenIn(answer: string): string {
  const { access_token: token } = JSON.parse(answer) as { access_token?: string };
  return expectDefined(token, `a token in ${answer}`);
}
