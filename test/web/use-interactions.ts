import { afterAll, beforeAll } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { HttpBrowser, linkedIn, ORIGIN, tokenIn, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

/** Starts one bank for all tests of a file. Returns a function that begins a consent journey. */
export function useInteractions() {
  let opened: PagesBank | undefined;
  beforeAll(async () => {
    opened = await PagesBank.open(ORIGIN);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return async (ask: (tpp: Tpp) => Promise<string> = askForPayment) => {
    const bank = expectDefined(opened, 'the bank');
    const consentId = await ask(bank.tpp);
    const uid = bank.begin(consentId);
    const browser = new HttpBrowser(bank);
    const shown = async (rest = '') =>
      wordsOf((await browser.open(`/interaction/${uid}${rest}`)).text);
    const tryPassword = (user: string, password: string) =>
      browser.send(uid, 'password', { user, password });
    /**
     * Approves with a one-time code, which is wrong by default. Returns the address of the
     * redirect.
     */
    const tryCode = async (code = '000000') => {
      const { text } = await browser.open(`/interaction/${uid}/approve`);
      const fields = { token: tokenIn(text), linked: linkedIn(text), code };
      return (await browser.post(uid, 'approve', fields)).location;
    };
    return { bank, consentId, uid, browser, shown, tryPassword, tryCode };
  };
}
