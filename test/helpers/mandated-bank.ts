import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { createHolidays } from '../../src/bank/holidays.ts';
import { createExchangeRates } from '../../src/bank/rates.ts';
import { actorOf, type Act } from '../../src/domain/records/audit.ts';
import type { FileFacts, FilePayment } from '../../src/domain/records/payment.ts';
import type { Payment } from '../../src/domain/records/records.ts';
import type { BankData } from '../../src/domain/records/seed.ts';
import { createUseCases } from '../../src/use-cases/index.ts';
import { familyNamed } from '../../src/families/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { FaultList, Refusal } from '../../src/shared/errors.ts';
import { formatAmount } from '../../src/shared/money.ts';
import { formatInstant, type Instant, type LocalDate } from '../../src/shared/time.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import { caseOf } from '../contract/families/family-cases.ts';
import { BANK, keyOf, tokenOf } from '../contract/store/fixtures.ts';
import { USE_CASE_SETTINGS } from './limits.ts';
import type { AccountName, Deed, OracleBank, OraclePayment } from './mandate-oracle.ts';
import { SENT_WITH_V3, inV3 } from './v3.ts';

/** Opening balance of every account in pence, enough for all payments of a test. */
const OPENING_PENCE = 1_000_000_00;
const ACCOUNTS = ['main', 'other'] as const;
const CREDITOR = '20000012345678';

const notNeeded = (): never => {
  throw new Error('no approval needs this');
};

/** A payment of a scenario, with the details that the use cases need. */
export interface ScenePayment extends OraclePayment {
  readonly family: 'domestic-payments' | 'domestic-scheduled-payments' | 'file-payments';
  /** The requested execution day. Null means at once. */
  readonly day: LocalDate | null;
}

/** Use cases with their own store. Tests create a new company in this store for each scenario. */
export class MandatedBank {
  readonly #directory = mkdtempSync(join(tmpdir(), 'mandates-'));
  readonly store = openSqliteStore(join(this.#directory, 'bank.db'), Date.now);
  readonly useCases = createUseCases({
    payeeConfirmation: null,
    screening: null,
    store: this.store,
    workers: {
      ...{ receive: notNeeded, examine: notNeeded, hash: notNeeded, verify: notNeeded },
      ...{ keep: notNeeded, seal: notNeeded, search: notNeeded, tabulate: notNeeded },
      ...{ writeMessages: notNeeded, findPayments: notNeeded },
      ...{ writeStatementPage: notNeeded, sign: notNeeded },
      check: () => Promise.resolve(),
      slice: (file) => Promise.resolve({ payments: paymentsOf(file), nextCursor: null }),
      passCredits: () => Promise.resolve({ exceptions: [], nextCursor: null }),
    },
    searchIndex: {
      writeSegment: notNeeded,
      mergeSegments: notNeeded,
      locate: notNeeded,
      lookUp: notNeeded,
    },
    files: {
      open: notNeeded,
      clear: notNeeded,
      sweep: notNeeded,
      remove: notNeeded,
      isShared: false,
    },
    spool: { receive: notNeeded, discard: notNeeded, collect: notNeeded, open: notNeeded },
    ...{ schemes: createSchemes(), holidays: createHolidays(), rates: createExchangeRates() },
    contracts: null,
    settings: USE_CASE_SETTINGS,
    observe: (event) => {
      if (event.kind === 'failure') throw event.error;
    },
    ...{ recallWriter: null, coreBanking: null },
    isClockGood: () => true,
    stopwatch: () => 0,
  });
  #companies = 0;

  async begin(now: Instant): Promise<this> {
    await this.store.seed(BANK, now);
    return this;
  }

  async end(): Promise<void> {
    await this.store.close();
    rmSync(this.#directory, { recursive: true });
  }

  /**
   * Creates a company with the settings in `bank`, as if the bank's configuration file contained
   * it.
   */
  async company(bank: OracleBank, now: Instant): Promise<Company> {
    this.#companies += 1;
    const company = new Company(this, this.#companies);
    await company.adopt(bank, now);
    return company;
  }

  /** Executes all due steps until none is left. */
  async execute(now: Instant): Promise<void> {
    for (;;) {
      const due = await this.store.dueWork(now, 10);
      if (due.length === 0) return;
      for (const work of due) await this.useCases.executeWork(work, now);
    }
  }
}

/**
 * A company with users, two accounts and one payment. A second company has one user, who has no
 * rights at the first.
 */
export class Company {
  readonly #bank: MandatedBank;
  readonly #name: string;
  readonly #number: number;

  constructor(bank: MandatedBank, number: number) {
    this.#bank = bank;
    this.#number = number;
    this.#name = `c${String(number)}`;
  }

  get consentId(): string {
    return `${this.#name}-consent`;
  }

  userId(index: number): string {
    return `${this.#name}-u${String(index)}`;
  }

  accountNumber(name: AccountName): string {
    const digits = String(this.#number * 2 + ACCOUNTS.indexOf(name));
    return `112800${digits.padStart(8, '0')}`;
  }

  /** Stores the mandates, user rights and limits of `bank` for this company. */
  async adopt({ companyLimit, mandates, users }: OracleBank, now: Instant): Promise<void> {
    const [own, strange] = [this.#name, `${this.#name}-strange`];
    const rights = { segment: 'corporate', companyLimitPence: companyLimit } as const;
    const customer = { ...rights, name: own, address: null };
    const data: BankData = {
      customers: [own, strange].map((id) => ({ ...customer, id })),
      users: users.map(({ isStranger, mayUploadFiles, limit }, index) => ({
        ...{ id: this.userId(index), customerId: isStranger ? strange : own },
        ...{ mayUploadFiles, userLimitPence: limit },
      })),
      accounts: ACCOUNTS.map((name) => ({
        ...{ number: this.accountNumber(name), customerId: own, kind: 'current', state: 'open' },
        openingPence: OPENING_PENCE,
        mandate: mandates[name].map(({ from, approvals }) => ({ fromPence: from, approvals })),
      })),
    };
    await this.#bank.store.adoptBank(data, now);
  }

  /**
   * Creates the consent and gives the first approval. Returns true if the consent is authorised.
   */
  async authorise(payment: ScenePayment, first: number, now: Instant): Promise<boolean> {
    const { store, useCases } = this.#bank;
    const { isFile } = payment;
    const request = { id: this.consentId, family: payment.family, clientId: 'tpp-one' };
    const data = JSON.stringify({ ...authorisationOf(payment), ...this.#initiation(payment) });
    const status = isFile ? 'AwaitingUpload' : 'AwaitingAuthorisation';
    const open = { debtorAccount: null, expiresAt: null, lapsesAt: null };
    const consent = {
      ...request,
      ...open,
      ...SENT_WITH_V3,
      data,
      status,
      risk: isFile ? null : RISK,
    } as const;
    const act = this.#act(first, now);
    await store.createConsent(consent, keyOf(`${this.#name} consent`), act);
    if (isFile) await store.attachFile(request.id, this.#file(payment), keyOf(request.id), act);
    const user = expectDefined(await store.findUser(this.userId(first)), 'the first user');
    const token = tokenOf(request.id, { kind: 'customer', consentId: request.id });
    const decision = { user, approval: { token }, factor: null, dynamicLinkingHash: null };
    const chosenAccount = isFile ? null : this.accountNumber('main');
    const found = expectDefined(await store.findConsent(request.id), request.id);
    const decided = await useCases.decideConsent(found, { ...decision, chosenAccount }, act);
    if (decided instanceof Refusal) throw new Error(decided.faults[0]?.message);
    return decided.status === 'Authorised';
  }

  async submit(payment: ScenePayment, now: Instant): Promise<Payment | Refusal> {
    const Data = { ConsentId: this.consentId, ...this.#initiation(payment) };
    const Risk = payment.isFile ? {} : { Risk: JSON.parse(RISK) as unknown };
    const value = { Data, ...Risk };
    const key = keyOf(`${this.#name} payment`);
    const request = { clientId: 'tpp-one', boundTo: this.consentId, key, faults: new FaultList() };
    const body = { text: JSON.stringify(value), value };
    const act = this.#act(0, now);
    const submitted = await this.#bank.useCases.submitPayment(
      inV3(familyNamed(payment.family)),
      body,
      {
        ...request,
        act,
      },
    );
    return submitted instanceof Refusal ? submitted : submitted.payment;
  }

  /** Performs a user's action. Returns true if the bank accepts it. */
  async perform(paymentId: string, { user: place, does }: Deed, now: Instant): Promise<boolean> {
    const { store, useCases } = this.#bank;
    const user = expectDefined(await store.findUser(this.userId(place)), 'a user');
    const act = this.#act(place, now);
    if (does === 'cancel') {
      return (await useCases.cancelPayment(paymentId, user, act)) === 'cancelled';
    }
    const payment = expectDefined(await store.findPayment(paymentId), paymentId);
    const decision = { user, decision: does, factor: null, dynamicLinkingHash: null };
    return !((await useCases.approvePayment(payment, decision, act)) instanceof Refusal);
  }

  /** Returns the total that was debited from each account so far, in pence. */
  async taken(): Promise<Readonly<Record<AccountName, number>>> {
    const pence = async (name: AccountName): Promise<number> => {
      const account = await this.#bank.store.findAccount(this.accountNumber(name));
      return OPENING_PENCE - expectDefined(account?.balancePence, name);
    };
    return { main: await pence('main'), other: await pence('other') };
  }

  #act(index: number, at: Instant): Act {
    return { at, by: actorOf({ kind: 'customer', id: this.userId(index) }) };
  }

  #initiation({ family, isFile, shares, day }: ScenePayment) {
    if (isFile) return { Initiation: { FileReference: this.#name } };
    const amount = formatAmount(shares.main ?? 0);
    const dated = day === null ? {} : { RequestedExecutionDateTime: `${day}T00:00:00Z` };
    const { initiation } = caseOf(family);
    const InstructedAmount = { Amount: amount, Currency: 'GBP' };
    return { Initiation: { ...initiation, InstructedAmount, ...dated } };
  }

  #file({ shares, day }: ScenePayment): FileFacts {
    const debtors = ACCOUNTS.flatMap((name) => {
      const totalPence = shares[name];
      if (totalPence === undefined) return [];
      return [{ account: this.accountNumber(name), payments: 1, totalPence }];
    });
    const totalPence = debtors.reduce((sum, debtor) => sum + debtor.totalPence, 0);
    const counted = { payments: debtors.length, totalPence };
    const kind = debtors.length === 1 ? 'BULK' : 'BATCH';
    return {
      fileType: PAYMENT_FILE_3_1,
      ...{ ...counted, sha256: 'a'.repeat(64), bytes: 1, debitReference: '', pageOffsets: [0] },
      ...{ classification: { kind, reason: 'as a scene has it' }, requestedDate: day },
      groups: [{ ...counted, instrument: 'FPS', date: day, debtors }],
    };
  }
}

const RISK = JSON.stringify(caseOf('domestic-payments').risk);

function authorisationOf({ asksForSingle, completion }: OraclePayment) {
  if (!asksForSingle && completion === null) return {};
  const by = completion === null ? {} : { CompletionDateTime: formatInstant(completion) };
  return { Authorisation: { AuthorisationType: asksForSingle ? 'Single' : 'Any', ...by } };
}

/** Returns one payment for each debtor account of a file. */
function paymentsOf({ groups }: FileFacts): readonly FilePayment[] {
  return groups.flatMap(({ debtors, date }) =>
    debtors.map(({ account, totalPence }, index) => ({
      ...{ index, instrument: 'FPS', date, amountPence: totalPence, debtor: account },
      ...{ creditor: CREDITOR, creditorName: 'Fresco Ltd', reference: 'R', unstructured: 'U' },
      ...{ instructionIdentification: 'I', endToEndIdentification: 'E' },
    })),
  );
}
