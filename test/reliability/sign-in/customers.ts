import { setTimeout as wait } from 'node:timers/promises';
import { tokenIn } from '../../../test-client/answer.ts';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { submitOrder } from '../../helpers/orders.ts';
import type { SecureApi } from '../../helpers/secure-api.ts';
import { parametersOf, type Place } from '../../helpers/secure-browser.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { askForPayment } from '../../web/requests.ts';
import type { Company, SignInBank } from './bank.ts';
import { proxiedFrom } from './networks.ts';

/** The kinds of customers. In the queue of password checks, each kind gets its own turns. */
export const KINDS = ['known browser', 'TPP approval', 'clean network'] as const;
export type Kind = (typeof KINDS)[number];

/** Maximum number of times that a customer tries again when the service is busy. */
const MAX_TRIES = 10;
/** Maximum number of characters of a problem in the output. It may contain a long URL. */
const MAX_PROBLEM_CHARACTERS = 200;
/**
 * Time after which a customer enters the password again, in milliseconds. If the same form arrives
 * within 3 s, the service takes it for a double click and repeats its response.
 */
const RETRY_MS = 4 * SECOND_MS;

/** The result of one customer's visit. */
export interface CustomerResult {
  readonly kind: Kind;
  readonly user: string;
  /**
   * Time from the first sending of the password until the customer was signed in, in milliseconds.
   */
  readonly signedInMs: number;
  /** Number of times that the password was sent. It is above 1 if the service was busy. */
  readonly tries: number;
  /** The reason why the customer could not sign in or approve. Empty if both succeeded. */
  readonly problem: string;
}

/** A customer who signs in during the attack and approves a consent or a payment. */
export class VisitingCustomer {
  readonly kind: Kind;
  readonly #bank: SignInBank;
  readonly #company: Company;
  readonly #customer: SecureCustomer;
  #approvedId = '';
  #signedInMs = NaN;
  #tries = 0;

  constructor(bank: SignInBank, company: Company, kind: Kind, network: number) {
    this.kind = kind;
    this.#bank = bank;
    this.#company = company;
    const proxyHeader = proxiedFrom(network, 2);
    this.#customer = new SecureCustomer({ ...bank.customers, proxyHeader });
  }

  /**
   * Creates the consent or payment to approve. If the kind is `known browser`, the customer also
   * signs in once before the attack.
   */
  async prepare(): Promise<void> {
    const { tpp } = this.#bank;
    const consentId = await askForPayment(tpp);
    this.#approvedId =
      this.kind === 'TPP approval' ? consentId : await payForTwo(tpp, consentId, this.#company);
    if (this.kind !== 'known browser') return;
    await this.#signInAtOwn();
    const account = await this.#customer.browser.follow(this.#at('/my/account'));
    await this.#customer.fill(account, 'sign-out', {});
    this.#tries = 0;
  }

  /** Signs in and approves. Returns the result, also if that failed. */
  async visit(): Promise<CustomerResult> {
    const problem = await this.#signInAndApprove().catch((error: unknown) =>
      String(error).slice(0, MAX_PROBLEM_CHARACTERS),
    );
    const { kind } = this;
    const [signedInMs, tries] = [this.#signedInMs, this.#tries];
    return { kind, user: this.#company.user, signedInMs, tries, problem };
  }

  async #signInAndApprove(): Promise<string> {
    const { user } = this.#company;
    const { tpp } = this.#bank;
    if (this.kind === 'TPP approval') {
      const address = await tpp.tpp.authorizeUrl(this.#approvedId);
      const began = await this.#customer.browser.follow(address);
      const read = await this.#sendPassword(began, () => undefined);
      const { code, ...rest } = parametersOf(await this.#customer.approve(read, user));
      return code === undefined ? JSON.stringify(rest) : '';
    }
    await this.#signInAtOwn();
    const read = await this.#customer.browser.follow(this.#at(`/my/approvals/${this.#approvedId}`));
    await this.#customer.approve(read, user);
    const payment = await tpp.family(domesticPayments).readPayment(this.#approvedId);
    const { Status } = dataOf(payment)['MultiAuthorisation'] as { readonly Status: string };
    return Status === 'Authorised' ? '' : `The approval of the payment is ${Status}.`;
  }

  /** Signs in to the customer portal with the password and a one-time code. */
  async #signInAtOwn(): Promise<void> {
    const page = await this.#customer.browser.follow(this.#at('/my'));
    const signedIn = await this.#sendPassword(page, async (asked) => {
      // Get the code only now, because it could expire while the password check waits.
      const code = await this.#bank.customers.nextCodeOf(this.#company.user);
      return this.#customer.fill(asked, 'code', { code });
    });
    if (signedIn.url !== this.#at('/my')) throw new Error(`The sign-in led to ${signedIn.url}.`);
  }

  /**
   * Sends the password until the service is not busy. Then calls `finish` to complete the sign-in.
   */
  async #sendPassword(
    page: Place,
    finish: (asked: Place) => Promise<Place> | undefined,
  ): Promise<Place> {
    const began = performance.now();
    let place = page;
    for (;;) {
      this.#tries += 1;
      place = await this.#customer.signIn(place, this.#company.user);
      if (!place.url.includes('problem=busy') || this.#tries === MAX_TRIES) break;
      await wait(RETRY_MS);
    }
    if (place.url.includes('problem=')) throw new Error(`The password led to ${place.url}.`);
    const signedIn = (await finish(place)) ?? place;
    this.#signedInMs = performance.now() - began;
    return signedIn;
  }

  #at(path: string): string {
    return `${this.#bank.customers.issuerUrl}${path}`;
  }
}

/** Submits a payment that the colleague has approved. Returns the payment's id. */
async function payForTwo(tpp: SecureApi, consentId: string, company: Company): Promise<string> {
  const { colleague: user, account: debtorAccount } = company;
  const token = tokenIn(await tpp.decide(consentId, { user, debtorAccount }));
  const payment = await submitOrder(tpp, domesticPayments, consentId, token);
  return payment['DomesticPaymentId'] as string;
}
