import { describe, expect, it } from 'vitest';
import { fewestFor, signedRankInterval } from '../../../bench/compare/interval.ts';
import { takeTurns } from '../../../bench/compare/turns.ts';
import { conclusion, isWorse, judge } from '../../../bench/compare/verdict.ts';
import type { KnownMeasure } from '../../../bench/helpers/results.ts';

describe('the confidence interval of the difference between two commits', () => {
  it('is the whole range of six values, and fewer are not enough for 95 %', () => {
    const { low, high, confidence } = signedRankInterval([5, 1, 4, 2, 6, 3], 0.95);
    expect([low, high, confidence]).toEqual([1, 6, 1 - 2 / 64]);
    expect(fewestFor(0.95)).toBe(6);
    expect(() => signedRankInterval([1, 2, 3, 4, 5], 0.95)).toThrow('too few');
  });

  it('leaves out the outermost averages with more values (tables: 4th of 36 for eight)', () => {
    const { low, high, estimate } = signedRankInterval([1, 2, 3, 4, 5, 6, 7, 80], 0.95);
    expect([low, high]).toEqual([2, 42.5]);
    expect(estimate).toBe(4.5);
  });

  it.each([6, 8, 10])(
    'of %i random differences contains zero as often as its confidence',
    (count) => {
      const sizes = Array.from({ length: count }, (_, index) => 1.37 ** index);
      const signs = Array.from({ length: 2 ** count }, (_, choice) => choice);
      let held = 0;
      let promised = 0;
      for (const choice of signs) {
        const differences = sizes.map((size, index) => ((choice >> index) & 1 ? size : -size));
        const { low, high, confidence } = signedRankInterval(differences, 0.95);
        promised = confidence;
        if (low <= 0 && high >= 0) held += 1;
      }
      expect(held / signs.length).toBeCloseTo(promised, 10);
      expect(promised).toBeGreaterThanOrEqual(0.95);
    },
  );
});

const BASE = [10, 10.1, 9.9, 10.2, 9.8, 10, 10.1, 9.9];
const times = (factor: number): number[] => BASE.map((value) => value * factor);

function measure(more: Partial<KnownMeasure> = {}): KnownMeasure {
  return { name: 'one', label: 'one', value: 1, unit: 'ms', ...more };
}

describe('the verdict on a measure', () => {
  const judged = (head: readonly number[], more: Partial<KnownMeasure> = { better: 'less' }) =>
    judge({ measure: measure(more), base: BASE, head }, 0.02);

  it('is no difference if the interval contains 1', () => {
    const head = BASE.map((value, turn) => value * (turn % 2 === 0 ? 1.3 : 0.8));
    expect(judged(head).outcome).toBe('no difference');
    expect(judged(BASE).outcome).toBe('no difference');
  });

  it('takes the better direction from the measure or from its target', () => {
    expect(judged(times(1.1)).outcome).toBe('WORSE');
    expect(judged(times(0.9)).outcome).toBe('better');
    expect(judged(times(0.9), { better: 'more' }).outcome).toBe('WORSE');
    expect(judged(times(1.1), { target: { kind: 'at least' } }).outcome).toBe('better');
    expect(judged(times(1.1), { target: { kind: 'at most' } }).outcome).toBe('WORSE');
    expect(judged(times(1.1), {}).outcome).toBe('differs');
  });

  it('is no regression within the tolerance', () => {
    const found = judged(times(1.015));
    expect([found.outcome, isWorse(found)]).toEqual(['worse, within tolerance', false]);
    expect(isWorse(judged(times(1.03)))).toBe(true);
  });

  it('is missing if a value has no ratio', () => {
    expect(judged([...BASE.slice(1), -1])).toMatchObject({ ratio: null, outcome: 'not compared' });
  });
});

it('takeTurns alternates the sides, and the side that begins', async () => {
  const requests: string[] = [];
  const pairs = await takeTurns(3, (side, turn) => {
    requests.push(`${side} ${String(turn)}`);
    const value = side === 'base' ? turn : turn + 10;
    const seldom = turn === 1 ? [measure({ name: 'seldom' })] : [];
    return Promise.resolve([measure({ value }), ...seldom]);
  });
  expect(requests).toEqual(['base 0', 'head 0', 'head 1', 'base 1', 'base 2', 'head 2']);
  expect(pairs).toMatchObject([{ measure: { name: 'one' }, base: [0, 1, 2], head: [10, 11, 12] }]);
});

describe('the conclusion', () => {
  it.each([
    [[], 0, 3, 'No regression.'],
    [[], 1, 2, 'No regression in what could be compared.'],
    [[], 3, 0, 'Nothing could be compared.'],
    [['an upload'], 1, 2, 'Worse: an upload.'],
  ])(
    'for regressions %j, %i failed and %i judged questions claims no more than was measured',
    (worse, untold, judged, expected) => {
      expect(conclusion(worse, untold, judged)).toBe(expected);
    },
  );
});
