import type { SpooledFile, Upload } from '../../domain/ports/files.ts';
import { refuseFalseSignature } from '../../domain/ports/signatures.ts';
import type { FileRules } from '../../domain/records/payment.ts';
import { MAX_FAULTS_REPORTED, type Refusal, refuse } from '../../shared/errors.ts';
import { type Instant, londonDate } from '../../shared/time.ts';
import type { UseCaseParts, UseCaseSettings } from '../dependencies.ts';

/**
 * Receives an upload, verifies its signature, and calls `use` with it. The bytes are discarded
 * afterwards, so `use` must store everything that is needed later.
 */
export async function withUpload<Result>(
  { spool, workers, settings }: UseCaseParts,
  upload: Upload,
  use: (file: SpooledFile) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const spooled = await spool.receive(upload);
  if (spooled === 'brokenOff') {
    return refuse(
      400,
      'invalidFormat',
      'The upload ended before the whole file arrived. Upload it again.',
    );
  }
  if (spooled === 'tooLarge') {
    const limit = String(settings.fileMaxBytes);
    return refuse(413, 'invalidFormat', `The file is larger than ${limit} bytes.`);
  }
  try {
    const { signature } = upload;
    if (signature !== null && !(await workers.verify(spooled, signature))) {
      return refuseFalseSignature();
    }
    return await use(spooled);
  } finally {
    await spool.discard(spooled);
  }
}

/** Returns the rules for validating a file at this time. */
export function fileRules(
  {
    maxDaysAhead,
    bacsAccepted,
    fpsMaxPence,
  }: Pick<UseCaseSettings, 'maxDaysAhead' | 'bacsAccepted' | 'fpsMaxPence'>,
  now: Instant,
): FileRules {
  const settings = { maxDaysAhead, bacsAccepted, fpsMaxPence };
  return { today: londonDate(now), ...settings, maxFaults: MAX_FAULTS_REPORTED };
}
