import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { CreditAnswer } from '../../../src/domain/execution/credit-pass.ts';
import type { EnteredPassword, FactorFor, Proof } from '../../../src/domain/ports/sign-in-store.ts';
import type { Booking, Debit, NewBatch } from '../../../src/domain/ports/booking.ts';
import type { SeededStore } from '../../../src/domain/ports/store-admin.ts';
import type { ConsentApproval, NewConsent } from '../../../src/domain/ports/consents.ts';
import type {
  IdempotencyKey,
  NewPayment,
  Store,
  SubmitResult,
} from '../../../src/domain/ports/store.ts';
import type { DirectoryOrganisation, DirectoryRole } from '../../../src/domain/records/access.ts';
import type { Act } from '../../../src/domain/records/audit.ts';
import type { BankFile } from '../../../src/domain/records/bank-file.ts';
import type { FileFacts } from '../../../src/domain/records/payment.ts';
import type { Grant, NewToken, Rejection, Work } from '../../../src/domain/records/records.ts';
import type { BankSeed } from '../../../src/domain/records/seed.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import type { Instant } from '../../../src/shared/time.ts';
import { SENT_WITH_V3 } from '../../helpers/v3.ts';

/** A store under test. */
export type TestStore = SeededStore;

/** Opens the store of a folder. Opening it again finds the committed data. */
export type OpenStore = (directory: string) => TestStore | Promise<TestStore>;

export const NOW: Instant = Date.parse('2026-03-02T10:00:00Z');
export const LATER: Instant = NOW + 1000;

/** An act of tpp-one at an instant. */
export function actAt(at: Instant): Act {
  const shown = { certificate: 'its thumbprint', interactionId: 'its call', address: '192.0.2.1' };
  return { at, by: { kind: 'tpp', id: 'tpp-one', ...shown } };
}

export const ACT = actAt(NOW);
export const LATER_ACT = actAt(LATER);

/** A one-time code of a time step. Null: a wrong code. */
export function codeStep(step: number | null): Proof {
  return { factor: 'code', step };
}

/**
 * An entered password that was compared with the stored hash `hash`. Null: an unknown user name.
 */
export function enteredBy(userId: string | null, isRight: boolean): EnteredPassword {
  return { userId, isRight, passwordHash: userId === null ? null : 'hash' };
}

/** A second factor for an approval in a session. */
export function givenFor(hash: string, proof: Proof): FactorFor {
  return { hash, proof, dynamicLinkingHash: 'what was shown' };
}

/** A bank file with the bank data above and other credentials. */
export function bankFileOf(version: number, credentials: BankFile['credentials']): BankFile {
  const data = { customers: BANK.customers, users: BANK.users, accounts: BANK.accounts };
  return { version, digest: `digest ${String(version)}`, sortCodes: ['112800'], data, credentials };
}

export const REFUSED: Rejection = { refusedBy: 'bank', refusal: 'no' };

export const RICH = '11280001234567';
export const POOR = '11280001234569';
export const SHUT = '11280001234570';
export const BAKER = '11280007654321';
export const ELSEWHERE = '20000012345678';

export const RICH_PENCE = 1_000_000;
export const POOR_PENCE = 500;

export const BANK: BankSeed = {
  directory: [
    organisation('one', 'PISP'),
    { ...organisation('lapsed', 'PISP'), status: 'Suspended' },
    organisation('aisp', 'AISP'),
  ],
  clients: [
    { id: 'tpp-one', softwareId: 'software of one', secretHash: 'hash of one' },
    { id: 'tpp-lapsed', softwareId: 'software of lapsed', secretHash: 'hash of lapsed' },
    { id: 'tpp-aisp', softwareId: 'software of aisp', secretHash: 'hash of aisp' },
  ],
  customers: [
    {
      ...{ id: 'north', name: 'Northwind', segment: 'corporate', companyLimitPence: 2_000_000 },
      address: { TownName: 'Leeds', Country: 'GB' },
    },
    {
      ...{ id: 'bakes', name: 'Bright Bakes', segment: 'small business', companyLimitPence: null },
      address: null,
    },
  ],
  users: [
    { id: 'clara', customerId: 'north', mayUploadFiles: true, userLimitPence: 900_000 },
    { id: 'sam', customerId: 'bakes', mayUploadFiles: false, userLimitPence: null },
  ],
  accounts: [
    account(RICH, 'north', RICH_PENCE),
    account(POOR, 'north', POOR_PENCE),
    { ...account(SHUT, 'north', 700), state: 'closed' },
    account(BAKER, 'bakes', 0),
  ],
};

/** An active organisation with one piece of software that has one certificate. */
export function organisation(id: string, role: DirectoryRole): DirectoryOrganisation {
  const named = { name: id, status: 'Active', roles: [role] } as const;
  const certificates = [{ thumbprint: `certificate of ${id}`, status: 'Active' }] as const;
  const software = { id: `software of ${id}`, ...named, redirectUris: [], keys: [], certificates };
  return { id, ...named, software: [software] };
}

function account(number: string, customerId: string, openingPence: number) {
  return { number, customerId, kind: 'current', state: 'open', mandate: [], openingPence } as const;
}

/** Runs `use` with a temporary folder. */
export async function inFolder<Value>(use: (directory: string) => Promise<Value>): Promise<Value> {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs a test with a seeded store in a folder of its own, and closes it afterwards. */
export function withStore(open: OpenStore, use: (store: TestStore) => Promise<void>) {
  return () =>
    inFolder(async (directory) => {
      const store = await open(directory);
      try {
        await store.seed(BANK, NOW);
        await use(store);
      } finally {
        await store.close();
      }
    });
}

/** Revokes a consent in its current status. */
export async function revoke(store: Store, consentId: string, act: Act): Promise<boolean> {
  return store.revokeConsent(expectDefined(await store.findConsent(consentId), consentId), act);
}

export function keyOf(key: string, bodyHash = 'body'): IdempotencyKey {
  return { clientId: 'tpp-one', endpoint: 'POST /file-payments', key, bodyHash };
}

export function consentOf(id: string): NewConsent {
  const named = { id, family: 'file-payments', clientId: 'tpp-one', debtorAccount: RICH };
  const sent = { data: `{"for":"${id}"}`, ...SENT_WITH_V3, risk: null };
  return { ...named, ...sent, status: 'AwaitingUpload', expiresAt: null, lapsesAt: null };
}

export function factsOf(sha256 = 'a'.repeat(64)): FileFacts {
  const debtors = [{ account: RICH, payments: 3, totalPence: 600 }];
  return {
    fileType: PAYMENT_FILE_3_1,
    sha256,
    bytes: 1000,
    payments: 3,
    totalPence: 600,
    classification: { kind: 'BULK', reason: 'one debtor account, all FPS' },
    groups: [{ instrument: 'FPS', date: null, payments: 3, totalPence: 600, debtors }],
    requestedDate: null,
    debitReference: 'March payroll',
    pageOffsets: [29],
  };
}

/** A batch of FPS payments that is due now and costs nothing. */
export function batchOf(payments: number, totalPence: number, rest?: Partial<NewBatch>): NewBatch {
  const due = { instrument: 'FPS', date: null, dueAt: NOW, moved: false, source: 'file' } as const;
  return { ...due, payments, totalPence, chargePence: 0, ...rest };
}

export function paymentOf(id: string, batches: readonly NewBatch[]): NewPayment {
  const named = { id, family: 'file-payments', consentId: `consent-${id}`, clientId: 'tpp-one' };
  const spending = { pence: 0, limits: [] };
  return {
    ...named,
    data: '{}',
    ...SENT_WITH_V3,
    risk: null,
    consumesConsent: true,
    spending,
    restrictions: null,
    awaiting: null,
    batches,
    booking: null,
  };
}

/** Clara's approval with the account to debit. It does not lapse unless `rest` sets a time. */
export function approvedWith(
  debtorAccount: string | null,
  lapsesAt: Instant | null = null,
): ConsentApproval {
  return { debtorAccount, userId: 'clara', factor: null, dynamicLinkingHash: null, lapsesAt };
}

/** Clara's cancellation of the payment of a file. */
export const BY_CLARA = { userId: 'clara', source: 'file' } as const;

/** Creates a consent that the customer has authorised, for the payment with the same id. */
export async function authorise(
  store: Store,
  id: string,
  rest?: Partial<NewConsent>,
): Promise<void> {
  const consentId = `consent-${id}`;
  const consent = { ...consentOf(consentId), ...rest };
  await store.createConsent(consent, keyOf(`create ${id}`), ACT);
  await store.attachFile(consentId, factsOf(), keyOf(`attach ${id}`), ACT);
  const token = tokenOf(`token ${id}`, { kind: 'customer', consentId });
  await store.authoriseConsent(consentId, approvedWith(RICH), { token }, ACT);
}

/** A token of tpp-one, issued now and valid for one second. */
export function tokenOf(hash: string, rest?: Partial<Grant>): NewToken {
  const client = { clientId: 'tpp-one', kind: 'client', consentId: null } as const;
  const grant = { ...client, certificate: null, expiresAt: LATER, ...rest };
  return { hash, grant };
}

/** Submits a payment with these batches. */
export async function submit(
  store: Store,
  id: string,
  batches: readonly NewBatch[],
): Promise<SubmitResult> {
  await authorise(store, id);
  return store.submitPayment(paymentOf(id, batches), keyOf(`submit ${id}`), ACT);
}

export function debitOf(index: number | null, amountPence: number, account = RICH): Debit {
  return { index, account, amountPence, reference: 'March payroll', counterparty: 'Several' };
}

/** A booking of all debits or none. The credits are sent next. */
export function bookingOf(debits: readonly Debit[], rest?: Partial<Booking>): Booking {
  return { debits, whole: true, nextCursor: null, quote: null, next: null, ...rest };
}

export function answerOf(
  index: number,
  answer: CreditAnswer['answer'],
  rest?: Partial<CreditAnswer>,
): CreditAnswer {
  const creditor = { creditor: ELSEWHERE, creditorName: 'Fresco Ltd', reference: 'FRESCO-12' };
  const reason = answer === 'rejected' ? 'AC01' : null;
  return { index, amountPence: 100, debtor: RICH, ...creditor, answer, reason, ...rest };
}

/** Returns the only pending step, whether it is due or not. */
export async function nextWork(store: Store): Promise<Work> {
  const [work] = await store.dueWork(Number.MAX_SAFE_INTEGER, 1);
  return expectDefined(work, 'work');
}

export async function balanceOf(store: Store, number: string): Promise<number> {
  const { balancePence } = expectDefined(await store.findAccount(number), number);
  return expectDefined(balancePence, `the balance of ${number}`);
}

/** Books and sends a payment of one batch, so that its answers are collected next. */
export async function sendWhole(store: Store, id: string, payments: number): Promise<Work> {
  const totalPence = payments * 100;
  await submit(store, id, [batchOf(payments, totalPence)]);
  await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, totalPence)]), NOW);
  await store.markSent(await nextWork(store), LATER, NOW);
  return nextWork(store);
}
