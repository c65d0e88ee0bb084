import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalsRequired, needsMoreThanOne } from '../../../../src/domain/parties/mandates.ts';

const HARBOUR = [
  { fromPence: 10_000_01, approvals: 2 },
  { fromPence: 1_000_000_01, approvals: 3 },
];

test.each([
  [1, 1],
  [10_000_00, 1],
  [10_000_01, 2],
  [1_000_000_00, 2],
  [1_000_000_01, 3],
])('a mandate tier begins with its amount: %i pence need %i', (amountPence, required) => {
  expect(approvalsRequired([{ mandate: HARBOUR, amountPence }])).toBe(required);
});

test('an account without a mandate needs one approval, and so does a payment without shares', () => {
  expect(approvalsRequired([{ mandate: [], amountPence: 1_000_000_000_00 }])).toBe(1);
  expect(approvalsRequired([])).toBe(1);
});

const mandate = fc
  .uniqueArray(
    fc.record({
      fromPence: fc.integer({ min: 1, max: 50 }),
      approvals: fc.integer({ min: 1, max: 9 }),
    }),
    {
      selector: ({ fromPence }) => fromPence,
      maxLength: 5,
    },
  )
  .map((tiers) => tiers.sort((one, other) => one.fromPence - other.fromPence));

test('the strictest mandate counts, each for its own share', () => {
  const share = fc.record({ mandate, amountPence: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(fc.array(share, { maxLength: 4 }), (shares) => {
      // Reference implementation: checks each penny upwards and uses the last tier that was
      // reached.
      const needs = shares.map(({ mandate: tiers, amountPence }) => {
        let needed = 1;
        for (let pence = 1; pence <= amountPence; pence += 1) {
          needed = tiers.find(({ fromPence }) => fromPence === pence)?.approvals ?? needed;
        }
        return needed;
      });
      expect(approvalsRequired(shares)).toBe(Math.max(1, ...needs));
    }),
  );
});

test('a mandate needs several approvals if some amount up to the limit does', () => {
  expect(needsMoreThanOne(HARBOUR, 10_000_00)).toBe(false);
  expect(needsMoreThanOne(HARBOUR, 10_000_01)).toBe(true);
  expect(needsMoreThanOne(HARBOUR, null)).toBe(true);
  expect(needsMoreThanOne([{ fromPence: 1, approvals: 1 }], null)).toBe(false);
});
