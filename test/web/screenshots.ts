import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInChromium } from './chromium.ts';
import { Customer } from './customer.ts';
import { packed } from './picture.ts';
import { PORTAL_SCENARIOS } from './portal-scenarios.ts';
import { PAGE_SCENARIOS } from './page-scenarios.ts';

const FOLDER = 'docs/screenshots';
/** Maximum size of a screenshot in bytes. It keeps the documentation fast to load. */
const MAX_PICTURE_BYTES = 80 * 1024;

/** Maximum height of a screenshot in pixels. A longer page is cut off there. */
const MAX_HEIGHT = 1900;

const SIZES = {
  wide: { width: 720, height: 600 },
  narrow: { width: 320, height: 568 },
} as const;

mkdirSync(FOLDER, { recursive: true });

test('takes a screenshot of every page', async () => {
  const { bank, browser, origin, close } = await openInChromium();
  try {
    for (const { name, user, reach } of [...PAGE_SCENARIOS, ...PORTAL_SCENARIOS]) {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        reducedMotion: 'reduce',
      });
      const customer = new Customer(await context.newPage(), bank, origin);
      if (user !== undefined) await customer.signInToPortal(user);
      await reach(customer, bank.tpp);
      for (const [size, viewport] of Object.entries(SIZES)) {
        await customer.page.setViewportSize(viewport);
        const body = await customer.page.locator('html').boundingBox();
        const height = Math.min(Math.max(body?.height ?? 0, viewport.height), MAX_HEIGHT);
        const clip = { x: 0, y: 0, width: viewport.width, height };
        const picture = packed(await customer.page.screenshot({ fullPage: true, clip }));
        expect(picture.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
        writeFileSync(join(FOLDER, `${name}-${size}.png`), picture);
      }
      await context.close();
    }
  } finally {
    await close();
  }
});
