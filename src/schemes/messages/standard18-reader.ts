import type { SubmissionPart } from '../../domain/ports/hub.ts';
import type { BacsCredit } from '../../domain/schemes/bacs-reports.ts';
import { assert } from '../../shared/assert.ts';
import { CREDIT } from './standard18.ts';

/** Labels before the first record: VOL1, HDR1, HDR2 and UHL1. */
const OPENING_LABELS = 4;

/** Number of columns of a record in a file with one processing day. */
const RECORD_COLUMNS = 100;

/**
 * Reads the credits of a Bacs submission of this service, in the order of the file. It reads only
 * the lines that `writeStandard18` writes, with line ends and one processing day.
 */
export async function* readSubmission(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<SubmissionPart, void, undefined> {
  let rest = '';
  let lines = 0;
  let number = 0;
  let serviceUserNumber = '';
  for await (const piece of pieces) {
    const found = (rest + Buffer.from(piece).toString('latin1')).split('\r\n');
    rest = found.pop() ?? '';
    const credits: BacsCredit[] = [];
    for (const line of found) {
      lines += 1;
      if (lines === 1) serviceUserNumber = columns(line, 42, 47);
      if (lines <= OPENING_LABELS || columns(line, 16, 17) !== CREDIT) continue;
      if (line.length !== RECORD_COLUMNS) continue;
      number += 1;
      credits.push(creditOf(line, number));
    }
    yield { serviceUserNumber, credits };
  }
  assert(rest === '' && lines > OPENING_LABELS, 'a submission ends with a complete line');
}

function creditOf(line: string, number: number): BacsCredit {
  return {
    number,
    destination: columns(line, 1, 14),
    originator: columns(line, 18, 31),
    pence: Number(columns(line, 36, 46)),
    reference: columns(line, 65, 82).trim(),
    name: columns(line, 83, 100).trim(),
  };
}

/** Returns columns of a line, both bounds included and counted from 1. */
function columns(line: string, from: number, to: number): string {
  return line.slice(from - 1, to);
}
