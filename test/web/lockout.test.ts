import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/kernel/time.ts';
import { useVisits } from './use-visits.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

const newVisit = useVisits();

describe('too many failures', () => {
  it('lock the user out for a quarter of an hour, whatever the password', async () => {
    const { bank, uid, shown, trySignIn } = await newVisit();
    for (let failure = 0; failure < 5; failure += 1) {
      await trySignIn('rita', `wrong ${String(failure)}`);
    }
    const locked = await trySignIn('rita', 'rita-password', await bank.nextCodeOf('rita'));
    expect(locked).toBe(`/interaction/${uid}?problem=credentials`);
    expect(await shown()).toContain('Sign in to read');
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    const code = await bank.nextCodeOf('rita');
    expect(await trySignIn('rita', 'rita-password', code)).toBe(`/interaction/${uid}`);
  });

  it('are counted over both factors, and a right password does not forget them', async () => {
    const { bank, uid, trySignIn } = await newVisit();
    for (let failure = 0; failure < 4; failure += 1) {
      await trySignIn('colin', `wrong ${String(failure)}`);
    }
    await trySignIn('colin', 'colin-password');
    const locked = await trySignIn('colin', 'colin-password', await bank.nextCodeOf('colin'));
    expect(locked).toBe(`/interaction/${uid}?problem=credentials`);
    bank.service.passMachineTime(QUARTER_HOUR_MS);
  });

  it('from one address turn everybody there away for a while, and nobody elsewhere', async () => {
    const { bank, uid, tryPassword } = await newVisit();
    bank.moveTo('198.51.100.7');
    for (let failure = 0; failure < 50; failure += 1) {
      await tryPassword(`user-${String(failure)}`, 'wrong');
    }
    const busy = `/interaction/${uid}?problem=busy`;
    expect((await tryPassword('clara', 'clara-password')).location).toBe(busy);
    bank.moveTo('192.0.2.1');
    expect((await tryPassword('clara', 'clara-password ')).location).not.toBe(busy);
  });
});
