import { formatTimeline } from '../../domain/messages/timeline-text.ts';
import type { PaymentTimeline } from '../../domain/records/payment-timeline.ts';
import { request } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';

/** Shows what happened to a payment. */
export async function show(
  context: CliContext,
  id: string,
  { row }: { readonly row?: string },
): Promise<PaymentTimeline> {
  if (!/^[\w-]{1,100}$/.test(id)) {
    throw new CliError(
      'Name the payment by its ConsentId or by the id of the payment. Search with: ' +
        'npx pisctl find <text>',
    );
  }
  if (row !== undefined && !/^[1-9]\d{0,8}$/.test(row)) {
    throw new CliError('Name the row by its number in the file, from 1: --row 3');
  }
  const query = row === undefined ? '' : `?row=${row}`;
  const route = `GET /payments/${id}${query}` as const;
  const timeline = await request<PaymentTimeline>(context, route, `npx pisctl show ${id}`);
  for (const line of formatTimeline(timeline)) context.print(line);
  return timeline;
}
