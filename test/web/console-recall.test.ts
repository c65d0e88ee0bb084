import { describe, expect, it } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { parkedStep, useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole({ hub: true, core: false, screening: false });
const RECALL = '/recall';
const FACTS = '/recall/facts';
const FIELDS = { row: '1', code: 'DUPL', note: '', reason: 'They called.' };

async function paidFile(): Promise<string> {
  const tpp = await Tpp.signIn(bank().service.origin);
  const id = await tpp.pay(bulkFile(2));
  await tpp.finished(id);
  return id;
}

describe('the form that proposes a recall', () => {
  it('is on the page of the row for the role, with the reasons, and refuses without a hub', async () => {
    const id = await paidFile();
    const page = `/payments/${id}?row=1`;
    const browser = await bank().signedIn('recaller', 'approve');
    const { text } = await browser.open(page);
    expect(wordsOf(text)).toContain('DUPL: the credit was paid twice');
    const form = { ...FIELDS, token: tokenIn(text), payment: id };
    const facts = await browser.post(FACTS, form);
    expect(wordsOf(facts.text)).toContain('The state of the payment does not allow this');
    expect(facts.text).not.toContain(`action="${RECALL}"`);
    // The bank of this test has no messages, so there is nobody to ask.
    for (const [changed, location] of [
      [{}, `/payments/${id}?problem=notPossible`],
      [{ reason: ' ' }, `/payments/${id}?problem=noReason`],
      [{ code: 'NARR' }, '/decisions?problem=notOpen'],
      [{ payment: '../x' }, '/decisions?problem=notOpen'],
      [{ note: 'x'.repeat(106) }, '/decisions?problem=notOpen'],
    ] as const) {
      expect((await browser.post(RECALL, { ...form, ...changed })).location).toBe(location);
    }
    expect(await bank().service.store.listActions('newest', 0, 10)).toEqual([]);
  });

  it('is shown after the facts, which are recorded as viewed, unless there is a warning', async () => {
    const id = await paidFile();
    const browser = await bank().signedIn('recaller', 'approve');
    const { text } = await browser.open(`/payments/${id}?row=1`);
    const form = { ...FIELDS, note: 'Twice.', token: tokenIn(text), payment: id };
    const facts = { Payee: 'Fresco Ltd', Amount: '£1.00', 'Settlement day': '2026-12-01' };
    bank().recallFacts = {
      facts: { ...facts, Warning: null },
      hash: 'a'.repeat(64),
      refusal: null,
    };
    const page = (await browser.post(FACTS, form)).text;
    expect(wordsOf(page)).toContain(
      'Payee Fresco Ltd Amount £1.00 Settlement day 2026-12-01 Warning none Another operator sees',
    );
    expect(page).toContain(`name="seen" value="${'a'.repeat(64)}"`);
    expect(page).toContain('name="note" value="Twice."');
    const viewed = (await bank().service.auditLog()).filter(({ action, subject, detail }) => {
      return action === 'paymentViewed' && subject === id && detail === '{"row":1}';
    });
    expect(viewed).toMatchObject([{ actorId: 'recaller' }]);
    const refusal = 'cameBack';
    bank().recallFacts = { facts: { Warning: 'It came back' }, hash: 'b'.repeat(64), refusal };
    const warned = (await browser.post(FACTS, { ...form, note: '' })).text;
    expect(wordsOf(warned)).toContain('Warning It came back The credit cannot be recalled');
    expect(warned).not.toContain(`action="${RECALL}"`);
    bank().recallFacts = undefined;
  });

  it('is refused without the role', async () => {
    const id = await paidFile();
    const browser = await bank().signedIn('reader', 'read', 'operate');
    const { text } = await browser.open(`/payments/${id}?row=1`);
    expect(text).not.toContain(`action="${FACTS}"`);
    const form = { ...FIELDS, token: tokenIn(text), payment: id };
    expect((await browser.post(RECALL, form)).status).toBe(403);
    expect((await browser.post(FACTS, form)).status).toBe(403);
  });

  it('is not offered for a file, and not for a row that is not paid', async () => {
    const { id } = await parkedStep(bank());
    const browser = await bank().signedIn('recaller', 'approve');
    for (const page of [`/payments/${await paidFile()}`, `/payments/${id}?row=1`]) {
      const { status, text } = await browser.open(page);
      expect([page, status, text.includes(`action="${FACTS}"`)]).toEqual([page, 200, false]);
    }
  });
});
