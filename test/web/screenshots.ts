import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ApiFiguresStore } from '../../src/domain/ports/api-figures-store.ts';
import { DAY_MS, londonInstant } from '../../src/shared/time.ts';
import { expect, test } from 'vitest';
import { account, bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { openInChromium } from './chromium.ts';
import { parkedStep } from './console-bank.ts';
import { openConsoleInChromium } from './console-chromium.ts';
import { Customer } from './customer.ts';
import { packed } from './picture.ts';
import { PORTAL_SCENARIOS } from './portal-scenarios.ts';
import { PAGE_SCENARIOS } from './page-scenarios.ts';
import { proposedOutcome } from './waiting-decisions.ts';

const FOLDER = 'docs/screenshots';
/** Maximum size of a screenshot in bytes. It keeps the documentation fast to load. */
const MAX_PICTURE_BYTES = 80 * 1024;

/** Maximum height of a screenshot in pixels. A longer page is cut off there. */
const MAX_HEIGHT = 1900;

/** The same for the console, whose pages are wider. */
const MAX_CONSOLE_HEIGHT = 1300;

const SIZES = {
  wide: { width: 720, height: 600 },
  narrow: { width: 320, height: 568 },
} as const;

/** Operators sit at wide screens, but can read the pages on a phone too. */
const CONSOLE_SIZES = {
  wide: { width: 1080, height: 600 },
  narrow: { width: 360, height: 640 },
} as const;

mkdirSync(FOLDER, { recursive: true });

type Sizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

async function takeScreenshots(
  page: Page,
  name: string,
  sizes: Sizes,
  maxHeight: number,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    const body = await page.locator('html').boundingBox();
    const height = Math.min(Math.max(body?.height ?? 0, viewport.height), maxHeight);
    const clip = { x: 0, y: 0, width: viewport.width, height };
    const picture = packed(await page.screenshot({ fullPage: true, clip }));
    expect(picture.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    writeFileSync(join(FOLDER, `${name}-${size}.png`), picture);
  }
}

test('takes a screenshot of every page of customers', async () => {
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
      await takeScreenshots(customer.page, name, SIZES, MAX_HEIGHT);
      await context.close();
    }
  } finally {
    await close();
  }
});

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;

/** Stores figures of three days, with a planned and an unplanned downtime. */
async function measuredDays(store: Pick<ApiFiguresStore, 'addNodeReport'>): Promise<void> {
  const node = { node: 'one', maxGapMs: DAY_MS, outages: [] };
  for (const [index, day] of DAYS.entries()) {
    const counts = [
      {
        endpoints: 'payments',
        requests: 84_210 + index,
        errors: 3,
        late: 0,
        totalUs: 3_100_000_000,
      },
      { endpoints: 'funds', requests: 9120 - index, errors: 0, late: 0, totalUs: 90_000_000 },
    ] as const;
    const [run, at] = [day, londonInstant(day)];
    await store.addNodeReport({ ...node, run, day, at, stopped: 0, counts });
    const [end, stopped] = [at + DAY_MS - (index + 1) * 95_000, index === 1 ? 1 : 0] as const;
    await store.addNodeReport({ ...node, run, day, at: end, stopped, counts: [] });
  }
}

test('takes screenshots of the console', async () => {
  const { bank, newPage, signIn, close } = await openConsoleInChromium();
  try {
    const tpp = await Tpp.signIn(bank.service.origin);
    const rejected = { CreditorAccount: account('99999900000001', 'Fresco & Söhne Ltd') };
    const id = await tpp.pay(bulkFile(3, rejected));
    await tpp.finished(id);
    await parkedStep(bank);
    await proposedOutcome(bank, 'otto');
    await measuredDays(bank.service.store);
    const page = await newPage();
    await signIn(page, 'olga', 'read', 'operate', 'approve');
    const software = await bank.service.store.findSoftwareOf('tpp-one');
    const paths = {
      today: '/',
      payment: `/payments/${id}?row=2`,
      rows: `/payments/${id}/rows`,
      work: '/work',
      files: '/files',
      ledger: '/ledger',
      approvals: '/approvals',
      decisions: '/decisions',
      actions: '/actions',
      regulator: `/regulator?month=${DAYS[0].slice(0, -'-01'.length)}`,
      schemes: '/schemes',
      audit: '/audit',
      tpp: `/tpps/${software?.organisation.id ?? ''}`,
      customer: '/customers/northwind',
    };
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${bank.origin}${path}`);
      await takeScreenshots(page, `console-${name}`, CONSOLE_SIZES, MAX_CONSOLE_HEIGHT);
    }
  } finally {
    await close();
  }
});
