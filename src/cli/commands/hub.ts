import type { AdviceList, HubStatus, MessageList, ProblemList } from '../../ops/commands/hub.ts';
import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import { printProposal } from './action-proposals.ts';
import { numberOf, printList, printText, request, type Route } from '../control-client.ts';
import { formatAdvice } from '../reports/hub-advice.ts';
import {
  formatCounts,
  formatExchange,
  formatMessage,
  formatProblem,
  formatScheme,
} from '../reports/hub.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that lists the problems. */
const PROBLEMS = 'npx pisctl hub problems';

/** Options of the commands that need a reason. */
interface WithReason {
  readonly reason: string;
}

/** Shows the messages of each scheme and the number of open problems. */
export async function status(context: CliContext): Promise<HubStatus> {
  const found = await ask<HubStatus>(context, 'GET /hub');
  const { exchanges, schemes, problems: open } = found;
  if (exchanges.length === 0) {
    context.print('The schemes are simulated (PIS_SCHEMES). No messages are handed over.');
  }
  for (const exchange of exchanges) context.print(formatExchange(exchange));
  for (const scheme of schemes) context.print(formatScheme(scheme));
  context.print(formatCounts(open));
  return found;
}

/** Lists messages: the newest ones, or those that an option selects. */
export async function messages(
  context: CliContext,
  options: { waiting?: true; unanswered?: true; pending?: true; id?: string; payment?: string },
): Promise<MessageList> {
  const found = await ask<MessageList>(context, `GET /hub/messages?${queryOf(options).toString()}`);
  printList(context, found.listed, formatMessage, 'No message.');
  return found;
}

/** Prints the content of a message. */
export async function show(context: CliContext, message: string): Promise<void> {
  await printText(context, `GET /hub/messages/${messageId(message)}`);
}

/** Asks the hub for the answers to a message. */
export async function enquire(context: CliContext, message: string): Promise<unknown> {
  const result = await ask(context, `POST /hub/messages/${messageId(message)}/enquire`);
  context.print(`The hub will be asked. See: npx pisctl hub messages --id ${message}`);
  return result;
}

/** Lists open or dismissed problems. */
export async function problems(
  context: CliContext,
  { dismissed = false }: { dismissed?: boolean },
): Promise<ProblemList> {
  const which = dismissed ? 'dismissed' : 'open';
  const found = await ask<ProblemList>(context, `GET /hub/problems?which=${which}`);
  for (const problem of found.listed) context.print(formatProblem(problem));
  context.print(formatCounts(found.open));
  return found;
}

/** Lists the items of reports of Bacs, newest first. */
export async function advices(context: CliContext): Promise<AdviceList> {
  const found = await ask<AdviceList>(context, 'GET /hub/advices');
  printList(context, found.listed, formatAdvice, 'No advice of Bacs.');
  return found;
}

/** Reads a document again that was set aside. */
export async function readAgain(context: CliContext, problem: string): Promise<unknown> {
  const result = await command(context, problem, 'read-again');
  context.print('The document will be read again. See: npx pisctl hub problems');
  return result;
}

/** Proposes to book a returned credit again. */
export async function retryReturn(
  context: CliContext,
  problem: string,
  { reason }: WithReason,
): Promise<ActionProposal> {
  const proposal = await command<ActionProposal>(context, problem, 'retry-return', { reason });
  printProposal(context, proposal);
  return proposal;
}

/** Marks a problem as dealt with. */
export async function dismiss(
  context: CliContext,
  problem: string,
  { reason }: WithReason,
): Promise<unknown> {
  const result = await command(context, problem, 'dismiss', { reason });
  context.print(`Problem ${problem} is dismissed. No money has moved.`);
  return result;
}

/** Stops handing over messages of a scheme. */
export async function stop(
  context: CliContext,
  scheme: string,
  { reason }: WithReason,
): Promise<unknown> {
  const path = `/hub/schemes/${encodeURIComponent(scheme)}/stop` as const;
  const result = await ask(context, `POST ${path}`, { reason });
  context.print(
    `${scheme} is stopped. Its messages wait until two operators resume it: npx pisctl hub resume ${scheme}`,
  );
  return result;
}

/** Proposes to resume handing over messages of a scheme. */
export async function resume(
  context: CliContext,
  scheme: string,
  { reason }: WithReason,
): Promise<ActionProposal> {
  const route = `POST /hub/schemes/${encodeURIComponent(scheme)}/resume` as const;
  const proposal = await ask<ActionProposal>(context, route, { reason });
  printProposal(context, proposal);
  return proposal;
}

function messageId(written: string): string {
  if (/^\w+$/.test(written)) return written;
  throw new CliError('Name the message by its id. See: npx pisctl hub messages');
}

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, 'npx pisctl hub status', body);
}

function command<Result>(
  context: CliContext,
  problem: string,
  name: 'read-again' | 'retry-return' | 'dismiss',
  body?: unknown,
): Promise<Result> {
  const number = numberOf(problem, 'problem', PROBLEMS);
  return request<Result>(context, `POST /hub/problems/${number}/${name}`, PROBLEMS, body);
}

function queryOf({ waiting, unanswered, pending, id, payment }: Parameters<typeof messages>[1]) {
  if (id !== undefined) return new URLSearchParams({ by: 'id', id });
  if (payment !== undefined) return new URLSearchParams({ by: 'payment', id: payment });
  const states = { waiting, unanswered, pending };
  const by = Object.entries(states).find(([, isChosen]) => isChosen)?.[0] ?? 'newest';
  return new URLSearchParams({ by });
}
