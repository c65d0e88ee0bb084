import type { StoredFileName } from '../../store/repositories/stored-file-names.ts';
import { forEachFile } from './backup-contents.ts';
import type { FileStorage } from './file-storage.ts';
import { IntegrityError, reportProgress, type CliContext } from '../program.ts';

const REMEDY =
  'The payments of these files stay pending, and nothing is paid from them. Restore each file from ' +
  'a backup (its name is the SHA-256 of its bytes), or ask the TPP to upload it again, or the ' +
  'payment hub to deliver it again.';

/** Number of payment files, and those that are missing, changed or unreadable. */
interface FilesReport {
  readonly files: number;
  readonly damaged: readonly {
    readonly location: string;
    readonly state: string;
    /** Null for a message to the payment hub, or a document from it. */
    readonly consentId: string | null;
  }[];
}

/**
 * Verifies every payment file against the SHA-256 in its name. Prints the files that are missing,
 * changed or unreadable, and throws `IntegrityError` if there are any.
 */
export async function auditFiles(
  known: readonly StoredFileName[],
  storage: FileStorage,
  print: CliContext['print'],
): Promise<FilesReport> {
  const damaged: FilesReport['damaged'][number][] = [];
  const verifyFile = async ({ sha256, consents, consentId }: StoredFileName): Promise<void> => {
    const state = await storage.stateOf(sha256);
    if (state === 'whole') return;
    const location = storage.locationOf(sha256);
    damaged.push({ location, state, consentId });
    const others = consents > 1 ? ` and ${String(consents - 1)} more` : '';
    const owner = consentId === null ? 'the payment hub' : `consent ${consentId}${others}`;
    print(`${location} ${state}. It belongs to ${owner}.`);
  };
  await forEachFile(known, verifyFile, reportProgress(print, 'Payment files'));
  const count = String(known.length);
  const result = { files: known.length, damaged };
  if (damaged.length > 0) {
    throw new IntegrityError(
      `${String(damaged.length)} of ${count} payment files are damaged or missing. ${REMEDY}`,
      { result },
    );
  }
  print(`${count} payment files, all unchanged since the upload.`);
  return result;
}
