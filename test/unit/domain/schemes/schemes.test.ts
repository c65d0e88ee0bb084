import { describe, expect, it } from 'vitest';
import {
  accountsFor,
  DOMESTIC_INSTRUMENTS,
  FILE_INSTRUMENTS,
  INSTRUMENTS,
  instrumentCalled,
  INTERNATIONAL_INSTRUMENTS,
  localInstrumentsOf,
  maxPenceOf,
  SCHEMES,
} from '../../../../src/domain/schemes/schemes.ts';
import { MAX_BACS_RECORD_PENCE } from '../../../../src/schemes/messages/standard18.ts';
import { MAX_PENCE } from '../../../../src/shared/money.ts';

describe('the table of schemes', () => {
  it('lists the schemes of each kind of payment in display order (rules, 6.13, 7.17, 12.2)', () => {
    expect(FILE_INSTRUMENTS).toEqual(['FPS', 'CHAPS', 'BACS']);
    expect(DOMESTIC_INSTRUMENTS).toEqual(['FPS', 'CHAPS']);
    expect(INTERNATIONAL_INSTRUMENTS).toEqual(['SWIFT', 'SEPA', 'SameDayEUR', 'CHAPS']);
  });

  it('has unique names', () => {
    for (const names of [
      localInstrumentsOf(INSTRUMENTS),
      INSTRUMENTS.map((i) => SCHEMES[i].name),
    ]) {
      expect(new Set(names).size).toBe(INSTRUMENTS.length);
    }
  });

  it('finds an allowed scheme by its name in the standard', () => {
    expect(instrumentCalled('UK.OBIE.Target2', INTERNATIONAL_INSTRUMENTS)).toBe('SameDayEUR');
    expect(instrumentCalled('UK.OBIE.Target2', DOMESTIC_INSTRUMENTS)).toBeUndefined();
    expect(instrumentCalled(undefined, INSTRUMENTS)).toBeUndefined();
  });

  it('limits the amount of Faster Payments and of Bacs', () => {
    const bounded = INSTRUMENTS.filter((name) => maxPenceOf(name, { fpsMaxPence: 7 }) < MAX_PENCE);
    expect(bounded).toEqual(['FPS', 'BACS']);
    expect(maxPenceOf('FPS', { fpsMaxPence: 7 })).toBe(7);
    expect(maxPenceOf('BACS', { fpsMaxPence: 7 })).toBe(MAX_BACS_RECORD_PENCE);
  });

  it('has separate accounts for each scheme', () => {
    const numbers = INSTRUMENTS.flatMap((name) => [
      accountsFor(name).clearing,
      accountsFor(name).settlement,
    ]);
    expect(new Set(numbers).size).toBe(2 * INSTRUMENTS.length);
  });
});
