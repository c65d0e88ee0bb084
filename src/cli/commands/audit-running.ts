import type { AuditListing } from '../../domain/records/audit-listing.ts';
import { auditDetail } from '../../domain/records/audit.ts';
import { formatInstant } from '../../shared/time.ts';
import { request } from '../control-client.ts';
import type { CliContext } from '../program.ts';

/** Options that select entries in the running service. */
export interface RunningOptions {
  readonly id?: string | undefined;
  readonly action?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

/** Prints entries that the running service lists, oldest first, as lines of JSON. */
export async function listRunning(context: CliContext, options: RunningOptions): Promise<void> {
  const selected = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(selected as [string, string][]).toString();
  const route = `GET /audit?${query}` as const;
  const { entries } = await request<AuditListing>(context, route, 'npx pisctl audit list');
  for (const { by, at, recordedAt, detail, ...entry } of entries.toReversed()) {
    const { kind: actorKind, id: actorId, ...origin } = by;
    const times = { at: formatInstant(at), recordedAt: formatInstant(recordedAt) };
    const fields = { detail: detail === null ? {} : auditDetail({ detail }) };
    context.printData(
      JSON.stringify({ ...entry, actorKind, actorId, ...origin, ...times, ...fields }),
    );
  }
}
