import { Argument, Command, type OutputConfiguration } from 'commander';
import { reveal } from '../shared/unsafe-unicode.ts';
import { shellCompletion, SHELLS, type Shell } from './completion.ts';
import type { Action } from './adder.ts';
import { defineCommands } from './definitions.ts';
import { IntegrityError, type CliContext } from './program.ts';

/**
 * Builds the command line of `pisctl`, the operators' program. Parsing throws `CommanderError` for
 * wrong arguments and after `--help`, once the message is written.
 */
export function createProgram(context: CliContext, output: OutputConfiguration = {}): Command {
  const program = new Command('pisctl')
    .description('Commands for operators of the payment initiation service.')
    .exitOverride()
    // A command and its subcommand may have an option with the same name.
    .enablePositionalOptions()
    .configureOutput({
      // The message repeats arguments, which may contain invisible characters.
      outputError: (text, write) => write(text.split('\n').map(reveal).join('\n')),
      ...output,
    })
    .showHelpAfterError('Add --help to see the usage.');
  defineCommands(program, (command, load) =>
    command.option('--json', 'print the result as JSON').action(async () => {
      const { json = false, ...options } = command.opts<{ json?: boolean }>();
      const args = [...command.args, options] as never[];
      await perform(await load(), args, context, json);
    }),
  );
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description(
      'Prints a script that completes commands and options, for example for bash:\n' +
        '  source <(pisctl completion bash)',
    )
    .summary('Prints a script for shell completion.')
    .action((shell: Shell) => context.printData(shellCompletion(program, shell)));
  return program;
}

/** Runs an action. With `--json`, prints only its result, also if the checked data has errors. */
async function perform(
  action: Action,
  args: readonly never[],
  context: CliContext,
  json: boolean,
): Promise<void> {
  if (!json) {
    await action(context, ...args);
    return;
  }
  const printResult = (result: unknown): void => {
    if (result !== undefined) context.printData(JSON.stringify(result, null, 2));
  };
  try {
    printResult(await action({ ...context, print: () => undefined }, ...args));
  } catch (error) {
    if (error instanceof IntegrityError) printResult(error.result);
    throw error;
  }
}
