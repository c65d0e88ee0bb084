import {
  MAX_BACKLOG_COUNTED,
  type EndpointHealth,
  type SetAsideEvent,
} from '../../domain/records/event-notifications.ts';
import type { EndpointList } from '../../ops/commands/events.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { listing, printList, request } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl events list';
const CHECK_ENDPOINTS = 'npx pisctl events endpoints';

/** Lists the events that were set aside. */
export const list = listing('GET /events', CHECK, formatEvent, 'No event is set aside.');

/** Lists the subscriptions of TPPs. */
export async function endpoints(context: CliContext): Promise<EndpointList> {
  const found = await request<EndpointList>(context, 'GET /events/endpoints', CHECK_ENDPOINTS);
  printList(context, found.endpoints, formatEndpoint);
  return found;
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
