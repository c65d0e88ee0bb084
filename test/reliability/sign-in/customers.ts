import { setTimeout as wait } from 'node:timers/promises';
import { tokenIn } from '../../../client/answer.ts';
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

/** Kinds of customers; each has its turns in the queue of password checks. */
export const KINDS = ['known browser', 'TPP approval', 'clean network'] as const;
export type Kind = (typeof KINDS)[number];

/** How often a customer who is asked to try again does so. */
const MAX_TRIES = 10;
/** Addresses of authorisation requests are long. */
const MAX_PROBLEM_CHARACTERS = 200;
/**
 * How long the customer takes to enter the password again, in milliseconds. The service answers the
 * same form within 3 s with the same answer, as it does for a double click.
 */
const RETRY_MS = 4 * SECOND_MS;

/** The result of one customer. */
export interface CustomerResult {
  readonly kind: Kind;
  readonly user: string;
  /** From the first password that was sent until the customer was signed in. */
  readonly signedInMs: number;
  /** Number of times that the password was sent: more than 1 where the service was busy. */
  readonly tries: number;
  /** Why the customer could not sign in or approve; empty where the customer could. */
  readonly problem: string;
}

/** A customer who will sign in and approve a consent or a payment. */
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

  /** Prepares what the customer will approve; a known browser signs in for the first time. */
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

  /** Signs in and approves. */
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

  /** Signs in at the bank's own pages, with password and code. */
  async #signInAtOwn(): Promise<void> {
    const page = await this.#customer.browser.follow(this.#at('/my'));
    const signedIn = await this.#sendPassword(page, async (asked) => {
      // A code that was shown before the password was checked may be too old.
      const code = await this.#bank.customers.nextCodeOf(this.#company.user);
      return this.#customer.fill(asked, 'code', { code });
    });
    if (signedIn.url !== this.#at('/my')) throw new Error(`The sign-in led to ${signedIn.url}.`);
  }

  /** Sends the password until the service is not busy. Then it completes the sign-in. */
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

/** Submits a payment that the colleague approved; returns the id of the payment. */
async function payForTwo(tpp: SecureApi, consentId: string, company: Company): Promise<string> {
  const { colleague: user, account: debtorAccount } = company;
  const token = tokenIn(await tpp.decide(consentId, { user, debtorAccount }));
  const payment = await submitOrder(tpp, domesticPayments, consentId, token);
  return payment['DomesticPaymentId'] as string;
}
