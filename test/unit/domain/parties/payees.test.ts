import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownPayees } from '../../../../src/domain/parties/payees.ts';

function known(...payees: readonly (readonly [name: string, account: string])[]): KnownPayees {
  const of = new KnownPayees();
  for (const [creditorName, creditor] of payees) of.remember({ creditorName, creditor });
  return of;
}

const ONE = '20000000000001';
const OTHER = '20000000000002';

describe('the change of a payee', () => {
  it.each([
    ['the same', 'Fresco Ltd', ONE, null],
    ['an account of the same name that is another', 'Fresco Ltd', OTHER, 'newAccount'],
    ['another name', 'Fresco Limited', ONE, 'newPayee'],
    ['another name at the account of somebody known', 'HM Revenue', ONE, 'newPayee'],
    ['other case, spaces and stops', ' FRESCO  Ltd.', ONE, null],
    ['the same letters of another width', 'Ｆｒｅｓｃｏ Ltd', ONE, null],
    ['letters that look alike', 'Frеsco Ltd', ONE, 'newPayee'],
    ['the same with marks that nobody sees', 'Fresco\u200b Ltd', OTHER, 'newAccount'],
  ])('%s', (_, creditorName, creditor, news) => {
    expect(known(['Fresco Ltd', ONE]).newsOf({ creditorName, creditor })).toBe(news);
  });

  it('is returned for two payees who swap their accounts', () => {
    const before = known(['Fresco Ltd', ONE], ['Oakwell Dairy', OTHER]);
    expect(before.newsOf({ creditorName: 'Fresco Ltd', creditor: OTHER })).toBe('newAccount');
    expect(before.newsOf({ creditorName: 'Oakwell Dairy', creditor: ONE })).toBe('newAccount');
  });

  it('is null at each of several known accounts, and for names without letters', () => {
    const before = known(['Fresco Ltd', ONE], ['Fresco Ltd', OTHER], ['***', ONE]);
    expect(before.newsOf({ creditorName: 'Fresco Ltd', creditor: OTHER })).toBeNull();
    expect(before.newsOf({ creditorName: '***', creditor: ONE })).toBeNull();
    expect(before.newsOf({ creditorName: '---', creditor: ONE })).toBe('newPayee');
  });

  it('is null for exact matches, and never for a new account', () => {
    const payee = fc.record({
      creditorName: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'A.', ' a', 'b')),
      creditor: fc.constantFrom('1', '2', '3'),
    });
    fc.assert(
      fc.property(fc.array(payee), payee, (before, now) => {
        const news = known(
          ...before.map(({ creditorName, creditor }) => [creditorName, creditor] as const),
        ).newsOf(now);
        const isThere = before.some(
          ({ creditorName, creditor }) =>
            creditorName === now.creditorName && creditor === now.creditor,
        );
        const accounts = new Set(before.map(({ creditor }) => creditor));
        if (isThere) expect(news).toBeNull();
        if (!accounts.has(now.creditor)) expect(news).not.toBeNull();
      }),
    );
  });
});
