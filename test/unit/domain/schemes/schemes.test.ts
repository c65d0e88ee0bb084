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
import { MAX_PENCE } from '../../../../src/shared/money.ts';

describe('the table of schemes', () => {
  it('says who may ask for which, in the order in which it is told (rules, 6.13, 7.17, 12.2)', () => {
    expect(FILE_INSTRUMENTS).toEqual(['FPS', 'CHAPS', 'BACS']);
    expect(DOMESTIC_INSTRUMENTS).toEqual(['FPS', 'CHAPS']);
    expect(INTERNATIONAL_INSTRUMENTS).toEqual(['SWIFT', 'SEPA', 'SameDayEUR', 'CHAPS']);
  });

  it('has no two schemes by one name', () => {
    for (const names of [
      localInstrumentsOf(INSTRUMENTS),
      INSTRUMENTS.map((i) => SCHEMES[i].name),
    ]) {
      expect(new Set(names).size).toBe(INSTRUMENTS.length);
    }
  });

  it('finds a scheme by the standard’s name among those that may be asked for', () => {
    expect(instrumentCalled('UK.OBIE.Target2', INTERNATIONAL_INSTRUMENTS)).toBe('SameDayEUR');
    expect(instrumentCalled('UK.OBIE.Target2', DOMESTIC_INSTRUMENTS)).toBeUndefined();
    expect(instrumentCalled(undefined, INSTRUMENTS)).toBeUndefined();
  });

  it('bounds what goes over Faster Payments, and nothing else', () => {
    const bounded = INSTRUMENTS.filter((name) => maxPenceOf(name, { fpsMaxPence: 7 }) < MAX_PENCE);
    expect(bounded).toEqual(['FPS']);
    expect(maxPenceOf('FPS', { fpsMaxPence: 7 })).toBe(7);
  });

  it('has accounts of its own for every scheme', () => {
    const numbers = INSTRUMENTS.flatMap((name) => [
      accountsFor(name).clearing,
      accountsFor(name).settlement,
    ]);
    expect(new Set(numbers).size).toBe(2 * INSTRUMENTS.length);
  });
});
