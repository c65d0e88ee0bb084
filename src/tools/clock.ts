import { dataFolder } from '../domain/data-folder.ts';
import type { ToldOfClock } from '../ops/commands/clock.ts';
import { askRunning } from './control-client.ts';
import { readArguments, Trouble, type Program } from './program.ts';

const USAGE = `npm run clock -- show      what the service goes by, and what the machine says
npm run clock -- confirm   the machine's clock is right: the service goes by it again`;

/** `npm run clock`: looks at the clock of the running service, and believes it after a leap. */
export const clock: Program = async (args, { dataDirectory, say }) => {
  const { positionals } = readArguments(args, {}, USAGE);
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'show' && command !== 'confirm')) throw new Trouble(USAGE);
  const { control } = dataFolder(dataDirectory);
  const { service, machine, doubt } = await askRunning<ToldOfClock>(control, `clock-${command}`);
  say(`The service goes by ${service}, the machine by ${machine}.`);
  if (doubt === null) {
    say('The clock is believed.');
    return;
  }
  say(`In doubt: ${DOUBTS[doubt]} No due work is done.`);
  say('Where the machine is wrong, set its clock; where it is right: npm run clock -- confirm.');
};

const DOUBTS: Readonly<Record<NonNullable<ToldOfClock['doubt']>, string>> = {
  leapt: "the machine's clock leapt while the service was running.",
  behind: "the machine's clock was behind what the database knows when the service started.",
  ahead: "the machine's clock was far ahead of what the database knows when the service started.",
};
