import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import { allAtOnce } from '../../shared/concurrency.ts';
import { displayAmount } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import type { PlannedDocument } from './agenda.ts';
import { NO_CREDITS, type StoredMessage } from './books.ts';
import { createDice } from './dice.ts';
import { readPieces } from './folder.ts';
import { inTransaction, type HubParts } from './hub-parts.ts';
import {
  UnreadableMessage,
  type MessageCredit,
  type MessageSummary,
  type OnCredit,
} from './messages/message.ts';
import { readPacs008 } from './messages/pacs008.ts';
import { readCamt056, readPacs028 } from './messages/request.ts';
import { readStandard18 } from './messages/standard18.ts';
import { decideOutcome, MOVED_ACCOUNT } from './outcomes.ts';
import { decideRecall } from './recalls/decide-recall.ts';
import { planEntries } from './settlement/plan-entries.ts';
import { planBacsReports, planDocuments, planEnquiryAnswer, planReject } from './plan.ts';

/** Number of credits of a message with each outcome. */
interface Tally {
  rejected: number;
  pendingFirst: number;
  returned: number;
  moved: number;
}

/** Number of credits after which a transaction decides no further message. */
const CREDITS_PER_TRANSACTION = 1000;
/** Messages up to this size are read from the disk once, in bytes. */
const MAX_IN_MEMORY_BYTES = 16 * 1024;

/** A stored message, and a function that reads it from its beginning. */
interface OpenMessage extends StoredMessage {
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * Decides stored messages in their order, in one transaction. Leaves the last ones undecided if the
 * messages before them have many credits.
 */
export async function decideMessages(
  parts: HubParts,
  messages: readonly StoredMessage[],
): Promise<void> {
  const opened = await allAtOnce(messages, (message) => openMessage(parts, message));
  let decided = 0;
  let credits = 0;
  await inTransaction(parts.database, async () => {
    for (const message of opened) {
      credits += await decideMessage(parts, message);
      decided += 1;
      if (credits >= CREDITS_PER_TRANSACTION) return;
    }
  });
  for (let one = 0; one < decided; one += 1) parts.reached('decided');
}

async function openMessage({ folders }: HubParts, message: StoredMessage): Promise<OpenMessage> {
  const path = join(folders.messages, message.file);
  const { size } = await stat(path);
  const content = size <= MAX_IN_MEMORY_BYTES ? await readFile(path) : null;
  return { ...message, read: () => (content === null ? readPieces(path) : onePiece(content)) };
}

// eslint-disable-next-line @typescript-eslint/require-await -- It must be an async iterable.
async function* onePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/**
 * Decides all credits of a stored message and plans the documents about it. If it is an enquiry or
 * a recall, plans the answer to it. If it cannot be read, plans an admi.002 instead. Returns the
 * number of credits.
 */
async function decideMessage(parts: HubParts, message: OpenMessage): Promise<number> {
  const { database } = parts;
  let credits = 0;
  database.exec('SAVEPOINT message');
  try {
    const enquiry = await readAs(readPacs028, message);
    const recall = enquiry === null ? await readAs(readCamt056, message) : null;
    if (enquiry !== null) answerEnquiry(parts, message, enquiry);
    else if (recall !== null) addDocuments(parts, decideRecall(parts, message, recall));
    else credits = await decideCredits(parts, message);
  } catch (error) {
    if (!(error instanceof UnreadableMessage)) throw error;
    database.exec('ROLLBACK TO message');
    rejectUnreadable(parts, message, error.message);
  }
  database.exec('RELEASE message');
  return credits;
}

/** Reads a message with a reader, which returns null for a message of another kind. */
async function readAs<Read>(
  read: (chunks: AsyncIterable<Uint8Array>, id: string) => Promise<Read | null>,
  message: OpenMessage,
): Promise<Read | null> {
  return message.file.endsWith('.xml') ? read(message.read(), message.id) : null;
}

/**
 * Plans the answer to an enquiry. An unknown message, or one that is not decided, is not answered,
 * because a pacs.002 or an admi.002 that names it could reject its credits.
 */
function answerEnquiry(parts: HubParts, enquiry: StoredMessage, messageId: string): void {
  const { books, agenda, scenario, print } = parts;
  const { id, number, receivedAt } = enquiry;
  const message = books.find(messageId);
  const decided = message === undefined ? [] : agenda.decidedAnswers(message.number, receivedAt);
  if (message !== undefined) {
    addDocuments(parts, planEnquiryAnswer(enquiry, message, scenario, decided));
  }
  books.finish(number, {
    state: 'enquiry',
    problemCode: null,
    problem: message === undefined ? `The hub has no message ${messageId}.` : null,
    ...NO_CREDITS,
    instrument: message?.instrument ?? null,
  });
  const known = decided.length === 0 ? 'NOT ANSWERED, because it is not decided' : 'answered again';
  print(
    `Enquiry ${id} about message ${messageId}: ` +
      `${message === undefined ? 'NOT ANSWERED, because it is unknown' : known}.`,
  );
}

async function decideCredits(parts: HubParts, message: OpenMessage): Promise<number> {
  const { books, scenario, print } = parts;
  const { id, number } = message;
  const tally: Tally = { rejected: 0, pendingFirst: 0, returned: 0, moved: 0 };
  const isBacs = scenario.bacsReports && message.file.endsWith('.s18');
  const dice = createDice(scenario.seed, `${id} credits`);
  const summary = await readMessage(message, (credit) => {
    const { creditorAccount, ...ids } = credit;
    const decided = decideOutcome(creditorAccount, dice, scenario);
    // The reports of Bacs have no pending credits.
    const outcome = isBacs ? { ...decided, isPendingFirst: false } : decided;
    if (isBacs && creditorAccount === MOVED_ACCOUNT) tally.moved += 1;
    if (outcome.status === 'RJCT') tally.rejected += 1;
    if (outcome.isPendingFirst) tally.pendingFirst += 1;
    if (outcome.returnReason !== null) tally.returned += 1;
    books.addCredit(number, { ...ids, ...outcome });
  });
  const { refusal, ...facts } = summary;
  if (refusal !== null) {
    books.rejectAll(number, refusal.code);
    Object.assign(tally, { rejected: summary.credits, pendingFirst: 0, returned: 0, moved: 0 });
  }
  books.finish(number, {
    ...facts,
    state: refusal === null ? 'decided' : 'refused',
    problemCode: refusal?.code ?? null,
    problem: refusal?.text ?? null,
  });
  const decided = { ...facts, ...tally, number, id, isRefused: refusal !== null };
  const plan = isBacs ? planBacsReports : planDocuments;
  const documents = plan(decided, scenario, message.receivedAt);
  addDocuments(parts, documents);
  for (const entry of planEntries(decided, documents, books, scenario)) parts.account.add(entry);
  print(`Message ${id}: ${describe(summary, tally)}`);
  return summary.credits;
}

function readMessage({ id, file, read }: OpenMessage, onCredit: OnCredit): Promise<MessageSummary> {
  const chunks = read();
  if (file.endsWith('.s18')) return readStandard18(chunks, onCredit);
  return readPacs008(chunks, id, (credit: MessageCredit) => onCredit(credit));
}

function rejectUnreadable(parts: HubParts, message: StoredMessage, problem: string): void {
  const { books, scenario, print } = parts;
  const reading = { state: 'unreadable', instrument: null, problemCode: null, problem } as const;
  books.finish(message.number, { ...NO_CREDITS, ...reading });
  addDocuments(parts, planReject(message, scenario, message.receivedAt));
  print(`Message ${message.id} cannot be read, so an admi.002 answers it. ${problem}`);
}

function addDocuments({ agenda }: HubParts, documents: readonly PlannedDocument[]): void {
  for (const document of documents) agenda.add(document);
}

function describe(summary: MessageSummary, { rejected, pendingFirst, returned }: Tally): string {
  const { instrument, currency, credits, totalMinor, refusal } = summary;
  const total = `${displayAmount(totalMinor, fractionDigitsOf(currency))} ${currency}`;
  const counts = `${counted(credits, 'credit')} by ${instrument}, ${total}.`;
  if (refusal !== null) return `${counts} REFUSED as a whole (${refusal.code}). ${refusal.text}`;
  const outcomes = [
    [rejected, 'rejected'],
    [pendingFirst, 'pending first'],
    [returned, 'to be returned'],
  ] as const;
  const present = outcomes.filter(([count]) => count > 0);
  if (present.length === 0) return `${counts} All are accepted.`;
  return `${counts} ${present.map(([count, what]) => `${String(count)} ${what}`).join(', ')}.`;
}
