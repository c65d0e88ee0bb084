import { expect, it } from 'vitest';
import {
  effectOfRecallAnswer,
  newRecallId,
  RECALL_STATES,
  type RecallMeaning,
} from '../../../../src/domain/schemes/recalls.ts';

/** The effects of each answer on the states of RECALL_STATES, in this order. */
const EFFECTS: Readonly<Record<RecallMeaning, readonly string[]>> = {
  pending: ['change', 'unchanged', 'unchanged', 'unchanged', 'unchanged'],
  accepted: ['change', 'change', 'unchanged', 'recallAcceptedAfterRefusal', 'unchanged'],
  refused: [
    ...['change', 'change', 'recallRefusedAfterAcceptance', 'unchanged'],
    'recallRefusedAfterReturn',
  ],
};

it.each(Object.keys(EFFECTS) as RecallMeaning[])('an answer that means %s', (meaning) => {
  const effects = RECALL_STATES.map((state) => {
    const effect = effectOfRecallAnswer(state, meaning);
    return effect.kind === 'contradiction' ? effect.contradiction : effect.kind;
  });
  expect(effects).toEqual(EFFECTS[meaning]);
});

it('a recall has an id of 24 capital letters and digits, which differs each time', () => {
  const ids = Array.from({ length: 100 }, () => newRecallId(Date.parse('2026-12-01T09:00:00Z')));
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => /^R[0-9A-Z]{23}$/.test(id))).toBe(true);
});
