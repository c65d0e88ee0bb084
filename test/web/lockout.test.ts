import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { useInteractions } from './use-interactions.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

const newInteraction = useInteractions();

describe('too many failures', () => {
  it('lock the user out for 15 minutes, even with the right password', async () => {
    const { bank, uid, shown, tryPassword } = await newInteraction();
    const wrong = `/interaction/${uid}?problem=password`;
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await tryPassword('rita', `wrong ${String(failure)}`)).location).toBe(wrong);
    }
    expect((await tryPassword('rita', 'rita-password')).location).toBe(wrong);
    expect(await shown()).toContain('Sign in to see');
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    expect((await tryPassword('rita', 'rita-password')).location).toBe(`/interaction/${uid}`);
  });

  it('are counted for both factors, and a right password does not reset the count', async () => {
    const { bank, uid, browser, shown, tryPassword, tryCode } = await newInteraction();
    for (let failure = 0; failure < 4; failure += 1) {
      await tryPassword('sam', `wrong ${String(failure)}`);
    }
    await tryPassword('sam', 'sam-password');
    expect(await tryCode()).toBe(`/interaction/${uid}/approve?problem=factor`);
    expect(await shown()).toContain('Sign in to see');
    const locked = await tryPassword('sam', 'sam-password');
    expect(locked.location).toBe(`/interaction/${uid}?problem=password`);
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    await tryPassword('sam', 'sam-password');
    expect((await browser.approve(uid, 'sam')).location).toContain('then=code');
  });

  it('are reset by a right code', async () => {
    const visit = await newInteraction();
    for (let failure = 0; failure < 4; failure += 1) await visit.tryPassword('sam', 'wrong');
    await visit.tryPassword('sam', 'sam-password');
    await visit.browser.approve(visit.uid, 'sam');
    const { shown, tryPassword } = await newInteraction();
    for (let failure = 0; failure < 4; failure += 1) await tryPassword('sam', 'wrong');
    await tryPassword('sam', 'sam-password');
    expect(await shown()).toContain('Your decision');
  });

  type NewInteraction = Awaited<ReturnType<typeof newInteraction>>;
  const isTurnedAway = async ({ tryPassword }: NewInteraction, user: string): Promise<boolean> =>
    (await tryPassword(user, 'wrong')).location.endsWith('?problem=busy');

  it('in one interaction do not block other customers at the same address', async () => {
    const [visit, another] = [await newInteraction(), await newInteraction()];
    visit.bank.moveTo('198.51.100.8');
    for (let failure = 0; failure < 60; failure += 1) {
      expect(await isTurnedAway(visit, `user-${String(failure)}`)).toBe(failure >= 10);
    }
    // Another interaction for the same consent counts towards the same limit.
    const again = visit.bank.begin(visit.consentId);
    await visit.browser.open(`/interaction/${again}`);
    const fields = { user: 'clara', password: 'clara-password' };
    const { location } = await visit.browser.send(again, 'password', fields);
    expect(location).toBe(`/interaction/${again}?problem=busy`);
    expect(await isTurnedAway(another, 'clara')).toBe(false);
    visit.bank.moveTo('192.0.2.1');
  });

  it('from one address block everybody at that address for a while, and nobody elsewhere', async () => {
    const { bank } = await newInteraction();
    bank.moveTo('198.51.100.7');
    for (let visits = 0; visits < 5; visits += 1) {
      const visit = await newInteraction();
      for (let failure = 0; failure < 10; failure += 1) {
        expect(await isTurnedAway(visit, `user-${String(failure)}`)).toBe(false);
      }
    }
    expect(await isTurnedAway(await newInteraction(), 'clara')).toBe(true);
    bank.moveTo('192.0.2.1');
    expect(await isTurnedAway(await newInteraction(), 'clara')).toBe(false);
  });
});
