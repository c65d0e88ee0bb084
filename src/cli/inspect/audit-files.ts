import type { StoredFileName } from '../../store/repositories/stored-files.ts';
import { forEachFile } from './backup-contents.ts';
import type { FileStorage } from './stored-files.ts';
import { IntegrityError, reportProgress, type CliContext } from '../program.ts';

const REMEDY =
  'Nothing is paid from such a file. Copy it from a backup to its place (its name is the SHA-256 ' +
  'of its bytes), or have its TPP upload it again; until then the payments of its consents wait.';

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
    print(`${storage.locationOf(sha256)} ${state}; it is of consent ${consentId}${others}.`);
  };
  await forEachFile(known, verifyFile, reportProgress(print, 'Payment files'));
  const count = String(known.length);
  if (damaged > 0) {
    throw new IntegrityError(
      `${String(damaged)} of ${count} payment files are not what was uploaded. ${REMEDY}`,
    );
  }
  print(`${count} payment files, each what was uploaded.`);
}
