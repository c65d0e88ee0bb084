import { InvalidArgumentError, Option, type Command } from 'commander';
import type { BankOptions } from '../../bank/connection.ts';
import { requestSandbox } from '../../bank/sandbox.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { reasonInWords } from '../../payment/words.ts';
import { loadProfile } from '../../profile/profile.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import * as results from '../../terminal/results.ts';
import { tableOf } from '../../terminal/table.ts';
import { addProfileOption } from '../options.ts';

const { JSON_FLAG, JSON_HELP, printResult, printResults } = results;

interface SandboxOptions extends BankOptions {
  readonly json?: results.JsonOption;
}

/** First answers of the sandbox's schemes, by the creditor's account. */
export const SANDBOX_ANSWERS = [
  { account: '99999900000001', answer: 'rejected', reason: 'AC01' },
  { account: '99999900000004', answer: 'rejected', reason: 'AC04' },
  { account: '99999900000005', answer: 'rejected', reason: 'FF05' },
  { account: '99999900000006', answer: 'rejected', reason: 'AC06' },
  { account: '99999900000008', answer: 'rejected', reason: 'AG08' },
  { account: '99999900000014', answer: 'rejected', reason: 'AM14' },
  { account: '99999900000050', answer: 'pending', reason: 'NARR' },
  { account: '99999900000051', answer: 'pending', reason: 'NARR' },
] as const;

/** Accounts whose credits stay pending for a day, with the answer that follows. */
const LATER: Readonly<Record<string, string>> = {
  '99999900000050': 'for one day, then paid',
  '99999900000051': 'for one day, then rejected: AC06',
};

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Adds `pis sandbox`. */
export function addSandboxCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const sandbox = program.command('sandbox').description('control the sandbox');
  addProfileOption(sandbox.command('clock'))
    .description("show the sandbox's clock, or move it forward and execute what falls due")
    .argument('[time]', 'a time such as 2026-12-01T09:00:00Z, or +30m, +2h, +1d')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (time: string | undefined, options: SandboxOptions) => {
      end(await moveClock(context, time, options));
    });
  sandbox
    .command('answer')
    .description('list the creditor accounts for which the schemes have a fixed answer')
    .option(JSON_FLAG, JSON_HELP)
    .action(({ json }: SandboxOptions) => {
      showAnswers(context, json);
    });
  addProfileOption(sandbox.command('return'))
    .description("return a payment that was paid, as the creditor's bank could do later")
    .argument('<payment>', 'id of the payment')
    .option('--index <number>', 'position of the payment in its file, from 0', indexOf, 0)
    .addOption(
      new Option('--reason <code>', 'reason of the return')
        .choices(['AC01', 'AC04', 'AC06', 'NARR'])
        .default('AC04'),
    )
    .option(JSON_FLAG, JSON_HELP)
    .action(async (id: string, options: SandboxOptions & { index: number; reason: string }) => {
      const { index, reason } = options;
      const done = `${id} is returned: ${reason}, ${reasonInWords(reason)}.`;
      end(await actOn(context, options, { id, action: 'returns', body: { index, reason }, done }));
    });
  addProfileOption(sandbox.command('approve'))
    .description('add a further approval to a payment that needs several')
    .argument('<payment>', 'id of the payment')
    .requiredOption('--user <name>', 'user of the sandbox who approves, for example dina')
    .option('--reject', 'reject the payment instead')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (id: string, options: SandboxOptions & { user: string; reject?: boolean }) => {
      const decision = options.reject === true ? 'reject' : 'approve';
      const body = { user: options.user, decision };
      const done = `${options.user}: ${decision} ${id}.`;
      end(await actOn(context, options, { id, action: 'approvals', body, done }));
    });
}

function indexOf(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 0 on.');
}

async function moveClock(
  context: Context,
  time: string | undefined,
  options: SandboxOptions,
): Promise<ExitCode> {
  const { out, signal } = context;
  const place = await placeOf(context, options);
  const clock = { path: '/sandbox/clock', signal };
  let shown = (await requestSandbox(place, { method: 'GET', ...clock })) as { now: string };
  if (time !== undefined) {
    const body = { now: timeOf(time, shown.now) };
    shown = (await requestSandbox(place, { method: 'PUT', body, ...clock })) as { now: string };
  }
  printResult(out, options.json, { now: shown.now }, shown.now);
  return exitCodes.done;
}

/** Returns the time to which the clock moves. The sandbox checks a time that is not relative. */
function timeOf(text: string, now: string): string {
  const [, count, unit = ''] = /^\+(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count === undefined && /^\d{4}-/.test(text)) return text;
  const step = UNITS[unit];
  if (count !== undefined && step !== undefined) {
    return new Date(Date.parse(now) + Number(count) * step).toISOString();
  }
  throw new PisError(
    `[time]: found "${text}". Expected a time such as 2026-12-01T09:00:00Z, or +30m, +2h, +1d.`,
    exitCodes.wrongUse,
  );
}

function showAnswers({ out }: Context, json: results.JsonOption | undefined): void {
  const rows = SANDBOX_ANSWERS.map(({ account, answer, reason }) => {
    const meaning = LATER[account] ?? reasonInWords(reason);
    return { account, answer, reason, meaning };
  });
  const table = tableOf(
    ['creditor account', 'answer', 'reason', 'meaning'],
    rows.map((row) => Object.values(row)),
  );
  const text =
    `${table}\n\nAll other accounts accept payments. ` +
    'Return one later with: pis sandbox return <payment>';
  printResults(out, json, rows, text);
}

async function actOn(
  context: Context,
  options: SandboxOptions,
  { id, action, body, done }: { id: string; action: string; body: object; done: string },
): Promise<ExitCode> {
  const answer = await requestSandbox(await placeOf(context, options), {
    ...{ method: 'POST', path: `/sandbox/payments/${encodeURIComponent(id)}/${action}` },
    ...{ body, signal: context.signal },
  });
  const result = { paymentId: id, ...(answer as { readonly status: string }) };
  const details = Object.entries(answer as object).map(
    ([name, value]) => `${name} ${String(value)}`,
  );
  printResult(context.out, options.json, result, `${done}\n${details.join(', ')}`);
  return exitCodes.done;
}

async function placeOf({ folder }: Context, { profile: name }: BankOptions) {
  return { name, profile: await loadProfile(folder, name) };
}
