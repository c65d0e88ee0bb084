import type { FilePayment } from '../records/payment.ts';
import { fitText, type FittedText } from './character-sets.ts';
import { SCHEMES, type Instrument } from './schemes.ts';

/** The texts of a payment for its payee. */
type SentTexts = Pick<
  FilePayment,
  'creditorName' | 'reference' | 'unstructured' | 'endToEndIdentification'
>;

/** The texts that the payee's bank receives. */
interface ReceivedTexts {
  readonly name: FittedText;
  readonly reference: FittedText;
  /** The text of the payment from which the reference comes. */
  readonly referenceSent: string;
  /** The unstructured remittance information. Null if the scheme has no place for it. */
  readonly note: FittedText | null;
}

/**
 * Returns the texts that can be the reference of a Bacs payment. The first one that is not blank is
 * used: the roll number if the account has one, because building societies read it there.
 */
export function bacsReferences(secondary: string, sent: SentTexts) {
  return [
    ['reference', secondary],
    ['reference', sent.reference],
    ['unstructured', sent.unstructured],
    ['end-to-end id', sent.endToEndIdentification],
  ] as const;
}

/**
 * Returns the texts of a payment as the payee's bank receives them. The messages to the schemes are
 * written by the same table (SCHEMES).
 */
export function receivedTexts(
  instrument: Instrument,
  sent: SentTexts,
  secondary = '',
): ReceivedTexts {
  const { characterSet, remittance, ...lengths } = SCHEMES[instrument].texts;
  const fit = (text: string, length: number) => fitText(text, characterSet, length);
  const name = fit(sent.creditorName, lengths.name);
  if (remittance === 'one') {
    const candidates = bacsReferences(secondary, sent).map(([, text]) => text);
    const chosen = candidates.find((text) => fit(text, lengths.reference).text !== '') ?? '';
    return { name, reference: fit(chosen, lengths.reference), referenceSent: chosen, note: null };
  }
  const reference = fit(sent.reference, lengths.reference);
  const isLeftOut = remittance === 'either' && reference.text !== '';
  const note = isLeftOut ? null : fit(sent.unstructured, lengths.unstructured);
  return { name, reference, referenceSent: sent.reference, note };
}

/** Returns true if characters of a text were cut or replaced. */
export function isChanged({ isCut, replaced }: FittedText): boolean {
  return isCut || replaced > 0;
}
