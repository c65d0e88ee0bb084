import { InvalidArgumentError, type Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { requestLogPath, type BankOptions } from '../../bank/connection.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { readIfPresent } from '../../output/files.ts';
import { loadProfile } from '../../profile/profile.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP, printResult, type JsonOption } from '../../terminal/results.ts';
import { addProfileOption } from '../options.ts';

interface TailOptions extends BankOptions {
  readonly follow?: boolean;
  readonly lines: number;
  readonly json?: JsonOption;
}

/** A line of the log. */
interface Logged {
  readonly at: string;
  readonly operation: string;
  /** Absent if no response arrived. */
  readonly status?: number;
  readonly milliseconds: number;
  readonly interactionId: string;
  readonly attempt: number;
}

/** Pause between two reads of the log, in milliseconds. */
const PAUSE_MS = 300;

/** Adds `pis logs`. */
export function addLogCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const logs = program.command('logs').description('show your own requests to the bank');
  addProfileOption(logs.command('tail'))
    .description('show the last requests: time, operation, status, duration, interaction id')
    .option('-f, --follow', 'go on with new requests, until Ctrl-C')
    .option('-n, --lines <count>', 'number of requests', countOf, 20)
    .option(JSON_FLAG, JSON_HELP)
    .action(async (options: TailOptions) => {
      end(await tail(context, options));
    });
}

function countOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number, for example 20.');
}

async function tail(context: Context, options: TailOptions): Promise<ExitCode> {
  const { folder, signal, err } = context;
  // Checks the name of the profile.
  await loadProfile(folder, options.profile);
  const path = requestLogPath(folder, options.profile);
  let read = await readLines(path);
  if (read.length === 0) err.write(`There are no requests in ${path}.\n`);
  print(context, options, options.lines === 0 ? [] : read.slice(-options.lines));
  if (options.follow !== true) return exitCodes.done;
  while (!signal.aborted) {
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    const lines = await readLines(path);
    // A full log is started again. Its first line is then another one.
    const isSame = lines.length >= read.length && lines[0] === read[0];
    print(context, options, isSame ? lines.slice(read.length) : lines);
    read = lines;
  }
  return exitCodes.interrupted;
}

/** Returns the complete lines of the log. */
async function readLines(path: string): Promise<readonly string[]> {
  const text = (await readIfPresent(path)) ?? '';
  return text.split('\n').slice(0, -1);
}

function print({ out }: Context, { json }: TailOptions, lines: readonly string[]): void {
  for (const line of lines) {
    const { at, operation, status, milliseconds, interactionId, attempt } = recordIn(line);
    const ms = Math.round(milliseconds);
    const result = { at, operation, status: status ?? null, ms, interactionId, attempt };
    const shown = [at, status ?? 'none', `${String(ms)} ms`.padStart(8), interactionId, operation];
    printResult(out, json, result, shown.join('  '));
  }
}

function recordIn(line: string): Logged {
  try {
    return JSON.parse(line) as Logged;
  } catch (cause) {
    throw new PisError(`A line of the log is not JSON: ${line.slice(0, 80)}`, 1, { cause });
  }
}
