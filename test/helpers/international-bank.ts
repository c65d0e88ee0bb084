import { afterAll, beforeAll, expect } from 'vitest';
import { createExchangeRates } from '../../src/bank/rates.ts';
import type { Config } from '../../src/config/config.ts';
import type { Family } from '../../src/families/common/family.ts';
import { internationalPayments } from '../../src/families/international/payments.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { TO_USA, type Members } from './international.ts';
import { pounds } from './orders.ts';
import { BAKERY, NORTHWIND } from './payment-file.ts';
import { startService, type RunningService } from './service.ts';
import { dataOf, Tpp, type Reply } from './tpp.ts';

/**
 * The start time of the bank: Tuesday, 1 December 2026, 09:00 in London, before every cut-off time.
 */
const NINE = '2026-12-01T09:00:00Z';

/**
 * Three customers who approve payments, each from one account: a small business, a person and a
 * corporate customer.
 */
export const SAM = { user: 'sam', debtorAccount: BAKERY };
export const RITA = { user: 'rita', debtorAccount: '11280009876543' };
export const CLARA = { user: 'clara', debtorAccount: NORTHWIND };

/** A submitted payment, with the bank's response to the submission. */
export interface Submitted {
  readonly consentId: string;
  readonly paymentId: string;
  readonly first: Members;
}

interface Beginning {
  readonly now?: string;
  readonly family?: Family;
  readonly config?: Partial<Config>;
}

/**
 * Starts one bank for all tests of a describe block. After the tests, checks that its books
 * balance.
 */
export function useInternationalBank(beginning: Beginning = {}): () => InternationalBank {
  let abroad: InternationalBank | undefined;
  beforeAll(async () => {
    abroad = await InternationalBank.begin(beginning);
  });
  afterAll(async () => {
    expect(await abroad?.service.store.auditBooks()).toEqual([]);
    await abroad?.service.end();
  });
  return () => expectDefined(abroad, 'the bank');
}

/** A running bank, with a TPP that makes international payments of one payment family. */
class InternationalBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  readonly family: Family;

  private constructor(service: RunningService, tpp: Tpp, family: Family) {
    this.service = service;
    this.tpp = tpp;
    this.family = family;
  }

  static async begin({
    now = NINE,
    family = internationalPayments,
    config = {},
  }: Beginning): Promise<InternationalBank> {
    const service = await startService({ now: Date.parse(now), config });
    return new InternationalBank(service, await Tpp.signIn(service.origin), family);
  }

  get #client() {
    return this.tpp.family(this.family);
  }

  /** Creates a consent. The fields of `data` are sent beside the Initiation. */
  ask(initiation: Members, data: Members = {}): Promise<Reply> {
    const body = { Data: { ...data, Initiation: initiation }, Risk: {} };
    return this.#client.createConsent(body);
  }

  /**
   * Creates a consent, and approves or rejects it as the customer. Returns the bank's response to
   * that decision.
   */
  async decided(initiation: Members, customer: Members = SAM, data: Members = {}) {
    const consent = await this.ask(initiation, data);
    const consentId = dataOf(consent)['ConsentId'] as string;
    const { json: decision = {} } = await this.tpp.decide(consentId, customer);
    return { consentId, decision, token: String(decision['access_token']) };
  }

  /** Creates a consent, approves it and submits the payment. */
  async submit(initiation: Members, customer?: Members, data?: Members): Promise<Submitted> {
    const { consentId, token } = await this.decided(initiation, customer, data);
    const body = { Data: { ConsentId: consentId, Initiation: initiation }, Risk: {} };
    const first = dataOf(await this.#client.createPayment(body, token));
    return { consentId, paymentId: first[this.family.paymentIdName] as string, first };
  }

  readConsent(consentId: string): Promise<Reply> {
    return this.#client.readConsent(consentId);
  }

  readPayment(paymentId: string): Promise<Reply> {
    return this.#client.readPayment(paymentId);
  }

  /** Executes all work that is due. Returns the payment's data after it. */
  async done(paymentId: string): Promise<Members> {
    await this.service.runner.drain(1000);
    return dataOf(await this.readPayment(paymentId));
  }

  /**
   * Asks for confirmation of funds under an approved consent. Returns the response's
   * `FundsAvailable`.
   */
  async hasFunds(initiation: Members, customer: Members, data?: Members): Promise<unknown> {
    const { consentId, token } = await this.decided(initiation, customer, data);
    const { FundsAvailableResult } = dataOf(await this.#client.confirmFunds(consentId, token));
    return (FundsAvailableResult as Members)['FundsAvailable'];
  }

  /**
   * Returns an account's balance in pence, and its entries as texts of kind, amount and reference.
   */
  async statementOf(number: string): Promise<{ pence: number; entries: readonly string[] }> {
    const { json = {} } = await this.tpp.get(`/sandbox/accounts/${number}/entries`);
    const entries = json['entries'] as { kind: string; amount: string; reference: string }[];
    return {
      pence: Math.round(Number(json['balance']) * 100),
      entries: entries.map(({ kind, amount, reference }) => `${kind} ${amount} ${reference}`),
    };
  }
}

/** Returns the bank's exchange rate at a time, as units of the currency for one pound. */
export function rateOf(currency: string, now = NINE): number {
  return Number(createExchangeRates().ratePerPound(currency, Date.parse(now)));
}

/** Converts an amount of a foreign currency into pounds. `rate` is in units for one pound. */
export function inPounds(amount: number, rate: number): string {
  return (Math.round((amount * 100) / rate) / 100).toFixed(2);
}

/** Returns an Initiation that pays US dollars to the account with this number in the USA. */
export function toAccount(Identification: string): Members {
  const CreditorAccount = { SchemeName: 'OtherAccount', Identification, Name: 'ACME Inc' };
  return { ...TO_USA, CreditorAccount };
}

/** Returns the expected `Charges` of a response with one charge in pounds. */
export function charged(ChargeBearer: string, Amount: string): Members {
  return {
    Charges: [{ ChargeBearer, Type: 'UK.OBIE.MoneyTransferOut', Amount: pounds(Amount) }],
  };
}

/** Returns the expected `ExchangeRateInformation` of a payment at the bank's own rate. */
export function exchanged(ExchangeRate: number): Members {
  return { ExchangeRateInformation: { UnitCurrency: 'GBP', ExchangeRate, RateType: 'Actual' } };
}

/**
 * Returns the `ExchangeRateInformation` of an agreed rate. Request and response contain the same.
 */
export function agreed(UnitCurrency: string, ExchangeRate: number): Members {
  const ContractIdentification = '/tbill/2018/T102993';
  const terms = { UnitCurrency, ExchangeRate, RateType: 'Agreed', ContractIdentification };
  return { ExchangeRateInformation: terms };
}
