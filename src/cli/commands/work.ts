import { dataFolder } from '../../config/data-folder.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatInstant } from '../../shared/time.ts';
import type { AbandonedWork, WorkList, RetryResult } from '../../ops/commands/work.ts';
import { request, type Route } from '../control-client.ts';
import { usageError, parseArguments, type Commands, type Program } from '../program.ts';

const USAGE = `npm run work -- list              lists failing execution steps, parked ones first
npm run work -- retry <id>|all    retries parked steps immediately
npm run work -- abandon <id>      abandons a parked step and returns the debited money. This is
                                  final. For a send or collect step, ask the scheme first`;

const COMMANDS: Commands = { list: [], retry: ['<id> or all'], abandon: ['<id>'] };

/** `npm run work`: lists steps that failed in the running service, and retries or abandons them. */
export const work: Program = async (args, { dataDirectory, print }) => {
  const { positionals } = parseArguments(args, {}, USAGE);
  const [command, id, ...rest] = positionals;
  if (rest.length > 0) throw usageError(positionals, COMMANDS, USAGE);
  const { control } = dataFolder(dataDirectory);
  const ask = <Result>(route: Route) => request<Result>(control, route, 'npm run work -- list');
  const step = encodeURIComponent(id ?? '');
  if (command === 'list' && id === undefined) {
    const { listed, total } = await ask<WorkList>('GET /work');
    for (const failing of listed) print(formatStep(failing));
    print(total === 0 ? 'No step is failing.' : `${String(total)} in total.`);
  } else if (command === 'retry' && id !== undefined) {
    const outcome = await ask<RetryResult>(
      id === 'all' ? 'POST /work/retry' : `POST /work/${step}/retry`,
    );
    print(`${String(outcome.resumed)} will be retried, ${String(outcome.parked)} still parked.`);
  } else if (command === 'abandon' && id !== undefined) {
    const { returnedPence } = await ask<AbandonedWork>(`POST /work/${step}/abandon`);
    print(`Abandoned. Returned to the debtor account: ${formatAmount(returnedPence)}.`);
  } else throw usageError(positionals, COMMANDS, USAGE);
};

function formatStep(step: FailingWork): string {
  const { id, paymentId, family, instrument, payments, totalPence, attempts, tryAt } = step;
  const sum = `${String(payments)} by ${instrument}, ${formatAmount(totalPence)}`;
  const times = attempts === 1 ? 'once' : `${String(attempts)} times`;
  const next = tryAt === null ? 'PARKED' : `next attempt ${formatInstant(tryAt)}`;
  return [
    `${String(id)}  ${step.step} of ${paymentId} (${family}: ${sum})`,
    `    due ${formatInstant(step.dueAt)}, failed ${times}, ${next}`,
    `    ${step.problem}`,
  ].join('\n');
}
