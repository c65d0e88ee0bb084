import type {
  AnswerSlice,
  DeliveredAnswer,
  DeliveredReason,
  DeliveryHeader,
  DeliveryKind,
  GroupAnswer,
  RecallReference,
} from '../../domain/schemes/answers.ts';
import type { Money } from '../../domain/schemes/messages.ts';
import { expectDefined } from '../../shared/assert.ts';
import { AccountReports } from './account-reports.ts';
import { ControlTotals } from './control-totals.ts';
import type { Member, MessageDefinition } from './message-definitions.ts';
import { MessageReader, type SectionRecord } from './message-reader.ts';
import { parseMoney } from './value-types.ts';

/** Maximum number of groups (OrgnlGrpInfAndSts) of a document. All of them are kept in memory. */
const MAX_GROUPS = 10_000;

/** Converts the sections of a message to answers, and checks the message as a whole. */
export class AnswerCollector {
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
  /** The case and the status of an investigation as a whole (camt.029). */
  #caseId: string | null = null;
  #confirmation: string | null = null;
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
    const { kind } = this.#reader.end();
    if (this.#headerRecord === undefined) return;
    if (kind === 'camt.029' && this.#position === 0) this.#answerCase();
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
      this.#checkOrder(definition.kind);
      this.#reports.receive(record, outer, definition.kind === 'camt.053');
    } else if (record.section === 'group') this.#receiveGroup(record, definition);
    else if (record.section === 'transaction') this.#receiveTransaction(record, definition);
    else this.#receiveInvestigation(record, definition);
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
    else this.#checkOrder(kind);
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

  /** Receives the case or the status of an investigation, which precede its transactions. */
  #receiveInvestigation({ section, values }: SectionRecord, { kind }: MessageDefinition): void {
    this.#checkOrder(kind);
    if (this.#position > 0) {
      const message = 'RslvdCase or Sts follows a transaction. Send it before.';
      throw this.#reader.errorHere('structure', message);
    }
    if (section === 'case') this.#caseId = values.get('caseId') ?? null;
    else this.#confirmation = values.get('status') ?? null;
  }

  #receiveTransaction(record: SectionRecord, { kind }: MessageDefinition): void {
    this.#checkOrder(kind);
    const { values } = record;
    const amount = values.get('amount');
    const isReturn = kind === 'pacs.004';
    if (isReturn) this.#totals.add(amount, record.currency);
    else this.#totals.add(undefined, undefined);
    const money = amount === undefined ? null : moneyOf(record, amount, kind);
    const messageId = values.get('messageId') ?? null;
    const status = values.get('status') ?? null;
    const ids = idsOf(record);
    const recall = kind === 'camt.029' ? this.#recallOf(record, money) : undefined;
    if (recall === undefined) {
      if (Object.values(ids).every((id) => id === null)) {
        record.problem ??= 'The answer names no credit. Send OrgnlInstrId, OrgnlTxId or OrgnlUETR.';
      }
      if (!isReturn && status === null && !this.#hasGroupStatus(messageId)) {
        record.problem ??= 'TxSts is missing, and its group has no status (GrpSts).';
      }
    }
    this.#answers.push({
      position: this.#position,
      messageId,
      ...ids,
      status,
      returned: isReturn ? { id: values.get('returnId') ?? null, amount: money } : null,
      ...(recall && { recall }),
      problem: record.problem,
      ...reasonOf(record),
    });
    this.#position += 1;
  }

  /** Adds the answer of an investigation without transactions. It applies to its case. */
  #answerCase(): void {
    const credit = { messageId: null, instructionId: null, transactionId: null };
    const others = { endToEndId: null, uetr: null, status: null, returned: null, problem: null };
    const recall = this.#recallOf({ values: new Map() }, null);
    this.#answers.push({ position: 0, ...credit, ...others, recall, code: null, text: null });
    this.#position = 1;
  }

  #recallOf({ values }: Pick<SectionRecord, 'values'>, amount: Money | null): RecallReference {
    return {
      caseId: this.#caseId,
      ownCaseId: values.get('caseId') ?? null,
      answerId: values.get('answerId') ?? null,
      confirmation: this.#confirmation,
      amount,
    };
  }

  #checkOrder(kind: DeliveryKind): void {
    if (this.#header !== undefined) return;
    const name = kind === 'camt.029' ? 'Assgnmt' : 'GrpHdr';
    throw this.#reader.errorHere('structure', `${name} must be the first element. It is missing.`);
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

function moneyOf(record: SectionRecord, amount: string, kind: DeliveryKind): Money | null {
  const { currency } = record;
  const result =
    currency === undefined
      ? { fault: 'The attribute Ccy is missing.' }
      : parseMoney(amount, currency);
  if ('money' in result) return result.money;
  const name = kind === 'camt.029' ? 'OrgnlIntrBkSttlmAmt' : 'RtrdIntrBkSttlmAmt';
  record.problem ??= `${name}: ${result.fault}`;
  return null;
}
