import { expect, it } from 'vitest';
import type { DocumentErrorCode } from '../../../../src/schemes/answers/document-error.ts';
import {
  answerOf,
  DECLARATION,
  errorOf,
  PACS_002,
  STATUS_HEADER,
  statusReport,
  transaction,
  utf8,
} from './documents.ts';

/* Documents that an attacker or a faulty hub could send, with the expected result. */

const ID = '<OrgnlInstrId>I1</OrgnlInstrId>';
const ACCEPTED = '<TxSts>ACSC</TxSts>';
const VALID = statusReport(transaction(ID + ACCEPTED));

/** A report with one transaction that has these members. */
const report = (members: string, start = DECLARATION) => statusReport(transaction(members), start);

const DTD = (declarations: string) => `${DECLARATION}<!DOCTYPE Document [${declarations}]>`;

const BILLION_LAUGHS = Array.from({ length: 9 }, (_, index) => {
  const inner = `&a${String(index)};`.repeat(10);
  return `<!ENTITY a${String(index + 1)} "${inner}">`;
}).join('');

const PREFIXED =
  `${DECLARATION}<p:Document xmlns:p="${PACS_002}"><p:FIToFIPmtStsRpt>` +
  '<p:GrpHdr><p:MsgId>M1</p:MsgId></p:GrpHdr><p:TxInfAndSts><p:OrgnlInstrId>I1</p:OrgnlInstrId>' +
  '<p:TxSts>ACSC</p:TxSts></p:TxInfAndSts></p:FIToFIPmtStsRpt></p:Document>';

it.each<[name: string, xml: string, status: string]>([
  ['a plain report', VALID, 'ACSC'],
  ['a namespace prefix', PREFIXED, 'ACSC'],
  ['a UTF-8 byte order mark', `\uFEFF${VALID}`, 'ACSC'],
  [
    'CDATA',
    report(`<OrgnlInstrId><![CDATA[I1]]></OrgnlInstrId><TxSts><![CDATA[RJ]]>CT</TxSts>`),
    'RJCT',
  ],
  ['a comment in a value', report(`${ID}<TxSts>RJ<!-- ACSC -->CT</TxSts>`), 'RJCT'],
  ['character references', report(`${ID}<TxSts>&#82;&#x4A;CT</TxSts>`), 'RJCT'],
  [
    'a status in another namespace',
    report(`${ID}<x:TxSts xmlns:x="urn:other">RJCT</x:TxSts>${ACCEPTED}`),
    'ACSC',
  ],
  [
    'a transaction in a transaction',
    report(ID + ACCEPTED + transaction('<OrgnlInstrId>I2</OrgnlInstrId><TxSts>RJCT</TxSts>')),
    'ACSC',
  ],
])('reads the status in a report with %s', async (_name, xml, status) => {
  expect(await answerOf(xml)).toMatchObject({ instructionId: 'I1', status, problem: null });
});

it('gives an answer with two statuses a problem', async () => {
  const answer = await answerOf(report(`${ID}${ACCEPTED}<TxSts>RJCT</TxSts>`));
  expect(answer.problem).toBe('TxInfAndSts/TxSts occurs twice. Send it once.');
});

it.each<[name: string, document: string | Uint8Array, code: DocumentErrorCode]>([
  [
    'nested entities (billion laughs)',
    report(
      `<OrgnlInstrId>&a9;</OrgnlInstrId>${ACCEPTED}`,
      DTD(`<!ENTITY a0 "x">${BILLION_LAUGHS}`),
    ),
    'doctype',
  ],
  [
    'an external entity',
    report(
      `<OrgnlInstrId>&x;</OrgnlInstrId>${ACCEPTED}`,
      DTD('<!ENTITY x SYSTEM "file:///etc/hostname">'),
    ),
    'doctype',
  ],
  [
    'an entity that changes the status',
    report(`${ID}<TxSts>&s;</TxSts>`, DTD('<!ENTITY s "RJCT">')),
    'doctype',
  ],
  ['a DOCTYPE alone', report(ID + ACCEPTED, `${DECLARATION}<!DOCTYPE Document>`), 'doctype'],
  ['an undefined entity', report(`<OrgnlInstrId>&nope;</OrgnlInstrId>${ACCEPTED}`), 'malformed'],
  ['another version of the message', VALID.replace('002.001.10', '002.001.03'), 'kind'],
  ['no namespace', VALID.replace(` xmlns="${PACS_002}"`, ''), 'kind'],
  ['an undeclared prefix', report(`${ID}<q:TxSts>ACSC</q:TxSts>`), 'malformed'],
  [
    'UTF-16',
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(VALID.replace('UTF-8', 'UTF-16'), 'utf16le'),
    ]),
    'encoding',
  ],
  [
    'ISO-8859-1 declared',
    Buffer.from(
      report(ID, DECLARATION.replace('UTF-8', 'ISO-8859-1')) + '<!-- caf\u00e9 -->',
      'latin1',
    ),
    'encoding',
  ],
  [
    'bytes that are not UTF-8',
    Buffer.from(report(`<OrgnlInstrId>I\u00c3\u0028</OrgnlInstrId>${ACCEPTED}`), 'latin1'),
    'encoding',
  ],
  ['its end missing', VALID.slice(0, -30), 'malformed'],
  ['half a tag at its end', VALID.slice(0, -3), 'malformed'],
  ['text after its end', `${VALID}ACSC`, 'malformed'],
  ['two roots', VALID + statusReport(transaction(), ''), 'malformed'],
  ['crossed tags', report('<OrgnlInstrId>I1</TxSts><TxSts>ACSC</OrgnlInstrId>'), 'malformed'],
  ['a NUL', report(`<OrgnlInstrId>I\0</OrgnlInstrId>${ACCEPTED}`), 'malformed'],
  ['&#0;', report(`<OrgnlInstrId>I&#0;</OrgnlInstrId>${ACCEPTED}`), 'malformed'],
  [']]> in text', report(`<OrgnlInstrId>I]]>1</OrgnlInstrId>${ACCEPTED}`), 'malformed'],
  ['an attribute twice', report(`${ID}<TxSts a="1" a="2">ACSC</TxSts>`), 'malformed'],
  [
    '100,000 nested elements',
    statusReport('<a>'.repeat(100_000) + '</a>'.repeat(100_000) + transaction()),
    'depth',
  ],
  [
    'a text of 20 MB',
    report(`<OrgnlInstrId>${'x'.repeat(20_000_000)}</OrgnlInstrId>${ACCEPTED}`),
    'token-size',
  ],
  [
    'a tag of 20 MB',
    report(`<OrgnlInstrId ${'x'.repeat(20_000_000)}="">I1</OrgnlInstrId>${ACCEPTED}`),
    'token-size',
  ],
  ['JSON instead of XML', '{"TxSts":"ACSC"}', 'malformed'],
  ['no bytes', '', 'empty'],
])('rejects a report with %s', async (_name, document, code) => {
  const bytes = typeof document === 'string' ? utf8(document) : document;
  expect(await errorOf(bytes)).toMatchObject({ code });
  // The result does not depend on the pieces. Long documents would take too long byte by byte.
  if (bytes.length > 100_000) return;
  expect(await errorOf([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject({ code });
});

it('requires a header', async () => {
  const xml = VALID.replace(STATUS_HEADER, '');
  expect(await errorOf(utf8(xml))).toMatchObject({ code: 'structure' });
});
