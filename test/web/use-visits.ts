import { afterAll, beforeAll } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { BrowserByHand, ORIGIN, wordsOf } from './browser-by-hand.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

/** A bank for all tests of a file, and visits of customers who have not signed in yet. */
export function useVisits() {
  let opened: PagesBank | undefined;
  beforeAll(async () => {
    opened = await PagesBank.open(ORIGIN);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return async () => {
    const bank = present(opened, 'the bank');
    const consentId = await askForPayment(bank.tpp);
    const uid = bank.begin(consentId);
    const browser = new BrowserByHand(bank);
    const shown = async () => wordsOf((await browser.open(`/interaction/${uid}`)).text);
    const tryPassword = (user: string, password: string) =>
      browser.send(uid, 'password', { user, password });
    /** Where both factors lead, the code being any that has six digits. */
    const trySignIn = async (user: string, password: string, code = '000000') => {
      await tryPassword(user, password);
      return (await browser.send(uid, 'code', { code })).location;
    };
    return { bank, consentId, uid, browser, shown, tryPassword, trySignIn };
  };
}
