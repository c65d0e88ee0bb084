import { hash, randomUUID } from 'node:crypto';
import type { AccountNumber } from '../../src/domain/parties/accounts.ts';
import type { NewConsent } from '../../src/domain/ports/consents.ts';
import type { IdempotencyKey, NewPayment, Store } from '../../src/domain/ports/store.ts';
import type { Act } from '../../src/domain/records/audit.ts';
import { assert, expectDefined } from '../../src/shared/assert.ts';
import { FaultList } from '../../src/shared/errors.ts';
import { newId } from '../../src/shared/ids.ts';
import type { Pence } from '../../src/shared/money.ts';
import { DAY_MS, type Instant } from '../../src/shared/time.ts';
import { built } from './built.ts';
import { SAMPLES, type Sample } from './families.ts';
import { DEBTOR_ACCOUNT } from './payment-file.ts';
import { SENT_WITH_V3, readConsent } from '../../test/helpers/v3.ts';

/**
 * Fills the store of a stopped service. It uses the store's own commands and sends no HTTP
 * requests.
 */

/** Number of commands that are passed to the store at once. They share a transaction. */
const AT_ONCE = 1024;

const CLIENT = 'tpp-one';

/** Amount of each payment of a sample. */
export const PAYMENT_PENCE: Pence = 105;

/**
 * Number of days until payments in the store are due and tokens expire. No run of the bench lasts
 * so long.
 */
const DAYS_UNTIL_DUE = 365;

/**
 * Adds consents to a store, the same number of each family. Each consent has an idempotency key.
 */
export async function fillStore(directory: string, consents: number): Promise<void> {
  const now = Date.now();
  const samples = SAMPLES.map((sample) => ({ sample, consent: consentOf(sample, now) }));
  await withStore(directory, (store) =>
    inGroups(consents, (number) => {
      const { sample, consent } = inTurn(samples, number);
      const id = filledId(sample, number);
      return store.createConsent({ ...consent, id }, keyOf(sample.family.consents), actAt(now));
    }),
  );
}

/** Returns the path of a consent that `fillStore` created, relative to the API's base path. */
export function filledConsent(number: number): string {
  const sample = inTurn(SAMPLES, number);
  return `${sample.family.consents}/${filledId(sample, number)}`;
}

/** An approved consent, with the access token that the approval produced. */
export interface Agreement {
  readonly consentId: string;
  readonly token: string;
}

/**
 * Adds approved consents to a store. They belong to a family whose consents allow several payments.
 * Each gets the same number of payments, which are due after the end of the bench.
 */
export async function fillAgreements(
  directory: string,
  sample: Sample,
  { consents, payments }: { readonly consents: number; readonly payments: number },
): Promise<readonly Agreement[]> {
  const now = Date.now();
  const consent = consentOf(sample, now);
  const { consents: endpoint, consentIdPrefix } = sample.family;
  const agreements = Array.from({ length: consents }, () => ({
    consentId: newId(consentIdPrefix, now),
    token: randomUUID(),
  }));
  await withStore(directory, async (store) => {
    await inGroups(consents, async (number) => {
      const agreement = inTurn(agreements, number);
      const id = agreement.consentId;
      await store.createConsent({ ...consent, id }, keyOf(endpoint), actAt(now));
      await approve(store, agreement, now);
    });
    await inGroups(consents * payments, (number) =>
      pay(store, sample, inTurn(agreements, number).consentId, now),
    );
  });
  return agreements;
}

async function withStore(directory: string, fill: (store: Store) => Promise<void>): Promise<void> {
  const { openSqliteStore } = await built();
  const store = openSqliteStore(`${directory}/service.db`, Date.now);
  await fill(store);
  await store.close();
}

/** Runs `count` commands, numbered from 0, in groups that share a transaction. */
async function inGroups(count: number, command: (number: number) => Promise<unknown>) {
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => command(first + index)));
  }
}

/** Returns the record that the service would store for a sample's consent, without its id. */
export function consentOf({ family, consent }: Sample, now: Instant): Omit<NewConsent, 'id'> {
  const context = {
    now,
    maxDaysAhead: DAYS_UNTIL_DUE,
    bankName: null,
    bacsAccepted: true,
    hasContracts: true,
    fpsMaxPence: 1_000_000_00,
  };
  const parsed = readConsent(family, consent, context, new FaultList());
  return {
    family: family.name,
    clientId: CLIENT,
    status: family.firstStatus,
    lapsesAt: null,
    ...expectDefined(parsed, `a faultless consent of ${family.name}`),
  };
}

/** Approves a consent in the store as the customer. `account` is the debtor account. */
export function approve(
  store: Pick<Store, 'authoriseConsent'>,
  { consentId, token }: Agreement,
  now: Instant,
  account: AccountNumber = DEBTOR_ACCOUNT,
): Promise<boolean> {
  const expiresAt = now + DAYS_UNTIL_DUE * DAY_MS;
  const kept = {
    hash: hash('sha256', token),
    grant: { clientId: CLIENT, kind: 'customer', certificate: null, consentId, expiresAt },
    issuedAt: now,
  } as const;
  const proof = { factor: null, dynamicLinkingHash: null };
  const approved = { debtorAccount: account, userId: 'clara', lapsesAt: null, ...proof };
  return store.authoriseConsent(consentId, approved, { token: kept }, actAt(now));
}

async function pay(store: Store, sample: Sample, consentId: string, now: Instant): Promise<void> {
  const dueAt = now + DAYS_UNTIL_DUE * DAY_MS;
  const { outcome } = await store.submitPayment(
    paymentOf(sample, consentId, { now, dueAt, booking: null }),
    keyOf(sample.family.payments),
    actAt(now),
  );
  assert(outcome === 'created', `a payment under ${consentId} is ${outcome}`);
}

/** When a payment is executed, and how. */
interface Execution extends Pick<NewPayment, 'booking'> {
  readonly now: Instant;
  readonly dueAt: Instant;
}

/** Returns the record that the service would store for a sample's payment. It has one batch. */
export function paymentOf(
  { family, payment }: Sample,
  consentId: string,
  { now, dueAt, booking }: Execution,
): NewPayment {
  const batch = {
    instrument: 'FPS',
    date: null,
    dueAt,
    payments: 1,
    totalPence: PAYMENT_PENCE,
    chargePence: 0,
    source: 'order',
    moved: false,
  } as const;
  return {
    id: newId(family.paymentIdPrefix, now),
    family: family.name,
    consentId,
    clientId: CLIENT,
    data: JSON.stringify({ ConsentId: consentId, ...payment.Data }),
    ...SENT_WITH_V3,
    risk: JSON.stringify(payment.Risk),
    consumesConsent: family.consumesConsent,
    spending: { pence: batch.totalPence, limits: [] },
    awaiting: null,
    restrictions: null,
    batches: [batch],
    booking,
  };
}

/** Returns the audit context of a TPP's request. */
export function actAt(at: Instant): Act {
  const unknown = { certificate: null, interactionId: null, address: null };
  return { at, by: { kind: 'tpp', id: CLIENT, ...unknown } };
}

export function keyOf(endpoint: string): IdempotencyKey {
  return { clientId: CLIENT, endpoint, key: randomUUID(), bodyHash: 'f'.repeat(64) };
}

function filledId({ family }: Sample, number: number): string {
  return `${family.consentIdPrefix}-${String(number).padStart(26, '0')}`;
}

/** Returns one of the values. Consecutive numbers go through all values in turn. */
function inTurn<Value>(values: readonly Value[], number: number): Value {
  return expectDefined(values[number % values.length], 'a value');
}
