import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { startService, type RunningService } from '../helpers/service.ts';
import { launchChromium } from './chromium.ts';
import { describeInChromium } from './use-chromium.ts';

describeInChromium('the API documentation page', () => {
  let opened: { readonly service: RunningService; readonly browser: Browser } | undefined;
  beforeAll(async () => {
    opened = { service: await startService(), browser: await launchChromium() };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.service.end();
  });

  it('shows every endpoint, and the contents of a payment file at the upload', async () => {
    const { service, browser } = expectDefined(opened, 'the service');
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const isMissing = message.location().url.endsWith('/favicon.ico');
      if (message.type() === 'error' && !isMissing) problems.push(message.text());
    });
    await page.goto(`${service.origin}/docs`);
    const described = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.values(described.paths).flatMap((path) =>
      Object.keys(path).filter((method) => method !== 'servers'),
    );
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    for (const path of ['/file-payment-consents/{ConsentId}/file', '/extensions/v1/file-checks']) {
      const block = page.locator('.opblock-post', { has: page.locator(`[data-path="${path}"]`) });
      await block.locator('.opblock-summary').click();
      await block.locator('.opblock-section-request-body').waitFor();
      expect(await block.locator('.opblock-section-request-body').innerText()).toContain(
        'DomesticPayments',
      );
    }
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
