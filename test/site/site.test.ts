import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { startService } from '../helpers/service.ts';
import { expectAccessible, resetLook } from '../web/accessible.ts';
import { launchChromium } from '../web/chromium.ts';
import { describeInChromium } from '../web/use-chromium.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Origin of the pages in the browser. Requests are answered from the built files. */
const ORIGIN = 'https://site.example';

let site = '';
/** The built pages by their paths from the root of the site. */
let pages: ReadonlyMap<string, string> = new Map();

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'pis-site-'));
  const { status, stderr } = spawnSync('npm', ['run', 'site', '--', '--outDir', site], {
    ...{ cwd: ROOT, encoding: 'utf8' },
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(status, stderr).toBe(0);
  const paths = globSync('**/*.html', { cwd: site });
  pages = new Map(paths.map((path) => [`/${path}`, readFileSync(join(site, path), 'utf8')]));
});

afterAll(() => {
  rmSync(site, { recursive: true, force: true });
});

/** Returns the targets of the links of a page to the site's own pages, as absolute URLs. */
function linksOf(path: string): readonly URL[] {
  const main = pages.get(path) ?? '';
  return [...main.matchAll(/<a [^>]*?href="([^"]+)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), ORIGIN + path))
    .filter(({ origin }) => origin === ORIGIN);
}

/** Returns the path of the file that a server sends for a URL. */
function fileOf({ pathname }: URL): string {
  const path = decodeURI(pathname);
  return path.endsWith('/') ? `${path}index.html` : path;
}

describe('the documentation site', () => {
  it('has a page for each document, and 12 pages for each version of the API', () => {
    const documents = globSync(['*.md', '{bench,client,fixtures,pis}/*.md', 'docs/**/*.md'], {
      cwd: ROOT,
    }).filter((path) => !path.includes('['));
    expect(documents.length).toBeGreaterThan(200);
    const expected = documents.map(
      (path) => `/${path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')}`,
    );
    expect([...pages.keys()]).toEqual(expect.arrayContaining(expected));
    for (const version of ['v3.1', 'v4.0']) {
      const ofVersion = [...pages.keys()].filter((path) => path.includes(`/api/${version}`));
      expect(ofVersion).toHaveLength(12);
    }
  });

  it('has no link to a page, a file or a heading that does not exist', () => {
    const dead = [...pages.keys()].flatMap((path) =>
      linksOf(path)
        .filter((url) => {
          const file = fileOf(url);
          const page = pages.get(file);
          if (page === undefined) return !existsSync(join(site, file));
          const id = decodeURIComponent(url.hash.slice(1));
          return id !== '' && !page.includes(` id="${id}"`);
        })
        .map((url) => `${path}: ${url.pathname}${url.hash}`),
    );
    expect(dead).toEqual([]);
  });

  it('reaches every page by links from the first page', () => {
    const reached = new Set(['/index.html', '/404.html']);
    for (const path of reached) for (const url of linksOf(path)) reached.add(fileOf(url));
    expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });

  it('describes each operation that the sandbox serves, and has its OpenAPI documents', async () => {
    const service = await startService();
    onTestFinished(() => service.end());
    for (const [version, served] of [
      ['v3.1', '/openapi.json'],
      ['v4.0', '/openapi-v4.0.json'],
    ] as const) {
      const document = (await (await fetch(service.origin + served)).json()) as {
        readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      };
      const copy = readFileSync(join(site, `files/openapi-${version}.json`), 'utf8');
      expect(JSON.parse(copy)).toEqual(document);
      const reference = [...pages]
        .filter(([path]) => path.includes(`/api/${version}-`))
        .map(([, page]) => page)
        .join('');
      const missing = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) => {
        // The servers of a path without its own are those of the standard.
        const bases = (servers ?? [{ url: `/open-banking/${version}/pisp` }]) as { url: string }[];
        const url = `${bases[0]?.url ?? ''}${path}`.replace('//', '/');
        const shown = Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`);
        return shown.filter((one) => !reference.includes(`<code>${one}</code>`));
      });
      expect(missing).toEqual([]);
      expect(reference).toContain('Data.Initiation.InstructedAmount.Amount');
    }
  });
});

describeInChromium('the documentation site in a browser', () => {
  let browser: Browser | undefined;
  /** URLs that the pages requested from other servers. */
  const foreign: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function openSite(options: {
    readonly javaScriptEnabled: boolean;
  }): Promise<BrowserContext> {
    const context = await expectDefined(browser, 'the browser').newContext({
      ...options,
      // Colours would otherwise change gradually while the test measures their contrast.
      reducedMotion: 'reduce',
    });
    await context.route('**/*', (route) => {
      const url = new URL(route.request().url());
      const path = join(site, fileOf(url));
      if (url.origin === ORIGIN && existsSync(path)) return route.fulfill({ path });
      if (url.origin !== ORIGIN) foreign.push(url.href);
      return route.abort();
    });
    return context;
  }

  it.each([
    { name: 'wide', width: 1280 },
    { name: 'narrow', width: 360 },
  ])('shows text and navigation without JavaScript in a $name window', async ({ width }) => {
    const context = await openSite({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${ORIGIN}/docs/operations.html`);
    const ofReader = page.locator('.VPSidebar a', { hasText: 'Hub simulator' });
    await ofReader.scrollIntoViewIfNeeded();
    expect(await ofReader.isVisible()).toBe(true);
    await ofReader.click();
    expect(new URL(page.url()).pathname).toBe('/docs/hub-simulator.html');
    expect(await page.locator('main h1').innerText()).toContain('Hub simulator');
    expect(await page.locator('main p').first().isVisible()).toBe(true);
    await context.close();
  });

  it('finds a word, and loads nothing from another server', async () => {
    const context = await openSite({ javaScriptEnabled: true });
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/`);
    await page.locator('#local-search button').click();
    await page.locator('#localsearch-input').fill('screening');
    await page.locator('#localsearch-list .result').first().waitFor();
    expect(await page.locator('#localsearch-list').innerText()).toMatch(/screening/i);
    expect(foreign).toEqual([]);
    await context.close();
  });

  it.each([
    '/',
    '/docs/operations.html',
    '/docs/reference/settings.html',
    '/docs/reference/api/v4.0.html',
    '/docs/reference/api/v4.0-events.html',
  ])('%s conforms to WCAG 2.2 AA', async (path) => {
    const context = await openSite({ javaScriptEnabled: true });
    const page = await context.newPage();
    await resetLook(page);
    await page.goto(ORIGIN + path);
    await expectAccessible(page);
    await context.close();
  });
});
