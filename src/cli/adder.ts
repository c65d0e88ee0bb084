import { InvalidArgumentError, type Command } from 'commander';
import type { Sent } from './commands/send.ts';
import type { CliContext } from './program.ts';

/**
 * Runs a command with its arguments, followed by its options. Prints lines for people, and returns
 * the result for `--json`.
 */
export type Action = (context: CliContext, ...argumentsAndOptions: never[]) => Promise<unknown>;

/** Sets the action of a command. The action's module is loaded when the command runs. */
export type Run = (command: Command, load: () => Promise<Action>) => void;

/** The option of commands that need a reason. */
export const REASON = ['--reason <text>', 'reason, at most 500 characters. It is stored'] as const;

/** Returns a function that reads a whole number from a command line, for example a port. */
export function readWhole(max: number) {
  return (written: string): number => {
    if (/^\d{1,7}$/.test(written) && Number(written) <= max) return Number(written);
    throw new InvalidArgumentError(`Expected a whole number up to ${String(max)}.`);
  };
}

/** Returns a function that adds a command, whose action is in a module, and returns it. */
export function adder<Module>(parent: Command, run: Run, load: () => Promise<Module>) {
  return (signature: string, description: string, pick: (module: Module) => Action): Command => {
    const command = parent.command(signature).description(description);
    run(command, async () => pick(await load()));
    return command;
  };
}

/**
 * Returns a function that adds a command which sends one request to the running service. The
 * request contains the options of the command.
 *
 * @param check the command that shows the resulting state
 */
export function sender(parent: Command, run: Run, check: string) {
  const add = adder(parent, run, () => import('./commands/send.ts'));
  return (signature: string, description: string, route: Sent['route'], done: Sent['done']) =>
    add(signature, description, ({ sending }) => sending({ route, check, done }));
}
