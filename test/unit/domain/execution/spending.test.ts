import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededLimits, type SpendingLimit } from '../../../../src/domain/execution/spending.ts';

const MARCH: SpendingLimit = {
  first: '2026-03-01',
  last: '2026-03-31',
  maximumPence: 1000,
  path: 'Data.ControlParameters.PeriodicLimits[0]',
};
const DAY: SpendingLimit = { ...MARCH, first: '2026-03-02', last: '2026-03-02', maximumPence: 400 };

describe('the limits of a consent', () => {
  it('allow payments up to the last penny', () => {
    expect(exceededLimits({ pence: 400, limits: [MARCH, DAY] }, [600, 0])).toEqual([]);
  });

  it('are returned if exceeded, with the amount spent on their days', () => {
    expect(exceededLimits({ pence: 401, limits: [MARCH, DAY] }, [599, 0])).toEqual([
      { ...DAY, spentPence: 0 },
    ]);
    expect(exceededLimits({ pence: 401, limits: [MARCH, DAY] }, [600, 7])).toEqual([
      { ...MARCH, spentPence: 600 },
      { ...DAY, spentPence: 7 },
    ]);
  });

  it('are empty for a consent without limits', () => {
    expect(exceededLimits({ pence: 1_000_000, limits: [] }, [])).toEqual([]);
  });

  it('throw if an amount spent is missing', () => {
    expect(() => exceededLimits({ pence: 1, limits: [MARCH, DAY] }, [0])).toThrow();
  });

  it('are exceeded exactly if the sum is larger', () => {
    const pence = fc.nat(2000);
    fc.assert(
      fc.property(pence, fc.array(fc.tuple(pence, pence)), (amount, known) => {
        const limits = known.map(([maximumPence], index) => ({
          ...MARCH,
          maximumPence,
          path: String(index),
        }));
        const spent = known.map(([, spentPence]) => spentPence);
        const broken = exceededLimits({ pence: amount, limits }, spent).map(({ path }) => path);
        const kept = limits.map(({ path }) => path).filter((path) => !broken.includes(path));
        const comesTo = (path: string) => amount + (spent[Number(path)] ?? 0);
        const mostOf = (path: string) => limits[Number(path)]?.maximumPence ?? 0;
        expect(broken.every((path) => comesTo(path) > mostOf(path))).toBe(true);
        expect(kept.every((path) => comesTo(path) <= mostOf(path))).toBe(true);
      }),
    );
  });
});
