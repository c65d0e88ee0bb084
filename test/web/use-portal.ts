import { afterAll, beforeAll } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { HttpBrowser, ORIGIN, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';

/**
 * Starts one bank for all tests of a file. Returns a function that opens a browser for the portal.
 */
export function usePortal() {
  let opened: PagesBank | undefined;
  beforeAll(async () => {
    opened = await PagesBank.open(ORIGIN);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => {
    const bank = expectDefined(opened, 'the bank');
    const browser = new HttpBrowser(bank);
    const shown = async (path: string) => wordsOf((await browser.open(path)).text);
    /** Moves the sandbox's clock forward by milliseconds. */
    const pass = async (milliseconds: number) => {
      if (milliseconds === 0) return;
      await bank.tpp.moveClock(new Date(bank.service.clock.now() + milliseconds).toISOString());
    };
    return { bank, browser, shown, pass };
  };
}
