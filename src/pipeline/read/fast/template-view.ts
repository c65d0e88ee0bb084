import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { FilePayment } from '../../../domain/records/payment.ts';
import type { FileInstrument } from '../../../domain/schemes/schemes.ts';
import { ZERO } from '../../../shared/json/characters.ts';
import type { Pence } from '../../../shared/money.ts';
import type { LocalDate } from '../../../shared/time.ts';
import type { PaymentView } from '../../types.ts';
import { ESCAPED, LAST_WORD_AT, PLAIN, type Matcher } from './matcher.ts';
import type { Template } from './layout.ts';

/**
 * The view of a payment that matched a template. One object is reused for all payments of a file.
 */
export class TemplateView implements PaymentView {
  index = 0;
  start = 0;
  /** Position in the window where the payment ends. */
  end = 0;
  amountPence: Pence = 0;
  /** The template that the payment matched. */
  template: Template;
  readonly #matcher: Matcher;
  #debtor: AccountNumber | null = null;
  #debtorFirst = 0;
  #debtorLast = 0;

  constructor(matcher: Matcher, template: Template) {
    this.#matcher = matcher;
    this.template = template;
  }

  get instrument(): FileInstrument {
    return this.template.model.instrument;
  }

  get date(): LocalDate | null {
    return this.template.model.date;
  }

  /**
   * The debtor's account. Most payments have the same debtor as the one before, so its text is
   * cached.
   */
  get debtor(): AccountNumber | null {
    const { model, debtorSlot } = this.template;
    if (debtorSlot === undefined) return model.debtor;
    const { view, starts } = this.#matcher;
    const start = starts[debtorSlot] ?? 0;
    const first = view.getFloat64(start, true);
    const last = view.getFloat64(start + LAST_WORD_AT, true);
    if (first !== this.#debtorFirst || last !== this.#debtorLast) {
      this.#debtorFirst = first;
      this.#debtorLast = last;
      const debtor = this.#text('debtor');
      // Equal accounts share one string object, which makes later comparisons cheap.
      this.#debtor = debtor === model.debtor ? model.debtor : debtor;
    }
    return this.#debtor;
  }

  get creditor(): AccountNumber {
    return this.#text('creditor');
  }

  get creditorNumber(): number {
    const { creditorSlot, model } = this.template;
    if (creditorSlot === undefined) return Number(model.creditor);
    const { bytes, starts, ends } = this.#matcher;
    const end = ends[creditorSlot] ?? 0;
    let number = 0;
    for (let at = starts[creditorSlot] ?? 0; at < end; at += 1) {
      number = number * 10 + (bytes[at] ?? 0) - ZERO;
    }
    return number;
  }

  get creditorName(): string {
    return this.#text('creditorName');
  }

  get instructionIdentification(): string {
    return this.#text('instructionIdentification');
  }

  get endToEndIdentification(): string {
    return this.#text('endToEndIdentification');
  }

  get reference(): string {
    return this.#text('reference');
  }

  get unstructured(): string {
    const { moreLines, slotOf } = this.template;
    const first = slotOf.get('unstructured') ?? 0;
    let text = this.#text('unstructured');
    for (let line = 1; line <= moreLines; line += 1) text += ` ${this.#slotText(first + line)}`;
    return text;
  }

  toPayment(): FilePayment {
    return {
      index: this.index,
      instrument: this.instrument,
      date: this.date,
      amountPence: this.amountPence,
      debtor: this.debtor,
      creditor: this.creditor,
      creditorName: this.creditorName,
      instructionIdentification: this.instructionIdentification,
      endToEndIdentification: this.endToEndIdentification,
      reference: this.reference,
      unstructured: this.unstructured,
    };
  }

  #text(member: keyof FilePayment): string {
    const slot = this.template.slotOf.get(member);
    return slot === undefined ? String(this.template.model[member]) : this.#slotText(slot);
  }

  #slotText(slot: number): string {
    const { bytes, starts, ends, encodings } = this.#matcher;
    const start = starts[slot] ?? 0;
    const end = ends[slot] ?? 0;
    const encoding = encodings[slot] ?? PLAIN;
    if (encoding === PLAIN) return bytes.toString('latin1', start, end);
    if (encoding < ESCAPED) return bytes.toString('utf8', start, end);
    return String(JSON.parse(bytes.toString('utf8', start - 1, end + 1)));
  }
}
