import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../../config/data-folder.ts';
import { StoreAddress, storeProblems, withPassword } from '../../config/store.ts';
import { openMoveSource, type MoveSource } from '../../store/sqlite/move-source.ts';
import { MOVED_TO } from '../../store/tables.ts';
import type { RowCounts } from '../../store/postgres/moving/state.ts';
import { MovingTarget } from '../../store/postgres/moving/target.ts';
import { inspectCopy } from '../inspect/backup-contents.ts';
import { filesMover, type FilesMover } from '../move/files.ts';
import { copyRows, compareRows } from '../move/rows.ts';
import { IntegrityError, CliError, type CliContext } from '../program.ts';

/**
 * Moves the data of a stopped service from SQLite to PostgreSQL (docs/decisions, 107). A node can
 * start on the target only after everything was copied and compared with the source. From then on,
 * no service starts on the source.
 */
export async function move(
  { environment, dataDirectory, print }: CliContext,
  options: { readonly to: string; readonly files?: string },
): Promise<unknown> {
  const url = new URL(await readAddress(options.to, environment));
  const data = dataFolder(resolve(dataDirectory));
  if (!existsSync(data.database)) {
    throw new CliError(`${data.database} does not exist. Set PIS_DATA_DIR to the data folder.`);
  }
  print('Checking the database: pages, references, books, audit log.');
  inspectCopy(data.database);
  const source = openMoveSource(data.database);
  try {
    const files = filesMover(options.files, { environment, source, data, print });
    return await moveAll(source, url, files, print);
  } finally {
    source.close();
  }
}

/** Returns the address of the database, with the password from PIS_DATABASE_PASSWORD_FILE. */
function readAddress(written: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const read = StoreAddress.safeParse(written);
  if (!read.success) {
    throw new CliError(read.error.issues.map(({ message }) => `--to: ${message}.`).join(' '));
  }
  const { data: store } = read;
  if (store.kind === 'sqlite')
    throw new CliError('--to must be the address of a PostgreSQL database.');
  const problems = storeProblems(environment, { store });
  if (problems.length > 0) throw new CliError(problems.join(' '));
  return withPassword(store.url, environment['PIS_DATABASE_PASSWORD_FILE']);
}

/** Returns the database's address without user and password. */
function formatAddress({ host, pathname }: URL): string {
  return `postgres://${host}${pathname}`;
}

/**
 * Returns the settings for the nodes, quoted for a shell. The user is included, the password is
 * not.
 */
function settingsFor(url: URL, { setting }: FilesMover): string {
  const without = new URL(url);
  without.password = '';
  const settings = [['PIS_DATABASE_URL', without.href] as const, setting];
  return settings.map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'`).join(' ');
}

async function moveAll(
  source: MoveSource,
  url: URL,
  files: FilesMover,
  print: CliContext['print'],
): Promise<unknown> {
  const target = await MovingTarget.open(url.href, source.tables).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`${formatAddress(url)} cannot be used as the target. ${reason}`, { cause });
  });
  try {
    const settings = settingsFor(url, files);
    const moved = startOrResume({ source, target, settings }, print);
    await files.admit();
    await target.begin(markOf(source), moved);
    const rows = await copyRows(source, target, moved, print);
    await target.advanceSequences(source.tables);
    await files.move(target);
    await verifyCopy(source, target, files.added, print);
    // Mark the source before the target is complete, so that never both can be served.
    source.note(MOVED_TO, formatAddress(url));
    await target.complete(markOf(source));
    print(
      `Moved and verified: ${String(rows)} rows, ${String(source.files.length)} payment files.`,
    );
    print(`Start the nodes with ${settings}, and with the keys of the service:`);
    print(
      'PIS_SIGNING_KEYS_FILE and PIS_KEYS_DIR on every node; for a sandbox, its pki folder as PIS_KEYS_DIR.',
    );
    return { rows, files: source.files.length, settings };
  } finally {
    await target.close();
  }
}

/** Returns a mark of the source that changes as soon as a service writes to it again. */
function markOf({ end: { sequence, hash } }: MoveSource): string {
  return `${String(sequence)}-${hash}`;
}

/** Returns the number of rows already moved. Throws if this move must not start. */
function startOrResume(
  parts: {
    readonly source: MoveSource;
    readonly target: MovingTarget;
    readonly settings: string;
  },
  print: CliContext['print'],
): RowCounts {
  const { source, settings } = parts;
  const { state } = parts.target;
  const [mark, to] = [markOf(source), source.setting(MOVED_TO)];
  if (state.kind === 'whole') {
    throw new CliError(
      state.from === mark
        ? `All data was already moved there. Start the nodes with ${settings}.`
        : 'The target already contains the data of a deployment. Name a new database.',
    );
  }
  if (state.kind === 'begun' && state.from === mark) {
    print('Resuming the interrupted move.');
    return state.moved;
  }
  if (to !== undefined) throw new CliError(`All data was already moved to ${to}.`);
  if (state.kind === 'empty') {
    print('Starting the move.');
    return {};
  }
  throw new CliError(
    'The target contains an incomplete move of another data folder, or of this one before a ' +
      'service used it again. Drop the database, create a new one and run the command again.',
  );
}

/** Compares the target with the source and checks its books. */
async function verifyCopy(
  source: MoveSource,
  target: MovingTarget,
  added: readonly string[],
  print: CliContext['print'],
): Promise<void> {
  print('Comparing every row with the source and checking the books.');
  const findings = [...(await compareRows(source, target, added)), ...(await target.findings())];
  if (findings.length === 0) return;
  throw new IntegrityError(
    ['The target differs from the source:', ...findings].join('\n  ') +
      '\nDrop the database, create a new one and run the command again. The data folder is unchanged.',
  );
}
