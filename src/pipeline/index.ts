import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AccountNumber } from '../domain/accounts.ts';
import { temporaryDirectory } from '../domain/content.ts';
import type { Observe } from '../domain/events.ts';
import type { FileFacts, FileMetadata } from '../domain/payment.ts';
import type {
  Created,
  FileWorkers,
  Holidays,
  IdempotencyKey,
  NewPayment,
  SchemeGateway,
  Store,
} from '../domain/ports.ts';
import type { Consent, Grant, Payment, User, Work } from '../domain/records.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { londonDate, type Clock, type Instant } from '../kernel/time.ts';
import { settleDebtorAccount } from './authorise.ts';
import { batchDebits, bulkDebits } from './book.ts';
import { checkLimits, debtorAccounts } from './limits.ts';
import { discard, spool } from './spool.ts';
import { planBatches } from './submit.ts';

/** Debits, and answers that stand out, of one transaction: the event loop waits no longer. */
const STEP_LIMIT = 500;

/** Faults of one file that are kept and reported; all are counted. */
const MAX_FILE_FAULTS = 100;

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

export interface Upload {
  readonly incoming: Readable;
  readonly announcedBytes: number | undefined;
}

export interface Decision {
  readonly user: User;
  readonly approve: boolean;
  readonly chosenAccount: AccountNumber | null;
  /** The token to keep with the approval. */
  readonly token: { readonly hash: string; readonly grant: Grant };
}

export type Decided =
  { readonly status: 'Authorised' } | { readonly status: 'Rejected'; readonly reason: string };

export type Pipeline = ReturnType<typeof createPipeline>;

/** The three journeys of a file; the only place that knows the order of the stages. */
export function createPipeline(parts: PipelineParts) {
  return {
    receiveFile: receiveFile.bind(null, parts),
    decideConsent: decideConsent.bind(null, parts),
    submitPayment: submitPayment.bind(null, parts),
    executeWork: executeWork.bind(null, parts),
  };
}

/** spool → read → validate → classify → persist. The middle ones run in the worker pool. */
async function receiveFile(
  parts: PipelineParts,
  upload: Upload,
  consent: Consent,
  metadata: FileMetadata,
  key: IdempotencyKey,
  now: Instant,
): Promise<Created<Consent> | Refusal> {
  const { store, workers, settings } = parts;
  const started = parts.stopwatch();
  const spooled = await spool({
    ...upload,
    maxBytes: settings.fileMaxBytes,
    temporaryPath: `${temporaryDirectory(settings.filesDirectory)}/${randomUUID()}`,
  });
  if (spooled === 'brokenOff') {
    return refuse(400, 'invalidFormat', 'The upload broke off before its end.');
  }
  if (spooled === 'tooLarge') {
    const limit = String(settings.fileMaxBytes);
    return refuse(413, 'invalidFormat', `The file is larger than ${limit} bytes.`);
  }
  try {
    if (consent.status !== 'AwaitingUpload') {
      const bodyHash = await workers.hash(spooled);
      return await repeatUpload(parts, consent, { ...key, bodyHash }, now);
    }
    const received = await workers.receive(spooled, metadata, {
      today: londonDate(now),
      horizonDays: settings.fileHorizonDays,
      bacsAccepted: settings.bacsAccepted,
      maxFaults: MAX_FILE_FAULTS,
    });
    const facts = received.accepted ? received.facts : undefined;
    parts.observe({
      kind: 'fileReceived',
      consentId: consent.id,
      accepted: received.accepted,
      bytes: spooled.bytes,
      milliseconds: parts.stopwatch() - started,
      payments: facts?.payments ?? 0,
      faults: received.accepted ? 0 : received.total,
      classification: facts?.classification.kind,
      reason: facts?.classification.reason ?? 'rejected',
    });
    if (received.accepted) {
      const bodyHash = received.facts.sha256;
      return await store.attachFile(consent.id, received.facts, { ...key, bodyHash }, now);
    }
    const [first] = received.faults;
    const refusal = first?.message ?? 'rejected';
    const isRejected = await store.rejectConsent(consent.id, 'AwaitingUpload', refusal, now);
    if (isRejected) return new Refusal(400, received.faults, { total: received.total });
    return await repeatUpload(parts, consent, { ...key, bodyHash: received.sha256 }, now);
  } finally {
    await discard(spooled);
  }
}

/** A consent that has its file already takes only the very upload that gave it the file. */
async function repeatUpload(
  { store }: PipelineParts,
  consent: Consent,
  key: IdempotencyKey,
  now: Instant,
): Promise<Created<Consent>> {
  const current = present(await store.findConsent(consent.id), 'the consent');
  const used = await store.findKey(key, now);
  if (used === undefined) return { outcome: 'wrongStatus', status: current.status };
  if (used.bodyHash !== key.bodyHash) return { outcome: 'keyReused' };
  return { outcome: 'repeated', value: current };
}

/** limits → authorise: the customer's journey. */
async function decideConsent(
  { store, observe }: PipelineParts,
  consent: Consent,
  decision: Decision,
  now: Instant,
): Promise<Decided | Refusal> {
  const file = await store.findFile(consent.id);
  if (consent.status !== 'AwaitingAuthorisation' || file === undefined) return wrongStatus(consent);
  const settled = settleDebtorAccount(consent, decision.chosenAccount, file);
  if (settled instanceof Refusal && decision.approve) return settled;
  const account = settled instanceof Refusal ? null : settled.account;

  const found = await Promise.all(
    debtorAccounts({ file, debtorAccount: account }).map((number) => store.findAccount(number)),
  );
  const existing = found.filter((one) => one !== undefined);
  const judged = checkLimits({
    user: decision.user,
    file,
    debtorAccount: account,
    accounts: new Map(existing.map((one) => [one.number, one])),
  });
  const reason = !decision.approve
    ? 'The customer rejected the payment.'
    : judged.accepted
      ? undefined
      : judged.message;
  const isDone =
    reason === undefined
      ? await store.authoriseConsent(consent.id, account, decision.user.id, decision.token, now)
      : await store.rejectConsent(consent.id, 'AwaitingAuthorisation', reason, now);
  if (!isDone) return wrongStatus(present(await store.findConsent(consent.id), 'the consent'));
  observe({
    kind: 'consentDecided',
    consentId: consent.id,
    authorised: reason === undefined,
    reason: judged.accepted ? undefined : judged.reason,
  });
  return reason === undefined ? { status: 'Authorised' } : { status: 'Rejected', reason };
}

function wrongStatus({ status }: Consent): Refusal {
  return refuse(400, 'invalidConsentStatus', `The consent is ${status}; nothing is to decide.`);
}

/** submit: plans the batches of a payment and hands it to the store, all or nothing. */
async function submitPayment(
  { store, holidays }: PipelineParts,
  payment: Omit<NewPayment, 'batches'>,
  key: IdempotencyKey,
  now: Instant,
): Promise<Created<Payment>> {
  const file = present(await store.findFile(payment.consentId), 'the file of the consent');
  return store.submitPayment({ ...payment, batches: planBatches(file, now, holidays) }, key, now);
}

/** book → send → collect: one step of execution. Repeating a step that was done does nothing. */
async function executeWork(parts: PipelineParts, work: Work, now: Instant): Promise<void> {
  const { store, schemes } = parts;
  const started = parts.stopwatch();
  const payment = present(await store.findPayment(work.paymentId), work.paymentId);
  const file = present(await store.findFile(payment.consentId), payment.consentId);
  const batches = await store.batchesOf(payment.id);
  const batch = present(batches[work.batch], `batch of ${payment.id}`);
  const credits = { ...batch, file };
  let isDone: boolean;
  switch (work.step) {
    case 'book':
      isDone = await bookBatch(parts, work, payment, file, now);
      break;
    case 'send': {
      const { answersAt } = await schemes.send(credits, now);
      isDone = await store.markSent(work, answersAt, now);
      break;
    }
    case 'collect': {
      const answers = await schemes.collect(credits, {
        sentAt: present(batch.sentAt, 'when the batch was sent'),
        now,
        cursor: work.cursor,
        limit: STEP_LIMIT,
        only: batch.round > 0 ? await store.pendingCredits(payment.id, batch.number) : null,
      });
      isDone = await store.applyAnswers(work, answers, now);
      break;
    }
  }
  if (!isDone) return;
  parts.observe({
    kind: 'workDone',
    step: work.step,
    paymentId: payment.id,
    batch: batch.number,
    instrument: batch.instrument,
    payments: batch.payments,
    totalPence: batch.totalPence,
    milliseconds: parts.stopwatch() - started,
  });
  const after = present(await store.findPayment(payment.id), payment.id);
  if (after.status !== payment.status) {
    const { id: paymentId, groupStatus } = after;
    parts.observe({ kind: 'paymentFinished', paymentId, groupStatus, payments: file.payments });
  }
}

async function bookBatch(
  { store, workers }: PipelineParts,
  work: Work,
  payment: Payment,
  file: FileFacts,
  now: Instant,
): Promise<boolean> {
  const group = present(file.groups[work.batch], `execution group of ${payment.id}`);
  if (file.classification.kind === 'BULK') {
    const debits = bulkDebits(group, file, payment);
    return store.bookDebits(work, { debits, whole: true, nextCursor: null }, now);
  }
  const slice = await workers.slice(file, { cursor: work.cursor, limit: STEP_LIMIT, group });
  const debits = batchDebits(slice.payments, payment);
  return store.bookDebits(work, { debits, whole: false, nextCursor: slice.nextCursor }, now);
}
