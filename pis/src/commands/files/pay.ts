import type { ApprovalOptions } from '../../bank/approval.ts';
import { withBank, type BankOptions, type Connection } from '../../bank/connection.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { formatPence } from '../../fields/amounts.ts';
import type { FileVersion } from '../../output/instruction.ts';
import { writeStandardFile } from '../../output/standard-file.ts';
import { payFile as payAttempt, type PaidFile } from '../../payment/file-payment.ts';
import { withLock } from '../../payment/lock.ts';
import { readOutcomes, addOutcome, emptyTotals, exitCodeFor } from '../../payment/file-outcomes.ts';
import { reasonOf } from '../../payment/file-outcomes.ts';
import type { Outcome, RowOutcome, Totals } from '../../payment/file-outcomes.ts';
import { addToIndex, readIndex, refuseTwin } from '../../payment/file-index.ts';
import { rowWriter } from '../../payment/file-rows.ts';
import { hashOfFile, keepSource, keptFor, keptNameOf } from '../../payment/file-state.ts';
import { loadState, saveState } from '../../payment/file-state.ts';
import type { Attempt, State } from '../../payment/file-state.ts';
import type { Examination } from '../../rows/examine.ts';
import { PisError } from '../../rows/model.ts';
import type { Table } from '../../rows/table.ts';
import type { Context } from '../../terminal/context.ts';
import { formatOf, latePrinter, printerOf } from '../../terminal/findings.ts';
import { printResult, type JsonOption, type Result } from '../../terminal/results.ts';
import { tableOf } from '../../terminal/table.ts';
import { counted, prepare, resultOf, summaryOf } from './file.ts';
import { argumentsFor, type FileOptions } from '../options.ts';
import { accountOf } from '../values.ts';

/** Options of `pis pay`. */
export interface PayOptions extends Omit<FileOptions, 'json'>, ApprovalOptions, BankOptions {
  readonly json?: JsonOption;
  readonly skipFaulty?: boolean;
  readonly again?: boolean;
  /** Maximum time to wait at the end, in seconds. */
  readonly wait: string;
}

/** Maximum number of failed rows that the terminal shows. */
const MAX_SHOWN = 20;

/** The options that change the payments of a file. */
const DECISIVE = [
  ...(['map', 'header', 'scheme', 'debtor', 'date', 'decimal', 'dateOrder'] as const),
  ...(['padZeros', 'sheet', 'encoding', 'delimiter', 'skipFaulty'] as const),
];

/** Pays a file and prints what became of its rows. Returns the exit code. */
export async function pay(context: Context, path: string, options: PayOptions): Promise<ExitCode> {
  const seconds = Number(options.wait);
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new PisError(
      `--wait: found "${options.wait}". Expected seconds, for example 600.`,
      exitCodes.wrongUse,
    );
  }
  return withLock(keptFor(path).lock, async () => {
    const state = await loadState(path);
    const hash = await hashOfFile(path);
    await addToIndex(context.folder, path, state);
    return withBank(context, options, async (connection) => {
      const attempt = await attemptFor(context, path, { state, hash, options, connection });
      if (attempt === undefined) return exitCodes.failed;
      // An earlier run may have been killed before it wrote the index.
      await addToIndex(context.folder, path, state);
      const paid = await payAttempt({
        ...{ context, connection, attempt, approval: options, waitMs: seconds * 1000 },
        ...{ upload: keptFor(path).upload(attempt), isAgain: options.again === true },
        retried: state.retryOf?.consents ?? [],
        save: async () => {
          await saveState(path, state);
          if (attempt.paymentId !== undefined) await addToIndex(context.folder, path, state);
        },
      });
      return printOutcome(context, { path, options, connection, attempt, paid });
    });
  });
}

interface Starting {
  readonly state: State;
  readonly hash: string;
  readonly options: PayOptions;
  readonly connection: Connection;
}

/**
 * Returns the attempt to continue, or starts one. Returns undefined if the file has faults, which
 * are then printed.
 *
 * @throws PisError if rows could be paid twice
 */
async function attemptFor(
  context: Context,
  path: string,
  { state, hash, options, connection }: Starting,
): Promise<Attempt | undefined> {
  const decisive = JSON.stringify(DECISIVE.map((name) => options[name]));
  const same = state.attempts.findLast(
    (attempt) => attempt.hash === hash && attempt.profile === connection.name,
  );
  const isAgain = options.again === true && same?.paymentId !== undefined;
  if (same !== undefined && !isAgain) {
    if (same.options === decisive) {
      context.err.write(`Continues the payment that was started at ${same.startedAt}.\n`);
      return same;
    }
    if (same.consentId !== undefined) {
      throw new PisError(
        'This file is being paid with other options. Repeat the first command to continue it. ' +
          'To pay the file once more, finish it first, then pass --again.',
        exitCodes.wrongUse,
      );
    }
  }
  const other = state.attempts.find(
    (attempt) => attempt.hash !== hash && attempt.isSubmitted === true,
  );
  if (other !== undefined && options.again !== true) {
    throw new PisError(
      `Other content of this file was paid at ${other.startedAt} ` +
        `(payment ${other.paymentId ?? 'not known yet'}). Rows in both would be paid twice. ` +
        'Pay failed rows with the file that pis retry writes. ' +
        'If all rows of this file are due, pass --again.',
      exitCodes.wrongUse,
    );
  }
  const { name: profile, profile: settings } = connection;
  const bank = `${settings.issuer} ${settings.client.id}`;
  const twins = (await readIndex(context.folder)).filter(
    (entry) => entry.hash === hash && entry.bank === bank,
  );
  if (options.again !== true) refuseTwin(twins, { file: path, profile, state });
  const used = [...(isAgain ? [same.number] : []), ...twins.map(({ number }) => number)];
  const next = isAgain || same === undefined ? 1 + Math.max(0, ...used) : same.number;
  const named = { hash, number: next, profile, bank };
  const kept = keptNameOf(named);
  const converted = await convert(context, path, { kept, state, hash, options, connection });
  if (converted === undefined) return undefined;
  const attempt: Attempt = {
    ...{ ...named, kept, ...converted, options: decisive },
    ...(options.debtor === undefined ? {} : { debtor: accountOf('--debtor', options.debtor) }),
    startedAt: new Date(context.now()).toISOString(),
  };
  state.attempts = [
    ...state.attempts.filter((one) => one !== same || one.isSubmitted === true),
    attempt,
  ];
  await saveState(path, state);
  return attempt;
}

/** Checks the file and writes the payment file. Returns undefined if it has faults. */
async function convert(
  context: Context,
  path: string,
  { kept: name, state, hash, options, connection }: Starting & Pick<Attempt, 'kept'>,
): Promise<Pick<Attempt, 'facts' | 'lastDate' | 'reading' | 'arguments'> | undefined> {
  const kept = keptFor(path);
  const { json, ...fileOptions } = options;
  const now = printerOf(formatOf(context.out, json !== undefined), context.out);
  const { printer, table, run } = await prepare(context, path, fileOptions, latePrinter(now));
  const already = new Set(state.retryOf?.paid);
  const rows = await rowWriter(kept.rows({ kept: name }));
  const version = connection.profile.version.slice(1) as FileVersion;
  let examined: Examination | undefined;
  let lastDate = '';
  const facts = await writeStandardFile(kept.upload({ kept: name }), version, async (add) => {
    examined = await run(async (payment) => {
      if (already.has(payment.instructionId)) {
        throw new PisError(
          `Line ${String(payment.line)} was paid by ${state.retryOf?.paymentId ?? ''}. ` +
            'Remove the row. If it is due once more, put it into another file.',
        );
      }
      const { date } = payment;
      if (date !== undefined && date > lastDate) lastDate = date;
      await rows.add(payment);
      await add(payment);
    }, rows.leave);
    return examined.payments > 0 && (examined.faults === 0 || options.skipFaulty === true);
  }).finally(rows.end);
  if (examined === undefined) throw new PisError(`${path} was not read.`);
  const summary = summaryOf(path, examined);
  if (facts === undefined) {
    printer.end({ accepted: false, ...resultOf(path, examined) }, `${summary}\nNothing was paid.`);
    return undefined;
  }
  context.err.write(`${summary}\n`);
  if (examined.warnings > 0) context.err.write('pis file check shows the warnings.\n');
  await keepSource(path, hash);
  await confirmPayment(context, options, examined);
  const { sheet } = options;
  return {
    ...{ facts, ...(lastDate !== '' && { lastDate }) },
    arguments: [...argumentsFor(table, fileOptions, examined.notation)],
    reading: { ...readingOf(table), ...examined.notation, ...(sheet !== undefined && { sheet }) },
  };
}

function readingOf({ source: { text }, mapping: { headerLine, columns } }: Table) {
  return {
    ...{ headerLine, columns: [...columns] },
    ...(text !== undefined && { encoding: text.encoding, delimiter: text.delimiter }),
  };
}

async function confirmPayment(
  { ask }: Context,
  { yes = false, skipFaulty = false }: PayOptions,
  { payments, totalPence, faultyRows }: Examination,
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new PisError(
      'pis asks before it pays, and there is no terminal. Pass --yes.',
      exitCodes.wrongUse,
    );
  }
  const left = skipFaulty && faultyRows > 0 ? ` (${counted(faultyRows, 'row')} left out)` : '';
  const question = `Pay ${counted(payments, 'payment')}, ${formatPence(totalPence)} GBP${left}?`;
  const answer = await ask(`${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new PisError('Nothing was paid.');
}

interface Ended {
  readonly path: string;
  readonly options: PayOptions;
  readonly connection: Connection;
  readonly attempt: Attempt;
  readonly paid: PaidFile;
}

/** Prints the result, with the rows that failed. Returns the exit code. */
async function printOutcome(context: Context, ended: Ended): Promise<ExitCode> {
  const { path, options, connection, attempt, paid } = ended;
  const totals = emptyTotals();
  const failed: RowOutcome[] = [];
  const rows = keptFor(path).rows(attempt);
  const { signal } = context;
  if (paid.isFinal || paid.approvals === undefined) {
    const sent = { paymentId: paid.paymentId, rows };
    for await (const row of readOutcomes(connection.bank, sent, { signal })) {
      if ('faults' in row) continue;
      addOutcome(totals, row);
      if (row.outcome === 'failed' && failed.length < MAX_SHOWN) failed.push(row);
    }
  }
  const code = paid.isFinal ? exitCodeFor(totals) : exitCodes.waiting;
  const result: Result = {
    ...{ file: path, paymentId: paid.paymentId, consentId: attempt.consentId },
    ...{ status: paid.status, isFinal: paid.isFinal, approvals: paid.approvals },
    ...totals.count,
    paidSum: formatPence(BigInt(totals.pence.paid)),
    failedRows: failed.map((row) => ({
      ...{ line: row.line, name: row.name, amount: formatPence(row.pence) },
      ...{ reason: row.reason ?? '', reasonText: reasonOf(row) },
    })),
  };
  printResult(context.out, options.json, result, textOf(ended, totals, failed));
  return code;
}

function textOf({ path, paid }: Ended, totals: Totals, failed: readonly RowOutcome[]): string {
  if (paid.approvals !== undefined) {
    const { received, required } = paid.approvals;
    return (
      `${paid.paymentId} waits for approvals: ${String(received)} of ${String(required)} given.\n` +
      'Run the same command again to see the result.'
    );
  }
  const line = (outcome: Outcome): string[] => [
    outcome,
    String(totals.count[outcome]),
    formatPence(totals.pence[outcome]),
  ];
  const parts = [
    `${path}: ${paid.paymentId} is ${paid.status}.`,
    tableOf(['outcome', 'payments', 'GBP'], (['paid', 'failed', 'pending'] as const).map(line)),
  ];
  if (failed.length > 0) {
    parts.push(
      tableOf(
        ['line', 'payee', 'GBP', 'reason'],
        failed.map((row) => [
          ...[String(row.line), row.name, formatPence(row.pence), reasonOf(row)],
        ]),
      ),
      `pis report ${path} shows each row.\npis retry ${path} writes a file of the failed rows.`,
    );
  }
  return parts.join('\n\n');
}
