import type { FileType } from '../../../domain/records/file-types.ts';
import type { FaultList } from '../../../shared/errors.ts';
import { quoted } from '../../../shared/json/json-fault.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { expectedLayout, MAX_ENVELOPE_BYTES } from '../envelope.ts';
import { addEncodingFault, addSyntaxFault } from '../faults.ts';
import type { Window } from '../window.ts';
import { describeXml } from './xml-root.ts';

/**
 * Descriptions of file types by the first bytes of the file. The bytes are compared before the text
 * is decoded.
 */
const SIGNATURES: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0xef, 0xbb, 0xbf], 'to begin with a byte order mark (UTF-8); leave the mark out'],
  [[0xff, 0xfe], 'to be UTF-16; UTF-8 is needed'],
  [[0xfe, 0xff], 'to be UTF-16; UTF-8 is needed'],
  [[0x7b, 0x00], 'to be UTF-16; UTF-8 is needed'],
  [[0x00, 0x7b], 'to be UTF-16; UTF-8 is needed'],
  [[0x1f, 0x8b], 'to be compressed (gzip)'],
  [[0x50, 0x4b, 0x03, 0x04], 'to be a zip archive, such as an Excel workbook'],
  [[0x25, 0x50, 0x44, 0x46], 'to be a PDF document'],
];

const LONGEST_SIGNATURE = Math.max(...SIGNATURES.map(([signature]) => signature.length));

/** Matches white space as JSON and XML define it, which does not include a no-break space. */
const LEADING_SPACE = /^[ \t\r\n]+/;

/** Descriptions of file types by their first characters after white space. */
const BEGINNINGS: readonly (readonly [text: RegExp, what: string])[] = [
  [/^$/, 'to be empty'],
  [/^(VOL1|HDR1|UHL1)/, 'to be a BACS file (Standard 18)'],
  [/^(\{1:F\d\d|:20:)/, 'to be a SWIFT MT message'],
];

const TABLES: readonly (readonly [separator: string, what: string])[] = [
  [',', 'to be a table (values separated by commas)'],
  [';', 'to be a table (values separated by semicolons)'],
  ['\t', 'to be a table (values separated by tabs)'],
  ['|', 'to be a table (values separated by bars)'],
];

/**
 * Adds a fault for a file without a list of payments. The message describes the apparent type of
 * the file and the expected one, because "pain.001" helps a sender more than "not JSON". It
 * examines only the text that `readHead` left in the window, whatever the size of the file.
 */
export function addFormatFault(faults: FaultList, type: FileType, window: Window): void {
  const addSeems = (what: string): void => {
    const message = `The file seems ${what}. Expected ${expectedLayout(type)}.`;
    faults.add('invalidFormat', message, 'Data');
  };
  const { source, end } = window;
  const buffer = Buffer.alloc(LONGEST_SIGNATURE);
  const bytes = buffer.subarray(0, source.read(buffer, 0));
  const signature = SIGNATURES.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (signature !== undefined) {
    addSeems(signature[1]);
    return;
  }
  if (addEncodingFault(faults, window)) return;
  const cut = Math.min(end, MAX_ENVELOPE_BYTES);
  const isCutOff = window.offsetOf(cut) < source.bytes;
  const beginning = window.excerpt(0, cut);
  const text = beginning.text.replace(LEADING_SPACE, '');
  const what = describeText(text);
  if (what !== undefined) {
    addSeems(what);
    return;
  }
  const parsed = parseJson(beginning.text);
  if ('syntax' in parsed && !(isCutOff && parsed.syntax.offset >= beginning.text.length - 1)) {
    const { message } = parsed.syntax;
    const offset = beginning.offsetOf(parsed.syntax.offset);
    addSyntaxFault(faults, source, { what: 'The file', message, offset });
    return;
  }
  addSeems('value' in parsed ? describeJson(parsed.value) : describeLongJson(text));
}

/** Describes JSON that continues after the examined text. */
function describeLongJson(text: string): string {
  return text.startsWith('[') ? 'to be a bare JSON list' : 'to be JSON of another layout';
}

function describeText(text: string): string | undefined {
  const beginning = BEGINNINGS.find(([pattern]) => pattern.test(text));
  if (beginning !== undefined) return beginning[1];
  if (text.startsWith('<')) return describeXml(text);
  if (text.startsWith('{') || text.startsWith('[')) return describeLines(text);
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  const table = TABLES.find(([separator]) => {
    const columns = first.split(separator).length;
    return columns > 2 && columns === second.split(separator).length;
  });
  return table?.[1];
}

/** Detects a file with one JSON value on each line, which is not valid JSON as a whole. */
function describeLines(text: string): string | undefined {
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  if (!second.startsWith('{')) return undefined;
  return 'value' in parseJson(first) ? 'to be one JSON object per line' : undefined;
}

/** Maximum number of member names that a message lists. */
const MAX_NAMES = 5;

/** Describes a JSON value that is not a payment file. The result completes "The file seems …". */
function describeJson(value: unknown): string {
  if (Array.isArray(value)) {
    return isPayment(value[0]) ? 'to be a bare list of payments' : 'to be a bare JSON list';
  }
  if (!isObject(value)) return `to be JSON, but only ${quoted(JSON.stringify(value))}`;
  const data = value['Data'];
  if (!isObject(data)) return `to be JSON of another layout, with ${namesOf(value)}`;
  if (isPayment(data['Initiation'])) return 'to be the request of a single payment';
  if (Object.hasOwn(data, 'DomesticPayments')) {
    return 'to have no list at Data.DomesticPayments';
  }
  return `to be JSON of another layout: Data has ${namesOf(data)}`;
}

function isPayment(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, 'InstructedAmount');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesOf(object: object): string {
  const names = Object.keys(object);
  if (names.length === 0) return 'no members';
  const more = names.length > MAX_NAMES ? ' and more' : '';
  return `the members ${names.slice(0, MAX_NAMES).map(quoted).join(', ')}${more}`;
}
