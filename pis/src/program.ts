import { readFileSync } from 'node:fs';
import { PaymentClientError } from '@payment-initiation/client';
import { Command, CommanderError } from 'commander';
import { addFileCommands } from './commands/files/file-commands.ts';
import { addPayCommands } from './commands/files/pay-commands.ts';
import { addPaymentCommands } from './commands/payments/payment-commands.ts';
import { addSetupCommands } from './commands/setup-commands.ts';
import { addCompletionCommand } from './commands/tools/completion.ts';
import { addEventCommands } from './commands/tools/events.ts';
import { addExplainCommand } from './commands/tools/explain.ts';
import { addLogCommands } from './commands/tools/logs.ts';
import { addSandboxCommands } from './commands/tools/sandbox.ts';
import { EXIT_CODE_MEANINGS, exitCodeOf, exitCodes, type ExitName } from './exit-codes.ts';
import { PisError } from './rows/model.ts';
import type { Context } from './terminal/context.ts';

/** Adds commands to the program. `end` receives the exit code. */
type AddCommands = (program: Command, context: Context, end: (code: number) => void) => void;

const GROUPS: readonly AddCommands[] = [
  addSetupCommands,
  addFileCommands,
  addPayCommands,
  addPaymentCommands,
  addEventCommands,
  addLogCommands,
  addSandboxCommands,
  addExplainCommand,
  addCompletionCommand,
];

const HELP = `
Exit codes:
${(Object.keys(exitCodes) as ExitName[])
  .map((name) => `  ${String(exitCodes[name]).padEnd(4)}${EXIT_CODE_MEANINGS[name]}`)
  .join('\n')}

Environment:
  PISCLI_HOME     folder of profiles and states. Default: ~/.config/pis
  PISCLI_PROFILE  profile of commands without --profile. Default: sandbox
  NO_COLOR        turns colours off`;

/** Runs a command line and returns its exit code. */
export async function run(context: Context, args: readonly string[]): Promise<number> {
  let code = 0;
  const program = createProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return failure(context, error);
  }
}

function failure({ err, signal }: Context, error: unknown): number {
  if (signal.aborted) return exitCodes.interrupted;
  // Commander has printed the message, or the help.
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
  }
  if (error instanceof PisError) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof PaymentClientError) {
    err.write(`${error.message}\n${error.remedy}\n`);
    return exitCodeOf(error);
  }
  if (error instanceof Error && 'syscall' in error) {
    err.write(`${error.message}\n`);
    return exitCodes.failed;
  }
  throw error;
}

function createProgram(context: Context, end: (code: number) => void): Command {
  const { out, err } = context;
  const program = new Command('pis')
    .description('Pays spreadsheets by UK Open Banking.')
    .version(versionOfPackage())
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      getOutHasColors: () => out.hasColours,
      getErrHasColors: () => err.hasColours,
    });
  for (const add of GROUPS) add(program, context, end);
  return program;
}

/** Returns the version in package.json. It is one folder above src/ and dist/. */
function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
