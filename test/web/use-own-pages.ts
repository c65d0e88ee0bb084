import { afterAll, beforeAll } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { BrowserByHand, ORIGIN, wordsOf } from './browser-by-hand.ts';
import { PagesBank } from './pages-bank.ts';

/** A bank for all tests of a file, and customers with a browser each, who come by themselves. */
export function useOwnPages() {
  let opened: PagesBank | undefined;
  beforeAll(async () => {
    opened = await PagesBank.open(ORIGIN);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => {
    const bank = expectDefined(opened, 'the bank');
    const browser = new BrowserByHand(bank);
    const shown = async (path: string) => wordsOf((await browser.open(path)).text);
    /** So much time goes by. */
    const pass = async (milliseconds: number) => {
      if (milliseconds === 0) return;
      await bank.tpp.moveClock(new Date(bank.service.clock.now() + milliseconds).toISOString());
    };
    return { bank, browser, shown, pass };
  };
}
