import type { Page } from 'playwright-core';
import { serviceActor } from '../../src/domain/records/audit.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { account, bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { expectAccessible, resetLook } from './accessible.ts';
import { parkedStep } from './console-bank.ts';
import { openConsoleInChromium, type ConsoleInChromium } from './console-chromium.ts';
import { payForTwo } from './requests.ts';
import { describeInChromium } from './use-chromium.ts';
import { heldPayment, proposedOutcome } from './waiting-decisions.ts';

describeInChromium('the console in a browser', () => {
  let open: ConsoleInChromium;
  beforeAll(async () => {
    open = await openConsoleInChromium({ hub: true, core: false, screening: true });
  });
  afterAll(() => open.close());

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

  const signIn = (page: Page, id: string) => open.signIn(page, id, 'read', 'operate');

  /** Checks the page at a path in all display modes. */
  async function checkPage(page: Page, path: string, title: string): Promise<void> {
    await resetLook(page);
    await page.goto(`${open.bank.origin}${path}`);
    expect(await heading(page)).toBe(title);
    await expectAccessible(page);
  }

  it('enrols an operator, signs in, retries a step, searches and signs out', async () => {
    const { id, step } = await parkedStep(open.bank);
    const page = await open.newPage();
    await signIn(page, 'olga');
    await page.getByRole('link', { name: 'Work' }).click();
    await page.getByRole('button', { name: `Retry step ${String(step)}` }).click();
    expect(await page.locator('main').innerText()).toContain('1 step will be retried now.');
    await page.getByRole('searchbox', { name: 'Find a payment' }).fill(id);
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('main').innerText()).toContain(id);
    expect(page.url()).toBe(`${open.bank.origin}/payments`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.locator('main').innerText()).toContain('You have signed out.');
    await page.close();
  });

  it('works without scripts after the sign-in', async () => {
    const { step } = await parkedStep(open.bank);
    const page = await open.newPage();
    await signIn(page, 'otto');
    const context = await open.browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const plain = await context.newPage();
    await plain.goto(`${open.bank.origin}/work`);
    await plain.getByRole('button', { name: `Retry step ${String(step)}` }).click();
    expect(await plain.locator('main').innerText()).toContain('1 step will be retried now.');
    await context.close();
  });

  it('says without scripts that a passkey needs them', async () => {
    const context = await open.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(open.bank.origin);
    expect(await page.locator('main').innerText()).toContain('does not run scripts on this page');
    expect(await page.getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('has pages that conform to WCAG 2.2 AA and fit their window', async () => {
    const { step } = await parkedStep(open.bank);
    await proposedOutcome(open.bank, 'claimed:olga/1000');
    await heldPayment(open.bank);
    const page = await open.newPage();
    const link = await open.bank.invite('oona', 'read', 'operate', 'approve', 'administer');
    const check = checkPage.bind(null, page);
    await check('/', 'Sign in to the console');
    await check('/?problem=passkey', 'Sign in to the console');
    await check('/enrol/unknown', 'This link is not valid');
    await check(link, 'Add a passkey');
    await resetLook(page);
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await check('/', 'Today');
    await check('/work', 'Work');
    await check('/work?problem=notParked', 'Work');
    await check('/actions', 'Actions');
    await page.goto(`${open.bank.origin}/work`);
    await page.getByRole('button', { name: `Propose to abandon step ${String(step)}` }).click();
    expect(await heading(page)).toBe('Propose: Abandon a step');
    await expectAccessible(page);
    await resetLook(page);
    await page.getByRole('textbox', { name: 'Reason' }).fill('The file is lost.');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    expect(await page.locator('main').innerText()).toContain('Another operator must confirm it.');
    await check('/decisions?action=decideOutcome&done=proposed', 'Decisions');
    await resetLook(page);
    await page.getByRole('searchbox').fill('unknown');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await heading(page)).toBe('Payments');
    await expectAccessible(page);
  });

  it('has accessible pages of TPPs, customers and settings', async () => {
    const page = await open.newPage();
    await signIn(page, 'otis');
    const check = checkPage.bind(null, page);
    await parkedStep(open.bank);
    const known = await open.bank.service.store.findSoftwareOf('tpp-one');
    const tpp = `/tpps/${known?.organisation.id ?? ''}`;
    await check('/tpps', 'TPPs');
    await check('/tpps?after=zzzz', 'TPPs');
    await check('/tpps/nobody', 'TPP not found');
    await check(`${tpp}?problem=noReason`, 'A TPP');
    await resetLook(page);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Stolen keys.');
    await page.getByRole('button', { name: 'Suspend this TPP' }).click();
    expect(await page.locator('main').innerText()).toContain('Suspended by an operator');
    await check(tpp, 'A TPP');
    await check('/tpps', 'TPPs');
    await check('/customers', 'Customers');
    await resetLook(page);
    await page.getByRole('textbox', { name: 'Whom to find' }).fill('clara');
    await page.getByRole('button', { name: 'Find customers' }).click();
    await expectAccessible(page);
    await resetLook(page);
    await page.getByRole('link', { name: 'Northwind Components plc' }).click();
    expect(await heading(page)).toBe('A customer');
    await expectAccessible(page);
    await check('/customers/nobody', 'Customer not found');
    await check('/settings', 'Settings');
    const { store, clock } = open.bank.service;
    const act = (id: string) => ({ at: clock.now(), by: serviceActor(id) });
    const subject = known?.organisation.id ?? '';
    const end = { action: 'resumeTpp', subject, reason: 'Solved.', seen: null } as const;
    const proposed = await store.proposeAction(end, act('one'));
    if (proposed.kind !== 'proposed') throw new Error(proposed.kind);
    await store.confirmAction(proposed.proposal.id, null, act('other'));
  });

  it('has accessible pages of payments, schemes and the audit log', async () => {
    const page = await open.newPage();
    await signIn(page, 'oda');
    const check = checkPage.bind(null, page);
    const tpp = await Tpp.signIn(open.bank.service.origin);
    const rejected = { CreditorAccount: account('99999900000001', 'Fresco & Söhne Ltd') };
    const id = await tpp.pay(bulkFile(201, rejected));
    await tpp.finished(id);
    await check('/payments', 'Payments');
    await check(`/payments/${id}`, 'A payment');
    await check(`/payments/${id}?row=2`, 'Row 2 of a payment');
    await check(`/payments/${id}?row=999`, 'Row not found');
    await check(`/payments/${id}/rows`, 'Rows of a file');
    await check(`/payments/${id}/rows?page=9`, 'Rows of a file');
    await check('/schemes', 'Schemes');
    await check('/audit', 'Audit log');
    await check('/audit?subject=nothing', 'Audit log');
    await check('/', 'Today');
    await resetLook(page);
    await page.getByRole('searchbox').fill('fresco');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('main').innerText()).toContain('50 payments found');
    await expectAccessible(page);
    await resetLook(page);
    await page.getByLabel('Last day of consent').fill('2020-01-01');
    await page.getByLabel('First day of consent').fill('2026-12-01');
    await page.getByRole('button', { name: 'Find payments' }).click();
    expect(await page.locator('main').innerText()).toContain('before the first day');
    await expectAccessible(page);
  });

  it('has accessible pages of the ledger, files and approvals, also if they are long', async () => {
    const page = await open.newPage();
    await signIn(page, 'opal');
    const check = checkPage.bind(null, page);
    const { store, origin } = open.bank.service;
    const tpp = await Tpp.signIn(origin);
    const rejected = { CreditorAccount: account('99999900000001', 'Fresco & Söhne Ltd') };
    await tpp.finished(await tpp.pay(bulkFile(3, rejected)));
    await payForTwo(tpp, 'dora');
    const [file] = await store.listFiles(
      { from: 0, before: Number.MAX_SAFE_INTEGER, state: null, after: null },
      1,
    );
    const { id, totalPence, ...rest } = expectDefined(file, 'a file');
    await check('/files', 'Files');
    await check('/files?status=approval', 'Files');
    const many = Array.from({ length: 201 }, (_, index) => {
      const more = { id: `${id}-${String(index)}`, totalPence: totalPence + 99_999_999_999 };
      return { ...rest, ...more, payments: 100_000, paid: 99_999, failed: 1 };
    });
    const read = vi.spyOn(store, 'listFiles').mockResolvedValue(many);
    await check('/files', 'Files');
    read.mockRestore();
    await check('/ledger', 'Ledger');
    await check('/regulator', 'Regulator');
    await check('/ledger?day=2020-01-01', 'Ledger');
    await check('/ledger/entries?account=clearing:FPS', 'Entries of clearing:FPS');
    await check('/ledger/entries?account=charges', 'Entries of charges');
    await check('/ledger/entries?account=none', 'Account not found');
    await check('/approvals', 'Approvals');
  });
});
