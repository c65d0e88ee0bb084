import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { buffer, json } from 'node:stream/consumers';
import { syncPath } from '../auth/keys/private-file.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import type { BackupLine } from '../ops/commands/backup.ts';
import type { ControlProblem } from '../ops/control.ts';
import { dataFolder } from '../config/data-folder.ts';
import { claimedOperator } from './claimed-operator.ts';
import { CliError, type CliContext } from './program.ts';

/** Error codes of connecting when no service listens on the socket. */
const NOT_RUNNING = new Set(['ENOENT', 'ECONNREFUSED']);

/** Error codes of reading and writing when the service closed the connection. */
const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE']);

/** Method and path of a request, for example `POST /work/12/retry`. */
export type Route = `${'GET' | 'POST' | 'DELETE'} /${string}`;

interface Exchange<Result> {
  readonly route: Route;
  readonly body?: unknown;
  /** Reads a successful response. */
  readonly read: (response: IncomingMessage) => Promise<Result>;
  /** Error message if the service stops or disconnects before the command is done. */
  readonly goneMessage: string;
}

/**
 * Sends a request to the running service and returns its result, or undefined if no service is
 * running. Throws if the service refuses the command or disconnects.
 */
async function exchange<Result>(
  { dataDirectory }: Pick<CliContext, 'dataDirectory'>,
  { route, body, read, goneMessage }: Exchange<Result>,
): Promise<Result | undefined> {
  const { control: socketPath } = dataFolder(dataDirectory);
  const [method, path] = route.split(' ', 2);
  const headers = { 'x-operator': claimedOperator(), 'content-type': 'application/json' };
  const outgoing = httpRequest({ socketPath, method, path, headers, agent: false });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw refused((await json(response)) as ControlProblem);
    return await read(response);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (NOT_RUNNING.has(code)) return undefined;
    if (DISCONNECTED.has(code)) throw new CliError(goneMessage, { cause });
    const advice =
      code === 'EACCES' ? ' Run the command as the user of the service, or as root.' : '';
    throw new CliError(`Cannot connect to the service at ${socketPath} (${code}).${advice}`, {
      cause,
    });
  } finally {
    outgoing.destroy();
  }
}

function refused({ message }: ControlProblem): CliError {
  return new CliError(`The service refused: ${message}`);
}

/**
 * Requests the running service to copy its database to a new file. Returns false if no service is
 * running.
 */
export async function copyRunning(
  context: Pick<CliContext, 'dataDirectory'>,
  to: string,
  onProgress: CopyProgress,
): Promise<boolean> {
  const goneMessage =
    'The service stopped or disconnected before the copy was complete. Try again.';
  const isComplete = await exchange(context, {
    route: 'POST /backups',
    body: { path: to },
    read: async (response) => {
      for await (const written of createInterface(response)) {
        const line = JSON.parse(written) as BackupLine;
        if ('complete' in line) return true;
        if ('error' in line) throw refused(line.error);
        // Sync while copying: at the end, the service would have to wait for the disk.
        await syncPath(to);
        onProgress(line.done, line.of);
      }
      throw new CliError(goneMessage);
    },
    goneMessage,
  });
  return isComplete === true;
}

/**
 * Sends a request and returns its result, or undefined if no service is running.
 *
 * @param statusCommand the command that shows the resulting state, for the error message
 */
export async function requestIfRunning<Result>(
  context: Pick<CliContext, 'dataDirectory'>,
  route: Route,
  statusCommand: string,
  body?: unknown,
): Promise<Result | undefined> {
  return exchange(context, {
    route,
    body,
    read: async (response) => (await json(response)) as Result,
    goneMessage:
      'The service stopped or disconnected before it answered. ' +
      `The command may or may not have been carried out. Check with: ${statusCommand}`,
  });
}

/** Like `requestIfRunning`, but throws if no service is running. */
export async function request<Result>(
  context: CliContext,
  route: Route,
  statusCommand: string,
  body?: unknown,
): Promise<Result> {
  const result = await requestIfRunning<Result>(context, route, statusCommand, body);
  if (result !== undefined) return result;
  throw notRunning(context);
}

/**
 * Returns the action of a command that lists records. Its options are sent as the query.
 *
 * @param none text that is printed if there are no records
 */
export function listing<Row>(
  route: Route,
  statusCommand: string,
  format: (row: Row) => string,
  none?: string,
) {
  return async (context: CliContext, options: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(options).toString();
    const path: Route = query === '' ? route : `${route}?${query}`;
    const found = await request<{ readonly listed: readonly Row[] }>(context, path, statusCommand);
    printList(context, found.listed, format, none);
    return found;
  };
}

/** Requests a text and prints its lines as they arrive. Throws if no service is running. */
export async function printText(context: CliContext, route: Route): Promise<void> {
  const printed = await exchange(context, {
    route,
    read: async (response) => {
      for await (const line of createInterface(response)) context.printData(line);
      if (!response.complete) throw new CliError(CUT_OFF);
      return true;
    },
    goneMessage: CUT_OFF,
  });
  if (printed === undefined) throw notRunning(context);
}

/** Requests a file. Throws if no service is running. */
export async function download(context: CliContext, route: Route): Promise<Buffer> {
  const file = await exchange(context, { route, read: buffer, goneMessage: CUT_OFF });
  if (file === undefined) throw notRunning(context);
  return file;
}

/** Prints the rows of a list, and then their number, or `none` if there are none. */
export function printList<Row>(
  { print }: Pick<CliContext, 'print'>,
  rows: readonly Row[],
  format: (row: Row) => string,
  none = 'None.',
): void {
  for (const row of rows) print(format(row));
  print(rows.length === 0 ? none : `${String(rows.length)} listed.`);
}

/** Formats of ids. Texts such as `..` are refused, because the path would name another command. */
const ID_FORMATS = {
  case: /^\d+$/,
  problem: /^\d+$/,
  proposal: /^\d+$/,
  request: /^\d+$/,
  step: /^\d+$/,
  payment: /^[\w-]+$/,
  consent: /^[\w-]+$/,
  message: /^\w+$/,
  event: /^ev-\w+$/,
  subscription: /^es-[\w-]+$/,
  difference: /^[A-Z0-9]+(-\d+)?$/,
  downtime: /^\w[\w:.-]*$/,
  organisation: /^[A-Za-z0-9][\w.-]{0,63}$/,
  scheme: /^(?!\.+$).+$/s,
  user: /^(?!\.+$).+$/s,
} as const;

export type IdKind = keyof typeof ID_FORMATS;

/** Names of the ids that are neither called a number nor an id. */
const ID_NAMES: Partial<Record<IdKind, string>> = {
  difference: 'name',
  scheme: 'name',
  downtime: 'start',
  organisation: 'id in the directory',
};

/** Returns an id as a part of a path. Throws CliError for a text that is not an id of this kind. */
export function idOf(kind: IdKind, written: string, listCommand: string): string {
  const format = ID_FORMATS[kind];
  if (format.test(written)) return encodeURIComponent(written);
  const name = ID_NAMES[kind] ?? (format.source === '^\\d+$' ? 'number' : 'id');
  throw new CliError(`Name the ${kind} by its ${name}. See: ${listCommand}`);
}

const CUT_OFF = 'The service stopped or disconnected before the text was complete. Try again.';

function notRunning({ dataDirectory }: Pick<CliContext, 'dataDirectory'>): CliError {
  const { control } = dataFolder(dataDirectory);
  return new CliError(
    `No service is running on this data folder (${control}). Start it, or set PIS_DATA_DIR.`,
  );
}
