import { describe, expect, it } from 'vitest';
import { FULL_COST, hashPassword, isPassword } from '../../../../src/auth/sign-in/passwords.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };

describe('a password hash', () => {
  it('matches only its password', async () => {
    const written = await hashPassword('open sesame', CHEAP);
    expect(await isPassword('open sesame', written)).toBe(true);
    for (const wrong of ['', 'open sesame ', 'Open sesame']) {
      expect(await isPassword(wrong, written)).toBe(false);
    }
  });

  it('contains its cost and a random salt', async () => {
    const [one, other] = [await hashPassword('x', CHEAP), await hashPassword('x', CHEAP)];
    expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('works at the full cost', async () => {
    expect(await isPassword('x', await hashPassword('x', FULL_COST))).toBe(true);
  });

  it('matches the same characters in another Unicode normalisation', async () => {
    expect(await isPassword('caf\u00e9', await hashPassword('cafe\u0301', CHEAP))).toBe(true);
  });
});
