import { describe, expect, it } from 'vitest';
import { createSandboxContracts } from '../../../src/sandbox/contracts.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');

const CLAIM = {
  ...{ id: 'any', organisationId: 'any', customerId: 'any', consentId: 'any' },
  ...{ currency: 'USD', amount: { minor: 1, currency: 'USD' } },
};

describe('the contracts of the sandbox', () => {
  it.each([
    ['0.96', 'GBP', true],
    ['1.60', 'GBP', true],
    ['128e-2', 'GBP', true],
    ['0.78', 'USD', true],
    ['1.6000001', 'GBP', false],
    ['0.9599999', 'GBP', false],
    ['1.28', 'USD', false],
    ['0.78', 'EUR', false],
    [`1.28${'0'.repeat(40)}`, 'GBP', false],
  ])('at %s for one %s, where the table says 1.28: %s', async (rate, unitCurrency, isThere) => {
    const contracts = createSandboxContracts({ ratePerPound: () => '1.28' });
    const claimed = { rate, unitCurrency };
    const found = await contracts.findContract({ ...CLAIM, rate: claimed }, NOW);
    expect(found).toEqual(isThere ? claimed : undefined);
  });
});
