import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { DAY_MS } from '../../src/kernel/time.ts';
import { BrowserByHand, ORIGIN, tokenIn, wordsOf } from './browser-by-hand.ts';
import { PagesBank } from './pages-bank.ts';
import { askForFile, askForPayment } from './requests.ts';

const NORTHWIND = '11280001234567';

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
});
afterAll(async () => {
  await opened?.close();
});

/** A customer who has signed in and, for a payment, chosen the account. */
async function newReader(ask = askForPayment) {
  const bank = present(opened, 'the bank');
  const consentId = await ask(bank.tpp);
  const uid = bank.begin(consentId);
  const browser = new BrowserByHand(bank);
  await browser.signIn(uid);
  await browser.send(uid, 'account', { account: NORTHWIND });
  const shown = async (rest = '') =>
    wordsOf((await browser.open(`/interaction/${uid}${rest}`)).text);
  const status = async () => (await bank.service.store.findConsent(consentId))?.status;
  const approve = { decision: 'approve', account: NORTHWIND };
  return { bank, consentId, uid, browser, shown, status, approve };
}

describe('every answer', () => {
  it('has the headers that keep a page to itself', async () => {
    const { bank, uid, browser, approve } = await newReader();
    const page = await browser.open(`/interaction/${uid}`);
    const stylesheet = /href="(\/assets\/[^"]*\.css)"/.exec(page.text)?.[1] ?? '';
    const answers = [
      page.response,
      (await browser.open('/interaction/gone')).response,
      (await browser.open('/elsewhere')).response,
      (await browser.open('/')).response,
      (await browser.open(stylesheet)).response,
      (await browser.post(uid, 'decision', approve, { origin: 'https://x.example' })).response,
      (await browser.send(uid, 'decision', { decision: 'neither' })).response,
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

  it('says nothing of strict transport on the machine’s own name', async () => {
    const bank = await PagesBank.open('https://localhost:8444');
    const { headers } = await bank.fetch('/interaction/gone');
    expect(headers.get('strict-transport-security')).toBeNull();
    await bank.close();
  });

  it('lets forms go to the TPP alone besides ourselves, and has no script', async () => {
    const { uid, browser } = await newReader();
    const { text, response } = await browser.open(`/interaction/${uid}`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/form-action 'self' https:\/\/tpp-one\.example[ ;]/);
    expect(policy).not.toContain('tpp-two');
    expect(text).not.toMatch(/<script|<style|style=|javascript:|onclick/);
  });

  it('shows what a TPP wrote as text', async () => {
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
  it('is made by whoever has signed in, and by nobody before', async () => {
    const bank = present(opened, 'the bank');
    const consentId = await askForPayment(bank.tpp);
    const uid = bank.begin(consentId);
    const browser = new BrowserByHand(bank);
    const approve = { decision: 'approve', account: '' };
    for (const step of ['decision', 'account', 'code']) {
      const { location } = await browser.send(uid, step, approve);
      expect(location).toBe(`/interaction/${uid}?problem=ended`);
    }
    await browser.send(uid, 'password', { user: 'clara', password: 'clara-password' });
    const half = await browser.send(uid, 'decision', approve);
    expect(half.location).toBe(`/interaction/${uid}?problem=ended`);
    expect((await bank.service.store.findConsent(consentId))?.status).toBe('AwaitingAuthorisation');
  });

  it('to approve is written with the grant that the authorisation server gets', async () => {
    const { bank, consentId, uid, browser, approve } = await newReader();
    await browser.send(uid, 'decision', approve);
    const told = bank.ended.find((end) => end.uid === uid);
    const consent = await bank.service.store.findConsentByGrant(told?.detail ?? '');
    expect(consent).toMatchObject({ id: consentId, status: 'Authorised' });
  });

  it('that is sent twice at once, and again much later, is made once', async () => {
    const { bank, uid, browser, approve, status } = await newReader();
    const token = tokenIn((await browser.open(`/interaction/${uid}`)).text);
    const click = () => browser.post(uid, 'decision', { token, ...approve });
    const [first, second] = await Promise.all([click(), click()]);
    bank.service.passMachineTime(60_000);
    const third = await click();
    expect(first.location).toContain('then=code');
    expect([second.location, third.location]).toEqual([first.location, first.location]);
    const grants = bank.ended.filter((end) => end.uid === uid).map(({ detail }) => detail);
    expect(new Set(grants).size).toBe(1);
    expect(await status()).toBe('Authorised');
  });

  it('can be followed from its page, should the browser have lost the way', async () => {
    const { bank, uid, browser, approve, shown } = await newReader();
    await browser.send(uid, 'decision', approve);
    expect(await shown()).toContain('You approved this');
    expect((await browser.send(uid, 'return', {})).location).toContain('then=code');
    expect(bank.ended.filter((end) => end.uid === uid).map(({ kind }) => kind)).toEqual([
      'approved',
      'approved',
    ]);
  });

  it('to approve, made by hand without an account, claims nothing and blocks no choice', async () => {
    const bank = present(opened, 'the bank');
    const consentId = await askForPayment(bank.tpp);
    const uid = bank.begin(consentId);
    const browser = new BrowserByHand(bank);
    await browser.signIn(uid);
    bank.asked.length = 0;
    const hand = (account?: string) =>
      browser.send(uid, 'decision', {
        decision: 'approve',
        ...(account !== undefined && { account }),
      });
    const owed = `/interaction/${uid}?problem=account`;
    expect((await hand('')).location).toBe(owed);
    for (const account of [undefined, NORTHWIND, '11280007654321', '0', ' ']) {
      expect((await hand(account)).location).toBe(`/interaction/${uid}?problem=changed`);
    }
    expect(bank.asked).not.toContain('claimGrant');
    expect(bank.ended.filter((end) => end.uid === uid)).toEqual([]);
    expect((await bank.service.store.findConsent(consentId))?.status).toBe('AwaitingAuthorisation');

    await browser.send(uid, 'account', { account: '11280001234568' });
    expect((await hand('11280001234567')).location).toContain('problem=changed');
    expect((await hand('11280001234568')).location).toContain('then=code');
    expect(await bank.service.store.findConsent(consentId)).toMatchObject({
      ...{ status: 'Authorised', debtorAccount: '11280001234568' },
    });
  });

  it('to approve what is decided elsewhere claims nothing', async () => {
    const { bank, uid, consentId, browser, approve } = await newReader();
    await bank.tpp.decide(consentId, { debtorAccount: NORTHWIND });
    bank.asked.length = 0;
    expect((await browser.send(uid, 'decision', approve)).location).toBe(`/interaction/${uid}`);
    expect(bank.asked).not.toContain('claimGrant');
  });

  it.each([
    ['approved', false, 'It was not approved within 30 days.'],
    ['used', true, 'It was approved, but not used within 30 days.'],
  ])('comes too late for what was not %s in time', async (_, isApproved, why) => {
    const { bank, uid, consentId, browser, approve, shown, status } = await newReader();
    if (isApproved) await browser.send(uid, 'decision', approve);
    // The page goes by what the store says, whoever has found it out.
    await bank.service.store.lapseConsent(consentId, bank.service.clock.now() + 31 * DAY_MS);
    const page = await shown();
    expect(page).toContain('It is too late to approve this');
    expect(page).toContain(why);
    await browser.post(uid, 'decision', {
      token: tokenIn((await browser.open(`/interaction/${uid}`)).text),
      ...approve,
    });
    expect(await status()).toBe('Rejected');
    await browser.send(uid, 'return', {});
    const ends = bank.ended.filter((end) => end.uid === uid);
    expect(ends.at(-1)).toMatchObject({ kind: 'refused', detail: why });
  });

  it('to reject cannot become an approval any more', async () => {
    const { uid, browser, approve, status, shown } = await newReader();
    await browser.send(uid, 'decision', { decision: 'reject' });
    expect(await shown()).toContain('You rejected this');
    await browser.post(uid, 'decision', {
      token: tokenIn((await browser.open(`/interaction/${uid}`)).text),
      ...approve,
    });
    expect(await status()).toBe('Rejected');
  });

  it('tells the TPP nothing of the customer', async () => {
    const { bank, uid, browser } = await newReader((tpp) =>
      askForPayment(tpp, {
        DebtorAccount: { SchemeName: 'SortCodeAccountNumber', Identification: '11280007654321' },
      }),
    );
    await browser.send(uid, 'return', {});
    const told = bank.ended.find((end) => end.uid === uid);
    expect(told).toMatchObject({ kind: 'refused', detail: 'The bank refused the payment.' });
  });

  it('is not made with an account that is not offered', async () => {
    const { uid, browser } = await newReader();
    for (const account of ['11280007654321', '11280001234570', '11280001234571', '']) {
      const { location } = await browser.send(uid, 'account', { account });
      expect(location).toBe(`/interaction/${uid}?problem=account`);
    }
  });
});

describe('a file', () => {
  it('that was approved before, or waits elsewhere, is warned of', async () => {
    const ask = () => askForFile(present(opened, 'the bank').tpp, 4);
    const first = await newReader(ask);
    expect(await first.shown()).not.toContain('The same file');
    const second = await newReader(ask);
    expect(await second.shown()).toContain('The same file waits for approval already');
    await first.browser.send(first.uid, 'decision', { decision: 'approve', account: '' });
    expect(await second.shown()).toContain('The same file was approved before');
  });

  it('shows all its payments, page by page, and the nearest page for any other', async () => {
    const { shown } = await newReader((tpp) => askForFile(tpp, 60));
    expect(await shown('/payments?page=2')).toContain('51 to 60 of 60');
    for (const page of ['0', '-1', 'x', '1.5']) {
      expect(await shown(`/payments?page=${page}`)).toContain('1 to 50 of 60');
    }
    expect(await shown('/payments?page=99')).toContain('51 to 60 of 60');
  });

  it('shows nothing to somebody who has not signed in', async () => {
    const bank = present(opened, 'the bank');
    const uid = bank.begin(await askForFile(bank.tpp, 3));
    const { text } = await new BrowserByHand(bank).open(`/interaction/${uid}/payments`);
    expect(text).not.toContain('Fresco');
    expect(wordsOf(text)).toContain('Sign in to read');
  });
});
