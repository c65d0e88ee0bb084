import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fetchListener } from '../../src/listeners/hono-adapter.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { issue } from '../../src/sandbox/pki/certificates.ts';
import type { TestHub } from '../helpers/hub.ts';
import { CHROMIUM, NO_CHROMIUM } from './find-chromium.ts';
import { BACK_AT_TPP, PagesBank, TPP_ORIGIN } from './pages-bank.ts';

/**
 * Time at which the server's certificate is made. The browsers accept it at any time, because of
 * `ignoreHTTPSErrors`.
 */
const MADE_AT = Date.parse('2026-11-01T00:00:00Z');

/** A bank whose pages a real browser opens over TLS. */
export interface BankInChromium {
  readonly bank: PagesBank;
  readonly browser: Browser;
  /** Origin of the pages: `https://localhost:port`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server for the bank's pages, with simple replacements of the authorisation server and
 * the TPP.
 *
 * @param hub payment hub that executes the payments. By default, the schemes are simulated
 */
export async function openInChromium(hub: TestHub | null = null): Promise<BankInChromium> {
  const subject = [['CN', 'localhost']] as const;
  const hosts = ['localhost', new URL(TPP_ORIGIN).hostname];
  const issued = await issue(subject, { kind: 'server', hosts }, null, MADE_AT);
  const server = createServer({ cert: issued.certificate, key: issued.key });
  const port = await listen(server);
  const origin = `https://localhost:${String(port)}`;
  const bank = await PagesBank.open(origin, { hub });
  const listener = fetchListener((request, bindings) => {
    const { pathname, searchParams, hostname } = new URL(request.url);
    if (hostname !== 'localhost') return textAtTpp(searchParams);
    if (!pathname.startsWith('/as/')) return bank.pages.fetch(request, bindings);
    // As the authorisation server does, end the interaction and redirect the browser to the TPP.
    bank.finish(pathname.split('/')[3] ?? '');
    return Response.redirect(`${TPP_ORIGIN}/callback?${searchParams.toString()}`, 303);
  });
  server.on('request', (incoming, outgoing) => {
    listener({
      incoming,
      outgoing,
      origin,
      path: '',
      search: '',
      recognise: () => undefined,
      endUnread: () => undefined,
    });
  });
  const browser = await launchChromium(
    `MAP ${new URL(TPP_ORIGIN).hostname}:443 127.0.0.1:${String(port)}`,
  );
  return {
    bank,
    browser,
    origin,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await bank.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return expectDefined(server.address() as AddressInfo | null, 'an address').port;
}

/**
 * Returns a TPP's page. If the parameter `frame` contains a URL, the page embeds it in an iframe.
 */
function textAtTpp(parameters: URLSearchParams): Response {
  const frame = parameters.get('frame');
  const content =
    frame === null
      ? `<p>${BACK_AT_TPP}: ${parameters.get('then') ?? ''}`
      : `<iframe src="${frame}"></iframe>`;
  const headers = { 'content-type': 'text/html' };
  return new Response(`<!doctype html><title>TPP</title>${content}`, { headers });
}

/**
 * Starts Chromium.
 * @param hosts resolver rules for test host names: `MAP host:port address:port`
 */
export function launchChromium(hosts = ''): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(NO_CHROMIUM);
  // Grey antialiasing keeps screenshots small and equal on every machine.
  const looks = ['--disable-lcd-text', '--font-render-hinting=none', '--force-color-profile=srgb'];
  const args = ['--no-sandbox', `--host-resolver-rules=${hosts}`, ...looks];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations of WCAG 2.2 AA on a page, one line each. The page must allow JavaScript.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  // axe-core stays in the page until the browser leaves it. Loading it takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ runOnly: { type: 'tag', values } });
    return violations.map(({ id, nodes }) => {
      return `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join(' ')}`;
    });
  });
}

/** The part of axe-core's API that the tests use. */
interface Axe {
  readonly run: (options: object) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  }>;
}
