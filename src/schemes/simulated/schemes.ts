import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { SchemeAnswer, SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { DAY_MS } from '../../shared/time.ts';

/** The time that each simulated scheme takes to answer a batch, in milliseconds. */
const LATENCY_MS: Readonly<Record<Instrument, number>> = {
  FPS: 20,
  CHAPS: 40,
  BACS: 60,
  SWIFT: 80,
  SEPA: 60,
  SameDayEUR: 40,
};

/** The time for which a pending credit stays pending, in milliseconds. */
const PENDING_MS = DAY_MS;

/**
 * Test accounts whose credits are always rejected with the same reason. All other accounts accept
 * credits.
 */
const REJECTIONS: Readonly<Record<AccountNumber, SchemeAnswer>> = {
  '99999900000001': { answer: 'rejected', reason: 'AC01' },
  '99999900000004': { answer: 'rejected', reason: 'AC04' },
  '99999900000005': { answer: 'rejected', reason: 'FF05' },
  '99999900000006': { answer: 'rejected', reason: 'AC06' },
  '99999900000008': { answer: 'rejected', reason: 'AG08' },
  '99999900000014': { answer: 'rejected', reason: 'AM14' },
};

const PENDING: SchemeAnswer = { answer: 'pending', reason: 'NARR' };

const FIRST_ANSWERS: Readonly<Record<AccountNumber, SchemeAnswer>> = {
  ...REJECTIONS,
  '99999900000050': PENDING,
  '99999900000051': PENDING,
};

const FINAL_ANSWERS: Readonly<Record<AccountNumber, SchemeAnswer>> = {
  ...REJECTIONS,
  '99999900000051': { answer: 'rejected', reason: 'AC06' },
};

/**
 * Creates simulated schemes: Faster Payments, CHAPS, Bacs, SWIFT, SEPA and Same Day EUR. They store
 * no state (decision 162). An answer depends only on the creditor's account and on the time since
 * the batch was sent. Repeated calls therefore get the same answer, even after a restart.
 */
export function createSchemes(): SchemeGateway {
  return {
    send: ({ instrument }, now) => Promise.resolve({ answersAt: now + LATENCY_MS[instrument] }),

    ask(_batch, { sentAt, now }) {
      const settledAt = sentAt + PENDING_MS;
      const isSettled = now >= settledAt;
      return Promise.resolve({
        kind: 'answered',
        byIndex: new Map(),
        byCreditor: isSettled ? FINAL_ANSWERS : FIRST_ANSWERS,
        rejected: [],
        bankSortCodes: null,
        askAgainAt: isSettled ? null : settledAt,
      });
    },
  };
}
