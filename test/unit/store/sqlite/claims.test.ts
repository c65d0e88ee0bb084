import { describe, expect, it } from 'vitest';
import { StepLeases } from '../../../../src/store/sqlite/repositories/claims.ts';

const LEASE_MS = 1000;
const ONE = { owner: 'one', leaseMs: LEASE_MS };
const OTHER = { owner: 'other', leaseMs: LEASE_MS };

const STEPS = [1, 2, 3];

/** The steps as they are renewed and released. */
const WORKS = STEPS.map((id) => ({ id }));

describe('claims on work', () => {
  it('cover only free steps, up to the limit', () => {
    const claims = new StepLeases();
    expect(claims.claim(STEPS, 2, ONE, 0)).toEqual([1, 2]);
    expect(claims.claim(STEPS, 2, ONE, 0)).toEqual([3]);
    expect(claims.claim(STEPS, 2, OTHER, LEASE_MS - 1)).toEqual([]);
    expect(claims.size).toBe(3);
  });

  it('end with their lease, and the next owner gets the steps', () => {
    const claims = new StepLeases();
    claims.claim(STEPS, 3, ONE, 0);
    expect(claims.claim(STEPS, 2, OTHER, LEASE_MS)).toEqual([1, 2]);
    expect(claims.claim(STEPS, 3, ONE, LEASE_MS)).toEqual([3]);
  });

  it('are extended only by the owner that still holds them', () => {
    const claims = new StepLeases();
    claims.claim(STEPS, 2, ONE, 0);
    claims.renew(WORKS, ONE, LEASE_MS - 1);
    expect(claims.claim(STEPS, 3, OTHER, LEASE_MS)).toEqual([3]);
    expect(claims.claim(STEPS, 3, OTHER, 2 * LEASE_MS - 1)).toEqual([1, 2]);
    claims.renew(WORKS, ONE, 2 * LEASE_MS - 1);
    expect(claims.claim(STEPS, 3, ONE, 3 * LEASE_MS - 1)).toEqual([1, 2, 3]);
  });

  it('are released only by the owner that holds them', () => {
    const claims = new StepLeases();
    const [step] = claims.claim(STEPS, 1, ONE, 0);
    claims.release([{ id: step ?? 0 }], 'other');
    expect(claims.size).toBe(1);
    claims.release([{ id: step ?? 0 }], 'one');
    expect(claims.claim(STEPS, 1, OTHER, 0)).toEqual([1]);
  });
});
