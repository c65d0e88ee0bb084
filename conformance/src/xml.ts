const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML 1.0 does not allow. A response or a name may contain them. */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML and HTML. Replaces characters that XML does not allow by U+FFFD. */
export function escaped(text: string): string {
  return text.replace(NOT_IN_XML, '\ufffd').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
