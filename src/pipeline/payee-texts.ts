import type { ChangedText, EqualReferences, PayeeTexts } from '../domain/records/file-check.ts';
import { isChanged, receivedTexts } from '../domain/schemes/payee-texts.ts';
import type { PaymentView } from './types.ts';

/** Maximum number of examples of each kind. All payments are counted. */
const MAX_EXAMPLES = 5;

/** Finds the texts of a file that schemes change before payees receive them. */
export class PayeeTextTally {
  readonly #counts = { names: 0, references: 0, notes: 0, equal: 0 };
  readonly #changed: ChangedText[] = [];
  readonly #equal: EqualReferences[] = [];
  /** The first payment with each received reference, keyed by scheme and account. */
  readonly #firsts = new Map<string, { readonly index: number; readonly sent: string }>();

  add(view: PaymentView): void {
    const payment = view.toPayment();
    const { index, instrument } = payment;
    const { name, reference, referenceSent: sent, note } = receivedTexts(instrument, payment);
    if (isChanged(name)) this.#note('names', index, payment.creditorName, name.text);
    if (isChanged(reference)) this.#note('references', index, sent, reference.text);
    if (note === null ? payment.reference !== '' && payment.unstructured !== '' : isChanged(note)) {
      this.#note('notes', index, payment.unstructured, note?.text ?? '');
    }
    if (reference.text === '') return;
    const key = `${instrument} ${payment.creditor} ${reference.text}`;
    const first = this.#firsts.get(key);
    if (first === undefined) this.#firsts.set(key, { index, sent });
    else if (first.sent !== sent) {
      this.#counts.equal += 1;
      const found = { indexes: [first.index, index], received: reference.text } as const;
      if (this.#equal.length < MAX_EXAMPLES) this.#equal.push(found);
    }
  }

  result(): PayeeTexts {
    return { counts: this.#counts, changed: this.#changed, equal: this.#equal };
  }

  #note(field: ChangedText['field'], index: number, sent: string, received: string): void {
    this.#counts[field] += 1;
    const known = this.#changed.filter((one) => one.field === field).length;
    if (known < MAX_EXAMPLES) this.#changed.push({ field, index, sent, received });
  }
}
