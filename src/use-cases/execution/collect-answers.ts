import { passOne, type CreditAnswers } from '../../domain/execution/credit-pass.ts';
import type { CreditSource } from '../../domain/execution/credit.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Batch, Work } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { EngineSettings } from '../dependencies.ts';

/** Answers that stand out, of one transaction: the event loop waits no longer. */
const ANSWERS_LIMIT = 500;

interface Parts {
  readonly store: Pick<Store, 'pendingCredits'>;
  readonly schemes: Pick<SchemeGateway, 'ask'>;
  readonly workers: Pick<FileWorkers, 'passCredits'>;
  readonly settings: Pick<EngineSettings, 'bankSortCodes'>;
}

/**
 * Asks the scheme for its answers to a batch, and finds the credits that they single out, from the
 * work's cursor on; with them those that go to accounts held here, which the scheme does not know.
 * When credits were pending, they alone are looked at.
 */
export async function collectAnswers(
  { store, schemes, workers, settings }: Parts,
  { work, batch, now }: { readonly work: Work; readonly batch: Batch; readonly now: Instant },
  credits: CreditSource,
): Promise<CreditAnswers> {
  const only = batch.round > 0 ? await store.pendingCredits(batch.paymentId, batch.number) : null;
  const sentAt = expectDefined(batch.sentAt, 'when the batch was sent');
  const said = await schemes.ask({ ...batch, credits }, { sentAt, now });
  const { byIndex, byCreditor, askAgainAt } = said;
  const rules = { byIndex, byCreditor, bankSortCodes: settings.bankSortCodes };
  const { instrument, date } = batch;
  const place = { instrument, date, cursor: work.cursor, limit: ANSWERS_LIMIT, only };
  const { standingOut, nextCursor } =
    credits.kind === 'file'
      ? await workers.passCredits(credits.file, { ...place, ...rules })
      : passOne(credits, rules);
  // Even when none of these is pending: others of the batch may be.
  return { standingOut, nextCursor, askAgainAt };
}
