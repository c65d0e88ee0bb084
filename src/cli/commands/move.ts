import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../../config/data-folder.ts';
import { StoreAddress, storeProblems, withPassword } from '../../config/store.ts';
import { openMoveSource, type MoveSource } from '../../store/sqlite/move-source.ts';
import { MOVED_TO } from '../../store/tables.ts';
import { inspectBooks, inspectLog } from '../../store/postgres/inspection.ts';
import { MoveTarget, type TargetState } from '../../store/postgres/move-target.ts';
import { ChainVerifier } from '../../store/repositories/audit/audit-chain.ts';
import { verifyDatabase } from '../inspect/backup-contents.ts';
import { filesMover, type FilesMover } from '../move/files.ts';
import { failWith, IntegrityError, reportProgress, CliError, type CliContext } from '../program.ts';

/**
 * Moves the data of a stopped service from SQLite to PostgreSQL (docs/decisions, 107). A node can
 * start on the target only after everything was copied and verified. From then on, no service
 * starts on the source.
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
  const { auditHead } = verifyDatabase(data.database);
  const source = openMoveSource(data.database, auditHead);
  try {
    const files = filesMover(options.files, { environment, source, data, print });
    return await moveAll(source, url, files, print);
  } finally {
    source.close();
  }
}

/** Returns the address of the database, with the password from PIS_DATABASE_PASSWORD_FILE. */
function readAddress(written: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const parsed = StoreAddress.safeParse(written);
  if (!parsed.success) {
    throw new CliError(parsed.error.issues.map(({ message }) => `--to: ${message}.`).join(' '));
  }
  const { data: store } = parsed;
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

/** An open move: its source, its target, and its files. */
interface Move {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly url: URL;
  readonly files: FilesMover;
}

async function moveAll(
  source: MoveSource,
  url: URL,
  files: FilesMover,
  print: CliContext['print'],
): Promise<unknown> {
  const target = await usable(url, MoveTarget.open(url.href));
  try {
    return await moveTo({ source, target, url, files }, print);
  } finally {
    await target.close();
  }
}

/** Returns the result of a promise. Throws CliError if it shows that the target is unusable. */
function usable<Value>(url: URL, promise: Promise<Value>): Promise<Value> {
  return promise.catch(failWith(`${formatAddress(url)} cannot be used as the target.`));
}

async function moveTo(parts: Move, print: CliContext['print']): Promise<unknown> {
  const { source, target, url, files } = parts;
  const from = markOf(source);
  const settings = settingsFor(url, files);
  const state = await usable(url, target.state());
  assertMoveAllowed(state, parts, settings);
  await files.admit();
  if (state.kind === 'empty') {
    print('Starting the move.');
    const rows = { ...source, from, place: files.place };
    await usable(url, target.copy(rows, reportProgress(print, 'Rows')));
  } else {
    print('Resuming the interrupted move. All rows were copied already.');
  }
  await files.move(target);
  await verifyTarget(url, source, print);
  const count = source.tables.reduce((sum, table) => sum + source.count(table), 0);
  // Mark the source before the target is complete, so that a service never runs on both.
  source.writeSetting(MOVED_TO, formatAddress(url));
  await target.complete(from);
  print(`Moved and verified: ${String(count)} rows, ${String(source.files.length)} payment files.`);
  print(`Start the nodes with ${settings}, and with the keys of the service:`);
  print(
    'PIS_SIGNING_KEYS_FILE and PIS_KEYS_DIR on every node; for a sandbox, its pki folder as PIS_KEYS_DIR.',
  );
  return { rows: count, files: source.files.length, settings };
}

/** Returns a mark of the source that changes as soon as a service writes to it again. */
function markOf({ end: { sequence, hash } }: MoveSource): string {
  return `${String(sequence)}-${hash}`;
}

/** Throws if this move must not start or resume. */
function assertMoveAllowed(state: TargetState, { source, files }: Move, settings: string): void {
  const mark = markOf(source);
  const to = source.setting(MOVED_TO);
  if (state.kind !== 'empty' && state.from === mark) assertSamePlace(state.place, files.place);
  if (state.kind === 'complete') {
    throw new CliError(
      state.from === mark
        ? `All data was already moved there. Start the nodes with ${settings}.`
        : 'The target already contains the data of a deployment. Name a new database.',
    );
  }
  if (state.kind === 'copied' && state.from === mark) return;
  if (to !== undefined) throw new CliError(`All data was already moved to ${to}.`);
  if (state.kind === 'empty') return;
  throw new CliError(
    'The target contains an incomplete move of another data folder, or of this one before a ' +
      'service used it again. Drop the database, create a new one and run the command again.',
  );
}

/** Throws if the move was started with another place for the payment files. */
function assertSamePlace(first: string, present: string): void {
  if (first === present) return;
  throw new CliError(
    `The move to this database was started with ${describePlace(first)}, but this command has ` +
      `${describePlace(present)}. Run the command with the first place again. To use another ` +
      'place, drop the database, create a new one and run the command again.',
  );
}

function describePlace(place: string): string {
  return place === 'folder'
    ? 'the payment files in the data folder (without --files)'
    : `the payment files in ${place}`;
}

/**
 * Checks the books of the target, that its audit log ends like the one of the source, and that no
 * node has recorded an entry.
 */
async function verifyTarget(
  url: URL,
  { end }: MoveSource,
  print: CliContext['print'],
): Promise<void> {
  print('Checking the books and the audit log of the target.');
  const chain = new ChainVerifier(end);
  const { head, waiting } = await inspectLog(url.href, [], chain.verify);
  const log = chain.end();
  const isSameEnd = head.sequence === end.sequence && head.hash === end.hash;
  const findings = [
    ...(await inspectBooks(url.href)),
    ...(log.unbroken ? [] : [`Entry ${String(log.sequence)} of the audit log: ${log.problem}`]),
    ...(isSameEnd ? [] : ['The audit log has another last entry.']),
    ...(waiting.entries === 0
      ? []
      : [`A node has recorded ${String(waiting.entries)} audit entries, so it uses the target.`]),
  ];
  if (findings.length === 0) return;
  throw new IntegrityError(
    ['The target differs from the source:', ...findings].join('\n  ') +
      '\nStop all nodes. Drop the database, create a new one and run the command again. The data folder is unchanged.',
  );
}
