import { expect, it, onTestFinished } from 'vitest';
import { receiveCallback } from '../../pis/src/bank/callback.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { launchChromium } from './chromium.ts';
import { describeInChromium } from './use-chromium.ts';

const silent = { isTerminal: false, hasColours: false, write: () => undefined };

describeInChromium('the callback page of the sandbox', () => {
  const service = useSecureService();

  it('hands the response of the bank over to pis', async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const callback = await receiveCallback({
      ...{ out: silent, err: silent, folder: '', today: '', now: Date.now },
      signal: new AbortController().signal,
    });
    onTestFinished(() => callback.close());
    const origin = service().issuerUrl.replace('localhost', '127.0.0.1');
    const address = `${origin}/sandbox/callback#code=some&state=${callback.state}`;
    await page.goto(address);
    expect(await callback.address).toBe(address);
    await page.getByText('pis has received the response').waitFor();
  });
});
