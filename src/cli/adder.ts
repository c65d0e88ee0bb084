import type { Command } from 'commander';
import type { CliContext } from './program.ts';

/**
 * Carries out a command. Gets its arguments, then its options. Prints lines for people, and returns
 * the result for `--json`.
 */
export type Action = (context: CliContext, ...argumentsAndOptions: never[]) => Promise<unknown>;

/** Gives a command its action. The action's module is loaded when the command runs. */
export type Run = (command: Command, load: () => Promise<Action>) => void;

/** Returns a function that adds a command, whose action is in a module, and returns it. */
export function adder<Module>(parent: Command, run: Run, load: () => Promise<Module>) {
  return (signature: string, description: string, pick: (module: Module) => Action): Command => {
    const command = parent.command(signature).description(description);
    run(command, async () => pick(await load()));
    return command;
  };
}
