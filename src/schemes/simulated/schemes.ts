import {
  answerer,
  type CreditPass,
  type CreditPassResult,
  type SpecialAnswer,
} from '../../domain/execution/credit-pass.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { SchemeGateway } from '../../domain/ports/schemes.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { DAY_MS } from '../../kernel/time.ts';

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
const REJECTIONS: Readonly<Record<AccountNumber, SpecialAnswer>> = {
  '99999900000001': { answer: 'rejected', reason: 'AC01' },
  '99999900000004': { answer: 'rejected', reason: 'AC04' },
  '99999900000006': { answer: 'rejected', reason: 'AC06' },
};

const FIRST_ANSWERS: Readonly<Record<AccountNumber, SpecialAnswer>> = {
  ...REJECTIONS,
  '99999900000050': { answer: 'pending', reason: 'NARR' },
};

export interface SchemesOptions {
  readonly collectCredits: CreditPass;
  /** Sort codes (6 digits) of accounts held at this bank. */
  readonly ownSortCodes: readonly string[];
}

/**
 * The simulated Faster Payments, CHAPS, Bacs, SWIFT, SEPA and Same Day EUR. They remember nothing:
 * an answer follows from the creditor's account and the time since the batch was sent, so a
 * repeated call, or one after a restart, gets the same answer.
 */
export function createSchemes({ collectCredits, ownSortCodes }: SchemesOptions): SchemeGateway {
  return {
    send: ({ instrument }, now) => Promise.resolve({ answersAt: now + LATENCY_MS[instrument] }),

    async collect({ credits, instrument, date }, { sentAt, now, cursor, limit, only }) {
      const settledAt = sentAt + PENDING_MS;
      const rules = {
        answers: now < settledAt ? FIRST_ANSWERS : REJECTIONS,
        ownSortCodes: credits.kind === 'file' || credits.creditor.isBritish ? ownSortCodes : [],
      };
      const { standingOut, nextCursor }: CreditPassResult =
        credits.kind === 'file'
          ? await collectCredits(credits.file, { instrument, date, cursor, limit, only, ...rules })
          : { standingOut: [answerer(rules)(credits.payment) ?? []].flat(), nextCursor: null };
      // Even when none of these is pending: others of the batch may be.
      return { standingOut, nextCursor, askAgainAt: now < settledAt ? settledAt : null };
    },
  };
}
