import type { SetAsideEvent } from '../../domain/records/event-notifications.ts';
import type { EventList } from '../../ops/commands/events.ts';
import { formatInstant } from '../../shared/time.ts';
import { request } from '../control-client.ts';
import { printable } from '../hub-report.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that shows what became of an interrupted one. */
const CHECK = 'npx pisctl events list';

/** Lists the events that were set aside. */
export async function list(context: CliContext): Promise<EventList> {
  const found = await request<EventList>(context, 'GET /events', CHECK);
  for (const event of found.listed) context.print(formatEvent(event));
  const count = found.listed.length;
  context.print(count === 0 ? 'No event is set aside.' : `${String(count)} listed.`);
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

function formatEvent(event: SetAsideEvent): string {
  const { id, type, clientId, resourceId, at, errors, code, description } = event;
  return [
    `${id}  ${type} of ${resourceId}, ${formatInstant(at)}`,
    `    client ${printable(clientId)}, ${String(errors)} errors, the last: ` +
      `${printable(code)}: ${printable(description)}`,
  ].join('\n');
}
