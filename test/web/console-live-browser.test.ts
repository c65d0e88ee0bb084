import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { parkedStep } from './console-bank.ts';
import { openConsoleInChromium, type ConsoleInChromium } from './console-chromium.ts';
import { describeInChromium } from './use-chromium.ts';

describeInChromium('a page of the console that updates itself', () => {
  let open: ConsoleInChromium;
  beforeAll(async () => {
    open = await openConsoleInChromium({ hub: false, core: false, screening: false });
  });
  afterAll(() => open.close());

  /** Opens a page with a clock that the test moves. */
  async function openPage(id: string, path: string): Promise<Page> {
    const page = await open.newPage();
    await open.signIn(page, id, 'read', 'operate', 'approve');
    await page.clock.install();
    await page.goto(`${open.bank.origin}${path}`);
    return page;
  }

  /** Lets one interval pass, and waits for the answer to the update. */
  async function update(page: Page): Promise<number> {
    const answer = page.waitForResponse(
      (response) => response.request().resourceType() === 'fetch',
    );
    await page.clock.runFor(5000);
    return (await answer).status();
  }

  const status = (page: Page) => page.getByRole('status');

  it('shows changes, says so politely, and can be paused', async () => {
    const page = await openPage('olga', '/work');
    const { step } = await parkedStep(open.bank);
    expect(await update(page)).toBe(200);
    await page.getByRole('heading', { name: `Step ${String(step)}` }).waitFor();
    await status(page).getByText('This page changed at').waitFor();
    expect(await update(page)).toBe(304);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await status(page).getByText('Updates are paused.').waitFor();
    const second = await parkedStep(open.bank);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.runFor(30_000);
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await update(page);
    await page.getByRole('heading', { name: `Step ${String(second.step)}` }).waitFor();
    await page.close();
  });

  it('does not replace a part that the operator uses', async () => {
    await parkedStep(open.bank);
    const page = await openPage('otto', '/work');
    await page.getByRole('button', { name: 'Retry all parked steps' }).focus();
    const { step } = await parkedStep(open.bank);
    await page.clock.runFor(10_000);
    await status(page).getByText('Updates wait while you use this page.').waitFor();
    const heading = page.getByRole('heading', { name: `Step ${String(step)}` });
    expect(await heading.count()).toBe(0);
    await page.getByRole('searchbox').focus();
    await update(page);
    await heading.waitFor();
    await page.close();
  });

  it('stops and says so after the operator was signed out', async () => {
    const page = await openPage('oona', '/');
    await open.bank.ended('oona');
    expect(await update(page)).toBe(401);
    await status(page).getByText('You are signed out.').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.runFor(30_000);
    expect(requests).toEqual([]);
    await page.close();
  });
});
