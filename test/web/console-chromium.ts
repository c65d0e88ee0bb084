import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { ConsoleParts } from '../../src/console/console-context.ts';
import { fetchListener } from '../../src/listeners/hono-adapter.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { launchChromium } from './chromium.ts';
import { ConsoleBank } from './console-bank.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

/** The console of a bank on a port, and a browser. */
export interface ConsoleInChromium {
  readonly bank: ConsoleBank;
  readonly browser: Browser;
  /** Opens a page of a new browser profile with a virtual authenticator. */
  readonly newPage: () => Promise<Page>;
  /** Adds an operator with a passkey, and signs in. */
  readonly signIn: (page: Page, id: string, ...roles: readonly OperatorRole[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the console with the origin that it has in the sandbox, without TLS. */
export async function openConsoleInChromium(
  uses?: ConsoleParts['uses'],
  openBank = (origin: string): Promise<ConsoleBank> => ConsoleBank.open(origin, uses),
): Promise<ConsoleInChromium> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = expectDefined(server.address() as AddressInfo | null, 'an address');
  const bank = await openBank(`http://localhost:${String(address.port)}`);
  const serve = fetchListener((request, bindings) => bank.pages.fetch(request, bindings));
  server.on('request', (incoming, outgoing) => {
    const unused = { recognise: () => undefined, endUnread: () => undefined };
    serve({ incoming, outgoing, origin: bank.origin, path: '', search: '', ...unused });
  });
  const browser = await launchChromium();
  return {
    ...{ bank, browser },
    async newPage() {
      const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
      await addAuthenticator(page);
      return page;
    },
    async signIn(page, id, ...roles) {
      await page.goto(`${bank.origin}${await bank.invite(id, ...roles)}`);
      await page.getByRole('button', { name: 'Create the passkey' }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      await bank.close();
    },
  };
}
