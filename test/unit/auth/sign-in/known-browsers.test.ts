import { describe, expect, it } from 'vitest';
import { KNOWN_BROWSER_DAYS, KnownBrowsers } from '../../../../src/auth/sign-in/known-browsers.ts';
import { DAY_MS } from '../../../../src/shared/time.ts';

const CLARA = { userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' };
const NOW = 1000;
const browsers = new KnownBrowsers('key');
const token = browsers.tokenFor(CLARA, NOW);
const later = NOW + KNOWN_BROWSER_DAYS * DAY_MS;

describe('the token of a known browser', () => {
  it('is valid for its user until it expires', () => {
    expect(browsers.isToken(token, CLARA, later - 1)).toBe(true);
    expect(browsers.isToken(token, CLARA, later)).toBe(false);
  });

  it.each([
    ['another user', { ...CLARA, userId: 'sam' }],
    ['a new password', { ...CLARA, passwordHash: 'new' }],
    ['a new authenticator', { ...CLARA, totpSecret: 'new' }],
  ])('is invalid for %s', (_, user) => {
    expect(browsers.isToken(token, user, NOW)).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['without its authentication code', String(later)],
    ['with a later expiry', token.replace(/^\d+/, String(later + 1))],
    ['of another key', new KnownBrowsers('other').tokenFor(CLARA, NOW)],
    ['too long', `${token}${'A'.repeat(100)}`],
  ])('is invalid %s', (_, wrong) => {
    expect(browsers.isToken(wrong, CLARA, NOW)).toBe(false);
  });

  it('has a cookie name for each user that does not reveal the user', () => {
    const names = ['clara', 'sam'].map((user) => browsers.nameOf(user));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(new KnownBrowsers('other').nameOf('clara')).not.toBe(names[0]);
  });
});
