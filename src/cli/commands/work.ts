import { dataFolder } from '../../config/data-folder.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatInstant } from '../../shared/time.ts';
import type { AbandonedWork, ListedWork, ResumedWork } from '../../ops/commands/work.ts';
import { askRunning } from '../control-client.ts';
import { usageError, parseArguments, type Commands, type Program } from '../program.ts';

const USAGE = `npm run work -- list              steps of execution that fail, the parked ones first
npm run work -- retry <id>|all    takes parked steps up again, at once
npm run work -- abandon <id>      gives a parked step up: what was debited goes back, for good
                                  (ask the scheme first, where the step is send or collect)`;

const COMMANDS: Commands = { list: [], retry: ['<id> or all'], abandon: ['<id>'] };

/** `npm run work`: lists steps that failed in the running service, and retries or abandons them. */
export const work: Program = async (args, { dataDirectory, say }) => {
  const { positionals } = parseArguments(args, {}, USAGE);
  const [command, id, ...rest] = positionals;
  if (rest.length > 0) throw usageError(positionals, COMMANDS, USAGE);
  const { control } = dataFolder(dataDirectory);
  const ask = <Told>(line: string) => askRunning<Told>(control, line, 'npm run work -- list');
  if (command === 'list' && id === undefined) {
    const { listed, total } = await ask<ListedWork>('work-list');
    for (const step of listed) say(inWords(step));
    say(total === 0 ? 'No step fails.' : `${String(total)} in all.`);
  } else if (command === 'retry' && id !== undefined) {
    const asked = await ask<ResumedWork>(`work-retry ${id}`);
    say(`${String(asked.resumed)} taken up again, ${String(asked.parked)} parked.`);
  } else if (command === 'abandon' && id !== undefined) {
    const { returnedPence } = await ask<AbandonedWork>(`work-abandon ${id}`);
    say(`Given up. Returned to whoever was debited: ${formatAmount(returnedPence)}.`);
  } else throw usageError(positionals, COMMANDS, USAGE);
};

function inWords(step: FailingWork): string {
  const { id, paymentId, family, instrument, payments, totalPence, attempts, tryAt } = step;
  const sum = `${String(payments)} by ${instrument}, ${formatAmount(totalPence)}`;
  const times = attempts === 1 ? 'once' : `${String(attempts)} times`;
  const next = tryAt === null ? 'PARKED' : `tried again ${formatInstant(tryAt)}`;
  return [
    `${String(id)}  ${step.step} of ${paymentId} (${family}: ${sum})`,
    `    due ${formatInstant(step.dueAt)}, failed ${times}, ${next}`,
    `    ${step.problem}`,
  ].join('\n');
}
