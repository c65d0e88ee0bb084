import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import type { ApiMonth, Downtime } from '../../domain/records/api-figures.ts';
import type { LedgerDay, LedgerEntries } from '../../domain/records/ledger-day.ts';
import { placeText, type ListPlace } from '../../domain/records/list-place.ts';
import type { FilePage } from '../../domain/records/listed-file.ts';
import { request, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';
import { printProposal } from './action-proposals.ts';
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

/** Counts a planned downtime as unplanned. */
export async function markUnplanned(
  context: CliContext,
  start: string,
  { reason }: { reason: string },
): Promise<unknown> {
  const result = await mark<unknown>(context, start, 'unplanned', reason);
  context.print(`The downtime that starts at ${start} counts as unplanned.`);
  return result;
}

/** Proposes to count an unplanned downtime as planned. */
export async function proposePlanned(
  context: CliContext,
  start: string,
  { reason }: { reason: string },
): Promise<ActionProposal> {
  const proposal = await mark<ActionProposal>(context, start, 'planned', reason);
  printProposal(context, proposal);
  return proposal;
}

function mark<Result>(
  context: CliContext,
  start: string,
  kind: Downtime['kind'],
  reason: string,
): Promise<Result> {
  const route = `POST /regulator/downtimes/${encodeURIComponent(start)}/${kind}` as const;
  return request<Result>(context, route, `npx pisctl regulator ${kind}`, { reason });
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
