import type { StoredFileName } from '../../store/repositories/stored-files.ts';
import { forEachFile } from './backup-contents.ts';
import type { FileStorage } from './stored-files.ts';
import { IntegrityError, reportProgress, type CliContext } from '../program.ts';

const REMEDY =
  'The payments of these files stay pending, and nothing is paid from them. Restore each file from ' +
  'a backup (its name is the SHA-256 of its bytes), or ask the TPP to upload it again.';

/**
 * Verifies every payment file against the SHA-256 in its name. Prints the files that are missing,
 * changed or unreadable, and throws `IntegrityError` if there are any.
 */
export async function auditFiles(
  known: readonly StoredFileName[],
  storage: FileStorage,
  print: CliContext['print'],
): Promise<void> {
  let damaged = 0;
  const verifyFile = async ({ sha256, consents, consentId }: StoredFileName): Promise<void> => {
    const state = await storage.stateOf(sha256);
    if (state === 'whole') return;
    damaged += 1;
    const others = consents > 1 ? ` and ${String(consents - 1)} more` : '';
    print(`${storage.locationOf(sha256)} ${state}. It belongs to consent ${consentId}${others}.`);
  };
  await forEachFile(known, verifyFile, reportProgress(print, 'Payment files'));
  const count = String(known.length);
  if (damaged > 0) {
    throw new IntegrityError(
      `${String(damaged)} of ${count} payment files are damaged or missing. ${REMEDY}`,
    );
  }
  print(`${count} payment files, all unchanged since the upload.`);
}
