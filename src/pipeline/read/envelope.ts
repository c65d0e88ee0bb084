import { addJsonFaults } from '../../contract/faults.ts';
import { FILE_TYPES, type FileType } from '../../domain/records/file-types.ts';
import type { ByteSource } from '../../domain/ports/files.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../shared/json/characters.ts';
import type { FaultList } from '../../shared/errors.ts';
import { MAX_JSON_DEPTH, parseJson } from '../../shared/json/json.ts';
import { shorten } from '../../shared/text.ts';
import { addSyntaxFault } from './faults.ts';
import type { Excerpt, Window } from './window.ts';

/**
 * Maximum number of bytes before the first payment, and also after the last one. White space
 * between tokens counts as one byte.
 */
export const MAX_ENVELOPE_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Returns the file type and layout that messages show as expected (rules, 6.7). */
export function expectedLayout(type: FileType): string {
  return `'${type}', ${FILE_TYPES[type].layout}`;
}

/**
 * Moves the window to the first byte after the `[` of Data.DomesticPayments and returns the text
 * before it. If there is no such list, returns undefined and leaves the window at the start of the
 * file. Validates nothing: `checkEnvelope` does that once the text after the list is known too.
 */
export function readHead(window: Window): Excerpt | undefined {
  for (;;) {
    const { bytes, end } = window;
    if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return undefined;
    const found = findList(bytes, Math.min(end, MAX_ENVELOPE_BYTES));
    if (found !== undefined) {
      const head = window.excerpt(0, found);
      window.at = found;
      return head;
    }
    const isFull = end >= MAX_ENVELOPE_BYTES;
    if (isFull ? window.collapseWhitespace(MAX_ENVELOPE_BYTES) === 0 : !window.advance())
      return undefined;
  }
}

/**
 * Returns the text from the `]` of the list to the end of the file, or undefined if it is too long.
 */
export function readTail(window: Window): Excerpt | undefined {
  for (;;) {
    const isFull = window.end - window.at > MAX_ENVELOPE_BYTES;
    if (isFull && window.collapseWhitespace(MAX_ENVELOPE_BYTES + 1) === 0) return undefined;
    if (!isFull && !window.advance()) return window.excerpt(window.at, window.end);
  }
}

/**
 * Checks the envelope: the text around the payments, which is a small JSON text itself. Returns
 * false if it is not valid JSON. Unknown members are faults of the file but do not end the reading.
 */
export function checkEnvelope(
  { head, tail }: { readonly head: Excerpt; readonly tail: Excerpt },
  source: ByteSource,
  type: FileType,
  faults: FaultList,
): boolean {
  const parsed = parseJson(head.text + tail.text);
  if ('syntax' in parsed) {
    const { offset, message } = parsed.syntax;
    const inTail = offset - head.text.length;
    const position = inTail <= 0 ? head.offsetOf(offset) : tail.offsetOf(inTail);
    addSyntaxFault(faults, source, { what: 'The file', message, offset: position });
    return false;
  }
  addJsonFaults(faults.priority, parsed);
  const file = parsed.value as { readonly Data: unknown };
  const addUnexpected = (prefix: string, name: string): void => {
    addUnexpectedMember(faults, type, prefix, name);
  };
  rejectOtherMembers(file, 'Data', '', addUnexpected);
  rejectOtherMembers(file.Data, 'DomesticPayments', 'Data.', addUnexpected);
  return true;
}

function rejectOtherMembers(
  object: unknown,
  only: string,
  prefix: string,
  reject: (prefix: string, name: string) => void,
): void {
  // If Data occurs twice, the second one may have any value.
  if (typeof object !== 'object' || object === null) return;
  for (const name of Object.keys(object)) {
    if (name !== only) reject(prefix, name);
  }
}

/** Adds a fault for a member of the envelope that the format does not define. */
export function addUnexpectedMember(
  faults: FaultList,
  type: FileType,
  prefix: string,
  name: string,
): void {
  const shown = shorten(name);
  const message = `Unknown member ${shown}. Expected ${expectedLayout(type)}.`;
  faults.priority.add('fieldUnexpected', message, prefix + shown);
}

/** Adds a fault for a file with more than MAX_ENVELOPE_BYTES after the list. */
export function addTailTooLarge(faults: FaultList): void {
  const limit = `${String(MAX_ENVELOPE_BYTES)} bytes`;
  const message = `More than ${limit} follow the list of payments. Expected ]}} and white space.`;
  faults.priority.add('invalidFormat', message, 'Data');
}

/**
 * Returns the position after the `[` of Data.DomesticPayments. Member names may contain escapes.
 */
function findList(bytes: Buffer, end: number): number | undefined {
  const names: string[] = [];
  let depth = 0;
  let token = '';
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const close = endOfString(bytes, at, end);
      if (depth <= 2) token = bytes.toString('utf8', at, close);
      at = close - 1;
    } else if (byte === COLON) {
      names[depth] = nameOf(token);
    } else if (byte === COMMA) {
      names[depth] = '';
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const isList = byte === OPEN_BRACKET && depth === 2;
      if (isList && names[1] === 'Data' && names[2] === 'DomesticPayments') return at + 1;
      depth += 1;
      names[depth] = '';
      if (depth > MAX_JSON_DEPTH) return undefined;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth <= 0) return undefined;
    }
  }
  return undefined;
}

/**
 * Returns the position after the closing quote of the string that begins at `at`, or `end` if there
 * is none.
 */
export function endOfString(bytes: Buffer, at: number, end: number): number {
  for (let position = at + 1; position < end; position += 1) {
    const byte = bytes[position];
    if (byte === BACKSLASH) position += 1;
    else if (byte === QUOTE) return position + 1;
  }
  return end;
}

function nameOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  const parsed = parseJson(token);
  return 'value' in parsed ? String(parsed.value) : '';
}
