import type {
  AnswerSlice,
  DeliveredAnswer,
  DeliveredReason,
  DeliveryHeader,
  GroupAnswer,
} from '../../domain/schemes/answers.ts';
import type { Money } from '../../domain/schemes/messages.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import { AccountReports } from './account-reports.ts';
import { ControlTotals } from './control-totals.ts';
import type { Member, MessageDefinition } from './message-definitions.ts';
import { MessageReader, type SectionRecord } from './message-reader.ts';
import { parseMoney } from './value-types.ts';

/** Number of bytes that are read before the answers in them are returned. */
const PART_BYTES = 64 * 1024;

/** Maximum number of groups (OrgnlGrpInfAndSts) of a document. All of them are kept in memory. */
const MAX_GROUPS = 10_000;

/**
 * Reads a delivered document (pacs.002.001.10, pacs.004.001.09, admi.002.001.01, camt.053.001.08
 * or camt.054.001.08), alone or in an envelope with a business application header, in slices of at
 * most `sliceSize` answers or entries.
 *
 * Throws a DocumentError if the document as a whole is not valid. This is known only after the last
 * slice, so the caller must not book an answer before it has read the whole document once. A fault
 * within one answer becomes the `problem` of this answer.
 *
 * Memory does not depend on the size of the document. If the caller stops early, the iteration of
 * the pieces ends too.
 */
export async function* readAnswers(
  pieces: AsyncIterable<Uint8Array>,
  { sliceSize }: { readonly sliceSize: number },
): AsyncGenerator<AnswerSlice, void, undefined> {
  assert(Number.isSafeInteger(sliceSize) && sliceSize > 0, 'sliceSize is a positive integer');
  const collector = new AnswerCollector();
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PART_BYTES) {
      collector.write(piece.subarray(at, at + PART_BYTES));
      // One answer remains, so that the last slice is not empty.
      while (collector.size > sliceSize) yield collector.take(sliceSize, false);
    }
  }
  collector.end();
  yield collector.take(sliceSize, true);
}

/** Converts the sections of a message to answers, and checks the message as a whole. */
class AnswerCollector {
  readonly #reader = new MessageReader((record, definition, outer) => {
    this.#receive(record, definition, outer);
  });
  readonly #reports = new AccountReports((code, message) => this.#reader.errorHere(code, message));
  readonly #totals = new ControlTotals();
  readonly #groups: GroupAnswer[] = [];
  /** Status of each group by the id of its message. */
  readonly #groupStatuses = new Map<string, string | null>();
  #header: DeliveryHeader | undefined;
  #headerRecord: SectionRecord | undefined;
  #answers: DeliveredAnswer[] = [];
  #position = 0;

  /** Number of answers or entries that have been read and not taken. */
  get size(): number {
    return this.#answers.length + this.#reports.size;
  }

  write(bytes: Uint8Array): void {
    this.#reader.write(bytes);
  }

  /** Ends the document and compares it with the totals in its header. */
  end(): void {
    this.#reader.end();
    if (this.#headerRecord === undefined) return;
    const difference = this.#totals.differenceFrom(this.#headerRecord);
    if (difference !== undefined) {
      throw this.#reader.errorHere(difference.code, difference.message);
    }
  }

  take(count: number, isLast: boolean): AnswerSlice {
    const header = expectDefined(this.#header, 'the header of the document');
    return {
      header,
      // All groups precede the first transaction, so later calls do not change this array.
      groups: this.#groups,
      answers: this.#answers.splice(0, count),
      report: isReport(header.kind) ? this.#reports.take(count, isLast) : null,
      isLast,
    };
  }

  #receive(
    record: SectionRecord,
    definition: MessageDefinition,
    outer: SectionRecord | undefined,
  ): void {
    if (record.section === 'header') this.#receiveHeader(record, definition);
    else if (isReport(definition.kind)) {
      this.#checkOrder();
      this.#reports.receive(record, outer, definition.kind === 'camt.053');
    } else if (record.section === 'group') this.#receiveGroup(record, definition);
    else this.#receiveTransaction(record, definition);
  }

  #receiveHeader(record: SectionRecord, { kind }: MessageDefinition): void {
    const isGroupReturn = record.values.get('isGroupReturn') ?? 'false';
    if (isGroupReturn === 'true' || isGroupReturn === '1') {
      const message = 'A return of a whole group (GrpRtr) is not supported. Send a TxInf for each.';
      throw this.#reader.errorHere('structure', message);
    }
    this.#headerRecord = record;
    this.#header = { kind, id: requiredValue(record, 'messageId') };
  }

  #receiveGroup(record: SectionRecord, { kind }: MessageDefinition): void {
    const messageId = requiredValue(record, 'messageId');
    if (kind === 'admi.002') this.#header = { kind, id: messageId };
    else this.#checkOrder();
    if (this.#position > 0) {
      throw this.#reader.errorHere('structure', 'A group follows a transaction. Send it before.');
    }
    if (this.#groupStatuses.has(messageId)) {
      throw this.#reader.errorHere('structure', `Two groups name the message ${messageId}.`);
    }
    if (this.#groups.length >= MAX_GROUPS) {
      const message = `There are more than ${String(MAX_GROUPS)} groups. Send several documents.`;
      throw this.#reader.errorHere('entry-count', message);
    }
    const transactions = record.values.get('transactions');
    const status = kind === 'admi.002' ? 'RJCT' : (record.values.get('status') ?? null);
    this.#groupStatuses.set(messageId, status);
    this.#groups.push({
      messageId,
      status,
      transactions: transactions === undefined ? null : Number(transactions),
      ...reasonOf(record),
    });
  }

  #receiveTransaction(record: SectionRecord, { kind }: MessageDefinition): void {
    this.#checkOrder();
    const { values } = record;
    const amount = values.get('amount');
    const isReturn = kind === 'pacs.004';
    if (isReturn) this.#totals.add(amount, record.currency);
    else this.#totals.add(undefined, undefined);
    const money = amount === undefined ? null : moneyOf(record, amount);
    const messageId = values.get('messageId') ?? null;
    const status = values.get('status') ?? null;
    const ids = idsOf(record);
    if (Object.values(ids).every((id) => id === null)) {
      record.problem ??= 'The answer names no credit. Send OrgnlInstrId, OrgnlTxId or OrgnlUETR.';
    }
    if (!isReturn && status === null && !this.#hasGroupStatus(messageId)) {
      record.problem ??= 'TxSts is missing, and its group has no status (GrpSts).';
    }
    this.#answers.push({
      position: this.#position,
      messageId,
      ...ids,
      status,
      returned: isReturn ? { id: values.get('returnId') ?? null, amount: money } : null,
      problem: record.problem,
      ...reasonOf(record),
    });
    this.#position += 1;
  }

  #checkOrder(): void {
    if (this.#header !== undefined) return;
    throw this.#reader.errorHere('structure', 'GrpHdr must be the first element. It is missing.');
  }

  /** Returns true if the group of an answer has a status, which then applies to the answer. */
  #hasGroupStatus(messageId: string | null): boolean {
    if (messageId !== null) return (this.#groupStatuses.get(messageId) ?? null) !== null;
    return this.#groups.length === 1 && this.#groups[0]?.status !== null;
  }
}

/** Returns true if documents of a kind report entries of an account, and contain no answers. */
function isReport(kind: DeliveryHeader['kind']): boolean {
  return kind === 'camt.053' || kind === 'camt.054';
}

function requiredValue({ values }: SectionRecord, member: Member): string {
  return expectDefined(values.get(member), member);
}

function reasonOf({ values }: SectionRecord): DeliveredReason {
  return { code: values.get('reasonCode') ?? null, text: values.get('reasonText') ?? null };
}

function idsOf({ values }: SectionRecord) {
  return {
    instructionId: values.get('instructionId') ?? null,
    transactionId: values.get('transactionId') ?? null,
    endToEndId: values.get('endToEndId') ?? null,
    uetr: values.get('uetr') ?? null,
  };
}

function moneyOf(record: SectionRecord, amount: string): Money | null {
  const { currency } = record;
  const result =
    currency === undefined
      ? { fault: 'The attribute Ccy is missing.' }
      : parseMoney(amount, currency);
  if ('money' in result) return result.money;
  record.problem ??= `RtrdIntrBkSttlmAmt: ${result.fault}`;
  return null;
}
