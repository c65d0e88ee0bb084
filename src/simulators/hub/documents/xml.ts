/** Escapes a text for the content of an XML element. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns an element with a text, or nothing if the text is null. */
export function element(name: string, text: string | null): string {
  return text === null ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

/** Returns the beginning of a document in a namespace of ISO 20022. */
export function documentOf(message: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">`
  );
}
