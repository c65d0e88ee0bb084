import { describe, expect, it } from 'vitest';
import {
  formatRecall,
  formatRecallStates,
  RECALL_CHOICES,
} from '../../../../src/domain/messages/recall-text.ts';
import { piecesOf } from '../../../../src/domain/messages/rich-text.ts';
import type { ListedRecall } from '../../../../src/domain/ports/recall-store.ts';
import { RECALL_STATES } from '../../../../src/domain/schemes/recalls.ts';

const DAY = Date.parse('2026-12-01T12:00:00Z');
const NEXT_DAY = Date.parse('2026-12-02T12:00:00Z');

const RECALL: ListedRecall = {
  ...{ id: 'R1', paymentId: 'p', messageId: 'M', index: 0, instrument: 'FPS' },
  ...{ amount: { minor: 1050, currency: 'GBP' }, reason: 'DUPL', note: null },
  ...{ requestedAt: DAY, requestedBy: 'clara', requestedByKind: 'customer' },
  ...{ handedOverAt: null, attempts: 0, problem: null, state: 'open' },
  ...{ answerCode: null, answeredAt: null, creditedAt: null, returnReason: null },
};

/** Returns the texts about a recall as plain strings. */
function textsOf(changes: Partial<ListedRecall>): readonly string[] {
  return formatRecall({ ...RECALL, ...changes }).map((text) =>
    piecesOf(text)
      .map((piece) => (typeof piece === 'string' ? piece : piece.userText))
      .join(''),
  );
}

const outcomeOf = (changes: Partial<ListedRecall>): string | undefined =>
  textsOf({ answeredAt: NEXT_DAY, ...changes }).at(-1);

describe('the texts about a recall', () => {
  it('name the user of the customer, the reason and the note', () => {
    expect(textsOf({ note: 'paid\u202e before' })).toEqual([
      'Asked for back on Tuesday 1 December 2026 by clara: it was paid twice',
      'Your text: paid\\u202e before',
      'The payee’s bank has not decided yet',
    ]);
  });

  it('name neither the operator nor the note of an operator', () => {
    const texts = textsOf({ requestedByKind: 'operator', requestedBy: 'olga', note: 'ours' });
    expect(texts[0]).toBe('Asked for back on Tuesday 1 December 2026 by us: it was paid twice');
    expect(texts.join()).not.toMatch(/olga|ours/);
  });

  it.each<[Partial<ListedRecall>, string]>([
    [{ state: 'pending' }, 'The payee’s bank has not decided yet'],
    [
      { state: 'accepted' },
      'The payee’s bank agreed on Wednesday 2 December 2026. The money has not come back yet',
    ],
    [
      { state: 'refused', answerCode: 'AM04' },
      'Refused on Wednesday 2 December 2026: there is not enough money in the payee’s account',
    ],
    [
      { state: 'refused', answerCode: 'XT99' },
      'Refused on Wednesday 2 December 2026: ask us for the reason',
    ],
    [{ state: 'refused' }, 'Refused on Wednesday 2 December 2026: ask us for the reason'],
    [
      { state: 'returned', returnReason: 'NARR' },
      'The payee’s bank sent the money back on Wednesday 2 December 2026. It is not on your ' +
        'account yet',
    ],
    [
      { state: 'returned', returnReason: 'FOCR', creditedAt: DAY },
      'The money came back on Tuesday 1 December 2026',
    ],
    [
      { state: 'returned', returnReason: 'AC04', creditedAt: DAY },
      'The money came back on Tuesday 1 December 2026: the payee’s account is closed',
    ],
    // The credit came back after a later recall.
    [
      { state: 'refused', answerCode: 'CUST', creditedAt: DAY },
      'Refused on Wednesday 2 December 2026: the payee does not agree',
    ],
  ])('say what %o means', (changes, text) => {
    expect(outcomeOf(changes)).toBe(text);
  });
});

describe('the text about all recalls of a payment', () => {
  it('has each state once', () => {
    expect(formatRecallStates([])).toBeNull();
    expect(formatRecallStates(['accepted'])).toBe('Asked for back: agreed but not back yet');
    expect(formatRecallStates(RECALL_STATES)).toBe(
      'Asked for back: not decided yet, agreed but not back yet, refused, sent back',
    );
  });
});

it('offers customers no reason that only the bank can give', () => {
  expect(Object.keys(RECALL_CHOICES)).toEqual(['DUPL', 'AM09', 'AC03', 'CUST']);
});
