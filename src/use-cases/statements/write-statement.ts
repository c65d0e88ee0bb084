import type { UnsignedMessage } from '../../domain/ports/signatures.ts';
import type {
  DebtorEntry,
  NotifiedEntry,
  PageRequest,
  Statement,
  TransactionStatus,
} from '../../domain/ports/statements.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import type { StatementHeader } from '../../pipeline/report.ts';
import { CAMT054_END, camt054Begin, switchAccount } from '../../pipeline/statements/camt054.ts';
import { entryElement } from '../../pipeline/statements/entries.ts';
import { switchInformation } from '../../pipeline/statements/pain002.ts';
import { Refusal } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';
import type { Requester } from '../consents/find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { convertedStatuses } from '../files/file-statuses.ts';
import type { FileContent } from '../files/read-file.ts';
import type { State } from '../payments/credit-states.ts';
import { findFilePayment } from '../payments/find-payment.ts';
import { reportSubject } from '../payments/report-payment.ts';

/** Number of payments that are in memory at the same time while a message is written. */
const PAGE_PAYMENTS = 1000;

/** Account of a notification without entries if the account to debit is not known. */
const NO_ACCOUNT = 'NOTPROVIDED';

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'spool'>;
type Subject = Awaited<ReturnType<typeof reportSubject>>;

/**
 * Returns an ISO 20022 message about each payment of a file (docs/decisions, 156). It is written to
 * a temporary file first, because its signature and its length precede it in the response.
 *
 * @param unsigned the message to sign. Null if no signature is wanted
 */
export async function writeStatement(
  parts: Parts,
  statement: Statement,
  id: string,
  requester: Omit<Requester, 'version'>,
  unsigned: UnsignedMessage | null,
): Promise<FileContent | Refusal> {
  const payment = await findFilePayment(parts, id, requester);
  if (payment instanceof Refusal) return payment;
  const header = newHeader(requester.now);
  const subject = await reportSubject(parts, payment);
  const write = statement === 'pain.002' ? writeStatuses : writeEntries;
  return spoolMessage(parts, write(parts, subject, header), unsigned);
}

/** Yields the pain.002 about each payment of a file. */
export async function* statusMessage(
  parts: Omit<Parts, 'spool'>,
  payment: Payment,
  now: Instant,
): AsyncGenerator<Uint8Array> {
  yield* writeStatuses(parts, await reportSubject(parts, payment), newHeader(now));
}

/** Returns the header of a new message. */
export function newHeader(createdAt: Instant): StatementHeader {
  // 26 characters, so that the id of a Ntfctn, which adds a number to it, has at most 35.
  return { messageId: newId('st', createdAt).slice(-26), createdAt };
}

/** Writes a message to a temporary file, signs it if `unsigned` is given, and opens it. */
export async function spoolMessage(
  { workers, spool }: Pick<UseCaseParts, 'workers' | 'spool'>,
  pieces: AsyncIterable<Uint8Array>,
  unsigned: UnsignedMessage | null,
): Promise<FileContent> {
  const file = await spool.collect(pieces);
  try {
    const signature = unsigned === null ? null : await workers.sign(file, unsigned);
    const stream = await spool.open(file);
    return { bytes: file.bytes, mediaType: 'application/xml', signature, stream };
  } catch (error) {
    await spool.discard(file);
    throw error;
  }
}

/** Yields a pain.002: the group status, and the status of each payment. */
async function* writeStatuses(
  { store, workers }: Omit<Parts, 'spool'>,
  subject: Subject,
  header: StatementHeader,
): AsyncGenerator<Uint8Array> {
  const { payment, file } = subject;
  // The library for XML is loaded at the first report, because it would delay each start.
  const { pain002Frame } = await import('../../pipeline/report.ts');
  const { begin, end } = pain002Frame(subject, header);
  yield Buffer.from(begin);
  const all = await store.batchesOf(payment.id);
  let open: string | null = null;
  for (const page of pagesOf(payment, file, header)) {
    const { from, to } = page;
    const outcomes = await store.outcomes(payment.id, from, to);
    const batches = all.filter(({ onlyIndex }) => isBetween(onlyIndex ?? from, page));
    const statuses = convertedStatuses(payment, file, { batches, outcomes }, statusOf);
    const request = { ...page, open, statement: 'pain.002', statuses } as const;
    const written = await workers.writeStatementPage(file, request);
    yield written.piece;
    open = written.open;
  }
  yield Buffer.from(switchInformation(open, null) + end);
}

/** Yields a camt.054: the debits of the payment, and the credits that were returned. */
async function* writeEntries(
  { store, workers }: Parts,
  { payment, file }: Subject,
  header: StatementHeader,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(camt054Begin(header));
  const [batches, debits] = await Promise.all([
    store.batchesOf(payment.id),
    store.commonDebitsOf(payment.id),
  ]);
  const common = debits.flatMap((debit) => withReturn(debit, batches));
  let { text, open } = commonEntries(common, payment.id, header);
  for (const page of pagesOf(payment, file, header)) {
    yield Buffer.from(text);
    text = '';
    const { from, to } = page;
    const booked = await store.entriesOf(payment.id, from, to);
    if (booked.length === 0) continue;
    const outcomes = await store.outcomes(payment.id, from, to);
    const reasons = new Map(outcomes.map(({ index, reason }) => [index, reason]));
    const entries = booked.map((entry): NotifiedEntry => {
      const reason = entry.kind === 'debit' ? null : (reasons.get(entry.index ?? -1) ?? 'NARR');
      return { ...entry, reason };
    });
    const request = { ...page, open, statement: 'camt.054', entries } as const;
    const written = await workers.writeStatementPage(file, request);
    yield written.piece;
    open = written.open;
  }
  const debtor = payment.debtorAccount ?? file.groups[0]?.debtors[0]?.account ?? NO_ACCOUNT;
  const last = open ?? debtor;
  yield Buffer.from(
    switchAccount(open, last, header.messageId) + switchAccount(last, null, '') + CAMT054_END,
  );
}

/** Returns the entries of the common debits, with the account that is open after them. */
function commonEntries(
  entries: readonly NotifiedEntry[],
  paymentId: string,
  { messageId }: StatementHeader,
): { text: string; open: string | null } {
  let text = '';
  let open: string | null = null;
  for (const [number, entry] of [...entries].sort(byAccount).entries()) {
    text += switchAccount(open, entry.account, `${messageId}.B${String(number)}`);
    text += entryElement(entry, null, { paymentId, transactionId: '' });
    open = entry.account;
  }
  return { text, open };
}

function byAccount(one: NotifiedEntry, other: NotifiedEntry): number {
  return one.account < other.account ? -1 : one.account > other.account ? 1 : 0;
}

/**
 * Returns a common debit, with its return if an operator abandoned its batch before the scheme
 * answered. Such a return equals the debit.
 */
function withReturn(debit: DebtorEntry, batches: readonly Batch[]): readonly NotifiedEntry[] {
  const booked: NotifiedEntry = { ...debit, reason: null };
  const batch = batches.find(({ number }) => number === debit.batch);
  if (batch?.state !== 'failed' || batch.abandonedAt === null) return [booked];
  const kind = 'returned-credit';
  return [booked, { ...booked, kind, reason: 'NARR', bookedAt: batch.abandonedAt }];
}

function* pagesOf(
  { id: paymentId }: Payment,
  { payments }: FileFacts,
  { messageId }: StatementHeader,
): Generator<Pick<PageRequest, 'paymentId' | 'messageId' | 'from' | 'to'>> {
  for (let from = 0; from < payments; from += PAGE_PAYMENTS) {
    yield { paymentId, messageId, from, to: Math.min(from + PAGE_PAYMENTS, payments) };
  }
}

function isBetween(index: number, { from, to }: { readonly from: number; readonly to: number }) {
  return index >= from && index < to;
}

function statusOf({ status, detail, description: text }: State): TransactionStatus {
  switch (status) {
    case 'Rejected':
      return { code: 'RJCT', reason: { code: detail, text } };
    case 'Cancelled':
      return { code: 'CANC', reason: { code: detail, text } };
    default:
      return { code: detail, reason: null };
  }
}
