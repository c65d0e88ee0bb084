import { describe, expect, it } from 'vitest';
import { MAX_PASSKEYS_PER_USER } from '../../src/domain/ports/sign-in-store.ts';
import { actorOf } from '../../src/domain/records/audit.ts';
import { Authenticator } from '../helpers/authenticator.ts';
import { ORIGIN, wordsOf, type BrowserByHand } from './browser-by-hand.ts';
import { optionsIn } from './passkeys.ts';
import { useOwnPages } from './use-own-pages.ts';

const newCustomer = useOwnPages();

const ADD = '/my/account/passkeys/add';
const REMOVE = '/my/account/passkeys/remove';

type Fields = Readonly<Record<string, string>>;

/** A user who has signed in, with an authenticator that has no passkey yet. */
async function signedIn(user: string) {
  const customer = newCustomer();
  await customer.browser.signInAtOwn(user);
  const { bank, browser } = customer;
  const authenticator = new Authenticator(ORIGIN);
  /** Makes a passkey as the page asks for it; the fields may be other ones. */
  const add = async (fields: Fields = {}) => {
    const passkey = authenticator.create(await askedIn(browser));
    const code = fields['code'] ?? (await bank.nextCodeOf(user));
    return (await browser.sendTo(ADD, ADD, { name: 'Telephone', code, passkey, ...fields }))
      .location;
  };
  const passkeys = () => bank.service.store.passkeysOf(user);
  return { ...customer, authenticator, add, passkeys };
}

async function askedIn(browser: BrowserByHand): Promise<string> {
  return optionsIn((await browser.open(ADD)).text);
}

describe('adding a passkey at the own pages', () => {
  it('takes what a browser made, and a code', async () => {
    const { add, passkeys, shown, authenticator } = await signedIn('clara');
    expect(await add()).toBe('/my/account');
    expect(await passkeys()).toMatchObject([{ id: authenticator.id, name: 'Telephone' }]);
    expect(await shown('/my/account')).toMatch(/Telephone Added .* Not used yet\. Remove/);
  });

  it.each<[string, Fields, string]>([
    ['without a passkey', { passkey: '' }, 'noPasskey'],
    ['with one that was made for nothing', { passkey: '{}' }, 'noPasskey'],
    ['with a wrong code', { code: '000000' }, 'factor'],
    ['without a code', { code: '' }, 'noCode'],
    ['without a name', { name: ' ' }, 'noName'],
    ['with a name that is too long', { name: 'n'.repeat(41) }, 'noName'],
    ['with a name that hides', { name: 'a\u202eb' }, 'noName'],
  ])('does nothing %s', async (_, fields, problem) => {
    const { add, passkeys } = await signedIn('rita');
    expect(await add(fields)).toBe(`${ADD}?problem=${problem}`);
    expect(await passkeys()).toEqual([]);
  });

  it('uses no code up for a passkey that is not fit', async () => {
    const { add, bank, passkeys } = await signedIn('colin');
    const code = await bank.nextCodeOf('colin');
    expect(await add({ passkey: '{}', code })).toBe(`${ADD}?problem=noPasskey`);
    expect(await add({ code })).toBe('/my/account');
    expect(await passkeys()).toHaveLength(1);
  });

  it('takes nothing that was made in another session, for another user, or before', async () => {
    const [dora, dave] = [await signedIn('dora'), await signedIn('dave')];
    const made = dora.authenticator.create(await askedIn(dora.browser));
    expect(await dave.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    const again = await signedIn('dora');
    expect(await again.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    // Nor what was made before another factor was taken in the session.
    const other = new Authenticator(ORIGIN).create(await askedIn(dora.browser));
    expect(await dora.add({ passkey: other })).toBe('/my/account');
    expect(await dora.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    expect(await dora.passkeys()).toHaveLength(1);
    expect(await dave.passkeys()).toEqual([]);
  });

  it('locks out whoever guesses codes for it, as everywhere', async () => {
    const { add, browser } = await signedIn('dina');
    for (let guessed = 0; guessed < 5; guessed += 1) {
      expect(await add({ code: '000000' })).toBe(`${ADD}?problem=factor`);
    }
    expect((await browser.open('/my/account')).text).not.toContain('Sign out');
  });

  it('is offered until there are as many as a user can have', async () => {
    const { bank, shown } = await signedIn('clara');
    const { store } = bank.service;
    const passkey = { userId: 'clara', publicKey: new Uint8Array(1), counter: 0, name: 'Another' };
    const act = { at: 0, by: actorOf({ kind: 'customer', id: 'clara' }) };
    for (let place = 0; place < MAX_PASSKEYS_PER_USER; place += 1) {
      await store.addPasskey({ ...passkey, id: `another-${String(place)}` }, act);
    }
    const told = await shown('/my/account');
    expect(told).toContain('and can have no more');
    expect(told).not.toContain('Add a passkey');
  });
});

describe('removing a passkey', () => {
  it('is asked back, and takes that of the user alone', async () => {
    const [sam, rita] = [await signedIn('sam'), await signedIn('rita')];
    await rita.add();
    const passkey = rita.authenticator.id;
    expect((await sam.browser.open(`${REMOVE}?passkey=${passkey}`)).status).toBe(404);
    await sam.browser.sendTo('/my/account', REMOVE, { passkey });
    expect(await rita.passkeys()).toHaveLength(1);
    expect(await rita.shown(`${REMOVE}?passkey=${passkey}`)).toContain('Remove this passkey?');
    const page = `${REMOVE}?passkey=${passkey}`;
    expect((await rita.browser.sendTo(page, REMOVE, { passkey })).location).toBe('/my/account');
    expect(await rita.passkeys()).toEqual([]);
  });
});

describe('the one script', () => {
  it('runs where a passkey is made, and nowhere else', async () => {
    const { browser } = await signedIn('dave');
    const policyOf = async (path: string) => {
      const { response, text } = await browser.open(path);
      return { policy: response.headers.get('content-security-policy'), text };
    };
    const add = await policyOf(ADD);
    expect(add.policy).toContain("script-src 'self';");
    const script =
      /<script src="(\/assets\/passkey-[0-9a-f]+\.js)" defer/.exec(add.text)?.[1] ?? '';
    const { response } = await browser.open(script);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const path of ['/my', '/my/account', '/my/payments', `${REMOVE}?passkey=x`]) {
      const { policy, text } = await policyOf(path);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script-src');
      expect(text).not.toContain('<script');
    }
  });

  it('leaves a page that says what to do without it', async () => {
    const { browser } = await signedIn('dave');
    const { text } = await browser.open(ADD);
    expect(text).toContain('<div hidden="" data-passkey="create"');
    expect(wordsOf(text)).toContain('go on with your codes');
  });
});
