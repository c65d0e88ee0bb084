import { createHash, randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { NO_PURPOSE, UK_CREDITOR } from '../domain/execution/credit.ts';
import type { FoundPayment, MessagesRequest, PaymentsRequest } from '../domain/ports/files.ts';
import type { FileFacts, FilePayment } from '../domain/records/payment.ts';
import type { NewMessage } from '../domain/schemes/hand-over.ts';
import {
  type MessageCredit,
  type MessageHeader,
  type SendingBank,
} from '../domain/schemes/messages.ts';
import {
  isOfGroup,
  visitOnly,
  withStoredFile,
  type StoredFileAccess,
  type VisitFrom,
} from '../pipeline/stored-file-jobs.ts';
import type { PaymentView } from '../pipeline/types.ts';
import { messageIdOf } from '../schemes/messages/message-id.ts';
import { messageMaximum, writeMessage } from '../schemes/messages/write-message.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Pence } from '../shared/money.ts';
import { temporaryPath } from '../store/files/content.ts';
import type { StoredFiles } from '../store/files/stored-files.ts';

/** Number of payments that are in memory at the same time while a message is written. */
const SLICE_PAYMENTS = 1000;
/** Messages with at most this number of credits are returned as text and not stored as files. */
const MAX_TEXT_CREDITS = 50;

/** The payments of a file that one message hands over. */
interface Part {
  readonly firstIndex: number;
  lastIndex: number;
  transactions: number;
  totalPence: Pence;
}

interface MessageJob {
  readonly file: FileFacts;
  readonly request: MessagesRequest;
  readonly bank: SendingBank;
}

/** A message whose bytes are in a temporary file. */
interface TemporaryMessage {
  readonly message: Omit<NewMessage, 'content'>;
  readonly temporary: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Writes the messages for a group of a stored file, and stores the large ones durably. The file is
 * read twice: once to divide the group into messages, and once to write them. At most 1,000
 * payments are in memory.
 */
export async function writeMessages(
  job: MessageJob,
  storedFiles: StoredFiles,
  { readerOf, filesDirectory }: Pick<StoredFileAccess, 'readerOf'> & { filesDirectory: string },
): Promise<readonly NewMessage[]> {
  const written = await storedFiles.withFiles([job.file], (verified) =>
    writeParts(job, { readerOf, verified }, filesDirectory),
  );
  const messages: NewMessage[] = [];
  for (const one of written) {
    if (!('temporary' in one)) {
      messages.push(one);
      continue;
    }
    const { message, temporary, sha256, bytes } = one;
    await storedFiles.store({ kind: 'disk', temporary, bytes }, sha256);
    messages.push({ ...message, content: { kind: 'file', file: { sha256, bytes } } });
  }
  return messages;
}

/** Returns those of the requested payments that the message contains. */
export function findPayments(
  { file, request }: { readonly file: FileFacts; readonly request: PaymentsRequest },
  storedFiles: StoredFileAccess,
): readonly FoundPayment[] {
  return withStoredFile(file, storedFiles, (visitFrom) =>
    request.numbering === 'index'
      ? findByIndex(request, visitFrom)
      : findBySequence(request, visitFrom),
  );
}

function findByIndex(request: PaymentsRequest, visitFrom: VisitFrom): readonly FoundPayment[] {
  const isHandedOver = handedOver(request);
  const found: FoundPayment[] = [];
  visitOnly(request.numbers, visitFrom, (payment) => {
    if (isHandedOver(payment)) found.push({ number: payment.index, payment: payment.toPayment() });
    return true;
  });
  return found;
}

/** Finds payments by their numbers in the message. */
function findBySequence(request: PaymentsRequest, visitFrom: VisitFrom): readonly FoundPayment[] {
  const { numbers, countFrom } = request;
  const wanted = new Set(numbers);
  const isHandedOver = handedOver(request);
  const found: FoundPayment[] = [];
  let number = countFrom.number - 1;
  visitFrom(countFrom.index, (payment) => {
    if (!isHandedOver(payment)) return true;
    number += 1;
    if (wanted.has(number)) found.push({ number, payment: payment.toPayment() });
    return found.length < wanted.size;
  });
  return found;
}

function writeParts(
  { file, request, bank }: MessageJob,
  storedFiles: StoredFileAccess,
  filesDirectory: string,
): readonly (NewMessage | TemporaryMessage)[] {
  return withStoredFile(file, storedFiles, (visitFrom) => {
    const parts = divide(request, visitFrom);
    // All messages take their credits from the same sequence, so the file is read once for them.
    const credits = creditsOf(parts, request, visitFrom);
    return parts.map((part, number) => {
      const { totalPence, ...range } = part;
      const message: Omit<NewMessage, 'content'> = {
        id: messageIdOf(request.batch, number),
        instrument: request.instrument,
        createdAt: request.createdAt,
        settlementDate: request.settlementDate,
        total: { minor: totalPence, currency: 'GBP' },
        part: number,
        bankSortCodes: request.bankSortCodes.join(),
        leftOut: request.leftOut
          .filter((index) => index >= range.firstIndex && index <= range.lastIndex)
          .join(),
        handOver: request.handOver,
        ...range,
      };
      const pieces = writeMessage(headerOf(message), take(credits, part.transactions), bank);
      if (part.transactions <= MAX_TEXT_CREDITS) {
        return { ...message, content: { kind: 'text', text: [...pieces].join('') } };
      }
      return { message, ...writeTemporary(pieces, filesDirectory) };
    });
  });
}

function headerOf(message: Omit<NewMessage, 'content'>): MessageHeader {
  const { id, instrument, createdAt, settlementDate, transactions, total } = message;
  return { id, instrument, createdAt, settlementDate, transactions, total };
}

/** Divides the payments of a group into messages that exceed no maximum. */
function divide(request: MessagesRequest, visitFrom: VisitFrom): readonly Part[] {
  const maximum = messageMaximum(request.instrument);
  const maxTransactions = Math.min(maximum.transactions, request.maxTransactions);
  const isHandedOver = handedOver(request);
  const parts: Part[] = [];
  visitFrom(0, (payment) => {
    if (!isHandedOver(payment)) return true;
    const { index, amountPence } = payment;
    const part = parts.at(-1);
    if (
      part === undefined ||
      part.transactions === maxTransactions ||
      part.totalPence + amountPence > maximum.totalPence
    ) {
      const range = { firstIndex: index, lastIndex: index };
      parts.push({ ...range, transactions: 1, totalPence: amountPence });
    } else {
      part.lastIndex = index;
      part.transactions += 1;
      part.totalPence += amountPence;
    }
    return true;
  });
  return parts;
}

/** Returns whether a payment belongs to the batch and is to an account at another bank. */
function handedOver(
  request: Pick<MessagesRequest, 'instrument' | 'date' | 'bankSortCodes' | 'leftOut'>,
): (payment: PaymentView) => boolean {
  const own = new Set(request.bankSortCodes);
  const leftOut = new Set(request.leftOut);
  return (payment) =>
    isOfGroup(payment, request) &&
    !own.has(payment.creditor.slice(0, 6)) &&
    !leftOut.has(payment.index);
}

/** Yields the credits of all messages in order. Reads the payments of the file in slices. */
function* creditsOf(
  parts: readonly Part[],
  request: MessagesRequest,
  visitFrom: VisitFrom,
): Generator<MessageCredit> {
  const isHandedOver = handedOver(request);
  const firstIndex = parts[0]?.firstIndex ?? 0;
  const lastIndex = parts.at(-1)?.lastIndex ?? -1;
  for (let cursor = firstIndex; cursor <= lastIndex; cursor += SLICE_PAYMENTS) {
    const slice: FilePayment[] = [];
    visitFrom(cursor, (payment) => {
      if (payment.index > lastIndex || payment.index >= cursor + SLICE_PAYMENTS) return false;
      if (isHandedOver(payment)) slice.push(payment.toPayment());
      return true;
    });
    for (const payment of slice) yield creditOf(payment, request);
  }
}

/** Yields the next credits, and leaves the others to the next message. */
function* take(credits: Iterator<MessageCredit, void>, count: number): Generator<MessageCredit> {
  for (let yielded = 0; yielded < count; yielded += 1) {
    yield expectDefined(credits.next().value ?? undefined, 'a credit of the message');
  }
}

function creditOf(
  payment: FilePayment,
  { debtorAccount, debtors }: MessagesRequest,
): MessageCredit {
  const account = expectDefined(
    payment.debtor ?? debtorAccount ?? undefined,
    'the debited account',
  );
  return {
    payment,
    creditor: { ...UK_CREDITOR, name: payment.creditorName },
    amount: { minor: payment.amountPence, currency: 'GBP' },
    debtor: { name: account, address: null, ...debtors[account], account },
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
  };
}

function writeTemporary(
  pieces: Iterable<string>,
  filesDirectory: string,
): Omit<TemporaryMessage, 'message'> {
  const temporary = randomUUID();
  const path = temporaryPath(filesDirectory, temporary);
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const descriptor = openSync(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for (const piece of pieces) {
      const buffer = Buffer.from(piece);
      hash.update(buffer);
      for (let written = 0; written < buffer.length;) {
        written += writeSync(descriptor, buffer, written);
      }
      bytes += buffer.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return { temporary, sha256: hash.digest('hex'), bytes };
}
