import type { ApiMonth } from '../../domain/records/api-figures.ts';
import type { LedgerDay, LedgerEntries } from '../../domain/records/ledger-day.ts';
import { placeText, type ListPlace } from '../../domain/records/list-place.ts';
import type { FilePage } from '../../domain/records/listed-file.ts';
import { request, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';
import { formatApiMonth, formatEntry, formatFile, formatLedger } from '../reports/overviews.ts';

/** Shows the accounts of each scheme on a day. */
export async function ledger(
  context: CliContext,
  options: { day?: string; scheme?: string },
): Promise<LedgerDay> {
  const found = await ask<LedgerDay>(context, '/ledger', options);
  for (const line of formatLedger(found)) context.print(line);
  return found;
}

/** Shows availability, response times and errors of the API on each day of a month. */
export async function regulator(
  context: CliContext,
  options: { month?: string },
): Promise<ApiMonth> {
  const found = await ask<ApiMonth>(context, '/regulator', options);
  for (const line of formatApiMonth(found)) context.print(line);
  return found;
}

/** Lists entries of an account of the bank on a day, the newest first. */
export async function ledgerEntries(
  context: CliContext,
  account: string,
  options: { day?: string; after?: string },
): Promise<LedgerEntries> {
  const found = await ask<LedgerEntries>(context, '/ledger/entries', { account, ...options });
  for (const entry of found.entries) context.print(formatEntry(entry, account));
  context.print(endOf(found.entries, found.next));
  return found;
}

/** Lists files that were submitted for payment, the newest first. */
export async function listFiles(
  context: CliContext,
  options: { day?: string; status?: string; after?: string },
): Promise<FilePage> {
  const found = await ask<FilePage>(context, '/files', options);
  for (const file of found.files) context.print(formatFile(file));
  context.print(endOf(found.files, found.next));
  return found;
}

function endOf(listed: readonly unknown[], next: ListPlace | null): string {
  const count = listed.length === 0 ? 'None.' : `${String(listed.length)} listed.`;
  return next === null ? count : `${count} There are more: --after ${placeText(next)}`;
}

function ask<Result>(
  context: CliContext,
  path: string,
  options: Readonly<Record<string, string>>,
): Promise<Result> {
  const route: Route = `GET ${path as '/'}?${new URLSearchParams(options).toString()}`;
  return request<Result>(context, route, 'npx pisctl ledger');
}
