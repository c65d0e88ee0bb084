import type {
  AccountReport,
  EntryIds,
  ReportedEntry,
  ReportedStatement,
} from '../../domain/schemes/account-reports.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { DocumentError, DocumentErrorCode } from './document-error.ts';
import type { Member } from './message-definitions.ts';
import type { SectionRecord } from './message-reader.ts';
import { parseMoney } from './value-types.ts';

/** Maximum number of statements of a document. All of them are kept in memory. */
const MAX_STATEMENTS = 1_000;

/** Status of an entry that counts. Others, for example PDNG, are reported again when they count. */
const BOOKED = 'BOOK';

/** Codes of the balances before and after the entries of a statement (ExternalBalanceType1Code). */
const OPENING = 'OPBD';
const CLOSING = 'CLBD';

interface Balance {
  readonly minor: MinorUnits;
  readonly currency: string;
}

/** Creates an error at the current position in the document. */
type ErrorHere = (code: DocumentErrorCode, message: string) => DocumentError;

/**
 * Collects the entries of a camt.053 or camt.054, and checks that the entries of each statement
 * explain its balances. A fault in an entry rejects the document, because the sums would be
 * unknown.
 */
export class AccountReports {
  readonly #errorHere: ErrorHere;
  readonly #statements: ReportedStatement[] = [];
  #entries: ReportedEntry[] = [];
  #position = 0;
  /** The parts of the open entry. */
  #namedBatches = 0;
  #firstNamedBatch: SectionRecord | undefined;
  #details = 0;
  #firstDetail: SectionRecord | undefined;
  /** The parts of the open statement. */
  #balances = new Map<string, Balance>();
  #booked = 0;
  #sum = 0;
  readonly #currencies = new Set<string>();

  constructor(errorHere: ErrorHere) {
    this.#errorHere = errorHere;
  }

  /** Number of entries that have been read and not taken. */
  get size(): number {
    return this.#entries.length;
  }

  take(count: number, isLast: boolean): AccountReport {
    return {
      entries: this.#entries.splice(0, count),
      statements: isLast ? this.#statements : [],
    };
  }

  receive(record: SectionRecord, outer: SectionRecord | undefined, isStatement: boolean): void {
    const { section } = record;
    if (section === 'balance') this.#receiveBalance(record);
    else if (section === 'batch') {
      if (!record.values.has('messageId')) return;
      this.#namedBatches += 1;
      this.#firstNamedBatch ??= record;
    } else if (section === 'detail') {
      this.#details += 1;
      this.#firstDetail ??= record;
    } else if (section === 'entry') {
      this.#receiveEntry(record, expectDefined(outer, 'the report of an entry'));
    } else {
      if (isStatement) this.#endStatement(record);
      this.#balances = new Map();
      this.#currencies.clear();
      this.#booked = 0;
      this.#sum = 0;
    }
  }

  #receiveBalance(record: SectionRecord): void {
    const type = record.values.get('balanceType') ?? '';
    if (type !== OPENING && type !== CLOSING) return;
    if (this.#balances.has(type)) throw this.#errorHere('structure', `Two balances are ${type}.`);
    const { minor, currency } = this.#moneyOf(record, 'Bal/Amt');
    const signed = required(record, 'direction') === 'DBIT' ? -minor : minor;
    this.#balances.set(type, { minor: signed, currency });
  }

  #receiveEntry(record: SectionRecord, report: SectionRecord): void {
    const details = this.#details;
    const first = this.#firstDetail;
    const batch = this.#namedBatches === 1 ? this.#firstNamedBatch : undefined;
    this.#namedBatches = 0;
    this.#firstNamedBatch = undefined;
    this.#details = 0;
    this.#firstDetail = undefined;
    if (record.values.get('status') !== BOOKED) return;
    const account = report.values.get('account');
    if (account === undefined) throw this.#errorHere('structure', 'Acct must precede Ntry.');
    const reference = record.values.get('servicerReference');
    if (reference === undefined) {
      const message = 'Ntry/AcctSvcrRef is missing. Send the same one in each document.';
      throw this.#errorHere('structure', message);
    }
    const amount = this.#moneyOf(record, 'Ntry/Amt');
    const direction = required(record, 'direction') as ReportedEntry['direction'];
    this.#sum += direction === 'DBIT' ? -amount.minor : amount.minor;
    if (!Number.isSafeInteger(this.#sum)) {
      throw this.#errorHere('balance', 'The sum of the entries is too large.');
    }
    this.#booked += 1;
    if (this.#currencies.size < 2) this.#currencies.add(amount.currency);
    const isReversal = ['true', '1'].includes(record.values.get('isReversal') ?? '');
    this.#entries.push({
      position: this.#position,
      account,
      amount,
      direction,
      isReversal,
      bookingDate: record.values.get('bookingDate')?.slice(0, DATE_LENGTH) ?? null,
      valueDate: record.values.get('valueDate')?.slice(0, DATE_LENGTH) ?? null,
      servicerReference: reference,
      batch: batch === undefined ? null : this.#batchOf(batch, details),
      credit: details === 1 && first !== undefined ? idsOf(first) : null,
    });
    this.#position += 1;
  }

  /** Returns the only message that an entry names, with the number of credits or of details. */
  #batchOf(only: SectionRecord, details: number): ReportedEntry['batch'] {
    const transactions = Number(only.values.get('transactions') ?? details);
    if (transactions === 0) {
      throw this.#errorHere('structure', 'Btch/NbOfTxs is missing or zero. Send the number.');
    }
    return { messageId: required(only, 'messageId'), transactions };
  }

  #endStatement(record: SectionRecord): void {
    const opening = this.#balances.get(OPENING);
    const closing = this.#balances.get(CLOSING);
    if (opening === undefined || closing === undefined) {
      const message = 'A statement needs the balances OPBD and CLBD. Send each statement whole.';
      throw this.#errorHere('balance', message);
    }
    const { currency } = opening;
    const other = [closing.currency, ...this.#currencies].find((one) => one !== currency);
    if (other !== undefined) {
      const message = `The opening balance is in ${currency}, but there are amounts in ${other}.`;
      throw this.#errorHere('balance', message);
    }
    if (opening.minor + this.#sum !== closing.minor) {
      const [from, by, to] = [opening.minor, this.#sum, closing.minor].map(String);
      const message =
        `The opening balance ${from ?? ''} and the entries ${by ?? ''} do not add up to the ` +
        `closing balance ${to ?? ''} (minor units of ${currency}).`;
      throw this.#errorHere('balance', message);
    }
    if (this.#statements.length >= MAX_STATEMENTS) {
      const message = `There are more than ${String(MAX_STATEMENTS)} statements.`;
      throw this.#errorHere('entry-count', `${message} Send several documents.`);
    }
    this.#statements.push({
      id: required(record, 'reportId'),
      account: required(record, 'account'),
      currency,
      sequence: Number(required(record, 'sequence')),
      from: record.values.get('from') ?? null,
      to: record.values.get('to') ?? null,
      opening: opening.minor,
      closing: closing.minor,
      entries: this.#booked,
    });
  }

  #moneyOf(record: SectionRecord, path: string): Balance {
    const { currency } = record;
    if (currency === undefined) throw this.#errorHere('value', `${path} has no Ccy.`);
    const result = parseMoney(required(record, 'amount'), currency);
    if ('money' in result) return result.money;
    throw this.#errorHere('value', `${path}: ${result.fault}`);
  }
}

/** Length of a date such as 2026-03-02, in characters. */
const DATE_LENGTH = 10;

function required({ values }: SectionRecord, member: Member): string {
  return expectDefined(values.get(member), member);
}

function idsOf({ values }: SectionRecord): EntryIds {
  return {
    messageId: values.get('messageId') ?? null,
    instructionId: values.get('instructionId') ?? null,
    transactionId: values.get('transactionId') ?? null,
    endToEndId: values.get('endToEndId') ?? null,
  };
}
