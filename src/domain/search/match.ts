import type { SearchField, SearchTerm, SearchTexts } from '../ports/search-index.ts';
import type { FilePayment } from '../records/payment.ts';
import { fieldKey, normaliseField, visitWordKeys, wordKeys, wordsOf } from './keys.ts';

/** Returns true if the texts match. */
export type TextMatcher = (texts: SearchTexts) => boolean;

/** Returns the texts for which a payment of a file is found. */
export function paymentTexts(payment: FilePayment): SearchTexts {
  const { debtor, creditorName } = payment;
  const reference = payment.reference === '' ? payment.unstructured : payment.reference;
  const fields: SearchField[] = [
    { name: 'identification', text: payment.endToEndIdentification },
    { name: 'identification', text: payment.instructionIdentification },
    { name: 'account', text: payment.creditor },
    { name: 'amount', text: `${String(payment.amountPence)} GBP` },
  ];
  if (debtor !== null) fields.push({ name: 'account', text: debtor });
  if (reference === '') return { fields, names: [creditorName] };
  fields.push({ name: 'reference', text: reference });
  return { fields, names: [creditorName, reference] };
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
