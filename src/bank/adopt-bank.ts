import type { OwnerConflict } from '../domain/parties/owners.ts';
import type { SeededStore } from '../domain/ports/store-admin.ts';
import type { Act } from '../domain/records/audit.ts';
import type { AppliedOutcome, BankFile } from '../domain/records/bank-file.ts';
import type { BankData } from '../domain/records/seed.ts';
import type { Instant } from '../shared/time.ts';

/**
 * Stores the bank's customers, users and accounts. If an account or a user would be moved to
 * another customer without a transfer, changes nothing and throws. The error message lists all of
 * them.
 *
 * @param source name of the file with the data, for the message
 */
export async function adoptBank(
  store: Pick<SeededStore, 'adoptBank'>,
  data: BankData,
  now: Instant,
  source: string,
): Promise<void> {
  const conflicts = await store.adoptBank(data, now);
  if (conflicts.length > 0) throw refusalOf(conflicts, source);
}

/**
 * Applies the bank's file if its version is newer than that of the file applied last. If it would
 * change owners without a transfer, changes nothing and throws, like adoptBank.
 *
 * @param source path of the file, for the message
 */
export async function applyBankFile(
  store: Pick<SeededStore, 'applyBankFile'>,
  file: BankFile,
  act: Act,
  source: string,
): Promise<AppliedOutcome> {
  const outcome = await store.applyBankFile(file, act);
  if (outcome.outcome !== 'refused') return outcome;
  throw refusalOf(outcome.conflicts, source);
}

function refusalOf(conflicts: readonly OwnerConflict[], source: string): Error {
  return new Error(`${source}: ${conflicts.map(formatConflict).join(' ')}`);
}

function formatConflict({ kind, id, from, to, ordered }: OwnerConflict): string {
  const found = `The ${kind} ${id} belongs to customer ${from}, and the file names ${to}.`;
  const expected = JSON.stringify({ [kind]: id, from, to });
  if (ordered === null) return `${found} Restore ${from}, or add ${expected} to transfers.`;
  return `${found} Its entry in transfers is from ${ordered.from}. Restore ${from}, or write ${expected}.`;
}
