import { describe, expect, it } from 'vitest';
import { MAX_PASSKEYS_PER_USER } from '../../src/domain/ports/sign-in-store.ts';
import { actorOf } from '../../src/domain/records/audit.ts';
import { Authenticator } from '../helpers/authenticator.ts';
import { ORIGIN, wordsOf, type HttpBrowser } from './http-browser.ts';
import { optionsIn } from './passkeys.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

const ADD = '/my/account/passkeys/add';
const REMOVE = '/my/account/passkeys/remove';

type Fields = Readonly<Record<string, string>>;

/** Signs in a user, and creates an authenticator that has no passkey yet. */
async function signedIn(user: string) {
  const customer = newCustomer();
  await customer.browser.signInToPortal(user);
  const { bank, browser } = customer;
  const authenticator = new Authenticator(ORIGIN);
  /** Adds a passkey with the options in the page. A test may override fields of the form. */
  const add = async (fields: Fields = {}) => {
    const passkey = authenticator.create(await creationOptionsOf(browser));
    const code = fields['code'] ?? (await bank.nextCodeOf(user));
    return (await browser.sendTo(ADD, ADD, { name: 'Telephone', code, passkey, ...fields }))
      .location;
  };
  const passkeys = () => bank.service.store.passkeysOf(user);
  return { ...customer, authenticator, add, passkeys };
}

async function creationOptionsOf(browser: HttpBrowser): Promise<string> {
  return optionsIn((await browser.open(ADD)).text);
}

describe('adding a passkey in the portal', () => {
  it('accepts a passkey from a browser with a code', async () => {
    const { add, passkeys, shown, authenticator } = await signedIn('clara');
    expect(await add()).toBe('/my/account');
    expect(await passkeys()).toMatchObject([{ id: authenticator.id, name: 'Telephone' }]);
    expect(await shown('/my/account')).toMatch(/Telephone Added .* Not used yet\. Remove/);
  });

  it.each<[string, Fields, string]>([
    ['without a passkey', { passkey: '' }, 'noPasskey'],
    ['with an empty passkey', { passkey: '{}' }, 'noPasskey'],
    ['with a wrong code', { code: '000000' }, 'factor'],
    ['without a code', { code: '' }, 'noCode'],
    ['without a name', { name: ' ' }, 'noName'],
    ['with a name that is too long', { name: 'n'.repeat(41) }, 'noName'],
    ['with a name that contains control characters', { name: 'a\u202eb' }, 'noName'],
  ])('does nothing %s', async (_, fields, problem) => {
    const { add, passkeys } = await signedIn('rita');
    expect(await add(fields)).toBe(`${ADD}?problem=${problem}`);
    expect(await passkeys()).toEqual([]);
  });

  it('does not use up a code for an invalid passkey', async () => {
    const { add, bank, passkeys } = await signedIn('colin');
    const code = await bank.nextCodeOf('colin');
    expect(await add({ passkey: '{}', code })).toBe(`${ADD}?problem=noPasskey`);
    expect(await add({ code })).toBe('/my/account');
    expect(await passkeys()).toHaveLength(1);
  });

  it('rejects a passkey of another session or another user, or an old one', async () => {
    const [dora, dave] = [await signedIn('dora'), await signedIn('dave')];
    const made = dora.authenticator.create(await creationOptionsOf(dora.browser));
    expect(await dave.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    const again = await signedIn('dora');
    expect(await again.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    // After the session has accepted another factor, it refuses a response that was made before.
    const other = new Authenticator(ORIGIN).create(await creationOptionsOf(dora.browser));
    expect(await dora.add({ passkey: other })).toBe('/my/account');
    expect(await dora.add({ passkey: made })).toBe(`${ADD}?problem=noPasskey`);
    expect(await dora.passkeys()).toHaveLength(1);
    expect(await dave.passkeys()).toEqual([]);
  });

  it('locks the user out after wrong codes', async () => {
    const { add, browser } = await signedIn('dina');
    for (let guessed = 0; guessed < 5; guessed += 1) {
      expect(await add({ code: '000000' })).toBe(`${ADD}?problem=factor`);
    }
    expect((await browser.open('/my/account')).text).not.toContain('Sign out');
  });

  it('is offered until the user has the maximum number', async () => {
    const { bank, shown } = await signedIn('clara');
    const { store } = bank.service;
    const passkey = { userId: 'clara', publicKey: new Uint8Array(1), counter: 0, name: 'Another' };
    const act = { at: 0, by: actorOf({ kind: 'customer', id: 'clara' }) };
    for (let index = 0; index < MAX_PASSKEYS_PER_USER; index += 1) {
      await store.addPasskey({ ...passkey, id: `another-${String(index)}` }, act);
    }
    const page = await shown('/my/account');
    expect(page).toContain('which is the maximum');
    expect(page).not.toContain('Add a passkey');
  });
});

describe('removing a passkey', () => {
  it('asks for confirmation and removes only a passkey of the user', async () => {
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

describe('the passkey script', () => {
  it('runs only on the page that creates a passkey', async () => {
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

  it('is optional: without it the page says what to do', async () => {
    const { browser } = await signedIn('dave');
    const { text } = await browser.open(ADD);
    expect(text).toContain('<div hidden="" data-passkey="create"');
    expect(wordsOf(text)).toContain('continue to use codes');
  });
});
