import type { SearchField, SearchTerm, SearchTexts } from '../ports/search-index.ts';
import type { FilePayment } from '../records/payment.ts';
import { fieldKey, normaliseField, visitWordKeys, wordKeys, wordsOf } from './keys.ts';

/** Returns true if the texts match. */
export type TextMatcher = (texts: SearchTexts) => boolean;

/** The searchable texts of a payment in a file. Each is read from it once, on demand. */
export class PaymentTexts implements SearchTexts {
  readonly #payment: FilePayment;
  #fields: readonly SearchField[] | undefined;
  #names: readonly string[] | undefined;
  #reference: string | undefined;

  constructor(payment: FilePayment) {
    this.#payment = payment;
  }

  get fields(): readonly SearchField[] {
    return (this.#fields ??= this.#readFields());
  }

  get names(): readonly string[] {
    return (this.#names ??= [this.#payment.creditorName, this.#readReference()]);
  }

  #readFields(): readonly SearchField[] {
    const { debtor } = this.#payment;
    const fields: SearchField[] = [
      { name: 'identification', text: this.#payment.endToEndIdentification },
      { name: 'identification', text: this.#payment.instructionIdentification },
      { name: 'reference', text: this.#readReference() },
      { name: 'account', text: this.#payment.creditor },
      { name: 'amount', text: `${String(this.#payment.amountPence)} GBP` },
    ];
    if (debtor !== null) fields.push({ name: 'account', text: debtor });
    return fields;
  }

  #readReference(): string {
    return (this.#reference ??= this.#payment.reference || this.#payment.unstructured);
  }
}

/**
 * Returns a function that compares texts with terms, normalised as in the index. It returns true if
 * one of the terms matches. A term without fields or words matches nothing.
 */
export function termMatcher(terms: readonly SearchTerm[]): TextMatcher {
  const matchers = terms.map((term) => {
    const all =
      term.kind === 'fields' ? term.fields.map(fieldMatcher) : wordsOf(term.words).map(wordMatcher);
    return (texts: SearchTexts) => all.length > 0 && all.every((matches) => matches(texts));
  });
  return (texts) => matchers.some((matches) => matches(texts));
}

function fieldMatcher({ name, text }: SearchField): TextMatcher {
  if (text === '') return () => false;
  const key = fieldKey(name, text);
  const normalised = normaliseField(name, text);
  // The keys are compared first, because normalising every text would take most of the time.
  return ({ fields }) =>
    fields.some(
      (field) =>
        field.name === name &&
        field.text !== '' &&
        fieldKey(name, field.text) === key &&
        normaliseField(name, field.text) === normalised,
    );
}

function wordMatcher(word: string): TextMatcher {
  const { first, last } = wordKeys(word);
  return ({ names }) =>
    names.some((name) => {
      let keysInRange = 0;
      visitWordKeys(name, (key) => {
        if (key >= first && key <= last) keysInRange += 1;
      });
      return keysInRange > 0 && wordsOf(name).some((one) => one.startsWith(word));
    });
}
