import { Option, type Command } from 'commander';
import { FIELDS } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { checkFile, convertFile, type ConvertOptions } from './file.ts';
import { addFileOptions, type FileOptions } from '../options.ts';

const CHECK_EXAMPLES = `
Examples:
  $ pis file check payments.csv
  $ pis file check payments.csv --map "Pay to=name" --map C=amount --yes
  $ pis file check payments.xlsx --sheet "Week 49"
  $ pis file check payments.csv --json | jq '.findings[] | select(.type == "fault")'

Exit codes: 0 no faults, 1 faults in the file, 2 wrong use, 130 interrupted.`;

const CONVERT_EXAMPLES = `
Examples:
  $ pis file convert payments.csv --debtor 11280001234567
  $ pis file convert payments.csv --type 4.0 --out payments.json
  $ pis file convert payments.csv --date-order dmy --decimal comma --yes --json

Exit codes: 0 written, 1 faults in the file, 2 wrong use, 130 interrupted.`;

const JSON_OPTION = ['--json', 'print one JSON object with all faults and warnings'] as const;

/** Adds `pis file`. */
export function addFileCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const file = program.command('file').description('check and convert files of payments');
  addFileOptions(file.command('check'))
    .description('check the payments of a file and show all faults by line and column')
    .argument('<file>', 'file of payments')
    .option(...JSON_OPTION)
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
    .option(...JSON_OPTION)
    .addHelpText('after', CONVERT_EXAMPLES)
    .action(async (path: string, options: ConvertOptions) => {
      end(await convertFile(context, path, options));
    });
  file
    .command('fields')
    .description('list the fields for --map')
    .action(() => context.out.write(`${FIELDS.join('\n')}\n`));
}
