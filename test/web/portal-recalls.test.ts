import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedRecall } from '../../src/domain/ports/recall-store.ts';
import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { eventually } from '../helpers/eventually.ts';
import { TestHub } from '../helpers/hub.ts';
import { approve, detailsOf, submitOrder } from '../helpers/orders.ts';
import { account, BAKERY, fileOf, NORTHWIND, payment } from '../helpers/payment-file.ts';
import { run } from '../unit/cli/fixtures.ts';
import { HttpBrowser, ORIGIN, tokenIn, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

/** An account at another bank, whose credits the hub simulator sends back after a recall. */
const ELSEWHERE = '20000012345678';
/** Test accounts of the hub simulator (docs/hub-simulator.md). */
const testAccount = (ending: string): string => `999999000000${ending}`;
const SILENT = testAccount('86');

let hub: TestHub;
let bank: PagesBank;

beforeAll(async () => {
  hub = new TestHub();
  bank = await PagesBank.open(ORIGIN, { hub });
  hub.start();
});

afterAll(async () => {
  expect(await bank.service.store.auditBooks()).toEqual([]);
  await bank.close();
  await hub.end();
});

/** Pays a file to these accounts, and waits until the pages show all payments as answered. */
async function payFile(creditors: readonly string[], overrides = {}): Promise<string> {
  const payments = creditors.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd'), ...overrides }),
  );
  const id = await bank.tpp.pay(fileOf(payments));
  await bank.tpp.finished(id);
  return id;
}

/** Submits a domestic payment. */
async function submitSingle(creditor: string): Promise<string> {
  const to = { CreditorAccount: account(creditor, 'Fresco Ltd') };
  const consentId = await askForPayment(bank.tpp, to);
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const submission = await submitOrder(bank.tpp, domesticPayments, consentId, token);
  return submission['DomesticPaymentId'] as string;
}

/** Makes a domestic payment, and waits until it is paid. */
async function paySingle(creditor = ELSEWHERE): Promise<string> {
  const id = await submitSingle(creditor);
  await eventually(async () => {
    const [first] = await detailsOf(bank.tpp, domesticPayments, id);
    expect(first?.StatusDetail.Status).toBe('ACSC');
  });
  return id;
}

async function signedIn(user = 'clara'): Promise<HttpBrowser> {
  const browser = new HttpBrowser(bank);
  await browser.signInToPortal(user);
  return browser;
}

const shown = async (browser: HttpBrowser, path: string): Promise<string> =>
  wordsOf((await browser.open(path)).text);

const pathOf = (id: string, number = 1): string => `/my/payments/${id}/recall/${String(number)}`;

/** Submits the form of a recall page. */
function ask(browser: HttpBrowser, path: string, fields: Record<string, string> = {}) {
  return browser.sendTo(path, path, { reason: 'DUPL', note: '', ...fields });
}

const recallsOf = (id: string): Promise<readonly ListedRecall[]> =>
  bank.service.store.listRecalls({ by: 'payment', id }, 100);

/** Waits until a page contains a text. */
function eventuallyShown(browser: HttpBrowser, path: string, text: string | RegExp) {
  return eventually(async () => {
    expect(await shown(browser, path)).toMatch(text);
  });
}

describe('a customer who asks for a payment back', () => {
  it('finds the form on the payment and on its receipt, and sees the money come back', async () => {
    const [id, clara] = [await paySingle(), await signedIn()];
    for (const page of [`/my/payments/${id}`, `/my/payments/${id}/receipt`]) {
      expect((await clara.open(page)).text).toContain(`href="${pathOf(id)}"`);
    }
    const form = await shown(clara, pathOf(id));
    expect(form).toMatch(/£10\.50 .*Payee Fresco Ltd .*Call us at once/);
    expect(form).toContain('the money may not come back');
    const sent = await ask(clara, pathOf(id), { reason: 'AM09', note: ' Łódź, twice ' });
    expect([sent.status, sent.location]).toEqual([303, pathOf(id)]);
    await eventuallyShown(clara, pathOf(id), /The money came back on Tuesday \d+ \w+ 2026 /);
    const asked = /Asked for back on Tuesday \d+ \w+ 2026 by clara : the amount is wrong/;
    const page = await shown(clara, `/my/payments/${id}`);
    expect(page).toMatch(asked);
    expect(page).toContain('Your text: Łódź, twice');
    expect(page).toContain('Status Came back');
    expect(page).not.toContain('Ask for the money back');
    expect(await shown(clara, '/my/payments')).toMatch(
      /Came back: [^.]+ Asked for back: sent back/,
    );
    expect((await clara.open(`/my/payments/${id}/receipt`)).status).toBe(404);
    expect(await recallsOf(id)).toMatchObject([
      { reason: 'AM09', note: 'Łódź, twice', requestedBy: 'clara', requestedByKind: 'customer' },
    ]);
  });

  it('is recorded in the audit log with the address, and shown to operators', async () => {
    const [id, clara] = [await payFile([SILENT]), await signedIn()];
    bank.moveTo('192.0.2.77');
    await ask(clara, pathOf(id));
    bank.moveTo('192.0.2.1');
    const [recall] = await recallsOf(id);
    const entries = await bank.service.auditLog();
    const entry = entries.find(({ subject }) => subject === recall?.id);
    expect(entry).toMatchObject({ action: 'hubRecalled' });
    expect(JSON.stringify(entry)).toMatch(/customer.*clara.*192\.0\.2\.77/);
    const listed = await run('hub', ['recalls', '--payment', id], bank.service.directory);
    expect(listed).toMatch(/requested .* by customer clara, reason DUPL/);
  });

  it('reads each answer of the payee’s bank in plain words', async () => {
    const endings = ['80', '81', '82', '83', '84', '85', '86'];
    const id = await payFile(endings.map(testAccount));
    const clara = await signedIn();
    expect(await shown(clara, `/my/payments/${id}`)).toContain('open its receipt there');
    for (const [index] of endings.entries()) await ask(clara, pathOf(id, index + 1));
    const texts = [
      /Refused on Tuesday [^:]+: the payee does not agree/,
      /Refused on Tuesday [^:]+: the law does not allow it/,
      /Refused on Tuesday [^:]+: the payee’s bank cannot find the payment/,
      /Refused on Tuesday [^:]+: the payee’s bank sent the money back before/,
      /The money came back on Tuesday/,
      /The money came back on Tuesday/,
      /The payee’s bank has not decided yet/,
    ];
    for (const [index, text] of texts.entries()) {
      await eventuallyShown(clara, pathOf(id, index + 1), text);
    }
    const page = await shown(clara, `/my/payments/${id}`);
    expect(page).toMatch(/Payment 1: £10\.50 .*Payment 7: £10\.50 .*has not decided yet/);
    expect(page).toMatch(/5 paid 2 not paid/);
    expect(await shown(clara, '/my/payments')).toContain(
      'Asked for back: not decided yet, refused, sent back',
    );
    const receipt = await shown(clara, `/my/payments/${id}/receipt?number=1`);
    expect(receipt).toMatch(/£10\.50 was paid .*Refused on Tuesday/);
    expect(receipt).not.toContain('Ask for the money back');
  });

  it('can ask once, also after a refusal', async () => {
    const [id, clara] = [await payFile([testAccount('80')]), await signedIn()];
    await ask(clara, pathOf(id));
    await eventuallyShown(clara, pathOf(id), 'Refused on');
    expect(await shown(clara, pathOf(id))).toContain('To ask again after a refusal, call us.');
    await clara.postTo(pathOf(id), await formOf(clara, { reason: 'CUST' }));
    expect(await recallsOf(id)).toHaveLength(1);
  });

  it('stores one recall if two colleagues ask at the same time', async () => {
    const id = await paySingle(SILENT);
    const [clara, colin] = [await signedIn(), await signedIn('colin')];
    const sent = await Promise.all([
      ask(clara, pathOf(id), { reason: 'DUPL' }),
      ask(colin, pathOf(id), { reason: 'CUST' }),
      ask(clara.copy(), pathOf(id), { reason: 'AC03' }),
    ]);
    expect(sent.map(({ location }) => location)).toEqual([pathOf(id), pathOf(id), pathOf(id)]);
    const [recall, ...others] = await recallsOf(id);
    expect(others).toEqual([]);
    for (const browser of [clara, colin]) {
      const by = `by ${recall?.requestedBy ?? ''}`;
      expect(await shown(browser, pathOf(id))).toContain(by);
    }
  });
});

/** Returns the fields of a form that the page no longer shows. */
async function formOf(browser: HttpBrowser, fields: Record<string, string>) {
  return { token: tokenIn((await browser.open('/my/payments')).text), note: '', ...fields };
}

describe('a request for a payment back is refused', () => {
  it('for payments of another customer, as if they did not exist', async () => {
    const [id, sam] = [await paySingle(), await signedIn('sam')];
    expect((await sam.open(pathOf(id))).status).toBe(404);
    const { location } = await sam.postTo(pathOf(id), await formOf(sam, { reason: 'DUPL' }));
    expect((await sam.open(location)).status).toBe(404);
    expect(await recallsOf(id)).toEqual([]);
  });

  it('without the token of the session, and from another site', async () => {
    const [id, clara] = [await paySingle(), await signedIn()];
    const fields = { reason: 'DUPL', note: '' };
    const sent = await clara.postTo(pathOf(id), { ...fields, token: 'x' });
    expect(sent.location).toBe('/my?problem=portalEnded');
    const right = await formOf(clara, fields);
    const foreign = await clara.postTo(pathOf(id), right, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const nobody = await new HttpBrowser(bank).postTo(pathOf(id), right);
    expect(nobody.location).toBe('/my?problem=portalEnded');
    expect(await recallsOf(id)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['without a reason', { reason: '' }, 'noReason', 'Choose why you want the money back.'],
    ['with fraud as the reason', { reason: 'FRAD' }, 'noReason', 'Choose why'],
    ['with a reason of objects', { reason: 'toString' }, 'noReason', 'Choose why'],
    ['with a long text', { note: 'x'.repeat(106) }, 'recallNote', 'up to 105 visible characters'],
    ['with invisible characters', { note: 'a\u202eb' }, 'recallNote', 'visible characters'],
    ['with control characters', { note: 'a\nb' }, 'recallNote', 'visible characters'],
  ])('%s', async (_name, fields, problem, text) => {
    const [id, clara] = [await paySingle(), await signedIn()];
    const { location } = await ask(clara, pathOf(id), fields);
    expect(location).toBe(`${pathOf(id)}?problem=${problem}`);
    expect(await shown(clara, location)).toContain(text);
    expect(await recallsOf(id)).toEqual([]);
  });

  const refusals: readonly [string, () => Promise<string>, string, string][] = [
    [
      'for Bacs',
      () => payFile([ELSEWHERE], { LocalInstrument: 'UK.OBIE.BACS' }),
      'clara',
      'sent by Bacs, which has no such requests',
    ],
    ['for a payee at this bank', () => payFile([BAKERY]), 'clara', 'has an account with us'],
    ['for a rejected payment', () => payFile([testAccount('01')]), 'clara', 'was not made'],
    ['for a user without the right', () => payFile([ELSEWHERE]), 'colin', 'A colleague with that'],
  ];
  it.each(refusals)('%s, with the reason', async (_name, pay, user, text) => {
    const [id, browser] = [await pay(), await signedIn(user)];
    const page = (await browser.open(pathOf(id))).text;
    expect(wordsOf(page)).toContain(text);
    expect(page).not.toContain('name="reason"');
    const sent = await browser.postTo(pathOf(id), await formOf(browser, { reason: 'DUPL' }));
    expect(sent.location).toBe(pathOf(id));
    expect(await recallsOf(id)).toEqual([]);
  });

  it('for a number that the payment does not have', async () => {
    const [id, clara] = [await payFile([ELSEWHERE]), await signedIn()];
    for (const number of ['0', '2', '-1', '1e9', '99999999999', 'x']) {
      const path = `/my/payments/${id}/recall/${number}`;
      expect([number, (await clara.open(path)).status]).toEqual([number, 404]);
      await clara.postTo(path, await formOf(clara, { reason: 'DUPL' }));
    }
    expect(await recallsOf(id)).toEqual([]);
  });

  it('if the schemes are simulated, and the pages offer no form', async () => {
    const simulated = await PagesBank.open(ORIGIN);
    try {
      const id = await simulated.tpp.pay(fileOf([payment(0)]));
      await simulated.tpp.finished(id);
      const browser = new HttpBrowser(simulated);
      await browser.signInToPortal();
      for (const page of [`/my/payments/${id}`, `/my/payments/${id}/receipt`]) {
        expect((await browser.open(page)).text).not.toContain('/recall/');
      }
      expect(await shown(browser, pathOf(id))).toContain('cannot ask for this payment here');
      await browser.postTo(pathOf(id), await formOf(browser, { reason: 'DUPL' }));
      expect(await simulated.service.store.listRecalls({ by: 'newest' }, 1)).toEqual([]);
    } finally {
      await simulated.close();
    }
  });
});

describe('the pages', () => {
  it('say that a payment came back without a request', async () => {
    const [id, clara] = [await submitSingle(testAccount('70')), await signedIn()];
    await eventuallyShown(clara, `/my/payments/${id}`, 'Status Came back: the payee’s account is');
    const page = await shown(clara, `/my/payments/${id}`);
    expect(page).toContain('Came back: the payee’s account is closed');
    expect(page).not.toContain('Asked for back');
    expect(page).not.toContain('Not paid');
    expect(await shown(clara, pathOf(id))).toContain('There is nothing to ask for.');
  });

  it('call money back only if it was booked', async () => {
    await hub.stop();
    hub.start({ returnAfterMs: { from: 3_600_000, to: 3_600_000 } });
    const [id, clara] = [await paySingle(), await signedIn()];
    await ask(clara, pathOf(id));
    await eventuallyShown(clara, pathOf(id), 'agreed on Tuesday');
    const page = await shown(clara, `/my/payments/${id}`);
    expect(page).toMatch(/Status Paid .*The money has not come back yet/);
    expect(await shown(clara, '/my/payments')).toContain('Asked for back: agreed but not back yet');
  });
});
