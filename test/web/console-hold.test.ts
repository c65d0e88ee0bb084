import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bookingOf } from '../contract/store/fixtures.ts';
import { actorOf } from '../../src/domain/records/audit.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { scheduledStep, useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole({ hub: false, core: false, screening: false });
const HOLD = '/hold';

/** Returns the random value of the form that holds a payment. */
const onceIn = (text: string) => /name="once" value="([^"]*)"/.exec(text)?.[1] ?? '';

describe('the form that holds a payment', () => {
  it('works once, with the facts, and the page Decisions lists the case', async () => {
    const { paymentId } = await scheduledStep(bank());
    const browser = await bank().signedIn('holder', 'operate');
    const page = `/payments/${paymentId}`;
    const { text } = await browser.open(page);
    expect(wordsOf(text)).toContain('Not booked: 2 payments, £21.00.');
    const form = { token: tokenIn(text), once: onceIn(text), payment: paymentId };
    const without = await browser.post(HOLD, { ...form, reason: ' ' });
    expect(without.location).toBe(`${page}?problem=noReason`);
    const held = await browser.post(HOLD, { ...form, reason: 'They called.' });
    expect(held.location).toBe(`${page}?action=hold&done=done`);
    const notice = 'The payment is held. Two operators release or reject it';
    expect(wordsOf((await browser.open(held.location)).text)).toContain(notice);
    const shown = (await browser.open(page)).text;
    expect(wordsOf(shown)).toContain('Held by an operator');
    expect(wordsOf(shown)).toMatch(
      /Held by holder \(case \d+\)\. Two operators release or reject it\./,
    );
    expect(wordsOf(shown)).toMatch(
      /screening release \d+ --reason &lt;text&gt; or npx pisctl screening reject \d+/,
    );
    expect(shown).toContain(`<a href="/decisions?payment=${paymentId}">Decisions</a>`);
    expect(shown).not.toContain(`action="${HOLD}"`);
    expect(wordsOf((await browser.open('/')).text)).toContain('Held payments 1 case');
    const decisions = wordsOf((await browser.open('/decisions')).text);
    for (const shown of [
      'Summary 2 payments, £21.00 in all',
      'From account ',
      'TPP ',
      'Execution date Thursday 3 December 2026',
      'Time limit none',
    ]) {
      expect(decisions).toContain(shown);
    }
    for (const shown of ['Held by holder', 'Reason of the hold They called.', '2 payments']) {
      expect(decisions).toContain(shown);
    }
    const viewed = (await bank().service.auditLog()).filter((entry) => {
      return entry.action === 'listViewed' && entry.subject === 'decisions';
    });
    expect(viewed).toHaveLength(1);
    const own = await browser.open(`/decisions?payment=${paymentId}`);
    expect(wordsOf(own.text)).toContain('Held by holder');
    // PostgreSQL refuses a list with U+0000.
    for (const text of ['%00', 'a/b', '']) {
      expect((await browser.open(`/decisions?payment=${text}`)).status).toBe(404);
    }
    const other = await browser.open('/decisions?payment=fp-other');
    expect(wordsOf(other.text)).not.toContain('Held by holder');
    expect((await browser.open(page)).text).toContain(`/audit?subject=${paymentId}`);
    const actions = wordsOf((await browser.open('/actions')).text);
    expect(actions).toContain('You have no action here.');
    expect(actions).toContain('Actions on schemes need a payment hub (PIS_SCHEMES).');
    const again = await browser.post(HOLD, { ...form, reason: 'Again.' });
    expect(again.location).toBe('/decisions?problem=notOpen');
    const next = { ...form, once: 'another', reason: 'Again.' };
    expect((await browser.post(HOLD, next)).location).toBe('/decisions?problem=heldBefore');
    const audited = (await bank().service.auditLog()).filter(({ action }) => {
      return action === 'paymentHeld';
    });
    expect(audited).toMatchObject([{ subject: paymentId, actorId: 'holder' }]);
  });

  it('lets an update of Decisions read the facts of held payments only after a change', async () => {
    const { paymentId } = await scheduledStep(bank());
    const { store, clock } = bank().service;
    const act = (id: string) => ({ at: clock.now(), by: actorOf({ kind: 'operator', id }) });
    await store.holdPayment(paymentId, 'They called.', act('holder'));
    const browser = await bank().signedIn('watcher', 'read');
    const path = `/decisions?payment=${paymentId}`;
    const [, token = ''] = /data-live="([^"]+)"/.exec((await browser.open(path)).text) ?? [];
    const facts = vi.spyOn(store, 'batchesOf');
    onTestFinished(() => facts.mockRestore());
    const update = async (etag: string) => {
      facts.mockClear();
      const headers = { 'x-live-token': token, 'if-none-match': etag };
      const { status, response } = await browser.open(path, headers);
      return { status, etag: response.headers.get('etag') ?? '', reads: facts.mock.calls.length };
    };
    const first = await update('');
    expect(first).toMatchObject({ status: 200, reads: 1 });
    expect(await update(first.etag)).toEqual({ status: 304, etag: first.etag, reads: 0 });
    const [held] = await store.casesOf([paymentId]);
    const decided = { id: held?.id ?? 0, decision: 'release', reason: 'Checked.' } as const;
    expect(await store.decideCase(decided, act('olga'))).toBe('proposed');
    expect(await update(first.etag)).toMatchObject({ status: 200, reads: 1 });
  });

  it('is refused without the role, and after the booking', async () => {
    const work = await scheduledStep(bank());
    const page = `/payments/${work.paymentId}`;
    const [reader, approver] = [
      await bank().signedIn('r', 'read'),
      await bank().signedIn('a', 'approve'),
    ];
    for (const browser of [reader, approver]) {
      const { text } = await browser.open(page);
      expect(text).not.toContain(`action="${HOLD}"`);
      const form = { token: tokenIn(text), once: 'x', payment: work.paymentId, reason: 'r' };
      expect((await browser.post(HOLD, form)).status).toBe(403);
    }
    const { store, clock } = bank().service;
    expect(await store.casesOf([work.paymentId])).toEqual([]);
    const payment = expectDefined(await store.findPayment(work.paymentId), 'the payment');
    const account = expectDefined(payment.debtorAccount, 'its account');
    const debit = { index: null, amountPence: 2100, reference: 'R', counterparty: 'C', account };
    const operator = await bank().signedIn('o', 'operate');
    const { text } = await operator.open(page);
    await store.bookDebits(work, bookingOf([debit]), clock.now());
    const form = { token: tokenIn(text), once: onceIn(text), payment: work.paymentId };
    const late = await operator.post(HOLD, { ...form, reason: 'r' });
    expect(late.location).toBe('/decisions?problem=booked');
    expect((await operator.open(page)).text).not.toContain(`action="${HOLD}"`);
  });
});
