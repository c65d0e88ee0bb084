import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitIdentifier, fitText } from '../../../../src/domain/schemes/character-sets.ts';
import { hostileText } from '../../schemes/messages/credits.ts';

const SETS = {
  swiftX: /^[A-Za-z0-9/\-?:().,'+ ]*$/,
  swiftExtended: /^[\x20-\x7E]*$/,
  bacs: /^[A-Z0-9.&/\- ]*$/,
};

describe('a text for a scheme', () => {
  it.each([
    ['swiftX', 'Łódź & Müller €', 'Lodz + Muller EUR', 0],
    ['swiftX', 'Straße “Ω” — Ångström', "Strasse 'O' - Angstrom", 0],
    ['swiftX', 'Ελλάδα', 'Ellada', 0],
    ['swiftX', 'България, Й', 'Balgariya, Y', 0],
    ['swiftX', 'Hawaii…ﬁ №1', 'Hawaii...fi No1', 0],
    ['swiftX', 'e\u0301 x\u0301', 'e x', 0],
    ['swiftX', '東京 #1', '.. .1', 3],
    ['swiftX', '\ud800a\u0000', '.a.', 2],
    ['swiftX', ' \tA\nB ', 'A B', 0],
    ['swiftExtended', 'A & B <c@d.example> ™', 'A & B <c@d.example> TM', 0],
    ['swiftExtended', '😀', '.', 1],
    ['bacs', 'Müller & Söhne', 'MULLER & SOHNE', 0],
    ['bacs', 'Straße', 'STRASSE', 0],
    ['bacs', "O'Neill", 'O NEILL', 1],
  ] as const)('of %s writes %j as %j and replaces %i', (set, text, written, replaced) => {
    expect(fitText(text, set, 40)).toEqual({ text: written, replaced, isCut: false });
  });

  it('is cut to the maximum length, without a blank at its end', () => {
    expect(fitText('Acme Trading', 'swiftX', 12).isCut).toBe(false);
    expect(fitText('Acme Trading', 'swiftX', 11)).toMatchObject({
      text: 'Acme Tradin',
      isCut: true,
    });
    expect(fitText('Acme Trading', 'swiftX', 5)).toMatchObject({ text: 'Acme', isCut: true });
    expect(fitText('ßß', 'swiftX', 3)).toMatchObject({ text: 'sss', isCut: true });
  });

  it('has only characters of the set, and stays the same when it is fitted again', () => {
    const anySet = fc.constantFrom('swiftX' as const, 'swiftExtended' as const, 'bacs' as const);
    fc.assert(
      fc.property(hostileText, anySet, fc.integer({ min: 1, max: 40 }), (text, set, max) => {
        const fitted = fitText(text, set, max);
        expect(fitted.text.length).toBeLessThanOrEqual(max);
        expect(fitted.text).toMatch(SETS[set]);
        const again = fitText(fitted.text, set, max);
        expect(again).toEqual({ text: fitted.text, replaced: 0, isCut: false });
      }),
    );
  });
});

describe('an identifier for a scheme', () => {
  it.each([
    ['/INV/2026//7/', '.INV/2026/.7.', 3],
    ['INV/7', 'INV/7', 0],
    ['///', '...', 3],
    ['\\x', '.x', 1],
  ])('writes %j as %j and replaces %i', (text, written, replaced) => {
    expect(fitIdentifier(text, 35)).toEqual({ text: written, replaced, isCut: false });
  });

  it('has no slash at its end after it was cut', () => {
    expect(fitIdentifier('ABC/DEF', 4)).toEqual({ text: 'ABC.', replaced: 1, isCut: true });
  });
});
