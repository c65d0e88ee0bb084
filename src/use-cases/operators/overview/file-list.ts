import type { OverviewStore } from '../../../domain/ports/overview-store.ts';
import type { FilePage, FileQuery } from '../../../domain/records/listed-file.ts';
import { addDays, londonInstant } from '../../../shared/time.ts';

/** Maximum number of files on a page. */
const MAX_FILES = 200;

interface Parts {
  readonly store: OverviewStore;
}

/** Lists the files that were submitted for payment, the newest first. */
export async function listFiles(
  { store }: Parts,
  { day, state, after }: FileQuery,
): Promise<FilePage> {
  const from = day === null ? 0 : londonInstant(day);
  const before = day === null ? Number.MAX_SAFE_INTEGER : londonInstant(addDays(day, 1));
  const found = await store.listFiles({ from, before, state, after }, MAX_FILES + 1);
  const files = found.slice(0, MAX_FILES);
  const last = found.length > MAX_FILES ? files.at(-1) : undefined;
  return { files, next: last === undefined ? null : { at: last.createdAt, id: last.id } };
}
