import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../../src/schemes/answers/document-error.ts';
import { XmlReader, type XmlOptions } from '../../../../src/schemes/answers/xml-reader.ts';

/** Reads pieces and returns the content as one text, for example `<{urn:a}b c=1>text</>`. */
function contentOf(pieces: readonly Uint8Array[], options: XmlOptions = {}): string {
  let content = '';
  const reader = new XmlReader(
    {
      open: ({ uri, local, attributes }) => {
        const names = Object.entries(attributes).map(([name, { value }]) => ` ${name}=${value}`);
        content += `<{${uri}}${local}${names.join('')}>`;
      },
      text: (text) => (content += text),
      close: () => (content += '</>'),
    },
    options,
  );
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return content;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const read = (xml: string, options: XmlOptions = {}) => contentOf([utf8(xml)], options);

function errorOf(work: () => unknown): DocumentError {
  try {
    work();
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error('The document was accepted.');
}

const DOCUMENT =
  '\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- c --><p:a xmlns:p="urn:x" xmlns="urn:y">\r\n' +
  '<b n="1 &lt; €">caf\u00e9 &amp; <![CDATA[<&>]]> \u{1F3E6}&#x20AC;<!-- c -->.</b><?pi x?><c/></p:a>\n';

describe('XmlReader', () => {
  it('reports elements with namespaces, attributes, text and CDATA', () => {
    expect(read(DOCUMENT)).toBe(
      '<{urn:x}a xmlns:p=urn:x xmlns=urn:y>\n' +
        '<{urn:y}b n=1 < €>caf\u00e9 & <&> \u{1F3E6}€.</><{urn:y}c></></>',
    );
  });

  it('reads the same content if the bytes are divided anywhere', () => {
    const bytes = utf8(DOCUMENT);
    const whole = contentOf([bytes]);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (positions) => {
        const ends = [...positions, bytes.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(contentOf(pieces)).toBe(whole);
      }),
    );
    expect(contentOf([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(whole);
  });

  it('does not depend on a buffer that the caller uses again', () => {
    const buffer = Buffer.alloc(1);
    const parts: string[] = [];
    const ignore = () => undefined;
    const reader = new XmlReader({ open: ignore, text: (text) => parts.push(text), close: ignore });
    for (const byte of utf8('<a>\u{1F3E6}</a>')) {
      buffer[0] = byte;
      reader.write(buffer);
    }
    reader.end();
    expect(parts).toEqual(['\u{1F3E6}']);
  });

  it.each([
    ['', 'empty', 1, 1],
    ['{"a":1}', 'malformed', 1, 7],
    ['<a>\n  <b></a>', 'malformed', 2, 9],
    ['<a>', 'malformed', 1, 3],
    ['<a/><b/>', 'malformed', 1, 7],
    ['<a/>text', 'malformed', 1, 8],
    ['<p:a/>', 'malformed', 1, 6],
    ['<a>&nbsp;</a>', 'malformed', 1, 9],
    ['<a>&#0;</a>', 'malformed', 1, 7],
    ['<a>]]></a>', 'malformed', 1, 6],
    ['<a b="1" b="2"/>', 'malformed', 1, 16],
    ['\uFEFF\uFEFF<a/>', 'malformed', 1, 3],
    ['<!DOCTYPE a><a/>', 'doctype', 1, 12],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'encoding', 1, 47],
    ['<?xml version="1.1"?><a/>', 'xml-version', 1, 25],
    ['<a>text<b/></a>', 'mixed-content', 1, 11],
    ['<a><b/><![CDATA[text]]></a>', 'mixed-content', 1, 23],
  ])('rejects %j', (xml, code, line, column) => {
    const whole = errorOf(() => read(xml));
    expect(whole).toMatchObject({ code, line, column });
    const bytes = [...utf8(xml)].map((byte) => Uint8Array.of(byte));
    expect(errorOf(() => contentOf(bytes)).code).toBe(code);
  });

  it.each([
    ['a byte that is no UTF-8', [...utf8('<a>\n€'), 0xc3, 0x28], 2, 1],
    ['an incomplete character at the end', [...utf8('<a>'), 0xe2, 0x82], 1, 3],
    ['UTF-16', [0xff, 0xfe, 0x3c, 0x00], 1, 1],
  ])('rejects %s at its position', (_name, bytes, line, column) => {
    const error = errorOf(() => contentOf([Uint8Array.from(bytes)]));
    expect(error).toMatchObject({ code: 'encoding', line, column });
    expect(error.message).toMatch(/^Line \d+, column \d+: The next bytes are not valid UTF-8/);
  });

  it('reports an error in front of invalid bytes first', () => {
    const bytes = [...utf8('<a></b>'), 0xff];
    expect(errorOf(() => contentOf([Uint8Array.from(bytes)])).code).toBe('malformed');
  });

  it('limits depth, token length and size', () => {
    const options = { limits: { documentBytes: 100, depth: 3, tokenLength: 20 } };
    const codeOf = (xml: string) => errorOf(() => read(xml, options)).code;
    expect(read('<a><b><c/></b></a>', options)).toContain('c');
    expect(codeOf('<a><b><c><d/></c></b></a>')).toBe('depth');
    expect(read(`<a>${'x'.repeat(19)}</a>`, options)).toContain('x');
    expect(codeOf(`<a>${'x'.repeat(20)}</a>`)).toBe('token-size');
    expect(codeOf(`<a b="${'x'.repeat(20)}"/>`)).toBe('token-size');
    expect(codeOf(`<a><!-- ${'x'.repeat(20)}`)).toBe('token-size');
    expect(codeOf(`<a>${'<b/>'.repeat(30)}</a>`)).toBe('document-size');
  });

  it('passes on an error of a handler', () => {
    const fail = () => {
      throw reader.errorHere('structure', 'The element a is not expected.');
    };
    const reader: XmlReader = new XmlReader({ open: fail, text: fail, close: fail });
    expect(errorOf(() => reader.write(utf8('\n<a/>'))).message).toBe(
      'Line 2, column 4: The element a is not expected.',
    );
  });
});
