import { describe, expect, it } from 'vitest';
import type { StoredOutcome } from '../../../../src/domain/execution/answers.ts';
import { decideReturn } from '../../../../src/domain/execution/credit-return.ts';
import type { Batch } from '../../../../src/domain/records/records.ts';
import { debitOf, LATER, RICH } from '../../../contract/store/fixtures.ts';

const RETURNED = { debit: { ...debitOf(2, 100), index: 2 }, reason: 'AC04' } as const;

function decide(state: Batch['state'], round: number, status?: StoredOutcome['status']) {
  const outcome = status && { status, amountPence: 100, round: 0 };
  return decideReturn({ batch: { instrument: 'FPS', state, round }, outcome }, RETURNED, LATER);
}

describe('a returned credit', () => {
  it('goes back to the account that was debited for it', () => {
    expect(decide('answered', 1)).toEqual({
      kind: 'returned',
      outcome: {
        ...{ index: 2, status: 'Returned', reason: 'AC04', at: LATER },
        ...{ round: 1, amountPence: 100, debtor: RICH },
      },
      transfer: {
        ...{ kind: 'late-return', from: 'settlement:FPS', to: RICH, amountPence: 100, index: 2 },
        ...{ reference: 'Returned AC04 March payroll', counterparty: 'Several' },
      },
    });
  });

  it.each<[Batch['state'], number, StoredOutcome['status'] | undefined, string]>([
    ['answered', 0, undefined, 'returned'],
    ['sent', 1, undefined, 'returned'],
    ['sent', 0, undefined, 'notAccepted'],
    ['booked', 0, undefined, 'notAccepted'],
    ['waiting', 0, undefined, 'notAccepted'],
    ['failed', 0, undefined, 'notAccepted'],
    ['failed', 1, undefined, 'notAccepted'],
    ['sent', 1, 'Pending', 'notAccepted'],
    ['answered', 1, 'Rejected', 'alreadyBack'],
    ['answered', 0, 'Returned', 'alreadyBack'],
  ])('of a batch that is %s in round %i and with the outcome %s is %s', (...expected) => {
    const [state, round, status, kind] = expected;
    expect(decide(state, round, status).kind).toBe(kind);
  });
});
