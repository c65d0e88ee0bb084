import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { TestHub } from '../helpers/hub.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { expectAccessible, resetLook } from './accessible.ts';
import { openInChromium, type BankInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { describeInChromium } from './use-chromium.ts';

/** Accounts of the hub simulator that refuse a recall, and that never answer it. */
const [REFUSING, SILENT] = ['99999900000080', '99999900000086'];

describeInChromium('the pages on which a customer asks for money back', () => {
  const hub = new TestHub();
  let opened: BankInChromium | undefined;
  let id = '';
  beforeAll(async () => {
    opened = await openInChromium(hub);
    hub.start();
    const { tpp } = opened.bank;
    const creditors = [REFUSING, SILENT].map((number) => account(number, 'Fresco Ltd'));
    const file = fileOf(creditors.map((to, index) => payment(index, { CreditorAccount: to })));
    id = await tpp.pay(file);
    await tpp.finished(id);
  });
  afterAll(async () => {
    await opened?.close();
    await hub.end();
  });

  async function signedIn(javaScriptEnabled: boolean): Promise<Customer> {
    const { bank, browser, origin } = expectDefined(opened, 'the bank');
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled });
    const clara = new Customer(await context.newPage(), bank, origin);
    await clara.signInToPortal();
    return clara;
  }

  it('work without script, and show the answer of the payee’s bank', async () => {
    const clara = await signedIn(false);

    await clara.open(`/my/payments/${id}/receipt?number=1`);
    await clara.page.getByRole('link', { name: 'Ask for the money back' }).click();
    await clara.press('Ask for the money back');
    const problem = clara.page.getByRole('link', { name: 'Choose why you want the money back.' });
    expect(await problem.getAttribute('href')).toBe('#reason');
    await clara.page.getByRole('radio', { name: 'It was paid twice' }).check();
    await clara.page.getByLabel('Text for the payee’s bank').fill('Invoice 412 was paid before');
    await clara.press('Ask for the money back');
    await expect.poll(() => clara.words()).toContain('Your text: Invoice 412 was paid before');
    await expect
      .poll(async () => {
        await clara.page.reload();
        return clara.words();
      })
      .toContain('the payee does not agree');
  });

  it.each(['', '/recall/1', '/recall/2?problem=noReason', '/recall/2?problem=recallNote'])(
    'conform to WCAG 2.2 AA, at …%s',
    async (page) => {
      // axe-core needs JavaScript.
      const clara = await signedIn(true);
      await resetLook(clara.page);
      await clara.open(`/my/payments/${id}${page}`);
      await expectAccessible(clara.page);
    },
  );
});
