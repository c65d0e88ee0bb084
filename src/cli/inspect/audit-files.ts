import type { DocumentsAudit } from '../../store/repositories/hand-over/audit-documents.ts';
import type { StoredFileName } from '../../store/repositories/stored-file-names.ts';
import { forEachFile } from './backup-contents.ts';
import type { FileStorage } from './file-storage.ts';
import { IntegrityError, reportProgress, type CliContext } from '../program.ts';

const REMEDY =
  'The payments of these files stay pending, and nothing is paid from them. Restore each file from ' +
  'a backup (its name is the SHA-256 of its bytes), or ask the TPP to upload it again, or the ' +
  'payment hub to deliver it again.';

/** Owner of a segment, with the remedy. */
const SEARCH_INDEX = 'the search index. Build it again: npx pisctl search rebuild';

const DOCUMENTS_REMEDY =
  'No further answers are taken from these documents. Ask the payment hub to deliver each of them ' +
  'again with the same bytes.';

/** Numbers of payment files and documents, and those that are missing, changed or unreadable. */
interface FilesReport {
  readonly files: number;
  /** Number of documents from the payment hub that are stored in the database. */
  readonly documents: number;
  readonly damaged: readonly {
    readonly location: string;
    readonly state: string;
    /** Null for a message to the payment hub, a document from it, or the search index. */
    readonly consentId: string | null;
  }[];
}

/**
 * Verifies every payment file against the SHA-256 in its name. Prints the files that are missing,
 * changed or unreadable, and the changed documents in the database. Throws `IntegrityError` if
 * there are any.
 */
export async function auditFiles(
  known: readonly StoredFileName[],
  storage: FileStorage,
  print: CliContext['print'],
  { documents, changed }: DocumentsAudit = { documents: 0, changed: [] },
): Promise<FilesReport> {
  const damaged: FilesReport['damaged'][number][] = [];
  const verifyFile = async ({ sha256, ...stored }: StoredFileName): Promise<void> => {
    const state = await storage.stateOf(sha256);
    if (state === 'whole') return;
    const { consents, consentId, isSegment } = stored;
    const location = storage.locationOf(sha256);
    damaged.push({ location, state, consentId });
    const others = consents > 1 ? ` and ${String(consents - 1)} more` : '';
    const other = isSegment === 1 ? SEARCH_INDEX : 'the payment hub';
    const owner = consentId === null ? other : `consent ${consentId}${others}`;
    print(`${location} ${state}. It belongs to ${owner}.`);
  };
  await forEachFile(known, verifyFile, reportProgress(print, 'Payment files'));
  const count = String(known.length);
  const inDatabase = String(documents);
  const problems: string[] = [];
  if (damaged.length > 0) {
    const missing = `${String(damaged.length)} of ${count} payment files are damaged or missing.`;
    problems.push(`${missing} ${REMEDY}`);
  }
  for (const { sha256, name } of changed) {
    const location = `Document ${sha256} (${name}) in the database`;
    damaged.push({ location, state: 'was changed', consentId: null });
    print(`${location} was changed. It belongs to the payment hub.`);
  }
  if (changed.length > 0) {
    const wrong = `${String(changed.length)} of ${inDatabase} documents in the database are damaged.`;
    problems.push(`${wrong} ${DOCUMENTS_REMEDY}`);
  }
  const result = { files: known.length, documents, damaged };
  if (problems.length > 0) throw new IntegrityError(problems.join('\n'), { result });
  print(`${count} payment files, all unchanged since the upload.`);
  if (documents > 0) print(`${inDatabase} documents in the database, all unchanged.`);
  return result;
}
