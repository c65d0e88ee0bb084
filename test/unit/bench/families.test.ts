import { describe, expect, it } from 'vitest';
import { paymentBody, samplesAt } from '../../../bench/helpers/families.ts';
import { consentOf } from '../../../bench/helpers/full-store.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { formatInstant } from '../../../src/shared/time.ts';

const WEDNESDAY = Date.parse('2026-12-23T09:00:00Z');
const CHRISTMAS = formatInstant(Date.parse('2026-12-25T09:00:00Z'));

describe('the samples of the payment families, at any moment', () => {
  const samples = samplesAt(WEDNESDAY, 2);

  it('are valid, one for each family, even on a bank holiday', () => {
    const families = samples.map((sample) => consentOf(sample, WEDNESDAY).family);
    expect(families).toEqual(FAMILIES.map(({ name }) => name));
  });

  it('are dated only for the families with dated orders', () => {
    const ahead = samples.filter(({ isAhead }) => isAhead).map(({ family }) => family.name);
    expect(ahead.toSorted()).toEqual([
      'domestic-scheduled-payments',
      'domestic-standing-orders',
      'international-scheduled-payments',
    ]);
    for (const sample of samples) {
      const { isAhead, consent } = sample;
      expect(JSON.stringify(consent).includes(CHRISTMAS)).toBe(isAhead);
      expect(paymentBody(sample, 'an-id').includes(CHRISTMAS)).toBe(isAhead);
    }
  });
});
