import { describe, expect, it } from 'vitest';
import { OnceForm } from '../../src/console/pages/actions/once-form.tsx';
import { etagOf } from '../../src/console/updates.ts';
import { IDLE_MINUTES } from '../../src/console/session.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { parkedStep, useConsole, type OperatorBrowser } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

/** Properties of a form that can be used once. */
const FORM = {
  ...{ id: 'reason', action: '/actions' },
  request: {
    operator: { id: 'op-1', name: 'Operator', roles: ['operate'], state: 'active' },
    pageContext: { bankName: 'Bank', formToken: 'token', problem: undefined, path: '/actions' },
  },
} as const;

const bank = useConsole({ hub: true, core: false, screening: false });

/** Opens a page. Returns a function that requests its update, as the script does. */
async function opened(browser: OperatorBrowser, path: string) {
  const page = await browser.open(path);
  const [, token = ''] = /data-live="([^"]+)"/.exec(page.text) ?? [];
  const update = async (etag = '', at = path, sent = token) => {
    const headers = { 'x-live-token': sent, 'if-none-match': etag };
    const { status, text, response } = await browser.open(at, headers);
    const cookies = response.headers.getSetCookie();
    return { status, text, cookies, etag: response.headers.get('etag') ?? '' };
  };
  return { page, token, update };
}

/** Returns the number of views of payments in the audit log. */
async function views(): Promise<number> {
  const entries = await bank().service.auditLog();
  return entries.filter(({ action }) => action === 'paymentViewed').length;
}

describe('a page that updates itself', () => {
  it('is sent again only after its content has changed', async () => {
    const browser = await bank().signedIn('olga', 'read', 'operate');
    const { update } = await opened(browser, '/work');
    const first = await update();
    expect(first.status).toBe(200);
    bank().service.passMachineTime(2 * MINUTE_MS);
    expect(await update(first.etag)).toMatchObject({ status: 304, text: '', etag: first.etag });
    await parkedStep(bank());
    const changed = await update(first.etag);
    expect(changed.status).toBe(200);
    expect(wordsOf(changed.text)).toContain('1 step parked');
    expect(changed.etag).not.toBe(first.etag);
  });

  it.each(['/', '/work', '/decisions', '/schemes'])('is %s', async (path) => {
    const browser = await bank().signedIn(`live${String(path.length)}`, 'read');
    const { page, update } = await opened(browser, path);
    const policy = page.response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'");
    expect(page.text).toMatch(/<script src="\/assets\/live-\w+\.js" defer/);
    const { status, etag } = await update();
    expect([status, (await update(etag)).status]).toEqual([200, 304]);
  });

  it('has the same content if only the random value of a form differs', () => {
    const render = (text: string) => {
      const form: { readonly toString: () => string } | null = OnceForm(FORM);
      return etagOf(`${String(form)}${text}`);
    };
    expect(render('same')).toBe(render('same'));
    expect(render('same')).not.toBe(render('other'));
  });

  it('does not keep the session, and gets no page and no cookie after its end', async () => {
    const browser = await bank().signedIn('idle', 'read');
    const { update } = await opened(browser, '/');
    const step = 4 * MINUTE_MS;
    for (let passed = step; passed < IDLE_MINUTES * MINUTE_MS; passed += step) {
      bank().service.passMachineTime(step);
      expect((await update()).status).toBe(200);
    }
    bank().service.passMachineTime(step);
    expect(await update()).toMatchObject({ status: 401, text: '', cookies: [] });
    expect((await browser.open('/')).text).not.toContain('Sign out');
  });

  it('gets nothing after the operator has ended, or lost the roles', async () => {
    const browser = await bank().signedIn('eric', 'read');
    const { update } = await opened(browser, '/');
    await bank().changeRoles('eric');
    expect((await update()).status).toBe(401);
    const other = await bank().signedIn('emma', 'read');
    const { update: updateOther } = await opened(other, '/');
    await bank().ended('emma');
    expect((await updateOther()).status).toBe(401);
  });

  it('records the view of a payment once, and only of the payment that was opened', async () => {
    const browser = await bank().signedIn('vera', 'read');
    const [one, other] = [await parkedStep(bank()), await parkedStep(bank())];
    const before = await views();
    const { update, token } = await opened(browser, `/payments/${one.id}`);
    expect(await views()).toBe(before + 1);
    expect(wordsOf((await update()).text)).toContain('What happened');
    expect(await views()).toBe(before + 1);
    for (const path of [`/payments/${other.id}`, `/payments/${one.id}?row=1`, '/work']) {
      expect(await update('', path)).toMatchObject({ status: 401, text: '' });
    }
    expect((await update('', `/payments/${one.id}`, 'forged')).status).toBe(401);
    const thief = await bank().signedIn('theo', 'read');
    const stolen = await thief.open(`/payments/${one.id}`, { 'x-live-token': token });
    expect(stolen.status).toBe(401);
    expect(await views()).toBe(before + 1);
  });
});
