import { randomUUID } from 'node:crypto';
import type { AccountNumber } from '../domain/accounts.ts';
import { temporaryDirectory } from '../domain/content.ts';
import type { Observe } from '../domain/events.ts';
import type { FileFacts, FileMetadata, ReasonCode, ReceivedFile } from '../domain/payment.ts';
import type {
  Created,
  FileWorkers,
  Holidays,
  IdempotencyKey,
  NewPayment,
  NewToken,
  SchemeGateway,
  SpooledFile,
  StepResult,
  Store,
} from '../domain/ports.ts';
import type { Batch, Consent, Payment, User, Work } from '../domain/records.ts';
import { present } from '../kernel/assert.ts';
import { MAX_FAULTS_REPORTED, Refusal, refuse } from '../kernel/errors.ts';
import { londonDate, type Clock, type Instant } from '../kernel/time.ts';
import { batchDebits, bulkDebits } from './book.ts';
import { checkLimits, debtorAccounts, debtorOf, settleDebtorAccount } from './limits.ts';
import { createSpool, type Spool, type Upload } from './spool.ts';
import { planBatches } from './submit.ts';

/** Debits, and answers that stand out, of one transaction: the event loop waits no longer. */
const STEP_LIMIT = 500;

export interface PipelineSettings {
  readonly filesDirectory: string;
  readonly fileMaxBytes: number;
  readonly fileHorizonDays: number;
  readonly bacsAccepted: boolean;
}

export interface PipelineParts {
  readonly store: Store;
  readonly workers: FileWorkers;
  readonly schemes: SchemeGateway;
  readonly holidays: Holidays;
  readonly settings: PipelineSettings;
  readonly observe: Observe;
  /** The machine's clock, for telling how long a step took. */
  readonly stopwatch: Clock;
}

export interface Decision {
  readonly user: User;
  readonly approve: boolean;
  readonly chosenAccount: AccountNumber | null;
  /** The token to keep with the approval. */
  readonly token: NewToken;
}

export type Decided =
  { readonly status: 'Authorised' } | { readonly status: 'Rejected'; readonly reason: string };

/** What the journeys are made with; `spool` is theirs alone. */
interface JourneyParts extends PipelineParts {
  readonly spool: Spool;
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** The three journeys of a file; the only place that knows the order of the stages. */
export function createPipeline(parts: PipelineParts) {
  const spool = createSpool({ maxBytes: parts.settings.fileMaxBytes });
  const journey: JourneyParts = { ...parts, spool };
  return {
    receiveFile: receiveFile.bind(null, journey),
    decideConsent: decideConsent.bind(null, journey),
    submitPayment: submitPayment.bind(null, journey),
    executeWork: executeWork.bind(null, journey),
  };
}

/** spool → read → validate → classify → persist. The middle ones run in the worker pool. */
async function receiveFile(
  parts: JourneyParts,
  upload: Upload,
  consent: Consent,
  metadata: FileMetadata,
  key: IdempotencyKey,
  now: Instant,
): Promise<Created<Consent> | Refusal> {
  const { spool, store, workers, settings } = parts;
  const started = parts.stopwatch();
  const temporaryPath = `${temporaryDirectory(settings.filesDirectory)}/${randomUUID()}`;
  const spooled = await spool.receive(upload, temporaryPath);
  if (spooled === 'brokenOff') {
    return refuse(400, 'invalidFormat', 'The upload broke off before its end.');
  }
  if (spooled === 'tooLarge') {
    const limit = String(settings.fileMaxBytes);
    return refuse(413, 'invalidFormat', `The file is larger than ${limit} bytes.`);
  }
  try {
    if (consent.status !== 'AwaitingUpload') {
      return await repeatUpload(parts, consent, key, await workers.hash(spooled), now);
    }
    const received = await workers.receive(spooled, metadata, {
      today: londonDate(now),
      horizonDays: settings.fileHorizonDays,
      bacsAccepted: settings.bacsAccepted,
      maxFaults: MAX_FAULTS_REPORTED,
    });
    observeFile(parts, consent, spooled, received, started);
    if (received.accepted) {
      const bodyHash = received.facts.sha256;
      return await store.attachFile(consent.id, received.facts, { ...key, bodyHash }, now);
    }
    const [first] = received.faults;
    const why = present(first, 'the first fault').message;
    const isRejected = await store.rejectConsent(consent.id, 'AwaitingUpload', why, now);
    if (isRejected) return new Refusal(400, received.faults, { total: received.total });
    return await repeatUpload(parts, consent, key, received.sha256, now);
  } finally {
    await spool.discard(spooled);
  }
}

/** A consent that has its file already takes only the very upload that gave it the file. */
async function repeatUpload(
  { store }: JourneyParts,
  consent: Consent,
  key: IdempotencyKey,
  bodyHash: string,
  now: Instant,
): Promise<Created<Consent>> {
  const current = present(await store.findConsent(consent.id), 'the consent');
  const used = await store.findKey(key, now);
  if (used === undefined) return { outcome: 'wrongStatus', status: current.status };
  if (used.bodyHash !== bodyHash) return { outcome: 'keyReused' };
  return { outcome: 'repeated', value: current };
}

function observeFile(
  { observe, stopwatch }: JourneyParts,
  consent: Consent,
  { bytes }: SpooledFile,
  received: ReceivedFile,
  started: Instant,
): void {
  const told = received.accepted
    ? {
        payments: received.facts.payments,
        faults: 0,
        classification: received.facts.classification.kind,
        reason: received.facts.classification.reason,
      }
    : { payments: 0, faults: received.total, classification: undefined, reason: 'rejected' };
  observe({
    kind: 'fileReceived',
    consentId: consent.id,
    accepted: received.accepted,
    bytes,
    milliseconds: stopwatch() - started,
    ...told,
  });
}

/** limits → authorise: the customer's journey. */
async function decideConsent(
  parts: JourneyParts,
  consent: Consent,
  decision: Decision,
  now: Instant,
): Promise<Decided | Refusal> {
  const { store, observe } = parts;
  const file = await store.findFile(consent.id);
  if (consent.status !== 'AwaitingAuthorisation' || file === undefined) {
    return nothingToDecide(consent);
  }
  if (!decision.approve) {
    return rejectConsent(parts, consent, undefined, 'The customer rejected the payment.', now);
  }
  const settled = settleDebtorAccount(consent, decision.chosenAccount, file);
  const debtorAccount = settled instanceof Refusal ? null : settled.account;
  const numbers = debtorAccounts({ file, debtorAccount });
  const found = await Promise.all(numbers.map((number) => store.findAccount(number)));
  const existing = found.filter((account) => account !== undefined);
  const accounts = new Map(existing.map((account) => [account.number, account]));
  const judged = checkLimits({ user: decision.user, file, debtorAccount, accounts });
  if (!judged.accepted) {
    return rejectConsent(parts, consent, judged.reason, judged.message, now);
  }
  // Only a customer whom the bank would not refuse anyway is asked for an account.
  if (settled instanceof Refusal) return settled;
  const { user, token } = decision;
  const debtor = debtorOf(file, debtorAccount);
  if (!(await store.authoriseConsent(consent.id, debtor, user.id, token, now))) {
    return nothingToDecide(present(await store.findConsent(consent.id), 'the consent'));
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: true, reason: undefined });
  return { status: 'Authorised' };
}

/** `reason`: why the bank must refuse; undefined when the customer does. */
async function rejectConsent(
  { store, observe }: JourneyParts,
  consent: Consent,
  reason: ReasonCode | undefined,
  message: string,
  now: Instant,
): Promise<Decided | Refusal> {
  if (!(await store.rejectConsent(consent.id, 'AwaitingAuthorisation', message, now))) {
    return nothingToDecide(present(await store.findConsent(consent.id), 'the consent'));
  }
  observe({ kind: 'consentDecided', consentId: consent.id, authorised: false, reason });
  return { status: 'Rejected', reason: message };
}

function nothingToDecide({ status }: Consent): Refusal {
  return refuse(400, 'invalidConsentStatus', `The consent is ${status}; nothing is to decide.`);
}

/** submit: plans the batches of a payment and hands it to the store, all or nothing. */
async function submitPayment(
  { store, holidays }: JourneyParts,
  payment: Omit<NewPayment, 'batches'>,
  key: IdempotencyKey,
  now: Instant,
): Promise<Created<Payment>> {
  const file = present(await store.findFile(payment.consentId), 'the file of the consent');
  return store.submitPayment({ ...payment, batches: planBatches(file, now, holidays) }, key, now);
}

/** book → send → collect: one step of execution. Repeating a step that was done does nothing. */
async function executeWork(parts: JourneyParts, work: Work, now: Instant): Promise<void> {
  const { store, observe } = parts;
  const started = parts.stopwatch();
  const payment = present(await store.findPayment(work.paymentId), work.paymentId);
  const file = present(await store.findFile(payment.consentId), payment.consentId);
  const batches = await store.batchesOf(payment.id);
  const batch = present(batches[work.batch], `batch of ${payment.id}`);
  const result = await takeStep(parts, { work, payment, file, batch, now });
  if (!result.done) return;
  observe({
    kind: 'workDone',
    step: work.step,
    paymentId: payment.id,
    batch: batch.number,
    instrument: batch.instrument,
    payments: batch.payments,
    totalPence: batch.totalPence,
    milliseconds: parts.stopwatch() - started,
  });
  const { finished: groupStatus } = result;
  if (groupStatus === null) return;
  const { payments } = file;
  observe({ kind: 'paymentFinished', paymentId: payment.id, groupStatus, payments });
}

interface Step {
  readonly work: Work;
  readonly payment: Payment;
  readonly file: FileFacts;
  readonly batch: Batch;
  readonly now: Instant;
}

async function takeStep(parts: JourneyParts, step: Step): Promise<StepResult> {
  const { store, schemes } = parts;
  const { work, payment, file, batch, now } = step;
  const credits = { ...batch, file };
  switch (work.step) {
    case 'book':
      return bookBatch(parts, step);
    case 'send': {
      const { answersAt } = await schemes.send(credits, now);
      const isDone = await store.markSent(work, answersAt, now);
      return isDone ? { done: true, finished: null } : { done: false };
    }
    case 'collect': {
      const answers = await schemes.collect(credits, {
        sentAt: present(batch.sentAt, 'when the batch was sent'),
        now,
        cursor: work.cursor,
        limit: STEP_LIMIT,
        only: batch.round > 0 ? await store.pendingCredits(payment.id, batch.number) : null,
      });
      return store.applyAnswers(work, answers, now);
    }
  }
}

async function bookBatch(
  { store, workers }: JourneyParts,
  { work, payment, file, now }: Step,
): Promise<StepResult> {
  const group = present(file.groups[work.batch], `execution group of ${payment.id}`);
  if (file.classification.kind === 'BULK') {
    const debits = bulkDebits(group, file, payment);
    return store.bookDebits(work, { debits, whole: true, nextCursor: null }, now);
  }
  const slice = await workers.slice(file, { cursor: work.cursor, limit: STEP_LIMIT, group });
  const debits = batchDebits(slice.payments, payment);
  return store.bookDebits(work, { debits, whole: false, nextCursor: slice.nextCursor }, now);
}
