import type { HubStatus, MessageList, ProblemList } from '../../ops/commands/hub.ts';
import { idOf, listing, printList, printText, request, type Route } from '../control-client.ts';
import {
  formatAdvice,
  formatCounts,
  formatExchange,
  formatMessage,
  formatProblem,
  formatScheme,
} from '../reports/hub.ts';
import type { CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl hub status';

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
  await printText(
    context,
    `GET /hub/messages/${idOf('message', message, 'npx pisctl hub messages')}`,
  );
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
export const advices = listing('GET /hub/advices', CHECK, formatAdvice, 'No advice of Bacs.');

function ask<Result>(context: CliContext, route: Route, body?: unknown): Promise<Result> {
  return request<Result>(context, route, CHECK, body);
}

function queryOf({ waiting, unanswered, pending, id, payment }: Parameters<typeof messages>[1]) {
  if (id !== undefined) return new URLSearchParams({ by: 'id', id });
  if (payment !== undefined) return new URLSearchParams({ by: 'payment', id: payment });
  const states = { waiting, unanswered, pending };
  const by = Object.entries(states).find(([, isChosen]) => isChosen)?.[0] ?? 'newest';
  return new URLSearchParams({ by });
}
