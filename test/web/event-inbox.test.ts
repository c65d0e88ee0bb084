import { expect, it, onTestFinished } from 'vitest';
import { expectStatus } from '../../test-client/answer.ts';
import { Tpp } from '../helpers/tpp.ts';
import { approvedVrp } from '../helpers/vrp.ts';
import { EventClient } from '../contract/events/event-client.ts';
import { eventually } from '../helpers/eventually.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { expectAccessible, resetLook } from './accessible.ts';
import { launchChromium } from './chromium.ts';
import { describeInChromium } from './use-chromium.ts';

describeInChromium('the page of received events', () => {
  const service = useSecureService();

  it('shows the events that the bank pushed to it, by TPP, and is accessible', async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const { issuerUrl, origin } = service();
    const address = `${issuerUrl.replace('localhost', '127.0.0.1')}/sandbox/events`;
    await resetLook(page);
    await page.goto(address);
    expect(await page.locator('main').textContent()).toContain('No event was received.');
    expect(await page.locator('main').textContent()).toContain(`subscription: ${address}.`);

    const ids: string[] = [];
    for (const name of ['tpp-one', 'tpp-two']) {
      const client = new EventClient(await Tpp.signIn(origin, name));
      expectStatus(await client.subscribe({ CallbackUrl: address }), 201);
      ids.push((await approvedVrp(client.tpp)).consentId);
    }
    await eventually(async () => {
      await page.goto(address);
      expect(await page.locator('h2').allTextContents()).toEqual(ids.map(() => 'resource-update'));
    });
    await page.getByRole('link', { name: 'tpp-two' }).click();
    expect(await page.locator('pre').allTextContents()).toEqual([
      expect.stringContaining(String(ids[1])),
    ]);
    await expectAccessible(page);
  });
});
