import { formatNumber } from '../domain/messages/format.ts';
import type { FoundPayments } from '../domain/ports/file-search.ts';
import type { RequestContext } from './journey/interaction.ts';

/*
 * Parts of the lists of a file's payments, for customers and for operators.
 */

/** Number of payments on one page. */
export const ON_PAGE = 200;

/** Maximum length of a search text, in UTF-16 code units. */
export const MAX_TEXT = 64;

/** Highest page number that is accepted. No file has so many pages. */
const MAX_PAGE = 100_000;

/** Returns the page number in the query of an address, from 1. */
export function pageIn({ req }: RequestContext): number {
  const number = Number(req.query('page') ?? '1');
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), MAX_PAGE) : 1;
}

/** Returns the places of the payments on a page, for example `201 to 400 of 1,000`. */
export function rangeText(page: number, { payments, found }: FoundPayments): string {
  const first = (page - 1) * ON_PAGE + 1;
  return `${formatNumber(first)} to ${formatNumber(first + payments.length - 1)} of ${formatNumber(found)}`;
}

/**
 * Responds with a table as a file.
 *
 * @param name of the file, without its ending. It is used in a header, so it must not be text of a
 * user
 */
export function csvFile(
  context: RequestContext,
  name: string,
  table: string | Uint8Array,
): Response {
  return context.body(Buffer.from(table), 200, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
  });
}
