import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { SchemeAnswer, SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { DAY_MS } from '../../shared/time.ts';

/** How long each scheme takes to answer a batch. */
const LATENCY_MS: Readonly<Record<Instrument, number>> = {
  FPS: 20,
  CHAPS: 40,
  BACS: 60,
  SWIFT: 80,
  SEPA: 60,
  SameDayEUR: 40,
};

/** How long a pending credit stays pending. */
const PENDING_MS = DAY_MS;

/** Creditor accounts with a known answer (the sandbox); every other account accepts. */
const REJECTIONS: Readonly<Record<AccountNumber, SchemeAnswer>> = {
  '99999900000001': { answer: 'rejected', reason: 'AC01' },
  '99999900000004': { answer: 'rejected', reason: 'AC04' },
  '99999900000006': { answer: 'rejected', reason: 'AC06' },
};

const FIRST_ANSWERS: Readonly<Record<AccountNumber, SchemeAnswer>> = {
  ...REJECTIONS,
  '99999900000050': { answer: 'pending', reason: 'NARR' },
};

/**
 * The simulated Faster Payments, CHAPS, Bacs, SWIFT, SEPA and Same Day EUR. They remember nothing:
 * an answer follows from the creditor's account and the time since the batch was sent, so a
 * repeated call, or one after a restart, gets the same answer.
 */
export function createSchemes(): SchemeGateway {
  return {
    send: ({ instrument }, now) => Promise.resolve({ answersAt: now + LATENCY_MS[instrument] }),

    ask(_batch, { sentAt, now }) {
      const settledAt = sentAt + PENDING_MS;
      const isSettled = now >= settledAt;
      return Promise.resolve({
        byIndex: new Map(),
        byCreditor: isSettled ? REJECTIONS : FIRST_ANSWERS,
        askAgainAt: isSettled ? null : settledAt,
      });
    },
  };
}
