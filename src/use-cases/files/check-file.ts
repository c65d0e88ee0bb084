import type { Upload } from '../../domain/ports/files.ts';
import type { FileCheck } from '../../domain/records/file-check.ts';
import type { FileMetadata } from '../../domain/records/payment.ts';
import type { Refusal } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { checkReport } from '../../pipeline/examine-file.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileRules, withUpload } from './with-upload.ts';

/**
 * Checks a file without uploading it to a consent. Returns the response that an upload of the file
 * would get, and a forecast of its execution. Stores nothing and changes no consent
 * (docs/decisions, 72).
 */
export function checkFile(
  parts: UseCaseParts,
  upload: Upload,
  metadata: FileMetadata,
  now: Instant,
): Promise<FileCheck | Refusal> {
  return withUpload(parts, upload, async (file) => {
    const examined = await parts.workers.examine(file, metadata, fileRules(parts.settings, now));
    return checkReport(file.bytes, examined, now, parts.holidays);
  });
}
