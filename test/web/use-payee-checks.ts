import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { PayeeAnswer, PayeeQuestion } from '../../src/domain/parties/payee-check.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { HttpBrowser, ORIGIN, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

const NORTHWIND = '11280001234567';
export const MATCH: PayeeAnswer = { outcome: 'match', kind: null };

/** Starts one bank that checks names of payees, for all tests of a file. */
export function usePayeeChecks() {
  /** The questions that the bank received, one list for each request. */
  const asked: (readonly PayeeQuestion[])[] = [];
  let answer: (question: PayeeQuestion) => PayeeAnswer = () => MATCH;
  let opened: PagesBank | undefined;
  beforeAll(async () => {
    const payees = {
      confirm: (questions: readonly PayeeQuestion[]) => {
        asked.push(questions);
        return Promise.resolve(questions.map((question) => answer(question)));
      },
    };
    opened = await PagesBank.open(ORIGIN, { payees });
  });
  afterAll(async () => {
    await opened?.close();
  });
  beforeEach(() => {
    asked.length = 0;
    answer = () => MATCH;
  });
  const bankOf = () => expectDefined(opened, 'the bank');
  const answerWith = (next: typeof answer): void => {
    answer = next;
  };
  async function visit(ask: (tpp: Tpp) => Promise<string> = askForPayment, user = 'clara') {
    const bank = bankOf();
    return visitOf(bank, await ask(bank.tpp), user);
  }

  /**
   * Opens a page whose name check was made eight minutes ago, in an earlier visit. The check is
   * used for two more minutes.
   */
  async function visitAgain() {
    const first = await visit();
    await first.shown();
    await first.pass(8 * MINUTE_MS);
    const again = await visitOf(first.bank, first.consentId);
    const fields = await again.browser.approvalOf(again.uid);
    expect(asked).toHaveLength(1);
    return { ...again, fields };
  }

  /** Signs a user in to decide on a consent, and chooses an account. */
  async function visitOf(bank: PagesBank, consentId: string, user = 'clara') {
    const uid = bank.begin(consentId);
    const browser = new HttpBrowser(bank);
    await browser.signIn(uid, user);
    await browser.send(uid, 'account', { account: NORTHWIND });
    const shown = async (rest = '') =>
      wordsOf((await browser.open(`/interaction/${uid}${rest}`)).text);
    const approvals = () => bank.service.store.approvalsOf(consentId);
    const pass = (milliseconds: number) =>
      bank.tpp.moveClock(new Date(bank.service.clock.now() + milliseconds).toISOString());
    /** Sends the approval of a page that was opened earlier, with a valid code. */
    const send = async (fields: Record<string, string>) => {
      const code = await bank.nextCodeOf('clara');
      return (await browser.post(uid, 'approve', { ...fields, code })).location;
    };
    return { bank, consentId, uid, browser, shown, approvals, pass, send };
  }

  return { asked, answerWith, bankOf, visit, visitOf, visitAgain };
}
