import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { startSecureService, type SecureService } from '../helpers/secure-service.ts';
import { launchChromium, violationsOf } from './chromium.ts';
import { describeInChromium } from './use-chromium.ts';

describeInChromium('an authorisation request that cannot be returned to the TPP', () => {
  let opened: { readonly service: SecureService; readonly browser: Browser } | undefined;
  beforeAll(async () => {
    opened = { service: await startSecureService(), browser: await launchChromium() };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.service.end();
  });

  it('is answered with a page that has the style and the logo of the bank', async () => {
    const { service, browser } = expectDefined(opened, 'the bank');
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const blocked: string[] = [];
    page.on('console', (message) => blocked.push(message.text()));
    const answer = await page.goto(`${service.issuerUrl}/as/authorize?client_id=nobody`);
    expect(await page.locator('h1').innerText()).toBe('We cannot open this request');
    expect(await page.locator('main').innerText()).toContain('For the provider: invalid_client');
    expect(await page.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    // The browser may report only that the page has an error status, and no blocked resources.
    expect(blocked.filter((text) => !text.includes(String(answer?.status())))).toEqual([]);
  });

  it('is answered with the security headers of the pages', async () => {
    const { service, browser } = expectDefined(opened, 'the bank');
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const answer = await page.goto(`${service.issuerUrl}/as/authorize?client_id=nobody`);
    const lost = await page.goto(`${service.issuerUrl}/interaction/gone`);
    const names = [
      'cache-control',
      'content-security-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ];
    const headers = names.map((name) => answer?.headers()[name]);
    expect(headers).toEqual(names.map((name) => lost?.headers()[name]));
    expect(headers).not.toContain(undefined);
  });
});
