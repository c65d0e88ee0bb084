import { describe, expect, it } from 'vitest';
import { IDLE_MINUTES, SESSION_HOURS } from '../../src/console/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { OperatorBrowser } from './console-bank.ts';
import { ProvidedOperator, useProviderBank } from './console-provider.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const provided = useProviderBank();

const newOperator = () => new ProvidedOperator(provided());

/** Returns true if the page is shown to a signed-in operator. */
const isIn = async (browser: OperatorBrowser, path = '/') =>
  (await browser.open(path)).text.includes('Sign out');

/** Returns the actions, actors and details in the audit log about an operator. */
async function audited(subject: string): Promise<readonly string[]> {
  const entries = await provided().bank.service.auditLog();
  return entries
    .filter((entry) => entry.subject === subject)
    .map(({ action, actorId, detail }) => `${action} by ${actorId} ${String(detail)}`);
}

const listed = async (id: string) =>
  (await provided().bank.service.store.listOperators()).find((one) => one.id === id);

describe("the sign-in of an operator at the bank's OpenID Provider", () => {
  it('adds the operator with the roles of the groups, and returns to the page', async () => {
    provided().add('Olga', ['ops', 'unknown'], 'sub-olga');
    const browser = newOperator();
    expect(await browser.signInAtProvider('Olga', '/work')).toBe('/work');
    const { text } = await browser.open('/work');
    expect(wordsOf(text)).toMatch(/Olga\s+\(operate, approve\)/);
    expect(await listed('olga')).toMatchObject({ subject: 'sub-olga', passkeys: 0 });
    const entries = await audited('olga');
    expect(entries[0]).toMatch(/^operatorAdded by olga .*operate approve/);
    expect(entries[1]).toMatch(/^operatorSignedIn by olga .*authTime/);
    expect(entries).toHaveLength(2);
  });

  it('is offered beside passkeys, and its form may lead to the provider', async () => {
    const { text, response } = await newOperator().open('/');
    expect(wordsOf(text)).toContain('Sign in with your staff account');
    expect(wordsOf(text)).toContain('Sign in with a passkey');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${provided().issuer}`);
    expect(policy).toContain("script-src 'self'");
  });

  it('replaces the roles, and refuses an operator whose groups have no role any more', async () => {
    provided().add('rita', ['ops']);
    const [first, second] = [newOperator(), newOperator()];
    await first.signInAtProvider('rita');
    provided().add('rita', ['readers']);
    expect(await second.signInAtProvider('rita')).toBe('/');
    expect(wordsOf((await first.open('/')).text)).toMatch(/rita\s+\(read\)/);
    provided().add('rita', ['others']);
    const third = newOperator();
    expect(await third.signInAtProvider('rita', '/work')).toBe('/work?problem=noRole');
    expect(wordsOf((await third.open('/work?problem=noRole')).text)).toContain(
      'none of your groups has a role in this console',
    );
    expect(await isIn(third)).toBe(false);
    expect(await isIn(first)).toBe(false);
    expect((await audited('rita')).at(-1)).toMatch(/^operatorSignInFailed by rita .*noRole/);
  });

  it('refuses an operator without a role, and adds nobody', async () => {
    provided().add('nina', []);
    expect(await newOperator().signInAtProvider('nina')).toBe('/?problem=noRole');
    expect(await listed('nina')).toBeUndefined();
    expect(await audited('nina')).toEqual([
      'operatorSignInFailed by unknown {"provider":"noRole"}',
    ]);
  });

  it('refuses the id of an operator with passkeys, in upper or lower case', async () => {
    const withPasskey = await provided().bank.signedIn('petra', 'read');
    for (const [name, subject] of [
      ['petra', 'sub-1'],
      ['PETRA', 'sub-2'],
    ] as const) {
      provided().add(name, ['ops'], subject);
      expect(await newOperator().signInAtProvider(name)).toBe('/?problem=notAdmitted');
    }
    expect(await isIn(withPasskey)).toBe(true);
    expect(await listed('petra')).toMatchObject({ subject: null, roles: ['read'] });
  });

  it('refuses a user name in another format, and a subject under another name', async () => {
    // The lower case of the Kelvin sign is the letter k. The others are reserved.
    for (const name of ['Ünal', '\u212Aim', 'Control', 'unknown', 'system', 'service']) {
      provided().add(name, ['ops']);
      expect(await newOperator().signInAtProvider(name), name).toBe('/?problem=notAdmitted');
    }
    provided().add('mona', ['ops'], 'sub-of-mona');
    expect(await newOperator().signInAtProvider('mona')).toBe('/');
    provided().users.delete('mona');
    provided().add('monika', ['ops'], 'sub-of-mona');
    expect(await newOperator().signInAtProvider('monika')).toBe('/?problem=notAdmitted');
    expect(await listed('monika')).toBeUndefined();
  });

  it('refuses an operator who has ended, and ends the sessions', async () => {
    provided().add('emil', ['ops']);
    const browser = newOperator();
    await browser.signInAtProvider('emil');
    await provided().bank.ended('emil');
    expect(await isIn(browser)).toBe(false);
    expect(await newOperator().signInAtProvider('emil')).toBe('/?problem=notAdmitted');
    expect((await audited('emil')).at(-1)).toMatch(/^operatorSignInFailed by emil .*ended/);
  });

  it('asks the operator at the provider again after a sign-out', async () => {
    provided().add('olena', ['ops']);
    const browser = newOperator();
    expect(await browser.signInAtProvider('olena')).toBe('/');
    expect((await browser.send('/', '/sign-out')).location).toBe('/?signed-out');
    const shown = await browser.provider.open(await browser.visit());
    expect(shown.text).toContain('type="password"');
    expect(await isIn(browser)).toBe(false);
  });

  it('has sessions that end like those of passkeys', async () => {
    provided().add('ida', ['readers']);
    const browser = newOperator();
    await browser.signInAtProvider('ida');
    const { service } = provided().bank;
    service.passMachineTime(IDLE_MINUTES * MINUTE_MS - 5000);
    expect(await isIn(browser)).toBe(true);
    service.passMachineTime(IDLE_MINUTES * MINUTE_MS);
    expect(await isIn(browser)).toBe(false);
    await newOperator().signInAtProvider('ida');
    service.passMachineTime(SESSION_HOURS * HOUR_MS);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('the return from the provider', () => {
  it('works once, and only in the browser that began', async () => {
    provided().add('otto', ['ops']);
    const [browser, thief] = [newOperator(), newOperator()];
    const callback = await browser.authenticate('otto');
    await thief.visit();
    expect(await thief.comeBack(callback)).toBe('/?problem=providerUnproven');
    const visit = browser.cookie;
    expect(await browser.comeBack(callback)).toBe('/');
    expect(await isIn(browser)).toBe(true);
    thief.cookie = visit;
    await thief.comeBack(callback);
    expect((await listed('otto'))?.sessions).toBe(1);
  });

  it('works up to 10 minutes after the visit began', async () => {
    provided().add('oleg', ['ops']);
    const browser = newOperator();
    const url = await browser.visit();
    provided().bank.service.passMachineTime(9 * MINUTE_MS);
    const back = await browser.provider.confirm({ url }, 'oleg');
    expect(await browser.comeBack(back.url.replace(provided().bank.origin, ''))).toBe('/');
    expect(await isIn(browser)).toBe(true);
  });

  it('has no effect with another state, code or issuer, or too late', async () => {
    provided().add('ole', ['ops']);
    const changes = [
      (url: string) => url.replace(/state=[^&]+/, 'state=console.forged'),
      (url: string) => url.replace(/code=[^&]+/, 'code=forged'),
      (url: string) => url.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
      (url: string) => {
        provided().bank.service.passMachineTime(10 * MINUTE_MS);
        return url;
      },
    ];
    for (const change of changes) {
      const browser = newOperator();
      const location = await browser.comeBack(change(await browser.authenticate('ole')));
      expect(location).toMatch(/^\/\?problem=providerUnproven$|^status 404$/);
      expect(await isIn(browser)).toBe(false);
    }
    expect(await listed('ole')).toBeUndefined();
  });

  it('has no effect with the code of another visit', async () => {
    provided().add('olaf', ['ops']);
    const [first, second] = [newOperator(), newOperator()];
    const [one, other] = [await first.authenticate('olaf'), await second.authenticate('olaf')];
    const code = /code=([^&]+)/.exec(other)?.[1] ?? '';
    const mixed = one.replace(/code=[^&]+/, `code=${code}`);
    expect(await first.comeBack(mixed)).toBe('/?problem=providerUnproven');
    expect(await listed('olaf')).toBeUndefined();
  });

  it('has no effect without strong or recent authentication', async () => {
    provided().add('omar', ['ops']);
    provided().distort((proof) => ({ ...proof, acr: 'password' }));
    expect(await newOperator().signInAtProvider('omar')).toBe('/?problem=providerUnproven');
    for (const seconds of [3600, -60]) {
      provided().distort((proof) => ({ ...proof, authTime: proof.authTime + seconds }));
      expect(await newOperator().signInAtProvider('omar')).toBe('/?problem=providerUnproven');
    }
    expect(await listed('omar')).toBeUndefined();
    expect((await audited('unknown')).slice(-3)).toEqual([
      'operatorSignInFailed by unknown {"provider":"acr"}',
      'operatorSignInFailed by unknown {"provider":"authTime"}',
      'operatorSignInFailed by unknown {"provider":"authTime"}',
    ]);
  });

  it('shows whether the operator cancelled or the provider is away', async () => {
    provided().add('oda', ['ops']);
    const browser = newOperator();
    const callback = await browser.authenticate('oda', '/', 'no');
    expect(await browser.comeBack(callback)).toBe('/?problem=providerDeclined');
    const away = newOperator();
    const returned = await away.authenticate('oda');
    provided().setAway(true);
    expect(await newOperator().visit()).toBe('/?problem=providerAway');
    expect(await away.comeBack(returned)).toBe('/?problem=providerAway');
    expect(await isIn(away)).toBe(false);
  });

  it('does not begin with a form of another site or with a forged token', async () => {
    const browser = newOperator();
    const token = tokenIn((await browser.open('/')).text);
    const evil = { origin: 'https://evil.example' };
    expect((await browser.post('/sign-in/provider', { token }, evil)).status).toBe(403);
    const forged = await browser.post('/sign-in/provider', { token: 'forged' });
    expect(forged.location).toBe('/?problem=providerUnproven');
  });
});
