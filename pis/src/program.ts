import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { checkFile, convertFile, type ConvertOptions } from './commands/file.ts';
import { addFileOptions, type FileOptions } from './commands/options.ts';
import { FIELDS, PisError } from './rows/model.ts';
import type { Context } from './terminal/context.ts';

/** Exit codes: the file has faults, wrong use, interrupted. */
const FAILED = 1;
const WRONG_USE = 2;
const INTERRUPTED = 130;

const CHECK_EXAMPLES = `
Examples:
  $ pis file check payments.csv
  $ pis file check payments.csv --map "Pay to=name" --map C=amount --yes
  $ pis file check payments.csv --json | jq '.findings[] | select(.type == "fault")'

Exit codes: 0 no faults, 1 faults in the file, 2 wrong use, 130 interrupted.`;

const CONVERT_EXAMPLES = `
Examples:
  $ pis file convert payments.csv --debtor 11280001234567
  $ pis file convert payments.csv --type 4.0 --out payments.json
  $ pis file convert payments.csv --date-order dmy --decimal comma --yes --json

Exit codes: 0 written, 1 faults in the file, 2 wrong use, 130 interrupted.`;

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
  if (signal.aborted) return INTERRUPTED;
  // Commander has printed the message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  if (error instanceof PisError) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof Error && 'syscall' in error) {
    err.write(`${error.message}\n`);
    return FAILED;
  }
  throw error;
}

function createProgram(context: Context, end: (code: number) => void): Command {
  const { out, err } = context;
  const program = new Command('pis')
    .description('Pays spreadsheets by UK Open Banking.')
    .version(versionOfPackage())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      getOutHasColors: () => out.hasColours,
      getErrHasColors: () => err.hasColours,
    });
  const file = program.command('file').description('check and convert files of payments');
  addFileOptions(file.command('check'))
    .description('check the payments of a file and show all faults by line and column')
    .argument('<file>', 'file of payments')
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (path: string, options: FileOptions) => {
      end(await checkFile(context, path, options));
    });
  addFileOptions(file.command('convert'))
    .description('check a file and write it as a payment file of the standard')
    .argument('<file>', 'file of payments')
    .option('-o, --out <path>', 'file to write. Default: <file>.<type>.json')
    .addOption(
      new Option('--type <version>', 'version of the standard')
        .choices(['3.1', '4.0'])
        .default('3.1'),
    )
    .option('--force', 'replace the file to write if it exists')
    .addHelpText('after', CONVERT_EXAMPLES)
    .action(async (path: string, options: ConvertOptions) => {
      end(await convertFile(context, path, options));
    });
  file
    .command('fields')
    .description('list the fields for --map')
    .action(() => out.write(`${FIELDS.join('\n')}\n`));
  return program;
}

/** Returns the version in package.json. It is one folder above src/ and dist/. */
function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
