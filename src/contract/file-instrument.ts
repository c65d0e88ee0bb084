import { FILE_INSTRUMENTS, LOCAL_INSTRUMENTS } from '../domain/records/payment.ts';
import type { FaultList } from '../kernel/errors.ts';
import { describe } from './faults.ts';

const { FPS, CHAPS, BACS } = LOCAL_INSTRUMENTS;

const NAMES: readonly string[] = FILE_INSTRUMENTS.map((name) => LOCAL_INSTRUMENTS[name]);

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
  const either = `Expected ${FPS} or ${CHAPS}`;
  const expected = bacsAccepted ? `${either}, or ${BACS} in a file of nothing else.` : `${either}.`;
  faults.add('unsupportedLocalInstrument', `Found ${describe(value)}. ${expected}`, path);
}
