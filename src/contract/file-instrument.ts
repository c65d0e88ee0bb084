import { FILE_INSTRUMENTS, localInstrumentsOf, SCHEMES } from '../domain/schemes/schemes.ts';
import type { FaultList } from '../shared/errors.ts';
import { describe } from './faults.ts';

const NAMES = localInstrumentsOf(FILE_INSTRUMENTS);

const BACS = SCHEMES.BACS.localInstrument;

/** The schemes that may stand in one file with others. */
const MIXED = NAMES.filter((name) => name !== BACS);

/**
 * Adds a fault when the scheme that a file or its consent names at `path` is none that files may
 * use; BACS is one where the bank takes it (rules, 6.13). What is absent or no text, the schema
 * tells.
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
