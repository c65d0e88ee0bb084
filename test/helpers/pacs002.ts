import { XmlDocument } from 'libxml2-wasm';
import { validateMessage } from './iso20022.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

export interface ReadReport {
  /** Returns the texts of the elements at a path below the root, such as `GrpHdr/MsgId`. */
  readonly texts: (path: string) => readonly string[];
}

/** Parses a status report. Throws if the XML is not well formed or violates the schema. */
export function readReport(
  xml: string,
  message: 'pacs.002.001.10' | 'pain.002.001.10' = 'pacs.002.001.10',
): ReadReport {
  validateMessage(message, xml);
  const document = XmlDocument.fromString(xml);
  try {
    const found = new Map<string, string[]>();
    for (const element of document.find('//r:*[not(*)]', { r: NAMESPACE + message })) {
      const path = pathOf(element.eval('ancestor-or-self::*'));
      found.set(path, [...(found.get(path) ?? []), element.content]);
    }
    return { texts: (path) => found.get(path) ?? [] };
  } finally {
    document.dispose();
  }
}

function pathOf(steps: unknown): string {
  const names = Array.isArray(steps) ? steps.map((step: { name: string }) => step.name) : [];
  return names.slice(2).join('/');
}
