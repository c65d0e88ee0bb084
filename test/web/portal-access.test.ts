import { describe, expect, it } from 'vitest';
import { approve } from '../helpers/orders.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { tokenIn } from './http-browser.ts';
import { askForVrp, payForTwo } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

/**
 * Returns the addresses of all routes below `/my`. The test therefore covers routes that are added
 * later.
 */
function addresses(method: 'GET' | 'POST'): readonly string[] {
  const { bank } = newCustomer();
  const served = bank.pages.routes.filter((route) => {
    return route.method === method && /^\/my(\/|$)/.test(route.path);
  });
  return [...new Set(served.map(({ path }) => path))];
}

/**
 * Creates a payment of the customer Harbour that needs dave's approval, and a permission of the
 * customer Northwind.
 */
async function targets() {
  const { bank } = newCustomer();
  const payment = await payForTwo(bank.tpp, 'dora');
  const permission = await askForVrp(bank.tpp);
  await approve(bank.tpp, permission, NORTHWIND);
  const idFor = (path: string) => (path.includes('/permissions/') ? permission : payment);
  const named = (path: string, id = idFor(path)) => path.replaceAll(/:\w+/g, id);
  const { store } = bank.service;
  const unchanged = async () => [
    (await store.findPayment(payment))?.approval?.status,
    (await store.findConsent(permission))?.status,
    (await store.findConsent(permission))?.restrictions,
    (await store.approvalsOf((await store.findPayment(payment))?.consentId ?? '')).length,
  ];
  return { named, unchanged };
}

const WAITING = ['waiting', 'Authorised', null, 1];

describe('every form of the portal', () => {
  it('does nothing for another site, without its token, or with the token of another session', async () => {
    const { named, unchanged } = await targets();
    const forms = addresses('POST');
    expect(forms.length).toBeGreaterThan(5);
    const { browser } = newCustomer();
    await browser.signInToPortal('dave');
    const token = tokenIn((await browser.open('/my/payments')).text);
    const other = newCustomer().browser;
    await other.signInToPortal('clara');
    const foreign = tokenIn((await other.open('/my/payments')).text);
    for (const form of forms) {
      const path = named(form);
      for (const origin of ['https://evil.example', 'null', '']) {
        expect([form, (await browser.postTo(path, { token }, { origin })).status]).toEqual([
          form,
          403,
        ]);
      }
      for (const wrong of ['', 'x', foreign]) {
        const { location } = await browser.postTo(path, { token: wrong });
        expect([form, location]).toEqual([form, '/my?problem=portalEnded']);
      }
    }
    expect(await unchanged()).toEqual(WAITING);
    expect((await browser.open('/my/payments')).text).toContain('Sign out');
  });

  it('does nothing for a visitor who has not signed in', async () => {
    const { named, unchanged } = await targets();
    for (const form of addresses('POST')) {
      const { browser } = newCustomer();
      const token = tokenIn((await browser.open('/my')).text);
      const { status } = await browser.postTo(named(form), { token });
      expect([form, status]).toEqual([form, 303]);
    }
    expect(await unchanged()).toEqual(WAITING);
  });
});

describe('data of another customer', () => {
  it('is answered at every address like data that does not exist', async () => {
    const { named, unchanged } = await targets();
    const { browser } = newCustomer();
    await browser.signInToPortal('rita');
    const alike = (text: string, id: string) => text.replaceAll(id, 'ID');
    const nothing = 'nothing-of-that-number';
    for (const page of addresses('GET').filter((path) => path.includes(':'))) {
      const [userText, none] = [named(page), named(page, nothing)];
      const [one, other] = [await browser.open(userText), await browser.open(none)];
      const id = userText.split('/')[3] ?? '';
      expect([page, one.status]).toEqual([page, 404]);
      expect(alike(one.text, id)).toBe(alike(other.text, nothing));
    }
    for (const form of addresses('POST').filter((path) => path.includes(':'))) {
      const token = tokenIn((await browser.open('/my/payments')).text);
      const [userText, none] = [named(form), named(form, nothing)];
      const [one, other] = [
        await browser.postTo(userText, { token, code: '000000', linked: 'x' }),
        await browser.postTo(none, { token, code: '000000', linked: 'x' }),
      ];
      const id = userText.split('/')[3] ?? '';
      expect([form, one.status, alike(one.location, id)]).toEqual([
        form,
        other.status,
        alike(other.location, nothing),
      ]);
    }
    expect(await unchanged()).toEqual(WAITING);
  });

  it('is not shown at any address to a visitor who has not signed in', async () => {
    const { named } = await targets();
    const pages = addresses('GET');
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) {
      const { text } = await newCustomer().browser.open(named(page));
      expect(text).toContain('Sign in to your own pages');
      expect(text).not.toContain('Fresco');
    }
  });
});

describe('an address with an id in an unknown format', () => {
  const IDS = ['%E2%82%AC', 'x%3Fproblem=busy', 'a%0d%0ab', '%E2%82', '%2e%2e', 'x'.repeat(65)];

  it.each(IDS)('is not found, and causes no redirect or error, for %s', async (id) => {
    const { bank, browser } = newCustomer();
    await browser.signInToPortal('dave');
    bank.events.length = 0;
    for (const page of addresses('GET').filter((path) => path.includes(':id'))) {
      const { status } = await browser.open(page.replace(':id', id));
      expect([page, status]).toEqual([page, 404]);
    }
    for (const form of addresses('POST').filter((path) => path.includes(':id'))) {
      const token = tokenIn((await browser.open('/my/payments')).text);
      const answer = await browser.postTo(form.replace(':id', id), { token });
      expect([form, answer.status, answer.location]).toEqual([form, 404, '']);
    }
    expect(bank.events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  });
});
