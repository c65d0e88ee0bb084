import { passSingleCredit, type CreditAnswers } from '../../domain/execution/credit-pass.ts';
import type { CreditSource } from '../../domain/execution/credit.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { NotAnswered, SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Batch, Work } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseSettings } from '../dependencies.ts';

/**
 * Maximum number of differing outcomes that one transaction stores. It limits how long the event
 * loop is blocked.
 */
const ANSWERS_LIMIT = 500;

interface Parts {
  readonly store: Pick<Store, 'pendingCredits'>;
  readonly schemes: Pick<SchemeGateway, 'ask'>;
  readonly workers: Pick<FileWorkers, 'passCredits'>;
  readonly settings: Pick<UseCaseSettings, 'bankSortCodes'>;
}

/**
 * Asks the scheme for the outcome of a batch. Returns the credits whose outcome differs from that
 * of the batch, starting at the cursor of the step. Also decides the credits to accounts at this
 * bank, which the scheme does not know. If some credits are still pending from an earlier round,
 * examines only those. Returns NotAnswered if the scheme has not answered all credits yet.
 */
export async function collectAnswers(
  { store, schemes, workers, settings }: Parts,
  { work, batch, now }: { readonly work: Work; readonly batch: Batch; readonly now: Instant },
  credits: CreditSource,
): Promise<CreditAnswers | NotAnswered> {
  const pending =
    batch.round > 0 ? await store.pendingCredits(batch.paymentId, batch.number) : null;
  const remaining = pending?.filter((index) => index >= work.cursor) ?? null;
  const only = remaining?.slice(0, ANSWERS_LIMIT) ?? null;
  const sentAt = expectDefined(batch.sentAt, 'when the batch was sent');
  const query = { sentAt, now, from: work.cursor, limit: ANSWERS_LIMIT, only };
  const answers = await schemes.ask({ ...batch, credits }, query);
  if (answers.kind === 'notAnswered') return answers;
  const { byIndex, byCreditor, rejected, askAgainAt } = answers;
  const bankSortCodes = answers.bankSortCodes ?? settings.bankSortCodes;
  const rules = { byIndex, byCreditor, rejected, bankSortCodes };
  const { instrument, date } = batch;
  const request = { instrument, date, cursor: work.cursor, limit: ANSWERS_LIMIT, only };
  const { exceptions, nextCursor } =
    credits.kind === 'file'
      ? await workers.passCredits(credits.file, { ...request, leftOut: credits.leftOut, ...rules })
      : passSingleCredit(credits, rules);
  const following = nextCursor ?? remaining?.[ANSWERS_LIMIT] ?? null;
  // `askAgainAt` is returned even if none of these credits is pending, because other credits of the
  // batch may be.
  return { exceptions, nextCursor: following, askAgainAt };
}
