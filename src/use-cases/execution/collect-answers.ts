import { passSingleCredit, type CreditAnswers } from '../../domain/execution/credit-pass.ts';
import type { CreditSource } from '../../domain/execution/credit.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Batch, Work } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { EngineSettings } from '../dependencies.ts';

/**
 * Maximum number of differing outcomes in a transaction, which limits the time that it blocks the
 * event loop.
 */
const ANSWERS_LIMIT = 500;

interface Parts {
  readonly store: Pick<Store, 'pendingCredits'>;
  readonly schemes: Pick<SchemeGateway, 'ask'>;
  readonly workers: Pick<FileWorkers, 'passCredits'>;
  readonly settings: Pick<EngineSettings, 'bankSortCodes'>;
}

/**
 * Asks the scheme about a batch, and finds the credits whose outcome differs from that of the
 * batch, from the cursor of the work on. Adds the credits to accounts of this bank, which the
 * scheme does not know. If credits are pending, examines only those.
 */
export async function collectAnswers(
  { store, schemes, workers, settings }: Parts,
  { work, batch, now }: { readonly work: Work; readonly batch: Batch; readonly now: Instant },
  credits: CreditSource,
): Promise<CreditAnswers> {
  const only = batch.round > 0 ? await store.pendingCredits(batch.paymentId, batch.number) : null;
  const sentAt = expectDefined(batch.sentAt, 'when the batch was sent');
  const answers = await schemes.ask({ ...batch, credits }, { sentAt, now });
  const { byIndex, byCreditor, askAgainAt } = answers;
  const rules = { byIndex, byCreditor, bankSortCodes: settings.bankSortCodes };
  const { instrument, date } = batch;
  const request = { instrument, date, cursor: work.cursor, limit: ANSWERS_LIMIT, only };
  const { exceptions, nextCursor } =
    credits.kind === 'file'
      ? await workers.passCredits(credits.file, { ...request, ...rules })
      : passSingleCredit(credits, rules);
  // Returned even if none of these credits is pending, because others of the batch may be.
  return { exceptions, nextCursor, askAgainAt };
}
