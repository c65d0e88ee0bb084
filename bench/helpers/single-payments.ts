import type { AccountNumber } from '../../src/domain/parties/accounts.ts';
import type { Booking } from '../../src/domain/ports/booking.ts';
import type { LoadedStep, ReadyStep, Store } from '../../src/domain/ports/store.ts';
import type { BankSeed } from '../../src/domain/records/seed.ts';
import { assert, expectDefined } from '../../src/shared/assert.ts';
import { newId } from '../../src/shared/ids.ts';
import { MINUTE_MS, type Instant } from '../../src/shared/time.ts';
import { SANDBOX_SEED } from '../../src/sandbox/seed.ts';
import { SAMPLES } from './families.ts';
import { actAt, approve, consentOf, keyOf, PAYMENT_PENCE, paymentOf } from './full-store.ts';
import type { Task } from './stages.ts';

/** Number of steps that are executed together, as in the service. */
const GROUP_STEPS = 64;

/** Time in milliseconds after which the claims of a stopped node expire. */
const LEASE_MS = MINUTE_MS;

/**
 * All debtor accounts, and their opening balance in pence. The balance is so high that no run uses
 * it up.
 */
const ACCOUNTS = Array.from({ length: 16 }, (_, index) => String(11_280_001_000_000 + index));
const OPENING_PENCE = 1_000_000_000_00;

/** The bank of the sandbox, with these debtor accounts instead of its own accounts. */
export const BANK_OF_PAYERS: BankSeed = {
  ...SANDBOX_SEED,
  accounts: ACCOUNTS.map((number) => ({
    number,
    customerId: 'northwind',
    kind: 'current',
    state: 'open',
    mandate: [],
    openingPence: OPENING_PENCE,
  })),
};

const SAMPLE = expectDefined(
  SAMPLES.find(({ family }) => family.name === 'domestic-payments'),
  'a sample of a domestic payment',
);

/**
 * Processes single payments with the commands of one node's store, without the rest of the service.
 */
export class SinglePayments {
  readonly #store: Store;
  /** Name under which this node claims steps. */
  readonly #name: string;
  #consents: readonly string[] = [];

  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
  }

  /** Processes one stage for many payments. Returns the number of commands or of executed steps. */
  async through(task: Task): Promise<number> {
    switch (task.stage) {
      case 'create':
        return this.#create(task);
      case 'approve':
        return this.#withEach(task, (consentId, index) => this.#approve(consentId, index, task));
      case 'submit':
        return this.#withEach(task, (consentId, index) => this.#submit(consentId, index, task));
      case 'execute':
        return this.#execute(task);
    }
  }

  async #create({ amount, inFlight }: Task): Promise<number> {
    const made = Date.now();
    const consent = consentOf(SAMPLE, made);
    this.#consents = Array.from({ length: amount }, () =>
      newId(SAMPLE.family.consentIdPrefix, made),
    );
    return this.#withEach({ inFlight }, async (id) => {
      const now = Date.now();
      await this.#store.createConsent(
        { ...consent, id },
        keyOf(SAMPLE.family.consents),
        actAt(now),
      );
    });
  }

  async #approve(consentId: string, index: number, { accounts }: Task): Promise<void> {
    const account = accountFor(index, accounts);
    const isDone = await approve(this.#store, { consentId, token: consentId }, Date.now(), account);
    assert(isDone, `${consentId} is approved`);
  }

  async #submit(consentId: string, index: number, task: Task): Promise<void> {
    const now = Date.now();
    const booking = task.isBookedAtOnce ? bookingOf(accountFor(index, task.accounts)) : null;
    const payment = paymentOf(SAMPLE, consentId, { now, dueAt: now, booking });
    const key = keyOf(SAMPLE.family.payments);
    const { outcome } = await this.#store.submitPayment(payment, key, actAt(now));
    assert(outcome === (booking === null ? 'created' : 'booked'), `${consentId} is ${outcome}`);
  }

  /** Runs a function for each of its consents, several at a time. */
  async #withEach(
    { inFlight }: Pick<Task, 'inFlight'>,
    act: (consentId: string, index: number) => Promise<void>,
  ): Promise<number> {
    const left = this.#consents.entries();
    const lane = async (): Promise<void> => {
      for (const [place, consentId] of left) await act(consentId, place);
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
    return this.#consents.length;
  }

  async #execute({ inFlight }: Task): Promise<number> {
    const lanes = Array.from({ length: Math.ceil(inFlight / GROUP_STEPS) }, async () => {
      let count = 0;
      for (let more = -1; more !== 0; count += more) more = await this.#takeGroup();
      return count;
    });
    return (await Promise.all(lanes)).reduce((sum, accepted) => sum + accepted, 0);
  }

  /** Claims and executes a group of steps, as the service does. Returns the number of steps. */
  async #takeGroup(): Promise<number> {
    const store = this.#store;
    const now = Date.now();
    const claim = { owner: this.#name, leaseMs: LEASE_MS };
    const works = await store.claimWork('orders', now, GROUP_STEPS, claim);
    if (works.length === 0) return 0;
    const found = await store.findSteps(works);
    const results = await store.executeSteps(
      found.map((step) => readyStep(step, now)),
      now,
    );
    assert(
      results.length === works.length && results.every(({ done }) => done),
      'each step is taken once',
    );
    await store.releaseWork(works, this.#name);
    return works.length;
  }
}

function accountFor(index: number, accounts: number): AccountNumber {
  return expectDefined(ACCOUNTS[index % accounts], 'an account');
}

/** Returns the booking that the service makes for such a payment. */
function bookingOf(account: AccountNumber): Booking {
  const debit = { index: 0, account, amountPence: PAYMENT_PENCE };
  const debits = [{ ...debit, reference: 'FRESCO-101', counterparty: 'ACME Inc' }];
  return { debits, whole: true, nextCursor: null, quote: null, next: null };
}

/** Returns a step that is ready to be stored, as if a scheme had accepted everything at once. */
function readyStep({ work, payment }: LoadedStep, now: Instant): ReadyStep {
  switch (work.step) {
    case 'book': {
      const account = expectDefined(payment.debtorAccount, 'who pays');
      return { step: 'book', work, booking: bookingOf(account) };
    }
    case 'send':
      return { step: 'send', work, answersAt: now };
    case 'collect': {
      const answers = { exceptions: [], nextCursor: null, askAgainAt: null };
      return { step: 'collect', work, answers };
    }
  }
}
