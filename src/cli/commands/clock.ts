import { dataFolder } from '../../config/data-folder.ts';
import type { ClockReport } from '../../ops/commands/clock.ts';
import { request } from '../control-client.ts';
import { usageError, parseArguments, type Commands, type Program } from '../program.ts';

const USAGE = `npm run clock -- show      shows the machine's time and whether the service trusts it
npm run clock -- confirm   tells the service that the machine's clock is right`;

const COMMANDS: Commands = { show: [], confirm: [] };

/** `npm run clock`: shows the clock of the running service, and confirms it after a leap. */
export const clock: Program = async (args, { dataDirectory, print }) => {
  const { positionals } = parseArguments(args, {}, USAGE);
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'show' && command !== 'confirm')) {
    throw usageError(positionals, COMMANDS, USAGE);
  }
  const { control } = dataFolder(dataDirectory);
  const statusCommand = 'npm run clock -- show';
  const result = await request<ClockReport>(
    control,
    command === 'show' ? 'GET /clock' : 'POST /clock/confirm',
    statusCommand,
  );
  const { node, service, machine, moved, doubt } = result;
  if (doubt === null) print(`The clock of ${node} shows ${machine} and is trusted.`);
  else {
    print(`The clock of ${node} shows ${machine} and is not trusted. Using ${service} instead.`);
    print(`Reason: ${DOUBTS[doubt]} No due work is executed.`);
    print('If the machine is wrong, set its clock. If it is right: npm run clock -- confirm');
  }
  if (moved !== null) print(`Business time, moved by /sandbox/clock: ${moved}.`);
};

const DOUBTS: Readonly<Record<NonNullable<ClockReport['doubt']>, string>> = {
  leapt: "the machine's clock jumped while the service was running.",
  behind:
    "the machine's clock was behind the latest time in the database when the service started.",
  ahead:
    "the machine's clock was far ahead of the latest time in the database when the service started.",
};
