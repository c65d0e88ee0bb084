import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

/** ISO 20022 messages whose published schemas are in `fixtures/`. */
export type IsoMessage =
  | 'pacs.002.001.10'
  | 'pacs.004.001.09'
  | 'pacs.028.001.03'
  | 'admi.002.001.01'
  | 'camt.029.001.09'
  | 'camt.056.001.08'
  | 'camt.053.001.08'
  | 'camt.054.001.08'
  | 'head.001.001.02'
  | 'pain.001.001.09'
  | 'pain.002.001.10';

const validators = new Map<IsoMessage, XsdValidator>();

/** Throws if the XML is not well formed or violates the published schema of the message. */
export function validateMessage(message: IsoMessage, xml: string): void {
  const document = XmlDocument.fromString(xml);
  try {
    validatorOf(message).validate(document);
  } finally {
    document.dispose();
  }
}

function validatorOf(message: IsoMessage): XsdValidator {
  const known = validators.get(message);
  if (known !== undefined) return known;
  const file = new URL(`../../fixtures/${message}.xsd`, import.meta.url);
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
  validators.set(message, validator);
  return validator;
}
