import {
  AuthenticationError,
  InvalidRequestError,
  isFinalStatus,
  WaitTimeoutError,
} from '@payment-initiation/client';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { approve, type ApprovalOptions } from '../bank/approval.ts';
import type { Connection } from '../bank/connection.ts';
import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';
import { progressBar, type Context } from '../terminal/context.ts';
import { consentStateOf, unknownPayment } from './consent-state.ts';
import type { Attempt } from './file-state.ts';

/** Time to wait for the payments of today in a file with later ones, in milliseconds. */
const TODAY_MS = 5_000;

/** A file that is being paid. `save` writes the attempt to the disk. */
export interface PayingFile {
  readonly context: Context;
  readonly connection: Connection;
  readonly attempt: Attempt;
  /** Path of the payment file of the standard. */
  readonly upload: string;
  readonly approval: ApprovalOptions;
  /** True if the file may be paid although the same content was paid before. */
  readonly isAgain: boolean;
  /** Consents of earlier payments whose failed rows the file contains. */
  readonly retried: readonly string[];
  /** Maximum time to wait for the bank at the end, in milliseconds. */
  readonly waitMs: number;
  readonly save: () => Promise<void>;
}

/** The progress of a file payment. */
export interface PaidFile {
  readonly paymentId: string;
  readonly status: string;
  readonly isFinal: boolean;
  /** True if the payment needs the approval of several persons. */
  readonly isShared: boolean;
  /** Present if other persons must approve. */
  readonly approvals?: { readonly received: number; readonly required: number };
}

/**
 * Pays a file: consent, upload, approval, payment, and waits for the end. It continues where an
 * earlier call with the same attempt stopped. Each step is repeated with the same idempotency key,
 * and the attempt is saved before and after it, so that nothing is paid twice.
 */
export async function payFile(paying: PayingFile): Promise<PaidFile> {
  const { attempt } = paying;
  if (attempt.paymentId === undefined) {
    await prepareConsent(paying);
    await obtainApproval(paying);
    await submit(paying);
  }
  return follow(paying);
}

function say({ context }: PayingFile, text: string): void {
  context.err.write(`${text}\n`);
}

/**
 * Returns the id from which the idempotency key of a step is derived. The same payments have the
 * same id, also on another computer.
 */
function idOf({ facts, debtor, number }: Attempt, step: string): string {
  return `pis ${facts.fileHash} ${debtor?.identification ?? ''} ${String(number)} ${step}`;
}

function initiationOf({ attempt: { facts, debtor } }: PayingFile) {
  return {
    FileType: facts.fileType,
    FileHash: facts.fileHash,
    NumberOfTransactions: facts.numberOfTransactions,
    ControlSum: Number(facts.controlSum),
    ...(debtor && {
      DebtorAccount: { SchemeName: debtor.scheme, Identification: debtor.identification },
    }),
  };
}

/** Creates the consent and uploads the file. Replaces a consent that can no longer be used. */
async function prepareConsent(paying: PayingFile): Promise<void> {
  const { attempt, connection, context, save, upload } = paying;
  const { signal } = context;
  if (attempt.isSubmitted === true) return;
  let consentId = await consentOf(paying);
  while (!(await isUsable(paying, consentId))) {
    attempt.number += 1;
    delete attempt.consentId;
    delete attempt.isUploaded;
    delete attempt.token;
    await save();
    consentId = await consentOf(paying);
  }
  if (attempt.isUploaded === true) return;
  const bar = progressBar(context);
  const { size: length } = await stat(upload);
  let sent = 0;
  const open = async function* counted() {
    for await (const chunk of createReadStream(upload) as AsyncIterable<Buffer>) {
      sent += chunk.length;
      // The signature reads the file once, the upload a second time.
      bar(sent / (2 * length));
      yield chunk;
    }
  };
  const file = { hash: attempt.facts.fileHash, length, open };
  await connection.bank.files.uploadFile(consentId, file, { signal }).finally(bar.end);
  attempt.isUploaded = true;
  await save();
  say(paying, `Uploaded ${String(length)} bytes.`);
}

/** Returns the consent of the attempt. Creates it if there is none. */
async function consentOf(paying: PayingFile): Promise<string> {
  const { attempt, connection, context, save } = paying;
  if (attempt.consentId !== undefined) return attempt.consentId;
  const body = { Data: { Initiation: initiationOf(paying) } };
  const options = { idempotencyId: idOf(attempt, 'consent'), signal: context.signal };
  const { Data } = await connection.bank.files.createConsent(body, options);
  attempt.consentId = Data.ConsentId;
  await save();
  say(paying, `Created consent ${Data.ConsentId}.`);
  return Data.ConsentId;
}

/**
 * Returns true if a consent can be approved and used.
 *
 * @throws PisError if it was used, but not by this attempt. The bank returns an earlier consent for
 * the same idempotency key, so the same content was paid from another folder or computer. If all
 * rows of a payment failed, the file with these rows also gets the consent of this payment
 */
async function isUsable(paying: PayingFile, consentId: string): Promise<boolean> {
  const { attempt, connection, context, isAgain, retried } = paying;
  const { signal } = context;
  const { Data } = await connection.bank.files.readConsent(consentId, { signal });
  const state = consentStateOf(Data.Status);
  if (state === 'used' && !isAgain && !retried.includes(consentId)) {
    throw new PisError(
      `Consent ${consentId} was used for a payment that this file's folder does not contain. The ` +
        'same content was paid before, perhaps from another folder or computer. If it is due once ' +
        'more, pass --again.',
      exitCodes.wrongUse,
    );
  }
  // The token of an approval is lost if pis ended before it was saved. Nothing was submitted.
  const isLost = state === 'approved' && attempt.token === undefined;
  if (state !== 'ended' && state !== 'used' && !isLost) return true;
  say(paying, `Consent ${consentId} is ${Data.Status}. pis creates a new one.`);
  return false;
}

async function obtainApproval(paying: PayingFile): Promise<void> {
  const { attempt, connection, context, approval, save } = paying;
  if (attempt.token !== undefined || attempt.consentId === undefined) return;
  attempt.token = await approve(context, connection, attempt.consentId, approval);
  await save();
  say(paying, 'The customer approved.');
}

async function submit(paying: PayingFile): Promise<void> {
  const { attempt, connection, context, save } = paying;
  const { consentId: ConsentId, token } = attempt;
  if (ConsentId === undefined || token === undefined) {
    throw new PisError('The state of this file has no approval. Ask the bank before you go on.');
  }
  if (attempt.isSubmitted !== true) {
    attempt.isSubmitted = true;
    await save();
  }
  const body = { Data: { ConsentId, Initiation: initiationOf(paying) } };
  const options = { token, idempotencyId: idOf(attempt, 'payment'), signal: context.signal };
  const { files } = connection.bank;
  const { Data } = await files.createPayment(body, options).catch(async (error: unknown) => {
    await withdrawRefused(paying, ConsentId, error);
    throw error;
  });
  attempt.paymentId = Data.FilePaymentId;
  delete attempt.token;
  await save();
  say(paying, `Submitted payment ${Data.FilePaymentId}.`);
}

/**
 * Marks a submission as not made if the bank refused it and did not use the consent, for example
 * because the token expired.
 *
 * @throws PisError if an earlier submission used the consent
 */
async function withdrawRefused(
  { attempt, connection, context, save }: PayingFile,
  consentId: string,
  error: unknown,
): Promise<void> {
  const isExpired = error instanceof AuthenticationError;
  if (!isExpired && !(error instanceof InvalidRequestError)) return;
  const { signal } = context;
  const { Data } = await connection.bank.files.readConsent(consentId, { signal });
  const state = consentStateOf(Data.Status);
  if (state === 'used') throw unknownPayment(consentId, error);
  if (state !== 'approved') return;
  delete attempt.isSubmitted;
  if (isExpired) delete attempt.token;
  await save();
}

/** Waits until the status is final, until other persons must approve, or until the time is over. */
async function follow(paying: PayingFile): Promise<PaidFile> {
  const { attempt, connection, context, waitMs } = paying;
  const { signal } = context;
  const paymentId = attempt.paymentId ?? '';
  const first = await readPaidFile(connection, paymentId, signal);
  if (first.isFinal || first.isShared || waitMs === 0) return first;
  const onStatus = (status: string): void => {
    say(paying, `The payment is ${status}.`);
  };
  const { lastDate = context.today } = attempt;
  const isLater = lastDate > context.today;
  if (isLater) say(paying, `The latest execution date is ${lastDate}.`);
  // Payments of today are still made at once.
  const timeoutMs = isLater ? Math.min(waitMs, TODAY_MS) : waitMs;
  const options = { signal, onStatus, timeoutMs, firstPauseMs: 250 };
  await connection.bank.waitFor('file-payments', paymentId, options).catch((error: unknown) => {
    if (!(error instanceof WaitTimeoutError)) throw error;
  });
  return readPaidFile(connection, paymentId, signal);
}

/** Reads the present status of a payment. */
export async function readPaidFile(
  { bank }: Connection,
  paymentId: string,
  signal: AbortSignal,
): Promise<PaidFile> {
  const { Data } = await bank.payments('file-payments').readPayment(paymentId, { signal });
  const { Status: status, MultiAuthorisation: further } = Data;
  const isFinal = isFinalStatus(status);
  const received = further?.NumberReceived ?? 0;
  const required = further?.NumberRequired ?? 0;
  const approvals = !isFinal && received < required ? { approvals: { received, required } } : {};
  return { paymentId, status, isFinal, isShared: further !== undefined, ...approvals };
}
