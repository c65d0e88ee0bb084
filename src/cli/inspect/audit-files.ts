import type { StoredFileName } from '../../store/repositories/stored-files.ts';
import { forEachFile } from './backup-contents.ts';
import type { Kept } from './stored-files.ts';
import { IntegrityError, reportProgress, type CliContext } from '../program.ts';

const WHAT_TO_DO =
  'Nothing is paid from such a file. Copy it from a backup to its place (its name is the SHA-256 ' +
  'of its bytes), or have its TPP upload it again; until then the payments of its consents wait.';

/**
 * Verifies every payment file against the SHA-256 in its name. Prints the files that are missing,
 * changed or unreadable, and throws `IntegrityError` if there are any.
 */
export async function auditFiles(
  known: readonly StoredFileName[],
  kept: Kept,
  say: CliContext['say'],
): Promise<void> {
  let damaged = 0;
  const look = async ({ sha256, consents, consentId }: StoredFileName): Promise<void> => {
    const state = await kept.stateOf(sha256);
    if (state === 'whole') return;
    damaged += 1;
    const others = consents > 1 ? ` and ${String(consents - 1)} more` : '';
    say(`${kept.placeOf(sha256)} ${state}; it is of consent ${consentId}${others}.`);
  };
  await forEachFile(known, look, reportProgress(say, 'Payment files'));
  const count = String(known.length);
  if (damaged > 0) {
    throw new IntegrityError(
      `${String(damaged)} of ${count} payment files are not what was uploaded. ${WHAT_TO_DO}`,
    );
  }
  say(`${count} payment files, each what was uploaded.`);
}
