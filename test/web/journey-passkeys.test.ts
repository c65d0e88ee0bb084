import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { FLAGS, type Flaws } from '../helpers/authenticator.ts';
import { linkedIn, tokenIn } from './http-browser.ts';
import { asksIn, optionsIn, withPasskey } from './passkeys.ts';
import { useInteractions } from './use-interactions.ts';

const newInteraction = useInteractions();

/**
 * Signs in a customer who has one account and sees a payment consent. Returns functions for the
 * next steps.
 */
async function newReader(user: 'sam' | 'rita') {
  const visit = await newInteraction();
  await visit.tryPassword(user, `${user}-password`);
  const page = `/interaction/${visit.uid}`;
  const options = async () => optionsIn((await visit.browser.open(`${page}/approve`)).text);
  /** Approves the consent with a passkey's response. Returns the address of the redirect. */
  const approve = async (passkey: string, fields: Record<string, string> = {}) => {
    const { text } = await visit.browser.open(`${page}/approve`);
    const shown = { token: tokenIn(text), linked: linkedIn(text) };
    const sent = await visit.browser.post(visit.uid, 'approve', { ...shown, passkey, ...fields });
    return sent.location;
  };
  const status = async () => (await visit.bank.service.store.findConsent(visit.consentId))?.status;
  return { ...visit, page, options, approve, status };
}

const NOT_TAKEN = '/approve?problem=passkey';

describe('a passkey that approves the request of a TPP', () => {
  it('is requested by the script if the user has one', async () => {
    const visit = await newReader('rita');
    const before = await visit.browser.open(`${visit.page}/approve`);
    expect(asksIn(before.text)).toBeUndefined();
    expect(before.text).not.toContain('<script');
    expect(before.response.headers.get('content-security-policy')).not.toContain('script-src');
    const { id } = await withPasskey(visit.bank, 'rita');
    const { text, response } = await visit.browser.open(`${visit.page}/approve`);
    expect(JSON.parse(optionsIn(text))).toMatchObject({
      ...{ rpId: 'bank.example', userVerification: 'required', allowCredentials: [{ id }] },
    });
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("form-action 'self' https://tpp-one.example ");
  });

  it('approves exactly the displayed payment and is stored with the approval', async () => {
    const { bank, browser, consentId, page, options, approve, status } = await newReader('sam');
    const authenticator = await withPasskey(bank, 'sam');
    const dynamicLinkingHash = linkedIn((await browser.open(`${page}/approve`)).text);
    expect(await approve(authenticator.get(await options()))).toContain('then=code');
    expect(await status()).toBe('Authorised');
    const [approval] = await bank.service.store.approvalsOf(consentId);
    expect(approval).toMatchObject({ userId: 'sam', factor: 'passkey', dynamicLinkingHash });
    expect(await bank.service.store.findPasskey(authenticator.id)).toMatchObject({ counter: 2 });
  });

  it('is rejected for another payment, in another session, and a second time', async () => {
    const [one, other] = [await newReader('sam'), await newReader('sam')];
    const authenticator = await withPasskey(one.bank, 'sam');
    const forOther = authenticator.get(await other.options());
    expect(await one.approve(forOther)).toBe(`${one.page}${NOT_TAKEN}`);
    // If the same consent is opened again, the page and its linking hash are the same.
    const again = one.bank.begin(one.consentId);
    const { browser } = await newInteraction();
    await browser.send(again, 'password', { user: 'sam', password: 'sam-password' });
    const { text } = await browser.open(`/interaction/${again}/approve`);
    const shown = { token: tokenIn(text), linked: linkedIn(text) };
    const elsewhere = authenticator.get(await one.options());
    const sent = await browser.post(again, 'approve', { ...shown, passkey: elsewhere });
    expect(sent.location).toBe(`/interaction/${again}${NOT_TAKEN}`);
    // A passkey's response can be used only once.
    expect(await other.approve(authenticator.get(await other.options()))).toContain('then=code');
    expect(await one.approve(forOther)).toBe(`${one.page}${NOT_TAKEN}`);
    expect(await one.status()).toBe('AwaitingAuthorisation');
    expect(await one.approve(authenticator.get(await one.options()))).toContain('then=code');
  });

  it('is not checked if the form belongs to another payment', async () => {
    const { bank, page, options, approve } = await newReader('sam');
    const authenticator = await withPasskey(bank, 'sam');
    const passkey = authenticator.get(await options());
    bank.asked.length = 0;
    expect(await approve(passkey, { linked: 'x' })).toBe(`${page}?problem=changed`);
    expect(bank.asked).not.toContain('consumeFactor');
  });

  it.each<[string, Flaws]>([
    ['its user was not verified', { flags: FLAGS.present }],
    ['another site requested it', { origin: 'https://bank.example.evil.example' }],
    ['another page framed it', { crossOrigin: true }],
    ['it was copied', { counter: 1 }],
  ])('is rejected if %s', async (_, flaws) => {
    const { bank, page, options, approve, status } = await newReader('sam');
    const authenticator = await withPasskey(bank, 'sam');
    expect(await approve(authenticator.get(await options(), flaws))).toBe(`${page}${NOT_TAKEN}`);
    expect(await status()).toBe('AwaitingAuthorisation');
    expect(await approve(authenticator.get(await options()))).toContain('then=code');
  });

  it('is rejected from another user and from an unknown one', async () => {
    const { bank, page, options, approve, status } = await newReader('sam');
    await withPasskey(bank, 'sam');
    const ritas = await withPasskey(bank, 'rita');
    const asks = await options();
    for (const passkey of [ritas.get(asks), ritas.get(asks, { id: 'bm9uZQ' }), '{}', 'x']) {
      expect(await approve(passkey)).toBe(`${page}${NOT_TAKEN}`);
    }
    expect(await status()).toBe('AwaitingAuthorisation');
  });

  it('locks the user out and ends the session after wrong guesses, counted together with codes', async () => {
    const { bank, page, shown, approve, tryCode, tryPassword } = await newReader('rita');
    for (let guess = 0; guess < 2; guess += 1) {
      expect(await tryCode(`00000${String(guess)}`)).toContain('problem=factor');
    }
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await approve(`{${String(guess)}}`)).toContain(NOT_TAKEN);
    }
    expect(await shown()).toContain('Sign in to see');
    const locked = await tryPassword('rita', 'rita-password');
    expect(locked.location).toBe(`${page}?problem=password`);
    bank.service.passMachineTime(15 * MINUTE_MS);
    expect((await tryPassword('rita', 'rita-password')).location).toBe(page);
  });

  it('does not change the one-time code', async () => {
    const { bank, shown, tryCode } = await newReader('sam');
    expect(await shown('/approve')).toContain('One-time code');
    expect(await tryCode(await bank.nextCodeOf('sam'))).toContain('then=code');
  });
});
