import {
  MAX_BACKLOG_COUNTED,
  type EndpointHealth,
  type SetAsideEvent,
} from '../../domain/records/event-notifications.ts';
import type { EndpointList, EventList } from '../../ops/commands/events.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { printList, request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that shows what became of an interrupted one. */
const CHECK = 'npx pisctl events list';
const CHECK_ENDPOINTS = 'npx pisctl events endpoints';

/** Lists the events that were set aside. */
export async function list(context: CliContext): Promise<EventList> {
  const found = await request<EventList>(context, 'GET /events', CHECK);
  printList(context, found.listed, formatEvent, 'No event is set aside.');
  return found;
}

/** Returns an event to its TPP again. */
export async function replay(context: CliContext, id: string): Promise<{ readonly id: string }> {
  if (!/^ev-\w+$/.test(id)) throw new CliError(`Name the event by its id. See: ${CHECK}`);
  const replayed = await request<{ readonly id: string }>(
    context,
    `POST /events/${id}/replay`,
    CHECK,
  );
  context.print(`The TPP receives ${id} with its next poll.`);
  return replayed;
}

/** Lists the subscriptions of TPPs. */
export async function endpoints(context: CliContext): Promise<EndpointList> {
  const found = await request<EndpointList>(context, 'GET /events/endpoints', CHECK_ENDPOINTS);
  printList(context, found.endpoints, formatEndpoint);
  return found;
}

/** Pushes events to a callback address again. */
export async function resume(context: CliContext, id: string): Promise<{ readonly id: string }> {
  if (!/^es-[\w-]+$/.test(id)) {
    throw new CliError(`Name the subscription by its id. See: ${CHECK_ENDPOINTS}`);
  }
  const resumed = await request<{ readonly id: string }>(
    context,
    `POST /events/endpoints/${id}/resume`,
    CHECK_ENDPOINTS,
  );
  context.print(`The events of ${id} are pushed again.`);
  return resumed;
}

function formatEndpoint(endpoint: EndpointHealth): string {
  const { id, clientId, callbackUrl, unresponsiveSince, backlog } = endpoint;
  const { succeededAt, failedAt, problem } = endpoint;
  const pushed = unresponsiveSince === null ? 'active' : 'unresponsive since ';
  const since = unresponsiveSince === null ? '' : formatLondon(unresponsiveSince);
  const count = backlog < MAX_BACKLOG_COUNTED ? String(backlog) : `${String(backlog)} or more`;
  const lines = [
    `${id}  ${printable(clientId)}, ${callbackUrl === null ? 'polls' : pushed + since}`,
    `    ${count} events not acknowledged`,
  ];
  if (callbackUrl !== null) lines.push(`    callback ${printable(callbackUrl)}`);
  if (succeededAt !== null) lines.push(`    last success ${formatLondon(succeededAt)}`);
  if (failedAt !== null && problem !== null) {
    lines.push(`    last failure ${formatLondon(failedAt)}: ${printable(problem)}`);
  }
  return lines.join('\n');
}

function formatEvent(event: SetAsideEvent): string {
  const { id, type, clientId, resourceId, at, errors, code, description } = event;
  return [
    `${id}  ${type} of ${resourceId}, ${formatLondon(at)}`,
    `    client ${printable(clientId)}, ${String(errors)} errors, the last: ` +
      `${printable(code)}: ${printable(description)}`,
  ].join('\n');
}
