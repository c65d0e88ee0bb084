import { openSource } from '../input/open.ts';
import { exitCodes } from '../exit-codes.ts';
import { exists } from '../output/files.ts';
import { PisError } from '../rows/model.ts';
import { Table } from '../rows/table.ts';
import { readIndex } from './file-index.ts';
import { keptFor, loadState, type Attempt, type State } from './file-state.ts';

/** A payment that was submitted, and the sender's file. */
export interface FoundPayment {
  readonly path: string;
  readonly state: State;
  readonly attempt: Attempt & { readonly paymentId: string };
}

/**
 * Finds a payment by its id, or the newest payment of a file. `wanted` selects another one.
 *
 * @throws PisError if there is none
 */
export async function findPayment(
  folder: string,
  fileOrId: string,
  wanted?: string,
): Promise<FoundPayment> {
  if (await exists(keptFor(fileOrId).state)) return paymentOf(fileOrId, wanted);
  const entry = (await readIndex(folder)).findLast(({ paymentId }) => paymentId === fileOrId);
  if (entry === undefined) {
    throw new PisError(
      `"${fileOrId}" is not a file that pis paid, and not the id of such a payment. ` +
        'Name the file, or the id that pis pay printed.',
      exitCodes.wrongUse,
    );
  }
  if (!(await exists(keptFor(entry.path).state))) {
    throw new PisError(
      `${fileOrId} is a payment of ${entry.path}, which has been moved. Name the file instead.`,
      exitCodes.wrongUse,
    );
  }
  return paymentOf(entry.path, wanted ?? fileOrId);
}

async function paymentOf(path: string, wanted?: string): Promise<FoundPayment> {
  const state = await loadState(path);
  const submitted = state.attempts.filter(hasPayment);
  const attempt = submitted.findLast(
    ({ paymentId }) => wanted === undefined || paymentId === wanted,
  );
  if (attempt !== undefined) return { path, state, attempt };
  const ids = submitted.map(({ paymentId }) => paymentId).join(', ');
  throw new PisError(
    ids === ''
      ? `${path} has no payment yet. Pay it with pis pay ${path}.`
      : `${path} has no payment "${wanted ?? ''}". It has: ${ids}.`,
    exitCodes.wrongUse,
  );
}

function hasPayment(attempt: Attempt): attempt is FoundPayment['attempt'] {
  return attempt.paymentId !== undefined;
}

/** Opens the sender's file as it was paid. */
export async function openPaid({ path, attempt }: FoundPayment): Promise<Table> {
  const { headerLine, columns, encoding, delimiter, sheet } = attempt.reading;
  const copy = keptFor(path).source(attempt.hash);
  if (!(await exists(copy))) {
    throw new PisError(`${copy} does not exist. pis needs this copy of the file as it was paid.`);
  }
  const source = await openSource(copy, {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(sheet !== undefined && { sheet }),
  });
  return new Table(source, { headerLine, columns });
}
