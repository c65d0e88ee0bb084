import { describe, expect, it } from 'vitest';
import {
  CREDIT_STATES,
  effectOf,
  meaningOfGroupStatus,
  meaningOfStatus,
} from '../../../../src/domain/schemes/credit-states.ts';

const MEANINGS = ['progress', 'pending', 'accepted', 'rejected'] as const;

/** The effects: a new state, `-` for no change, `!` and the kind of a contradiction. */
const EFFECTS: Readonly<Record<string, readonly string[]>> = {
  open: ['-', 'pending', 'accepted', 'rejected'],
  pending: ['-', '-', 'accepted', 'rejected'],
  accepted: ['-', '-', '-', '!rejectedAfterAcceptance'],
  rejected: ['-', '-', '!acceptedAfterRejection', '-'],
};

describe('the effect of an answer', () => {
  it.each(CREDIT_STATES)('on a credit that is %s', (state) => {
    const effects = MEANINGS.map((meaning) => {
      const effect = effectOf(state, meaning);
      if (effect.kind === 'change') return effect.to;
      return effect.kind === 'unchanged' ? '-' : `!${effect.contradiction}`;
    });
    expect(effects).toEqual(EFFECTS[state]);
  });
});

describe('a status of ISO 20022', () => {
  it.each([
    ['ACSP', 'progress', 'progress'],
    ['PDNG', 'pending', 'progress'],
    ['ACSC', 'accepted', 'accepted'],
    ['ACCC', 'accepted', 'accepted'],
    ['RJCT', 'rejected', 'rejected'],
    ['PART', undefined, 'progress'],
    ['CANC', 'rejected', undefined],
    ['acsc', undefined, undefined],
    ['constructor', undefined, undefined],
  ])('%s means %s for a credit and %s for a message', (status, ofCredit, ofGroup) => {
    expect(meaningOfStatus(status)).toBe(ofCredit);
    expect(meaningOfGroupStatus(status)).toBe(ofGroup);
  });
});
