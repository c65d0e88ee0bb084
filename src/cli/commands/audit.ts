import type { AuditHead } from '../../domain/records/audit.ts';
import { formatInstant, parseInstant } from '../../shared/time.ts';
import type { LogInspection } from '../../store/postgres/inspection.ts';
import {
  ChainVerifier,
  type AuditRow,
  type ChainCheck,
} from '../../store/repositories/audit/audit-chain.ts';
import { auditFiles } from '../inspect/audit-files.ts';
import { openAuditSource, KEEP_DATABASE, type AuditSource } from '../inspect/audited-copy.ts';
import {
  IntegrityError,
  usageError,
  argumentError,
  parseArguments,
  CliError,
  type Commands,
  type Program,
} from '../program.ts';

const USAGE = `npm run audit -- verify [--data <folder>] [--sequence <n> --head <hex>]
npm run audit -- list [--data <folder>] [--consent <id>] [--from <date-time>]
npm run audit -- files [--data <folder>]
  verify   verifies the hash chain of the audit log, and on PostgreSQL also the books
  list     prints the entries of the audit log, one per line, as JSON
  files    verifies every payment file against the SHA-256 in its name
  --data   data folder of a stopped service, or a backup. Default: the database of
           PIS_DATABASE_URL, also while its nodes run, or PIS_DATA_DIR
  --head   head of the log noted earlier, to detect entries that were removed or rewritten`;

/** Reasons why an entry is in the table audit_set_aside. */
const SET_ASIDE_REASONS = {
  mark: 'it was forged or changed: its MAC matches none of the keys',
  repeated: 'the log already contains an entry with this or a later number of its series',
} as const;

type Print = (line: string) => void;

const COMMANDS: Commands = { verify: [], list: [], files: [] };

/**
 * `npm run audit`: verifies the audit log, lists its entries as lines of JSON, or verifies the
 * payment files. On PostgreSQL, `verify` also checks the unsealed entries and the books.
 */
export const audit: Program = async (args, context) => {
  const { positionals, values } = parseArguments(
    args,
    {
      data: { type: 'string' },
      head: { type: 'string' },
      sequence: { type: 'string' },
      consent: { type: 'string' },
      from: { type: 'string' },
    },
    USAGE,
  );
  const [command = '', ...rest] = positionals;
  if (rest.length > 0 || !Object.hasOwn(COMMANDS, command)) {
    throw usageError(positionals, COMMANDS, USAGE);
  }
  const { print } = context;
  const source = await openAuditSource(context, values.data);
  if (command === 'verify') {
    await verify(source, readHead(values.sequence, values.head), print);
  } else if (command === 'list') {
    const from = readFrom(values.from);
    await source.readLog((row) => {
      list(row, from, values.consent, print);
      return true;
    });
  } else {
    const { known, storage } = await source.files();
    await auditFiles(known, storage, print);
  }
};

async function verify(
  source: AuditSource,
  expectedHead: AuditHead | undefined,
  print: Print,
): Promise<void> {
  const walk = new ChainVerifier(expectedHead);
  const inspection = await source.readLog(walk.verify);
  const checked = walk.end();
  const problems = [
    ...brokenAt(checked),
    ...(inspection === null ? [] : problemsOf(inspection, checked)),
  ];
  if (problems.length > 0)
    throw new IntegrityError([...problems, KEEP_DATABASE].join(inspection ? '\n' : ' '));
  if (!checked.unbroken) return;
  const { sequence, hash } = checked.head;
  print(`${String(sequence)} entries, unbroken; head ${hash}`);
  if (inspection === null) return;
  const { entries, foreign } = inspection.waiting;
  const whose =
    foreign === null ? 'not verified, because PIS_KEYS_DIR has no key' : 'all with a valid MAC';
  if (entries > 0) print(`Entries not yet sealed: ${String(entries)}, ${whose}`);
  print('The books balance.');
}

function brokenAt(checked: ChainCheck): readonly string[] {
  return checked.unbroken
    ? []
    : [`BROKEN at entry ${String(checked.sequence)}. ${checked.problem}`];
}

/** Returns the problems of a shared database other than a broken chain. */
function problemsOf(found: LogInspection, checked: ChainCheck): readonly string[] {
  const { head, waiting, missing, setAside, books } = found;
  const end = checked.unbroken ? checked.head : head;
  const isWrongEnd = end.sequence !== head.sequence || end.hash !== head.hash;
  const [left, last] = [String(head.sequence), String(end.sequence)];
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
        `Entry ${String(id)} was set aside at ${formatInstant(setAsideAt)}: ${SET_ASIDE_REASONS[reason]}.`,
    ),
    ...books,
  ];
}

function list(entry: AuditRow, from: number, consentId: string | undefined, print: Print): void {
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
    throw argumentError('A head needs both --sequence <n> and --head <64 hex digits>.', USAGE);
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
