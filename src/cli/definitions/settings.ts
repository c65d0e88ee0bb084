import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the command that shows the settings in force. */
export function defineSettings(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/settings.ts'))(
    'settings [name]',
    'Shows the version, the profile, the database and all settings of the running service, limits ' +
      'first, and where each value comes from. With a name such as PIS_NODE, shows this setting with ' +
      'its meaning. Secrets are not shown.',
    ({ settings }) => settings,
  ).summary('Shows the settings of the running service.');
}
