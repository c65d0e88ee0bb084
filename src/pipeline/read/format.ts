import type { FaultList } from '../../kernel/errors.ts';
import { EXPECTED_LAYOUT } from './envelope.ts';
import { addEncodingFault } from './faults.ts';
import type { Window } from './window.ts';

/** Says what a file without a list of payments seems to be, and what is expected. */
export function addFormatFault(faults: FaultList, window: Window): void {
  if (addEncodingFault(faults, window)) return;
  faults.add(
    'invalidFormat',
    `The file has no list of payments; expected ${EXPECTED_LAYOUT}.`,
    'Data',
  );
}
