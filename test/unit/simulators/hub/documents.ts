import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

const validators = new Map<string, XsdValidator>();

/** Validates a document against the published schema of its namespace. Throws if it is invalid. */
export function validate(xml: string): void {
  const message = /tech:xsd:([a-z0-9.]+)"/.exec(xml)?.[1] ?? 'unknown';
  const document = XmlDocument.fromString(xml);
  try {
    validatorOf(message).validate(document);
  } finally {
    document.dispose();
  }
}

function validatorOf(message: string): XsdValidator {
  const known = validators.get(message);
  if (known !== undefined) return known;
  const schema = readFileSync(new URL(`../../../../fixtures/${message}.xsd`, import.meta.url));
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema));
  validators.set(message, validator);
  return validator;
}

/** A credit as a document of the hub names it. */
export interface Answered {
  readonly id: string;
  readonly status: string;
  readonly reason: string | undefined;
  readonly amount: string | undefined;
}

/** Returns the credits in a pacs.002 or pacs.004, in order. */
export function answersIn(xml: string): readonly Answered[] {
  const parts = xml.match(/<(TxInfAndSts|TxInf)>.*?<\/\1>/gs) ?? [];
  return parts.map((part) => ({
    id: valueIn(part, 'OrgnlInstrId') ?? valueIn(part, 'OrgnlTxId') ?? '',
    status: valueIn(part, 'TxSts') ?? 'returned',
    reason: valueIn(part, 'Cd'),
    amount: valueIn(part, 'RtrdIntrBkSttlmAmt'),
  }));
}

/** Returns the text of the first element of a name. */
export function valueIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];
}
