import { withBank, type Connection } from '../../bank/connection.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { storeMapping } from '../../mapping/stored.ts';
import { csvLine, OWN_FORMAT, writeText } from '../../output/csv-text.ts';
import { readPaidFile } from '../../payment/file-payment.ts';
import { findPayment, openPaid, type FoundPayment } from '../../payment/find.ts';
import { withLock } from '../../payment/lock.ts';
import { readOutcomes, withOutcomes } from '../../payment/file-outcomes.ts';
import { earlierRetries, nextRetryPath, pathOf, planRetry } from '../../payment/file-retries.ts';
import {
  requireFree,
  requireUnpaid,
  retryEntry,
  type RetryPlan,
} from '../../payment/file-retries.ts';
import { keptFor, loadState, saveState, type Retry } from '../../payment/file-state.ts';
import { PisError } from '../../rows/model.ts';
import type { Table } from '../../rows/table.ts';
import type { Context } from '../../terminal/context.ts';
import { printResult, type JsonOption } from '../../terminal/results.ts';
import { counted } from './file.ts';

/** Options of `pis retry`. */
export interface RetryOptions {
  readonly payment?: string;
  readonly out?: string;
  readonly json?: JsonOption;
}

/** Writes the failed rows of a payment to a new file. Returns the exit code. */
export async function retry(
  context: Context,
  fileOrId: string,
  options: RetryOptions,
): Promise<ExitCode> {
  const { path } = await findPayment(context.folder, fileOrId, options.payment);
  return withLock(keptFor(path).lock, async () => {
    // The state may have changed before this process had the lock.
    const found = await findPayment(context.folder, fileOrId, options.payment);
    return withBank(context, found.attempt, (connection) =>
      retryPayment(context, connection, found, options),
    );
  });
}

async function retryPayment(
  context: Context,
  connection: Connection,
  found: FoundPayment,
  options: RetryOptions,
): Promise<ExitCode> {
  const { path, attempt } = found;
  const { paymentId } = attempt;
  const { signal } = context;
  const { status, isFinal } = await readPaidFile(connection, paymentId, signal);
  if (!isFinal) {
    throw new PisError(
      `${paymentId} is ${status}, so further rows may still fail. Run pis pay ${path} to wait ` +
        'for its end, then run pis retry again.',
      exitCodes.waiting,
    );
  }
  const table = await openPaid(found);
  const earlier = await earlierRetries(found);
  const sent = { paymentId, rows: keptFor(path).rows(attempt) };
  const outcomes = withOutcomes(table, readOutcomes(connection.bank, sent, { signal }));
  const plan = await planRetry(table, outcomes, new Set(earlier.flatMap(({ rows }) => rows)));
  if (plan.rows.length === 0) return withoutRows(context, found, options, { plan, earlier });
  const isGone = earlier.length < (found.state.retries?.[paymentId] ?? []).length;
  if (isGone) await requireUnpaid(context.folder, found, plan.ids);
  const extension = table.source.subset === undefined ? '.csv' : undefined;
  const target = options.out ?? (await nextRetryPath(path, paymentId, extension));
  await writeRetry(found, table, target, { plan, earlier });
  printResult(context.out, options.json, ...resultOf(found, table, target, plan));
  return exitCodes.done;
}

interface Planned {
  readonly plan: RetryPlan;
  readonly earlier: readonly Retry[];
}

function withoutRows(
  context: Context,
  { path, attempt }: FoundPayment,
  { json }: RetryOptions,
  { plan, earlier }: Planned,
): ExitCode {
  const [first] = earlier;
  const { paymentId } = attempt;
  if (plan.earlier > 0 && first !== undefined) {
    throw new PisError(
      `${pathOf(path, first)} contains the failed rows of ${paymentId}. Pay it with pis pay. ` +
        'If you deleted it, restore it: it may have been paid.',
      exitCodes.wrongUse,
    );
  }
  const text = `No row of ${paymentId} failed. No file was written.${omittedText(plan)}`;
  const result = { file: path, paymentId, rows: 0, pending: plan.pending };
  printResult(context.out, json, { ...result, notCopied: plan.omitted }, text);
  return exitCodes.done;
}

/**
 * Writes a file with failed rows. The links between both files are on the disk before it, so that
 * no such file exists without them.
 */
async function writeRetry(
  { path, state, attempt }: FoundPayment,
  table: Table,
  target: string,
  { plan, earlier }: Planned,
): Promise<void> {
  const { paymentId, consentId = '' } = attempt;
  await withLock(keptFor(target).lock, async () => {
    await requireFree(target, paymentId);
    const { paid = [], consents = [] } = state.retryOf ?? {};
    const linked = await loadState(target);
    const retryOf = {
      paymentId,
      paid: [...new Set([...paid, ...plan.paid])],
      consents: [...consents, consentId],
    };
    await saveState(target, { ...linked, retryOf });
    const retries = [...earlier, retryEntry(path, target, plan.rows)];
    state.retries = { ...state.retries, [paymentId]: retries };
    await saveState(path, state);
    const { columns, subset } = table.source;
    if (columns === undefined) await storeMapping(target, mappingFor(table));
    const wanted = new Set(plan.rows);
    if (subset === undefined) await writeText(target, ownLines(table, wanted), OWN_FORMAT);
    else {
      const texts = subset.textOf(await positionsOf(table, wanted), paymentId);
      await writeText(target, texts, subset);
    }
  });
}

/** Returns the columns of the new file: those of a CSV file, or else the names of pis. */
function mappingFor({ source, mapping }: Table): Mapping {
  if (source.subset !== undefined) return mapping;
  const fields = mapping.columns.flatMap(({ field }) => field ?? []);
  return { headerLine: 1, columns: fields.map((field) => ({ name: field, field })) };
}

/** Returns the positions of the header and of the rows with these numbers, for `Subset`. */
async function positionsOf(
  table: Table,
  wanted: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const positions = new Set<number>();
  let [position, number] = [0, 0];
  for await (const row of table.source.rows()) {
    position += 1;
    if (row.line <= table.mapping.headerLine) positions.add(position);
    if (!table.isPayment(row)) continue;
    number += 1;
    if (wanted.has(number)) positions.add(position);
  }
  return positions;
}

/** Returns the rows with these numbers as a CSV file with the fields of pis. */
async function* ownLines(table: Table, wanted: ReadonlySet<number>): AsyncGenerator<string, void> {
  const fields = table.columns.flatMap(({ field }) => field ?? []);
  yield csvLine(fields, OWN_FORMAT);
  let number = 0;
  for await (const row of table.rows()) {
    if (table.isTotal(row)) continue;
    number += 1;
    const cells = fields.map((field) => table.text(row, field));
    if (wanted.has(number)) yield csvLine(cells, OWN_FORMAT);
  }
}

function resultOf(found: FoundPayment, table: Table, target: string, plan: RetryPlan) {
  const { path, attempt } = found;
  const isOwnFormat = table.source.subset === undefined;
  const options = attempt.arguments.filter((each) => !isOwnFormat || each !== '--no-header');
  const command = ['pis', 'pay', target, '--profile', attempt.profile, ...options]
    .map((each) => (/^[\w./:=,-]+$/.test(each) ? each : JSON.stringify(each)))
    .join(' ');
  const { failed, notSent, pending, omitted } = plan;
  const lines = [
    `Wrote ${target}: ${counted(failed, 'failed row')}, ${counted(notSent, 'row')} not sent.`,
    ...(isOwnFormat ? [`It is a CSV file with the fields of pis, not ${table.source.kind}.`] : []),
    ...(pending > 0
      ? [`${counted(pending, 'row')} pending. If one fails later, run pis retry again.`]
      : []),
    `Correct the rows, then pay them with:\n  ${command}${omittedText(plan)}`,
  ];
  const result = { file: path, paymentId: attempt.paymentId, retryFile: target };
  const numbers = { rows: plan.rows.length, failed, notSent, pending, notCopied: omitted };
  return [{ ...result, ...numbers, command }, lines.join('\n')] as const;
}

function omittedText({ omitted }: RetryPlan): string {
  if (omitted.length === 0) return '';
  return (
    `\nNot copied, because the rows are hidden or have cells that pis cannot read: ` +
    `${omitted.join(', ')}. Enter these payments in another file.`
  );
}
