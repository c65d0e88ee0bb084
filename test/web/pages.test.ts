import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { actAt } from '../contract/store/fixtures.ts';
import { HttpBrowser, ORIGIN, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForFile, askForPayment, askForVrp } from './requests.ts';

const NORTHWIND = '11280001234567';

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
});
afterAll(async () => {
  await opened?.close();
});

/**
 * Signs in a customer who has chosen an account for a payment. Returns functions for the next
 * steps.
 */
async function newReader(ask = askForPayment) {
  const bank = expectDefined(opened, 'the bank');
  const consentId = await ask(bank.tpp);
  const uid = bank.begin(consentId);
  const browser = new HttpBrowser(bank);
  await browser.signIn(uid);
  await browser.send(uid, 'account', { account: NORTHWIND });
  const shown = async (rest = '') =>
    wordsOf((await browser.open(`/interaction/${uid}${rest}`)).text);
  const status = async () => (await bank.service.store.findConsent(consentId))?.status;
  const approve = () => browser.approve(uid);
  return { bank, consentId, uid, browser, shown, status, approve };
}

it('a password check in an interaction is queued as one for the approval of its TPP', async () => {
  const bank = expectDefined(opened, 'the bank');
  const identify = vi.spyOn(bank.signIn, 'identify');
  const { consentId } = await newReader();
  const attempts = identify.mock.calls.map(([, , attempt]) => attempt);
  identify.mockRestore();
  expect(attempts).toMatchObject([{ clientId: 'tpp-one', consentId }]);
});

describe('every response', () => {
  it('has the security headers', async () => {
    const { bank, uid, browser } = await newReader();
    const page = await browser.open(`/interaction/${uid}`);
    const stylesheet = /href="(\/assets\/[^"]*\.css)"/.exec(page.text)?.[1] ?? '';
    const answers = [
      page.response,
      (await browser.open('/interaction/gone')).response,
      (await browser.open('/elsewhere')).response,
      (await browser.open('/')).response,
      (await browser.open(stylesheet)).response,
      (await browser.post(uid, 'reject', {}, { origin: 'https://x.example' })).response,
      (await browser.send(uid, 'approve', { linked: 'something else' })).response,
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 410, 404, 200, 200, 403, 303]);
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; .*frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
    expect(page.response.headers.get('cache-control')).toBe('no-store');
    expect(answers[4]?.headers.get('cache-control')).toContain('immutable');
    expect(bank.ended).toEqual([]);
  });

  it('has no HSTS header on localhost', async () => {
    const bank = await PagesBank.open('https://localhost:8444');
    const { headers } = await bank.fetch('/interaction/gone');
    expect(headers.get('strict-transport-security')).toBeNull();
    await bank.close();
  });

  it('allows forms only to the bank and the TPP, and no scripts', async () => {
    const { uid, browser } = await newReader();
    const { text, response } = await browser.open(`/interaction/${uid}`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/form-action 'self' https:\/\/tpp-one\.example[ ;]/);
    expect(policy).not.toContain('tpp-two');
    expect(text).not.toMatch(/<script|<style|style=|javascript:|onclick/);
  });

  it('escapes the text that a TPP wrote', async () => {
    const bad = '<b>"x"&';
    const ask: typeof askForPayment = (tpp) =>
      askForPayment(tpp, { RemittanceInformation: { Reference: bad } });
    const { uid, browser } = await newReader(ask);
    const { text } = await browser.open(`/interaction/${uid}`);
    expect(text).toContain('&lt;b&gt;&quot;x&quot;&amp;');
    expect(text).not.toContain('<b>');
  });
});

describe('a decision', () => {
  it('requires a sign-in', async () => {
    const bank = expectDefined(opened, 'the bank');
    const consentId = await askForPayment(bank.tpp);
    const uid = bank.begin(consentId);
    const browser = new HttpBrowser(bank);
    for (const step of ['approve', 'reject', 'account', 'code', 'decision']) {
      const { location } = await browser.send(uid, step, { account: NORTHWIND });
      expect(location).toBe(`/interaction/${uid}?problem=ended`);
    }
    expect((await bank.service.store.findConsent(consentId))?.status).toBe('AwaitingAuthorisation');
  });

  it('to approve is stored with the grant of the authorisation server', async () => {
    const { bank, consentId, uid, approve } = await newReader();
    await approve();
    const ending = bank.ended.find((end) => end.uid === uid);
    const consent = await bank.service.store.findConsentByGrant(ending?.detail ?? '');
    expect(consent).toMatchObject({ id: consentId, status: 'Authorised' });
  });

  it('that is submitted twice at once, and again much later, is made once', async () => {
    const { bank, uid, browser, status } = await newReader();
    const fields = await browser.approvalOf(uid);
    const click = () => browser.post(uid, 'approve', fields);
    const [first, second] = await Promise.all([click(), click()]);
    bank.service.passMachineTime(60_000);
    const third = await click();
    expect(first.location).toContain('then=code');
    expect([second.location, third.location]).toEqual([first.location, first.location]);
    const grants = bank.ended.filter((end) => end.uid === uid).map(({ detail }) => detail);
    expect(new Set(grants).size).toBe(1);
    expect(await status()).toBe('Authorised');
  });

  it('can be completed from its page if the browser did not follow the redirect', async () => {
    const { bank, uid, browser, approve, shown } = await newReader();
    await approve();
    for (const rest of ['', '/approve']) expect(await shown(rest)).toContain('You approved this');
    expect((await browser.send(uid, 'return', {})).location).toContain('then=code');
    expect(bank.ended.filter((end) => end.uid === uid).map(({ kind }) => kind)).toEqual([
      'approved',
      'approved',
    ]);
  });

  it('to approve a consent decided elsewhere claims no grant and uses up no code', async () => {
    const { bank, uid, consentId, browser } = await newReader();
    const fields = await browser.approvalOf(uid);
    await bank.tpp.decide(consentId, { debtorAccount: NORTHWIND });
    bank.asked.length = 0;
    expect((await browser.post(uid, 'approve', fields)).location).toBe(`/interaction/${uid}`);
    expect(bank.asked).not.toContain('claimGrant');
    expect(bank.asked).not.toContain('consumeFactor');
  });

  it.each([
    ['approved', false, 'It was not approved within 30 days.'],
    ['used', true, 'It was approved, but not used within 30 days.'],
  ])('comes too late for a consent that was not %s in time', async (_, isApproved, why) => {
    const { bank, uid, consentId, browser, approve, shown, status } = await newReader();
    const fields = await browser.approvalOf(uid);
    if (isApproved) await approve();
    // The page reads the status from the store, so it shows changes by other components too.
    await bank.service.store.lapseConsent(consentId, bank.service.clock.now() + 31 * DAY_MS);
    const page = await shown();
    expect(page).toContain('It is too late to approve this');
    expect(page).toContain(why);
    await browser.post(uid, 'approve', fields);
    expect(await status()).toBe('Rejected');
    await browser.send(uid, 'return', {});
    const ends = bank.ended.filter((end) => end.uid === uid);
    expect(ends.at(-1)).toMatchObject({ kind: 'refused', detail: why });
  });

  it('shows that the customer revoked the consent, and then yields no authorisation code', async () => {
    const reader = await newReader((tpp) => askForVrp(tpp));
    const { bank, uid, consentId, browser, approve, shown } = reader;
    await approve();
    const act = actAt(bank.service.clock.now());
    expect(await bank.service.store.withdrawConsent(consentId, act)).toBe(true);
    expect(await shown()).toContain('You or a colleague ended it at the bank');
    expect((await browser.send(uid, 'return', {})).location).toContain('then=access_denied');
  });

  it('to reject cannot become an approval', async () => {
    const { uid, browser, status, shown } = await newReader();
    const fields = await browser.approvalOf(uid);
    await browser.send(uid, 'reject', {});
    expect(await shown()).toContain('You rejected this');
    await browser.post(uid, 'approve', fields);
    expect(await status()).toBe('Rejected');
  });

  it('reveals nothing about the customer to the TPP', async () => {
    const { bank, uid, browser } = await newReader((tpp) =>
      askForPayment(tpp, {
        DebtorAccount: { SchemeName: 'SortCodeAccountNumber', Identification: '11280007654321' },
      }),
    );
    await browser.send(uid, 'return', {});
    const ending = bank.ended.find((end) => end.uid === uid);
    expect(ending).toMatchObject({ kind: 'refused', detail: 'The bank refused the payment.' });
  });

  it('is refused with an account that was not offered', async () => {
    const { uid, browser } = await newReader();
    for (const account of ['11280007654321', '11280001234570', '11280001234571', '']) {
      const { location } = await browser.send(uid, 'account', { account });
      expect(location).toBe(`/interaction/${uid}?problem=account`);
    }
  });
});

describe('a file', () => {
  it('shows a warning if it was approved before or is pending elsewhere', async () => {
    const ask = () => askForFile(expectDefined(opened, 'the bank').tpp, 4);
    const first = await newReader(ask);
    expect(await first.shown()).not.toContain('The same file');
    const second = await newReader(ask);
    expect(await second.shown()).toContain('The same file has been waiting for approval');
    await first.approve();
    expect(await second.shown()).toContain('The same file was already approved');
  });

  it('shows its payments page by page, and the nearest page for an invalid number', async () => {
    const { shown } = await newReader((tpp) => askForFile(tpp, 60));
    expect(await shown('/payments?page=2')).toContain('51 to 60 of 60');
    for (const page of ['0', '-1', 'x', '1.5']) {
      expect(await shown(`/payments?page=${page}`)).toContain('1 to 50 of 60');
    }
    expect(await shown('/payments?page=99')).toContain('51 to 60 of 60');
  });

  it('shows nothing to a visitor who has not signed in', async () => {
    const bank = expectDefined(opened, 'the bank');
    const uid = bank.begin(await askForFile(bank.tpp, 3));
    const { text } = await new HttpBrowser(bank).open(`/interaction/${uid}/payments`);
    expect(text).not.toContain('Fresco');
    expect(wordsOf(text)).toContain('Sign in to see');
  });
});
