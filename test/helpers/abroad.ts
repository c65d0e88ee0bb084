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

/** Tuesday, 1 December 2026, at nine on a winter day in London: before every cut-off. */
const NINE = '2026-12-01T09:00:00Z';

/** Who approves, and from which account: a small business, a person, and a corporate customer. */
export const SAM = { user: 'sam', debtorAccount: BAKERY };
export const RITA = { user: 'rita', debtorAccount: '11280009876543' };
export const CLARA = { user: 'clara', debtorAccount: NORTHWIND };

/** A payment that was submitted, and what the bank said first. */
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

/** A bank for all tests of a chapter; its books balance at the end. */
export function useAbroad(beginning: Beginning = {}): () => Abroad {
  let abroad: Abroad | undefined;
  beforeAll(async () => {
    abroad = await Abroad.begin(beginning);
  });
  afterAll(async () => {
    expect(await abroad?.service.store.auditBooks()).toEqual([]);
    await abroad?.service.end();
  });
  return () => expectDefined(abroad, 'the bank');
}

/** A bank, and a TPP that pays abroad by one of the families. */
class Abroad {
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
  }: Beginning): Promise<Abroad> {
    const service = await startService({ now: Date.parse(now), config });
    return new Abroad(service, await Tpp.signIn(service.origin), family);
  }

  get #client() {
    return this.tpp.family(this.family);
  }

  /** Asks for a consent; `data` stands beside the Initiation. */
  ask(initiation: Members, data: Members = {}): Promise<Reply> {
    const body = { Data: { ...data, Initiation: initiation }, Risk: {} };
    return this.#client.createConsent(body);
  }

  /** A consent that the customer has decided about, and what the bank said to that. */
  async decided(initiation: Members, customer: Members = SAM, data: Members = {}) {
    const consent = await this.ask(initiation, data);
    const consentId = dataOf(consent)['ConsentId'] as string;
    const { json: decision = {} } = await this.tpp.decide(consentId, customer);
    return { consentId, decision, token: String(decision['access_token']) };
  }

  /** A payment all the way to its submission. */
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

  /** A payment as it is told once the bank and the scheme have done what is due. */
  async done(paymentId: string): Promise<Members> {
    await this.service.runner.drain(1000);
    return dataOf(await this.readPayment(paymentId));
  }

  /** Whether the account that a customer approved to debit has what a payment costs. */
  async hasFunds(initiation: Members, customer: Members, data?: Members): Promise<unknown> {
    const { consentId, token } = await this.decided(initiation, customer, data);
    const { FundsAvailableResult } = dataOf(await this.#client.confirmFunds(consentId, token));
    return (FundsAvailableResult as Members)['FundsAvailable'];
  }

  /** The balance of an account in pence, and its statement as `kind amount reference`. */
  async statementOf(number: string): Promise<{ pence: number; entries: readonly string[] }> {
    const { json = {} } = await this.tpp.get(`/sandbox/accounts/${number}/entries`);
    const entries = json['entries'] as { kind: string; amount: string; reference: string }[];
    return {
      pence: Math.round(Number(json['balance']) * 100),
      entries: entries.map(({ kind, amount, reference }) => `${kind} ${amount} ${reference}`),
    };
  }
}

/** Units of a currency for a pound by the bank's table, on the day of an instant. */
export function rateOf(currency: string, now = NINE): number {
  return Number(createExchangeRates().ratePerPound(currency, Date.parse(now)));
}

/** An amount of another currency in pounds, by units for a pound. */
export function inPounds(amount: number, rate: number): string {
  return (Math.round((amount * 100) / rate) / 100).toFixed(2);
}

/** Dollars to that account in the USA. */
export function toAccount(Identification: string): Members {
  const CreditorAccount = { SchemeName: 'OtherAccount', Identification, Name: 'ACME Inc' };
  return { ...TO_USA, CreditorAccount };
}

/** What an answer tells of charges. */
export function charged(ChargeBearer: string, Amount: string): Members {
  return {
    Charges: [{ ChargeBearer, Type: 'UK.OBIE.MoneyTransferOut', Amount: pounds(Amount) }],
  };
}

/** What an answer tells of the bank's own rate. */
export function exchanged(ExchangeRate: number): Members {
  return { ExchangeRateInformation: { UnitCurrency: 'GBP', ExchangeRate, RateType: 'Actual' } };
}

/** An agreed rate, in a request as in an answer. */
export function agreed(UnitCurrency: string, ExchangeRate: number): Members {
  const ContractIdentification = '/tbill/2018/T102993';
  const terms = { UnitCurrency, ExchangeRate, RateType: 'Agreed', ContractIdentification };
  return { ExchangeRateInformation: terms };
}
