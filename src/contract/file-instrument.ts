import { FILE_INSTRUMENTS, localInstrumentsOf, SCHEMES } from '../domain/schemes/schemes.ts';
import type { FaultList } from '../shared/errors.ts';
import { describe } from './faults.ts';

const NAMES = localInstrumentsOf(FILE_INSTRUMENTS);

const BACS = SCHEMES.BACS.localInstrument;

/** The LocalInstruments that one file may contain together. These are all except BACS. */
const MIXED = NAMES.filter((name) => name !== BACS);

/**
 * Adds a fault if a LocalInstrument of a file or of its consent is not allowed in files. BACS is
 * allowed only if the bank accepts it (rules, 6.13). The schema reports a LocalInstrument that is
 * absent or not a string.
 *
 * @param path JSON path of the LocalInstrument
 */
export function checkFileInstrument(
  value: unknown,
  path: string,
  { bacsAccepted }: { readonly bacsAccepted: boolean },
  faults: FaultList,
): void {
  if (typeof value !== 'string') return;
  if (NAMES.includes(value) && (value !== BACS || bacsAccepted)) return;
  const either = `Expected ${MIXED.join(' or ')}`;
  const expected = bacsAccepted ? `${either}, or ${BACS} in a file of nothing else.` : `${either}.`;
  faults.add('unsupportedLocalInstrument', `Found ${describe(value)}. ${expected}`, path);
}
