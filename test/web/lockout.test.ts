import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { useVisits } from './use-visits.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

const newVisit = useVisits();

describe('too many failures', () => {
  it('lock the user out for a quarter of an hour, whatever the password', async () => {
    const { bank, uid, shown, tryPassword } = await newVisit();
    const wrong = `/interaction/${uid}?problem=password`;
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await tryPassword('rita', `wrong ${String(failure)}`)).location).toBe(wrong);
    }
    expect((await tryPassword('rita', 'rita-password')).location).toBe(wrong);
    expect(await shown()).toContain('Sign in to read');
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    expect((await tryPassword('rita', 'rita-password')).location).toBe(`/interaction/${uid}`);
  });

  it('are counted over both factors, and a right password does not forget them', async () => {
    const { bank, uid, browser, shown, tryPassword, tryCode } = await newVisit();
    for (let failure = 0; failure < 4; failure += 1) {
      await tryPassword('sam', `wrong ${String(failure)}`);
    }
    await tryPassword('sam', 'sam-password');
    expect(await tryCode()).toBe(`/interaction/${uid}/approve?problem=factor`);
    expect(await shown()).toContain('Sign in to read');
    const locked = await tryPassword('sam', 'sam-password');
    expect(locked.location).toBe(`/interaction/${uid}?problem=password`);
    bank.service.passMachineTime(QUARTER_HOUR_MS);
    await tryPassword('sam', 'sam-password');
    expect((await browser.approve(uid, 'sam')).location).toContain('then=code');
  });

  it('are forgotten with a right code', async () => {
    const visit = await newVisit();
    for (let failure = 0; failure < 4; failure += 1) await visit.tryPassword('sam', 'wrong');
    await visit.tryPassword('sam', 'sam-password');
    await visit.browser.approve(visit.uid, 'sam');
    const { shown, tryPassword } = await newVisit();
    for (let failure = 0; failure < 4; failure += 1) await tryPassword('sam', 'wrong');
    await tryPassword('sam', 'sam-password');
    expect(await shown()).toContain('Your decision');
  });

  type InteractionPages = Awaited<ReturnType<typeof newVisit>>;
  const isTurnedAway = async ({ tryPassword }: InteractionPages, user: string): Promise<boolean> =>
    (await tryPassword(user, 'wrong')).location.endsWith('?problem=busy');

  it("of one visit's do not turn away every customer of its address", async () => {
    const [visit, another] = [await newVisit(), await newVisit()];
    visit.bank.moveTo('198.51.100.8');
    for (let failure = 0; failure < 60; failure += 1) {
      expect(await isTurnedAway(visit, `user-${String(failure)}`)).toBe(failure >= 10);
    }
    // Begun anew with the same request of the TPP, it has no more.
    const again = visit.bank.begin(visit.consentId);
    await visit.browser.open(`/interaction/${again}`);
    const fields = { user: 'clara', password: 'clara-password' };
    const { location } = await visit.browser.send(again, 'password', fields);
    expect(location).toBe(`/interaction/${again}?problem=busy`);
    expect(await isTurnedAway(another, 'clara')).toBe(false);
    visit.bank.moveTo('192.0.2.1');
  });

  it('from one address turn everybody there away for a while, and nobody elsewhere', async () => {
    const { bank } = await newVisit();
    bank.moveTo('198.51.100.7');
    for (let visits = 0; visits < 5; visits += 1) {
      const visit = await newVisit();
      for (let failure = 0; failure < 10; failure += 1) {
        expect(await isTurnedAway(visit, `user-${String(failure)}`)).toBe(false);
      }
    }
    expect(await isTurnedAway(await newVisit(), 'clara')).toBe(true);
    bank.moveTo('192.0.2.1');
    expect(await isTurnedAway(await newVisit(), 'clara')).toBe(false);
  });
});
