import type { FileType } from '../../../domain/records/file-types.ts';
import { assert } from '../../../shared/assert.ts';
import { FaultList } from '../../../shared/errors.ts';
import type { CheckPayment, FileReader, PaymentVisitor, ReadResult } from '../../types.ts';
import { ElementReader, type FastElementReader } from './elements.ts';
import { addTailTooLarge, checkEnvelope, readHead, readTail } from '../envelope.ts';
import { addEncodingFault } from '../faults.ts';
import { addFormatFault } from '../format/format-fault.ts';
import { Window } from '../window.ts';

/**
 * Creates a reader that cuts payments out of the file's bytes one by one. If `createFastReader`
 * returns a fast reader, payments that it recognises are not parsed.
 */
export function byteReader(
  createFastReader: (type: FileType) => FastElementReader | undefined,
): FileReader {
  return {
    read: (source, check, visit, faults) =>
      readFile(new Window(source), {
        check,
        visit,
        faults,
        fastReader: createFastReader(check.fileType),
      }),

    readFrom(source, from, check, visit) {
      const window = new Window(source, from.offset);
      const faults = new FaultList(1);
      const reader = new ElementReader(window, {
        check,
        visit,
        faults,
        fastReader: createFastReader(check.fileType),
      });
      const { outcome } = reader.read(from.index);
      assert(outcome !== 'broken', `a stored file is invalid: ${faults.faults[0]?.message ?? ''}`);
    },
  };
}

function readFile(
  window: Window,
  stages: {
    readonly check: CheckPayment;
    readonly visit: PaymentVisitor;
    readonly faults: FaultList;
    readonly fastReader: FastElementReader | undefined;
  },
): ReadResult {
  const { source } = window;
  const { faults, check } = stages;
  const head = readHead(window);
  if (head === undefined) {
    addFormatFault(faults, check.fileType, window);
    return { payments: 0, complete: false };
  }
  const { payments, outcome } = new ElementReader(window, stages).read();
  if (outcome !== 'whole') return { payments, complete: outcome === 'enough' };

  const tail = readTail(window);
  if (addEncodingFault(faults, window)) return { payments, complete: false };
  if (tail === undefined) {
    addTailTooLarge(faults);
    return { payments, complete: false };
  }
  return { payments, complete: checkEnvelope({ head, tail }, source, check.fileType, faults) };
}
