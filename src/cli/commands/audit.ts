import type { AuditHead } from '../../domain/records/audit.ts';
import { formatInstant, parseInstant } from '../../shared/time.ts';
import type { LogInspection } from '../../store/postgres/inspection.ts';
import {
  ChainVerifier,
  type AuditRow,
  type ChainCheck,
} from '../../store/repositories/audit/audit-chain.ts';
import { auditFiles } from '../inspect/audit-files.ts';
import { auditedBy, KEEP_IT, type Audited } from '../inspect/audited-copy.ts';
import {
  IntegrityError,
  usageError,
  notSo,
  parseArguments,
  CliError,
  type Commands,
  type Program,
} from '../program.ts';

const USAGE = `npm run audit -- verify [--data <folder>] [--sequence <n> --head <hex>]
npm run audit -- list [--data <folder>] [--consent <id>] [--from <date-time>]
npm run audit -- files [--data <folder>]
  --data   the data folder of a service that is stopped, or a backup; otherwise what PIS_STORE
           names, while its nodes serve, or PIS_DATA_DIR
  --head   a head that was noted earlier, to tell whether the log was cut or written anew`;

/** Reasons why an entry is in the table audit_set_aside. */
const WHY_ASIDE = {
  mark: 'it was forged or changed, for its mark is by none of the keys',
  repeated: 'the log already has an entry of that number, or a later one, in its series',
} as const;

type Say = (line: string) => void;

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
  const { say } = context;
  const audited = await auditedBy(context, values.data);
  if (command === 'verify') {
    await verify(audited, readNoted(values.sequence, values.head), say);
  } else if (command === 'list') {
    const from = readFrom(values.from);
    await audited.readLog((row) => {
      list(row, from, values.consent, say);
      return true;
    });
  } else {
    const { known, kept } = await audited.files();
    await auditFiles(known, kept, say);
  }
};

async function verify(audited: Audited, noted: AuditHead | undefined, say: Say): Promise<void> {
  const walk = new ChainVerifier(noted);
  const besides = await audited.readLog(walk.verify);
  const checked = walk.end();
  const problems = [...brokenAt(checked), ...(besides === null ? [] : wrongIn(besides, checked))];
  if (problems.length > 0)
    throw new IntegrityError([...problems, KEEP_IT].join(besides ? '\n' : ' '));
  if (!checked.unbroken) return;
  const { sequence, hash } = checked.head;
  say(`${String(sequence)} entries, unbroken; head ${hash}`);
  if (besides === null) return;
  const { entries, foreign } = besides.waiting;
  const whose = foreign === null ? 'without PIS_KEYS nobody can tell whose' : 'each of ours';
  if (entries > 0) say(`${String(entries)} more wait for their place in it; ${whose}`);
  say('The books balance.');
}

function brokenAt(checked: ChainCheck): readonly string[] {
  return checked.unbroken
    ? []
    : [`BROKEN at entry ${String(checked.sequence)}. ${checked.problem}`];
}

/** Returns the problems of a shared database other than a broken chain. */
function wrongIn(found: LogInspection, checked: ChainCheck): readonly string[] {
  const { head, waiting, missing, setAside, books } = found;
  const end = checked.unbroken ? checked.head : head;
  const isAstray = end.sequence !== head.sequence || end.hash !== head.hash;
  const [left, last] = [String(head.sequence), String(end.sequence)];
  return [
    ...(isAstray ? [`BROKEN at its end. Nodes left it at entry ${left}, it ends at ${last}.`] : []),
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
        `Entry ${String(id)} was set aside at ${formatInstant(setAsideAt)}: ${WHY_ASIDE[reason]}.`,
    ),
    ...books,
  ];
}

function list(entry: AuditRow, from: number, consentId: string | undefined, say: Say): void {
  const { at, recordedAt, detail, hash, ...row } = entry;
  if (at < from) return;
  const told = detail === null ? {} : (JSON.parse(detail) as Record<string, unknown>);
  const isOfConsent = row.subject === consentId || told['consentId'] === consentId;
  if (consentId !== undefined && !isOfConsent) return;
  const times = { at: formatInstant(at), recordedAt: formatInstant(recordedAt) };
  say(JSON.stringify({ ...row, ...times, detail: told, hash: hash.toString('hex') }));
}

function readNoted(sequence: string | undefined, head: string | undefined): AuditHead | undefined {
  if (sequence === undefined && head === undefined) return undefined;
  if (!/^\d{1,15}$/.test(sequence ?? '') || !/^[0-9a-f]{64}$/.test(head ?? '')) {
    throw notSo('A head is --sequence <n> together with --head <64 hex digits>.', USAGE);
  }
  return { sequence: Number(sequence), hash: head ?? '' };
}

function readFrom(written: string | undefined): number {
  if (written === undefined) return -Infinity;
  const from = parseInstant(written);
  if (from === undefined) throw new CliError('--from is a date-time such as 2026-12-01T09:00:00Z.');
  return from;
}
