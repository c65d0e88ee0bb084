import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../pis/src/program.ts';
import type { Context } from '../../pis/src/terminal/context.ts';

/** The day of the tests. */
export const TODAY = '2026-12-01';

/** A finding, as the command prints it. */
export interface Printed {
  readonly type: string;
  readonly code: string;
  readonly line?: number;
  readonly column?: string;
  readonly found: string;
  readonly expected: string;
}

/** Result of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Surroundings of a command that differ from those of a pipe. */
export interface Surroundings {
  readonly isTerminal?: boolean;
  /** The answer to each question, or a function that returns it. */
  readonly answer?: string | (() => Promise<string>);
  readonly signal?: AbortSignal;
  /** Folder of the profiles. */
  readonly folder?: string;
  /** Called for each text that is printed while the command runs. */
  readonly onOut?: (text: string) => void;
  /** Called for each text on stderr. */
  readonly onError?: (text: string) => void;
}

/** Creates a folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pis-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes a file into a new folder and returns its path. */
export async function fileOf(content: string | Uint8Array, name = 'in.csv'): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, content);
  return path;
}

/** Runs a command line. */
export async function pis(
  args: readonly string[],
  { isTerminal = false, answer, folder = 'nowhere', ...rest }: Surroundings = {},
): Promise<Ran> {
  const { signal = new AbortController().signal, onOut, onError } = rest;
  let [out, err] = ['', ''];
  const context: Context = {
    out: {
      ...{ isTerminal, hasColours: false },
      write: (text) => {
        out += text;
        onOut?.(text);
      },
    },
    err: {
      ...{ isTerminal, hasColours: false },
      write: (text) => {
        err += text;
        onError?.(text);
      },
    },
    ...(answer === undefined
      ? {}
      : {
          ask: (question: string) => {
            err += question;
            return typeof answer === 'string' ? Promise.resolve(answer) : answer();
          },
        }),
    ...{ today: TODAY, now: Date.now, folder },
    signal,
  };
  const code = await run(context, args);
  return { code, out, err };
}

/** Checks a file and returns what the command found. */
export async function check(content: string | Uint8Array, ...options: readonly string[]) {
  const { code, out, err } = await pis([
    ...['file', 'check', await fileOf(content), '--yes', '--json'],
    ...options,
  ]);
  if (out === '') throw new Error(err);
  const { findings, ...result } = JSON.parse(out) as {
    readonly findings: readonly Printed[];
    readonly payments: number;
    readonly controlSum: string;
    readonly totalLines: readonly number[];
    readonly error?: string;
  };
  if (result.error !== undefined) throw new Error(result.error);
  return { code, findings, codes: findings.map((each) => each.code), result };
}

/** Converts a file and returns its payments. */
export async function convert(content: string | Uint8Array, ...options: readonly string[]) {
  const path = await fileOf(content);
  const target = `${path}.json`;
  const ran = await pis(['file', 'convert', path, '--yes', '--out', target, ...options]);
  if (ran.code !== 0) throw new Error(`${ran.out}${ran.err}`);
  const bytes = await readFile(target);
  const { Data } = JSON.parse(bytes.toString()) as {
    readonly Data: { readonly DomesticPayments: readonly Converted[] };
  };
  return { bytes, target, payments: Data.DomesticPayments, ran };
}

/** A payment of a converted file. */
export interface Converted {
  readonly InstructionIdentification: string;
  readonly EndToEndIdentification: string;
  readonly RequestedExecutionDateTime?: string;
  readonly InstructedAmount: { readonly Amount: string };
  readonly CreditorAccount: Readonly<Record<string, string>>;
  readonly RemittanceInformation?: object;
}
