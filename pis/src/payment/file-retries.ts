import { basename, dirname, join, relative } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { exists } from '../output/files.ts';
import { PisError } from '../rows/model.ts';
import type { FoundPayment } from './find.ts';
import type { RowOutcome, SourceOutcome } from './file-outcomes.ts';
import { readIndex } from './file-index.ts';
import { readRows } from './file-rows.ts';
import { keptFor, loadState, type Retry } from './file-state.ts';
import type { Table } from '../rows/table.ts';

/** An id that pis derived from the content of a row, without the number of its repetition. */
const DERIVED = /^(P[0-9A-F]{23})(?:-\d+)?$/;

/** The rows of a payment for another file. */
export interface RetryPlan {
  /** Numbers of the rows, as of `SourceOutcome`. */
  readonly rows: readonly number[];
  readonly failed: number;
  readonly notSent: number;
  readonly pending: number;
  /** Number of failed rows that an earlier file contains. */
  readonly earlier: number;
  /** Lines of rows that cannot be copied to a CSV file without a change. */
  readonly omitted: readonly number[];
  /** Ids of the failed rows, without the numbers of repetitions. */
  readonly ids: ReadonlySet<string>;
  /** Ids that rows of the new file may not have. */
  readonly paid: readonly string[];
}

/** Chooses the rows that failed or were not sent, without those of earlier files. */
export async function planRetry(
  table: Table,
  outcomes: AsyncIterable<SourceOutcome>,
  earlierRows: ReadonlySet<number>,
): Promise<RetryPlan> {
  const [rows, omitted, ids] = [[] as number[], [] as number[], new Set<string>()];
  const counts = { failed: 0, notSent: 0, pending: 0, earlier: 0 };
  const paid = new PaidIds(table);
  // The payments of a pain.001 are copied whole. CSV has no such rows, and Bacs pays only credits.
  const copiesAll = table.source.kind === 'pain.001';
  for await (const { row, number, outcome } of outcomes) {
    if (outcome === undefined) continue;
    const isLeftOut = 'faults' in outcome;
    const isWanted = isLeftOut || outcome.outcome === 'failed';
    const isEarlier = isWanted && earlierRows.has(number);
    const isUnclear = row.isHidden === true || (row.broken !== undefined && !copiesAll);
    if (!isLeftOut) paid.add(row, outcome, isWanted && !isEarlier);
    if (!isLeftOut && outcome.outcome === 'pending') counts.pending += 1;
    if (isEarlier) counts.earlier += 1;
    if (!isWanted || isEarlier) continue;
    if (isUnclear) {
      omitted.push(row.line);
      continue;
    }
    rows.push(number);
    if (isLeftOut) counts.notSent += 1;
    else {
      counts.failed += 1;
      ids.add(baseOf(outcome.instructionId));
    }
  }
  return { rows, omitted, ids, ...counts, paid: paid.ids() };
}

function baseOf(id: string): string {
  return DERIVED.exec(id)?.[1] ?? id;
}

/**
 * Collects the ids that a file with the failed rows may not contain. Equal rows get the derived ids
 * `P…`, `P…-2` and so on. If one of two equal rows failed, the new file contains one of them. It
 * gets the id without a number, so only the second id is refused.
 */
class PaidIds {
  readonly #table: Table;
  readonly #own: string[] = [];
  readonly #derived = new Map<string, { all: number; open: number }>();

  constructor(table: Table) {
    this.#table = table;
  }

  add(row: SourceOutcome['row'], { instructionId }: RowOutcome, isOpen: boolean): void {
    if (this.#table.text(row, 'instruction-id') !== '') {
      if (!isOpen) this.#own.push(instructionId);
      return;
    }
    const base = baseOf(instructionId);
    const { all, open } = this.#derived.get(base) ?? { all: 0, open: 0 };
    this.#derived.set(base, { all: all + 1, open: open + (isOpen ? 1 : 0) });
  }

  ids(): readonly string[] {
    const derived = [...this.#derived].flatMap(([base, { all, open }]) =>
      Array.from({ length: all - open }, (_, at) => {
        const time = open + at + 1;
        return time === 1 ? base : `${base}-${String(time)}`;
      }),
    );
    return [...this.#own, ...derived];
  }
}

/** Returns the files with failed rows that exist or have a payment. */
export async function earlierRetries({
  path,
  state,
  attempt,
}: FoundPayment): Promise<readonly Retry[]> {
  const retries: Retry[] = [];
  for (const retry of state.retries?.[attempt.paymentId] ?? []) {
    const file = pathOf(path, retry);
    const { attempts } = await loadState(file);
    const isUsed = attempts.some(({ consentId }) => consentId !== undefined);
    if (isUsed || (await exists(file))) retries.push(retry);
  }
  return retries;
}

/** Returns the path of a file with failed rows. */
export function pathOf(path: string, retry: Retry): string {
  return join(dirname(path), retry.path);
}

/** Returns the entry for a file with failed rows. */
export function retryEntry(path: string, target: string, rows: readonly number[]): Retry {
  return { path: relative(dirname(path), target), rows: [...rows] };
}

/**
 * Returns the name of the next file with failed rows: `<name>.retry-1.xml`, and so on. By default,
 * it has the extension of the first file.
 */
export async function nextRetryPath(
  path: string,
  paymentId: string,
  extension?: string,
): Promise<string> {
  const [, stem = '', last = '0', own = ''] =
    /^(.+?)(?:\.retry-(\d+))?(\.[^.]*)?$/.exec(basename(path)) ?? [];
  for (let number = Number(last) + 1; ; number += 1) {
    const name = `${stem}.retry-${String(number)}${extension ?? own}`;
    const candidate = join(dirname(path), name);
    if (await isFree(candidate, paymentId)) return candidate;
  }
}

/** Throws if another payment uses the path. */
export async function requireFree(path: string, paymentId: string): Promise<void> {
  if (await isFree(path, paymentId)) return;
  throw new PisError(
    `${path} exists, or was paid before. Name another file with --out.`,
    exitCodes.wrongUse,
  );
}

async function isFree(path: string, paymentId: string): Promise<boolean> {
  if (await exists(path)) return false;
  const { attempts, retryOf } = await loadState(path);
  return attempts.length === 0 && (retryOf === undefined || retryOf.paymentId === paymentId);
}

/**
 * Throws if a later payment has the same rows. This happens if an earlier file with failed rows was
 * paid under another name.
 */
export async function requireUnpaid(
  folder: string,
  { attempt }: FoundPayment,
  ids: ReadonlySet<string>,
): Promise<void> {
  const all = await readIndex(folder);
  const own = all.findIndex(({ paymentId }) => paymentId === attempt.paymentId);
  for (const { path, paymentId, profile } of all.slice(own + 1)) {
    if (profile !== attempt.profile || !(await exists(keptFor(path).state))) continue;
    const { attempts } = await loadState(path);
    const later = attempts.find((one) => one.paymentId === paymentId);
    if (later === undefined || !(await exists(keptFor(path).rows(later)))) continue;
    for await (const row of readRows(keptFor(path).rows(later))) {
      if ('faults' in row || !ids.has(baseOf(row.instructionId))) continue;
      throw new PisError(
        `The earlier file with failed rows is gone, and ${path} (payment ${paymentId}) contains ` +
          `a failed row in line ${String(row.line)}. It would be paid twice. Pay the rows that ` +
          'are still due with a file of your own.',
        exitCodes.wrongUse,
      );
    }
  }
}
