import { existsSync } from 'node:fs';
import type { AuditHead } from '../../domain/records/audit.ts';
import {
  inspectBooks,
  inspectLog,
  readFiles,
  type LogInspection,
} from '../../store/postgres/inspection.ts';
import {
  ChainVerifier,
  type AuditRow,
  type ChainCheck,
} from '../../store/repositories/audit/audit-chain.ts';
import { inboxKeysOf, readSharedKeys } from '../../auth/keys/shared-keys.ts';
import { dataFolder, SHARED_KEYS_NAME } from '../../config/data-folder.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { IncompatibleDatabase } from '../../store/postgres/compatibility.ts';
import type { DocumentsAudit } from '../../store/repositories/hand-over/audit-documents.ts';
import type { StoredFileName } from '../../store/repositories/stored-file-names.ts';
import { DatabaseInUse, isMalformed } from '../../store/sqlite/database/database.ts';
import {
  readAuditLog,
  readBooks,
  readDocuments,
  readFilesOwner,
  readKnownFiles,
} from '../../store/sqlite/database/inspection.ts';
import { formatInstant, formatLondon, parseInstant } from '../../shared/time.ts';
import { auditFiles } from '../inspect/audit-files.ts';
import { listRunning, type RunningOptions } from './audit-running.ts';
import { IntegrityError, CliError, type CliContext } from '../program.ts';
import { isBackup } from '../inspect/backup-contents.ts';
import { filesInFolder, type FileStorage } from '../inspect/file-storage.ts';
import { storageOf } from '../inspect/file-ownership.ts';

/** Reasons why an entry is in the table audit_set_aside. */
const SET_ASIDE_REASONS = {
  mark: 'it was forged or changed: its MAC matches none of the keys',
  repeated: 'the log already contains an entry with this or a later number of its series',
} as const;

type Print = CliContext['print'];

interface DataOption {
  readonly data?: string;
}

/**
 * Verifies the hash chain of the audit log and the books. On PostgreSQL, also the entries that are
 * not sealed yet.
 */
export async function verify(
  context: CliContext,
  options: DataOption & { readonly sequence?: string; readonly head?: string },
): Promise<unknown> {
  const { print } = context;
  const walk = new ChainVerifier(readHead(options.sequence, options.head));
  const source = await openAuditSource(context, options.data);
  const inspection = await source.readLog(walk.verify);
  const checked = walk.end();
  const problems = [
    ...(checked.unbroken
      ? []
      : [`BROKEN at entry ${String(checked.sequence)}. ${checked.problem}`]),
    ...(inspection === null ? [] : problemsOf(inspection, checked)),
    ...(await source.readBooks()),
  ];
  if (problems.length > 0) {
    throw new IntegrityError([...problems, KEEP_DATABASE].join('\n'), { result: { problems } });
  }
  if (!checked.unbroken) return undefined;
  const { sequence, hash } = checked.head;
  print(`${String(sequence)} entries, unbroken; head ${hash}`);
  const result = { entries: sequence, head: hash, booksBalance: true };
  if (inspection === null) {
    print('The books balance.');
    return result;
  }
  const { entries, foreign } = inspection.waiting;
  const whose =
    foreign === null ? 'not verified, because PIS_KEYS_DIR has no key' : 'all with a valid MAC';
  if (entries > 0) print(`Entries not yet sealed: ${String(entries)}, ${whose}`);
  print('The books balance.');
  return { ...result, unsealed: { entries, verified: foreign !== null } };
}

/**
 * Prints entries of the audit log as lines of JSON, oldest first. With --id, --action, --before or
 * --limit, the running service lists them.
 */
export async function list(
  context: CliContext,
  options: DataOption & RunningOptions & { readonly consent?: string; readonly from?: string },
): Promise<void> {
  const from = readFrom(options.from);
  const { id, action, before, limit } = options;
  if ([id, action, before, limit].some((option) => option !== undefined)) {
    if ([options.data, options.consent, options.from].some((option) => option !== undefined)) {
      throw new CliError(
        '--id, --action, --before and --limit ask the running service. Give them without --data, ' +
          '--consent and --from.',
      );
    }
    return listRunning(context, { id, action, before, limit });
  }
  const source = await openAuditSource(context, options.data, LIST_ADVICE);
  await source.readLog((row) => {
    listEntry(row, from, options.consent, context.printData);
    return true;
  });
}

/** Verifies every payment file, and every document in the database, against its SHA-256. */
export async function files(context: CliContext, { data }: DataOption): Promise<unknown> {
  const source = await openAuditSource(context, data);
  const { known, storage, documents } = await source.files();
  return auditFiles(known, storage, context.print, documents);
}

/** Returns the problems of a shared log other than a broken chain. */
function problemsOf(found: LogInspection, checked: ChainCheck): readonly string[] {
  const { head, waiting, missing, setAside } = found;
  const end = checked.unbroken ? checked.head : head;
  const isWrongEnd = end.sequence !== head.sequence || end.hash !== head.hash;
  const left = String(head.sequence);
  const last = String(end.sequence);
  return [
    ...(isWrongEnd
      ? [
          `BROKEN at its end. The recorded head is entry ${left}, but the log ends at entry ${last}.`,
        ]
      : []),
    ...(waiting.foreign ?? []).map(
      (id) => `Entry ${String(id)} is not sealed yet, and was forged or changed.`,
    ),
    // After a break in the chain, the later entries were not read.
    ...(checked.unbroken ? missing : []).map(
      ({ writer, from, to }) =>
        `MISSING: entries ${String(from)} to ${String(to)} of the series ${writer}.`,
    ),
    ...setAside.map(
      ({ id, setAsideAt, reason }) =>
        `Entry ${String(id)} was set aside at ${formatLondon(setAsideAt)}: ${SET_ASIDE_REASONS[reason]}.`,
    ),
  ];
}

function listEntry(
  entry: AuditRow,
  from: number,
  consentId: string | undefined,
  print: Print,
): void {
  const { at, recordedAt, detail, hash, ...row } = entry;
  if (at < from) return;
  const detailFields = detail === null ? {} : (JSON.parse(detail) as Record<string, unknown>);
  const isOfConsent = row.subject === consentId || detailFields['consentId'] === consentId;
  if (consentId !== undefined && !isOfConsent) return;
  const times = { at: formatInstant(at), recordedAt: formatInstant(recordedAt) };
  print(JSON.stringify({ ...row, ...times, detail: detailFields, hash: hash.toString('hex') }));
}

function readHead(sequence: string | undefined, head: string | undefined): AuditHead | undefined {
  if (sequence === undefined && head === undefined) return undefined;
  if (!/^\d{1,15}$/.test(sequence ?? '') || !/^[0-9a-f]{64}$/.test(head ?? '')) {
    throw new CliError('A head needs both --sequence <n> and --head <64 hex digits>.');
  }
  return { sequence: Number(sequence), hash: head ?? '' };
}

function readFrom(written: string | undefined): number {
  if (written === undefined) return -Infinity;
  const from = parseInstant(written);
  if (from === undefined)
    throw new CliError('--from must be a date-time such as 2026-12-01T09:00:00Z.');
  return from;
}

const LIST_ADVICE = 'List entries with --id, --action or --limit. ';

const KEEP_DATABASE = 'Do not change this database. Compare it with a backup.';

/** The data to audit, in SQLite or PostgreSQL. */
interface AuditSource {
  /**
   * Passes the entries of the audit log to `take`, oldest first, until `take` returns false.
   * Resolves to the further checks of a database that nodes share, or to null for SQLite.
   */
  readLog(take: (row: AuditRow) => boolean): Promise<LogInspection | null>;
  /** Checks the books. Resolves to one sentence for each inconsistency. */
  readBooks(): Promise<readonly string[]>;
  /**
   * Returns all payment files that the database lists, and their storage. Verifies the documents of
   * the payment hub that are in the database.
   */
  files(): Promise<{
    readonly known: readonly StoredFileName[];
    readonly storage: FileStorage;
    readonly documents: DocumentsAudit;
  }>;
}

/**
 * Returns the data of the settings, or of the folder that `--data` names.
 *
 * @param advice what else to do if the service is running
 */
async function openAuditSource(
  context: CliContext,
  folder: string | undefined,
  advice = '',
): Promise<AuditSource> {
  const url = folder === undefined ? ((await context.store?.()) ?? null) : null;
  if (url !== null) return inDatabase(url, context);
  return inFolder(folder ?? context.dataDirectory, context, advice);
}

function inFolder(folder: string, { bucket }: CliContext, advice: string): AuditSource {
  const { database, files } = dataFolder(folder);
  if (!existsSync(database)) {
    throw new CliError(`${database} does not exist. Name the data folder or a backup with --data.`);
  }
  const readStopped = <Value>(read: () => Value) => readUnlocked(read, advice);
  return {
    readLog: (take) =>
      readStopped(() =>
        readAuditLog(database, (rows) => {
          for (const row of rows) if (!take(row)) break;
          return null;
        }),
      ),
    readBooks: () => readStopped(() => readBooks(database)),
    files: async () => {
      const known = await readStopped(() => readKnownFiles(database));
      const documents = await readStopped(() => readDocuments(database));
      // A backup contains its files, wherever the service stores them.
      if (isBackup(folder)) return { known, documents, storage: filesInFolder(files) };
      const owner = readFilesOwner(database);
      return { known, documents, storage: storageOf(owner, files, bucket?.() ?? null) };
    },
  };
}

/** Reads a SQLite database that no service has open. */
function readUnlocked<Value>(read: () => Value, advice: string): Promise<Value> {
  try {
    return Promise.resolve(read());
  } catch (cause) {
    if (isMalformed(cause))
      throw new IntegrityError(`The database is damaged. ${KEEP_DATABASE}`, { cause });
    if (!(cause instanceof DatabaseInUse)) throw cause;
    throw new CliError(
      'The service is running and has locked its database. ' +
        `${advice}Make a backup (npx pisctl backup <folder>) and name it with --data, or stop the ` +
        'service. A backup also verifies every payment file.',
      { cause },
    );
  }
}

/** Reads a PostgreSQL database while its nodes may be running. */
function inDatabase(
  url: string,
  { dataDirectory, keysDirectory, bucket }: CliContext,
): AuditSource {
  const folder = dataFolder(dataDirectory, keysDirectory);
  return {
    readLog: async (take) => {
      const keys = inboxKeysOf(await readSharedKeys(`${folder.pki}/${SHARED_KEYS_NAME}`));
      return readShared(() => inspectLog(url, keys, take));
    },
    readBooks: () => readShared(() => inspectBooks(url)),
    files: async () => {
      const { owner, ...audited } = await readShared(() => readFiles(url));
      return { ...audited, storage: storageOf(owner, folder.files, bucket?.() ?? null) };
    },
  };
}

function readShared<Value>(read: () => Promise<Value>): Promise<Value> {
  return read().catch((cause: unknown) => {
    if (!(cause instanceof IncompatibleDatabase) && !(cause instanceof StoreUnavailable))
      throw cause;
    throw new CliError(`The database of PIS_DATABASE_URL cannot be audited. ${cause.message}`, {
      cause,
    });
  });
}
