import { type ByteSource } from '../../domain/ports/files.ts';
import { LINE_FEED } from '../../shared/json/characters.ts';
import type { FaultList } from '../../shared/errors.ts';
import { paymentPath, type FileType } from '../../domain/records/file-types.ts';
import type { Window } from './window.ts';

/**
 * Maximum size of one payment in bytes. A run of white space between tokens counts as one byte. A
 * payment that uses every field needs a thirtieth of it.
 */
export const MAX_PAYMENT_BYTES = 64 * 1024;

/** Number of bytes that are read at a time while lines are counted. */
const COUNTING_WINDOW_BYTES = 64 * 1024;

/** Adds a fault for a JSON syntax error at an offset, with its line and column. */
export function addSyntaxFault(
  faults: FaultList,
  source: ByteSource,
  fault: { readonly what: string; readonly message: string; readonly offset: number },
  path?: string,
): void {
  const position = positionOf(source, fault.offset);
  faults.priority.add(
    'invalidFormat',
    `${fault.what} is not JSON: ${fault.message} (${position})`,
    path,
  );
}

/** Adds a fault for XML that is not accepted, with its line and column. */
export function addXmlFault(
  faults: FaultList,
  source: ByteSource,
  { message, offset }: { readonly message: string; readonly offset: number },
  path: string,
): void {
  faults.priority.add('invalidFormat', `${message} (${positionOf(source, offset)})`, path);
}

/** Adds a fault if the window ended early at bytes that are not UTF-8. Returns true if it did. */
export function addEncodingFault(faults: FaultList, window: Window): boolean {
  const offset = window.invalidOffset;
  if (offset === undefined) return false;
  const position = positionOf(window.source, offset);
  faults.priority.add(
    'invalidFormat',
    `The file is not valid UTF-8 (${position}). Write it in UTF-8.`,
  );
  return true;
}

/** Adds a fault for a payment that has more than MAX_PAYMENT_BYTES. */
export function addTooLarge(faults: FaultList, type: FileType, index: number): void {
  const limit = `${String(MAX_PAYMENT_BYTES)} bytes`;
  const message =
    `Payment ${String(index)} is larger than ${limit}, ` +
    'the maximum without white space between its tokens.';
  faults.priority.add('invalidFormat', message, paymentPath(type, index));
}

function positionOf(source: ByteSource, offset: number): string {
  const { line, column } = locate(source, offset);
  return `byte ${String(offset)}, line ${String(line)}, column ${String(column)}`;
}

/**
 * Returns the line and column of an offset, both from 1, with columns in characters. Reads the file
 * again up to the offset, which only happens for a file that is rejected.
 */
function locate(source: ByteSource, offset: number): { line: number; column: number } {
  const window = Buffer.allocUnsafe(COUNTING_WINDOW_BYTES);
  let line = 1;
  let column = 1;
  let position = 0;
  while (position < offset) {
    const bytesRead = source.read(window, position);
    if (bytesRead === 0) break;
    for (const byte of window.subarray(0, Math.min(bytesRead, offset - position))) {
      if (byte === LINE_FEED) {
        line += 1;
        column = 1;
      } else if (byte < 0x80 || byte >= 0xc0) {
        column += 1;
      }
    }
    position += bytesRead;
  }
  return { line, column };
}
