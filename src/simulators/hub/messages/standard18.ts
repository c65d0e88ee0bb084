import { MAX_PENCE, type Pence } from '../../../shared/money.ts';
import { addDays, type LocalDate } from '../../../shared/time.ts';
import type { Submission } from '../books.ts';
import { type MessageSummary, type OnCredit, UnreadableMessage } from './message.ts';

/*
 * Reader of a Bacs submission in Standard 18: labels of 80 columns, then records of 100 columns
 * (106 if each has its own processing day). Columns are counted from 1, as Bacs does.
 */

const LABEL_COLUMNS = 80;
const DAILY_COLUMNS = 100;
const MULTI_COLUMNS = 106;

const FIRST_LABELS = ['VOL1', 'HDR1', 'HDR2', 'UHL1'] as const;
const LAST_LABELS = ['EOF1', 'EOF2', 'UTL1'] as const;

type Label = (typeof FIRST_LABELS)[number] | (typeof LAST_LABELS)[number];

const LABEL_CHARACTERS = /^[A-Z0-9.&/\- *]*$/;
const RECORD_CHARACTERS = /^[A-Z0-9.&/\- ]*$/;
/**
 * Destination account (1–14), type (15), transaction code (16–17), originating account (18–31), 4
 * blanks (32–35), pence (36–46).
 */
const RECORD = /^(\d{14})0(99|17)(\d{14}) {4}(\d{11})/;

interface Totals {
  credits: number;
  creditPence: Pence;
  contras: number;
  contraPence: Pence;
}

/** Reads the chunks of a submission and passes on its credits. Throws UnreadableMessage. */
export async function readStandard18(
  chunks: AsyncIterable<Uint8Array>,
  onCredit: OnCredit,
): Promise<MessageSummary> {
  const reader = new Standard18Reader(onCredit);
  for await (const chunk of chunks) reader.write(Buffer.from(chunk).toString('latin1'));
  return reader.end();
}

class Standard18Reader {
  readonly #onCredit: OnCredit;
  readonly #labels = new Map<Label, string>();
  readonly #totals: Totals = { credits: 0, creditPence: 0, contras: 0, contraPence: 0 };
  #recordColumns = DAILY_COLUMNS;
  #rest = '';

  constructor(onCredit: OnCredit) {
    this.#onCredit = onCredit;
  }

  write(text: string): void {
    this.#rest += text;
    let at = 0;
    for (;;) {
      while (this.#rest[at] === '\r' || this.#rest[at] === '\n') at += 1;
      const columns = this.#readOne(at);
      if (columns === 0) break;
      at += columns;
    }
    this.#rest = this.#rest.slice(at);
  }

  end(): MessageSummary {
    if (this.#nextLabel() !== undefined || this.#rest !== '') {
      throw new UnreadableMessage('The submission ends before UTL1, or continues after it.');
    }
    this.#checkEnd();
    const { credits, creditPence } = this.#totals;
    const instrument = 'BACS';
    const currency = 'GBP';
    const totalMinor = creditPence;
    const submission = this.#submission();
    return { instrument, currency, credits, totalMinor, refusal: null, submission };
  }

  /** Reads a label or a record. Returns its number of columns, or 0 if it is not complete yet. */
  #readOne(at: number): number {
    const available = this.#rest.length - at;
    const label = this.#nextLabel();
    if (label === undefined || available < LABEL_COLUMNS) return 0;
    if (label === 'EOF1' && !this.#rest.startsWith('EOF1', at)) {
      if (available < this.#recordColumns) return 0;
      this.#readRecord(this.#rest.slice(at, at + this.#recordColumns));
      return this.#recordColumns;
    }
    this.#readLabel(label, this.#rest.slice(at, at + LABEL_COLUMNS));
    return LABEL_COLUMNS;
  }

  #nextLabel(): Label | undefined {
    return [...FIRST_LABELS, ...LAST_LABELS][this.#labels.size];
  }

  #readLabel(label: Label, text: string): void {
    if (!text.startsWith(label)) throw new UnreadableMessage(`The label ${label} is missing.`);
    if (!LABEL_CHARACTERS.test(text)) {
      throw new UnreadableMessage(`The label ${label} has characters that Bacs does not accept.`);
    }
    this.#labels.set(label, text);
    if (label === 'UHL1') this.#recordColumns = this.#checkBeginning();
  }

  /** Checks the first labels. Returns the number of columns of a record. */
  #checkBeginning(): number {
    const columns = Number(this.#columns('HDR2', 11, 15));
    if (columns !== DAILY_COLUMNS && columns !== MULTI_COLUMNS) {
      throw new UnreadableMessage('HDR2 has another record length than 100 or 106.');
    }
    const workCode = columns === DAILY_COLUMNS ? '1 DAILY  ' : '4 MULTI  ';
    if (this.#columns('UHL1', 29, 37) !== workCode) {
      throw new UnreadableMessage(`UHL1 needs the work code "${workCode.trim()}".`);
    }
    if (this.#columns('HDR1', 22, 27) !== this.#columns('VOL1', 5, 10)) {
      throw new UnreadableMessage('The serial numbers of VOL1 and HDR1 differ.');
    }
    return columns;
  }

  #readRecord(text: string): void {
    const totals = this.#totals;
    const number = String(totals.credits + totals.contras + 1);
    const match = RECORD_CHARACTERS.test(text) ? RECORD.exec(text) : null;
    if (match === null) {
      throw new UnreadableMessage(`Record ${number} is not a credit or contra of Standard 18.`);
    }
    const [, creditorAccount = '', code, originator = '', amount] = match;
    const pence = Number(amount);
    if (code === '17') {
      if (!text.slice(64, 82).startsWith('CONTRA')) {
        throw new UnreadableMessage(`Record ${number} is a debit, but not a contra.`);
      }
      totals.contras += 1;
      totals.contraPence += pence;
      return;
    }
    this.#onCredit({
      position: totals.credits,
      instructionId: null,
      endToEndId: null,
      transactionId: null,
      uetr: null,
      amountMinor: pence,
      record: {
        destination: creditorAccount,
        originator,
        reference: text.slice(64, 82).trimEnd(),
        name: text.slice(82, 100).trimEnd(),
      },
      creditorAccount,
    });
    totals.credits += 1;
    totals.creditPence += pence;
  }

  /** Checks the last labels against the first ones and against the records. */
  #checkEnd(): void {
    const { credits, creditPence, contras, contraPence } = this.#totals;
    const stated = [
      this.#columns('UTL1', 5, 17),
      this.#columns('UTL1', 18, 30),
      this.#columns('UTL1', 31, 37),
      this.#columns('UTL1', 38, 44),
    ].map(Number);
    const counted = [contraPence, creditPence, contras, credits];
    if (stated.some((value, index) => value !== counted[index])) {
      throw new UnreadableMessage('The sums or numbers in UTL1 differ from the records.');
    }
    if (contraPence !== creditPence) {
      throw new UnreadableMessage('The sums of the credits and of the contras differ.');
    }
    if (credits === 0 || creditPence > MAX_PENCE) {
      throw new UnreadableMessage('The submission has no credits, or a sum that is too large.');
    }
    const repeats =
      this.#columns('EOF1', 5, 54) === this.#columns('HDR1', 5, 54) &&
      this.#columns('EOF2', 5, 80) === this.#columns('HDR2', 5, 80);
    if (!repeats) throw new UnreadableMessage('EOF1 or EOF2 differs from HDR1 or HDR2.');
  }

  /** Returns the labels that name the submission. */
  #submission(): Submission {
    return {
      serviceUserNumber: this.#columns('VOL1', 42, 47),
      serial: this.#columns('VOL1', 5, 10),
      fileNumber: this.#columns('UHL1', 38, 40),
      processingDay: dayOf(this.#columns('UHL1', 6, 10)),
    };
  }

  /** Returns the columns of a label, both bounds included and counted from 1. */
  #columns(label: Label, from: number, to: number): string {
    return (this.#labels.get(label) ?? '').slice(from - 1, to);
  }
}

/** Converts two digits of the year and three digits of the day in the year to a date. */
function dayOf(columns: string): LocalDate {
  return addDays(`20${columns.slice(0, 2)}-01-01`, Number(columns.slice(2)) - 1);
}
