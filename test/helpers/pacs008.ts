import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

const NAMESPACES = {
  e: 'urn:swift:xsd:envelope',
  h: 'urn:iso:std:iso:20022:tech:xsd:head.001.001.02',
  p: 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08',
};

function validatorOf(schema: string): XsdValidator {
  const file = new URL(`../../fixtures/${schema}`, import.meta.url);
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
}

const headerValidator = validatorOf('head.001.001.02.xsd');
const documentValidator = validatorOf('pacs.008.001.08.xsd');

export interface ReadPacs008 {
  /** Returns the texts at an XPath with the prefixes p (pacs.008) and h (application header). */
  readonly texts: (path: string) => readonly string[];
}

/**
 * Parses a pacs.008 message, with or without an envelope. Throws if the XML is not well formed, or
 * if the application header or the document violates its schema.
 */
export function readPacs008(xml: string): ReadPacs008 {
  const appHdr = /<AppHdr .*<\/AppHdr>/s.exec(xml)?.[0];
  if (appHdr !== undefined) validate(headerValidator, appHdr);
  validate(documentValidator, /<Document .*<\/Document>/s.exec(xml)?.[0] ?? xml);
  const document = XmlDocument.fromString(xml);
  try {
    const texts = document.find('//*[not(*)]').map((leaf) => leaf.content);
    if (texts.includes('')) throw new Error('The message has an empty element.');
  } finally {
    document.dispose();
  }
  return {
    texts: (path) => {
      const parsed = XmlDocument.fromString(xml);
      try {
        return parsed.find(path, NAMESPACES).map((node) => node.content);
      } finally {
        parsed.dispose();
      }
    },
  };
}

function validate(validator: XsdValidator, xml: string): void {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}
