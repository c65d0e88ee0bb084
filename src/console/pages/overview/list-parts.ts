import { placeIn, placeText, type ListPlace } from '../../../domain/records/list-place.ts';
import { isDate, type LocalDate } from '../../../shared/time.ts';
import { actOf, type OperatorRequest } from '../../console-context.ts';

/** Returns the day in the query of an address. Null if there is none or it does not exist. */
export function dayIn({ context }: OperatorRequest): LocalDate | null {
  const written = context.req.query('day') ?? '';
  return isDate(written) ? written : null;
}

/** Returns the place in the query of an address after which the list begins. */
export function afterIn({ context }: OperatorRequest): ListPlace | null {
  return placeIn(context.req.query('after') ?? '') ?? null;
}

/** Records that the operator saw a list with data of customers, before it is shown or sent. */
export function recordListView(
  request: OperatorRequest,
  subject: 'files' | 'ledger' | 'approvals' | 'decisions',
  detail: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  return request.parts.store.record(actOf(request), { action: 'listViewed', subject, detail });
}

/** Records that the operator downloads a list, before it is sent. */
export function recordListDownload(
  request: OperatorRequest,
  subject: string,
  detail: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const entry = { action: 'listViewed', subject, detail: { ...detail, format: 'csv' } } as const;
  return request.parts.store.record(actOf(request), entry);
}

/** Returns links to the newest and to the earlier rows of a list. */
export function listLinks(
  pathOf: (after: string | null) => string,
  after: ListPlace | null,
  next: ListPlace | null,
): Readonly<Record<string, string | null>> {
  return {
    Newest: after === null ? null : pathOf(null),
    Earlier: next === null ? null : pathOf(placeText(next)),
  };
}
