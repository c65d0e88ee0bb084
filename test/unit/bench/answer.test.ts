import { expect, test } from 'vitest';
import { judgementOf } from '../../../bench/helpers/answer.ts';

test.each([
  ['at most', 2, 2, 'met'],
  ['at most', 2.1, 2, 'missed'],
  ['at least', 2, 2, 'met'],
  ['at least', 1.9, 2, 'missed'],
] as const)('%s: %d of %d is %s, and not judged by a quick run', (kind, value, aim, judgement) => {
  const figure = { name: 'a', label: 'a', unit: 's', value, samples: [value] };
  const measure = { ...figure, target: { kind, value: aim } };
  expect(judgementOf(measure, false)).toBe(judgement);
  expect(judgementOf(measure, true)).toBe('not judged');
  expect(judgementOf(figure, false)).toBeUndefined();
});
