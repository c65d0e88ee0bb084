import { Argument, type Command } from 'commander';
import { withBank, type BankOptions, type Connection } from '../../bank/connection.ts';
import { decideInSandbox } from '../../bank/sandbox.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP, printResult, type JsonOption } from '../../terminal/results.ts';
import { addProfileOption } from '../options.ts';
import { listen, type ListenOptions } from './listen.ts';
import { callExtension, subscriptionOf } from './subscription.ts';

interface EventOptions extends BankOptions {
  readonly json?: JsonOption;
}

const EXAMPLES = `
Examples:
  $ pis events listen --subscribe
  $ pis events listen --forward-to http://localhost:3000/events
  $ pis events listen | jq .resourceId`;

/** Adds `pis events`. */
export function addEventCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  const events = program.command('events').description('receive and test events of the bank');
  addProfileOption(events.command('listen'))
    .description('print the events as they happen, until Ctrl-C')
    .option('--forward-to <url>', 'post each event there, as the bank would push it')
    .option('--subscribe', 'create a subscription if there is none')
    .option(JSON_FLAG, JSON_HELP)
    .addHelpText('after', EXAMPLES)
    .action(async (options: ListenOptions) => {
      end(await listen(context, options));
    });
  addProfileOption(events.command('trigger'))
    .description('have the bank send an event')
    .addArgument(
      new Argument('[event]', 'test: a test event to your address. approval: sandbox only')
        .choices(['test', 'approval'])
        .default('test'),
    )
    .option(JSON_FLAG, JSON_HELP)
    .action(async (event: 'test' | 'approval', options: EventOptions) => {
      const act = event === 'test' ? testAddress : approveConsent;
      end(await withBank(context, options, (bank) => act(context, bank, options)));
    });
  addProfileOption(events.command('replay'))
    .description('have the bank send events again')
    .argument('<from>', 'time of the first event, for example 2026-12-01T09:00:00Z')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (from: string, options: EventOptions) => {
      end(await withBank(context, options, (bank) => replay(context, bank, { from, ...options })));
    });
  addProfileOption(events.command('status'))
    .description('show the subscription and the last pushes')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (options: EventOptions) => {
      end(await withBank(context, options, (bank) => showStatus(context, bank, options)));
    });
}

async function testAddress(
  { out, signal }: Context,
  connection: Connection,
  { json }: EventOptions,
): Promise<ExitCode> {
  const { id, callbackUrl } = await subscriptionOf(connection, signal);
  if (callbackUrl === undefined) {
    throw new PisError(
      'The subscription has no address, so the bank pushes nothing. Receive events with ' +
        'pis events listen. In the sandbox, pis events trigger approval makes one happen.',
      exitCodes.wrongUse,
    );
  }
  const answer = await callExtension(connection, 'POST test', { id, signal });
  const { jti, accepted, problem } = answer as Tested;
  const result = { accepted, callbackUrl, id: jti, problem: problem ?? '' };
  const text = accepted ? 'accepted the event' : `did not accept it: ${problem ?? ''}`;
  printResult(out, json, result, `${callbackUrl} ${text}`);
  return accepted ? exitCodes.done : exitCodes.failed;
}

interface Tested {
  readonly jti: string;
  readonly accepted: boolean;
  readonly problem?: string;
}

/** Creates a consent and has a user of the sandbox approve it, which is an event. */
async function approveConsent(
  { out, signal }: Context,
  connection: Connection,
  { json }: EventOptions,
): Promise<ExitCode> {
  if (connection.profile.sandbox === undefined) {
    const message = 'pis events trigger approval: only a sandbox offers this.';
    throw new PisError(message, exitCodes.wrongUse);
  }
  const Initiation = {
    ...{ InstructionIdentification: 'pis-events', EndToEndIdentification: 'pis-events' },
    InstructedAmount: { Amount: '1.00', Currency: 'GBP' },
    CreditorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      ...{ Identification: '20051760000000', Name: 'Fresco Ltd' },
    },
  };
  const payments = connection.bank.payments('domestic-payments');
  const { Data } = await payments.createConsent({ Data: { Initiation }, Risk: {} }, { signal });
  const { ConsentId: consentId } = Data;
  const decision = { user: 'clara', decision: 'approve', debtorAccount: '11280001234567' } as const;
  await decideInSandbox(connection, consentId, decision, signal);
  const text = `${decision.user} has approved the consent ${consentId}. Nothing is paid.`;
  printResult(out, json, { consentId, user: decision.user }, text);
  return exitCodes.done;
}

async function replay(
  { out, signal }: Context,
  connection: Connection,
  { from, json }: EventOptions & { readonly from: string },
): Promise<ExitCode> {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(from);
  const start = isDay ? `${from}T00:00:00Z` : from;
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(start) || Number.isNaN(Date.parse(start))) {
    throw new PisError(
      `<from>: found "${from}". Expected a time with its zone, for example ` +
        '2026-12-01T09:00:00Z, or a day.',
      exitCodes.wrongUse,
    );
  }
  const { id } = await subscriptionOf(connection, signal);
  let replayed = 0;
  let after: string | undefined;
  do {
    const body = { from: start, ...(after !== undefined && { after }) };
    const answer = await callExtension(connection, 'POST replay', { id, body, signal });
    const sent = answer as { readonly replayed: number; readonly next?: string };
    replayed += sent.replayed;
    after = sent.next;
  } while (after !== undefined);
  printResult(out, json, { replayed, from: start }, `${String(replayed)} events are sent again.`);
  return exitCodes.done;
}

async function showStatus(
  { out, signal }: Context,
  connection: Connection,
  { json }: EventOptions,
): Promise<ExitCode> {
  const { id, callbackUrl = '' } = await subscriptionOf(connection, signal);
  const health = await callExtension(connection, 'GET health', { id, signal });
  const result: Readonly<Record<string, unknown>> = {
    ...{ subscriptionId: id, callbackUrl },
    ...(health as object),
  };
  const lines = Object.entries(result).filter(([, value]) => value !== '');
  const text = lines.map(([name, value]) => `${name.padEnd(17)} ${String(value)}`).join('\n');
  printResult(out, json, result, text);
  return exitCodes.done;
}
