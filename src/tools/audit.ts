import { existsSync } from 'node:fs';
import { dataFolder } from '../config/data-folder.ts';
import type { AuditHead } from '../domain/records/audit.ts';
import { formatInstant, parseInstant } from '../kernel/time.ts';
import { checkChain, type AuditRow } from '../store/rooms/audit/audit-chain.ts';
import { DatabaseInUse, isMalformed } from '../store/sqlite/database/database.ts';
import { readAuditLog, readKnownFiles } from '../store/sqlite/database/inspection.ts';
import { auditFiles } from './audit-files.ts';
import { isBackup } from './contents.ts';
import { keptIn } from './kept.ts';
import {
  Damage,
  misuse,
  notSo,
  readArguments,
  Trouble,
  type Commands,
  type Program,
} from './program.ts';
import { keptOf } from './whose-files.ts';

const USAGE = `npm run audit -- verify [--data <folder>] [--sequence <n> --head <hex>]
npm run audit -- list [--data <folder>] [--consent <id>] [--from <date-time>]
npm run audit -- files [--data <folder>]
  --data   the data folder of a service that is stopped, or a backup; PIS_DATA_DIR otherwise
  --head   a head that was noted earlier, to tell whether the log was cut or written anew`;

const COMMANDS: Commands = { verify: [], list: [], files: [] };

/**
 * `npm run audit`: verifies the audit log, or lists entries of it, one a line, as JSON; or holds
 * every payment file against its name.
 */
export const audit: Program = async (args, { dataDirectory, bucket, say, machineClock }) => {
  const { positionals, values } = readArguments(
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
    throw misuse(positionals, COMMANDS, USAGE);
  }
  const folder = values.data ?? dataDirectory;
  const { database, files } = dataFolder(folder);
  if (!existsSync(database)) {
    throw new Trouble(`There is no ${database}. Name the data folder or a backup with --data.`);
  }
  if (command === 'verify') {
    const noted = readNoted(values.sequence, values.head);
    look(() => {
      readAuditLog(database, (rows) => {
        verify(rows, noted, say);
      });
    });
  } else if (command === 'list') {
    const from = readFrom(values.from);
    look(() => {
      readAuditLog(database, (rows) => {
        list(rows, from, values.consent, say);
      });
    });
  } else {
    const known = look(() => readKnownFiles(database));
    // A backup has its files beside it, wherever they were.
    const kept = isBackup(folder)
      ? keptIn(files)
      : keptOf(database, files, bucket?.() ?? null, machineClock);
    await auditFiles(known, kept, say);
  }
};

const KEEP_IT = 'Keep this database as it is and compare it with a backup.';

/** Reads the database where no service has it open. */
function look<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (isMalformed(cause)) throw new Damage(`The database is not whole. ${KEEP_IT}`, { cause });
    if (!(cause instanceof DatabaseInUse)) throw cause;
    throw new Trouble(
      'The service is running and has its database to itself. Make a backup ' +
        '(npm run backup -- <folder>), which looks at every payment file too, and name it with ' +
        '--data, or stop the service.',
      { cause },
    );
  }
}

function verify(rows: Iterable<AuditRow>, noted: AuditHead | undefined, say: Say): void {
  const checked = checkChain(rows, noted);
  if (!checked.unbroken) {
    throw new Damage(`BROKEN at entry ${String(checked.sequence)}. ${checked.problem} ${KEEP_IT}`);
  }
  const { sequence, hash } = checked.head;
  say(`${String(sequence)} entries, unbroken; head ${hash}`);
}

function list(
  rows: Iterable<AuditRow>,
  from: number,
  consentId: string | undefined,
  say: Say,
): void {
  for (const { at, recordedAt, detail, hash, ...row } of rows) {
    if (at < from) continue;
    const told = detail === null ? {} : (JSON.parse(detail) as Record<string, unknown>);
    if (consentId !== undefined && row.subject !== consentId && told['consentId'] !== consentId) {
      continue;
    }
    const times = { at: formatInstant(at), recordedAt: formatInstant(recordedAt) };
    say(JSON.stringify({ ...row, ...times, detail: told, hash: hash.toString('hex') }));
  }
}

type Say = (line: string) => void;

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
  if (from === undefined) throw new Trouble('--from is a date-time such as 2026-12-01T09:00:00Z.');
  return from;
}
