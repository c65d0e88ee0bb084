import { describe, expect, it } from 'vitest';
import type { PayeeAnswer } from '../../src/domain/parties/payee-check.ts';
import { PayeeCheckFailed } from '../../src/domain/ports/payee-confirmation.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/time.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { HttpBrowser, linkedIn, wordsOf } from './http-browser.ts';
import {
  askForFile,
  askForPaymentAbroad,
  askForStandingOrder,
  askForVrp,
  payForTwo,
} from './requests.ts';
import { MATCH, usePayeeChecks } from './use-payee-checks.ts';

const CLOSE: PayeeAnswer = { outcome: 'closeMatch', actualName: 'Fresco Foods Ltd', kind: null };

const { asked, answerWith, bankOf, visit, visitOf, visitAgain } = usePayeeChecks();

function failing(reason: PayeeCheckFailed['reason']): () => never {
  return () => {
    throw new PayeeCheckFailed(reason, 'The payee service failed.');
  };
}

describe('the name check of a single payment', () => {
  it('is shown on both pages before the approval, and asked only once', async () => {
    const { shown } = await visit();
    expect(await shown()).toContain('20-00-00 00000001 Name check The name matches the account');
    expect(await shown('/approve')).toContain('Name check The name matches the account From');
    await shown();
    expect(asked).toEqual([
      [
        {
          name: 'Fresco Ltd',
          account: '20000000000001',
          secondary: '',
          kind: null,
          currency: 'GBP',
        },
      ],
    ]);
  });

  it.each<readonly [PayeeAnswer, RegExp]>([
    [CLOSE, /similar, but not the same\. The name of the account is Fresco Foods Ltd \./],
    [{ outcome: 'noMatch' }, /do not match\. The money may go to somebody else/],
    [
      { outcome: 'cannotBeChecked', reason: 'accountNotFound' },
      /found no account with this sort code/,
    ],
    [
      { outcome: 'cannotBeChecked', reason: 'optedOut' },
      /could not check the name of the account\. You can still approve/,
    ],
  ])('warns about %o, and says what to do', async (given, words) => {
    answerWith(() => given);
    const { shown, browser, uid } = await visit();
    const page = await shown();
    expect(page).toMatch(/Check this carefully .*Check the account details with the payee/);
    expect(page).toMatch(words);
    expect((await browser.approve(uid)).location).toContain('then=code');
  });

  it('is stored with the approval and counted in the audit log without names', async () => {
    answerWith(() => CLOSE);
    const { bank, browser, uid, approvals, consentId } = await visit();
    await browser.approve(uid);
    const [approval] = await approvals();
    expect(approval?.payeeCheck).toMatchObject({
      payees: [{ question: { name: 'Fresco Ltd' }, answer: CLOSE }],
    });
    const entries = await bank.service.auditLog();
    const entry = entries.find(
      ({ action, subject }) => action === 'consentAuthorised' && subject === consentId,
    );
    expect(entry?.detail).toBe('{"factor":"code","payees":"closeMatch 1"}');
  });

  it('requires a new look if the answer changed before the approval', async () => {
    const { browser, uid, shown, pass, send, approvals, fields } = await visitAgain();
    answerWith(() => ({ outcome: 'noMatch' }));
    await pass(2 * MINUTE_MS);
    expect(await send(fields)).toBe(`/interaction/${uid}?problem=checkChanged`);
    expect(await approvals()).toEqual([]);
    const page = await shown('?problem=checkChanged');
    expect(page).toMatch(/The details or the name check changed.*No match/);
    expect((await browser.approve(uid)).location).toContain('then=code');
  });

  it('does not require a new look if the same answer is given again', async () => {
    const { pass, send, approvals, bank, fields } = await visitAgain();
    await pass(2 * MINUTE_MS);
    expect(await send(fields)).toContain('then=code');
    const [approval] = await approvals();
    expect(approval?.payeeCheck?.askedAt).toBeGreaterThan(bank.service.clock.now() - MINUTE_MS);
  });

  it('belongs to one user and one consent', async () => {
    const first = await visit();
    await first.shown();
    answerWith(() => CLOSE);
    const other = await visitOf(first.bank, first.consentId, 'colin');
    expect(await other.shown()).toContain('Close match');
    expect(await first.shown()).toContain('The name matches the account');
    const another = await visit();
    expect(await another.shown()).toContain('Close match');
  });

  it('shows an outage, lets the customer approve, and is asked again after a while', async () => {
    answerWith(failing('timedOut'));
    const { bank, shown, browser, uid, pass, send, approvals } = await visit();
    const page = await shown();
    expect(page).toMatch(/We could not check the name of the account\. To try again, reload/);
    expect(page).toContain('Not checked: the payee’s bank did not answer in time');
    expect(bank.events).toContainEqual(
      expect.objectContaining({ kind: 'failure', what: 'checking the names of payees' }),
    );
    await shown();
    expect(asked).toHaveLength(1);
    const fields = await browser.approvalOf(uid);
    await pass(30 * SECOND_MS);
    expect(await send(fields)).toContain('then=code');
    expect(asked).toHaveLength(1);
    expect((await approvals())[0]?.payeeCheck?.payees[0]?.answer).toEqual({
      ...{ outcome: 'cannotBeChecked', reason: 'timedOut' },
    });
    const next = await visit();
    await next.shown();
    answerWith(() => MATCH);
    await next.pass(30 * SECOND_MS);
    expect(await next.shown()).toContain('The name matches the account');
  });

  it('isolates the name of the account from the text around it', async () => {
    answerWith(() => ({ ...CLOSE, actualName: '<b>Fresco‮' }));
    const { browser, uid } = await visit();
    const { text } = await browser.open(`/interaction/${uid}`);
    expect(text).toContain('<bdi>&lt;b&gt;Fresco');
    expect(text).not.toContain('‮');
  });

  it('is made for standing orders and VRP consents too', async () => {
    for (const ask of [askForStandingOrder, askForVrp]) {
      const { shown } = await visit(ask);
      expect(await shown()).toContain('Name check The name matches the account');
    }
  });

  it('is not possible for a payment abroad, and nothing is asked', async () => {
    const { shown, browser, uid } = await visit(askForPaymentAbroad);
    expect(await shown()).toContain('Not checked: we can check only UK accounts');
    expect(asked).toEqual([]);
    expect((await browser.approve(uid)).location).toContain('then=code');
  });
});

describe('the name checks of a file', () => {
  it('are made for the largest payments to new payees', async () => {
    answerWith(({ name }) => (name === 'P. Sharma' ? { outcome: 'noMatch' } : MATCH));
    const { shown, browser, uid, approvals } = await visit((tpp) => askForFile(tpp, 25));
    const page = await shown();
    expect(page).toMatch(
      /Name check 16 of 20 checked names match their accounts .*P\. Sharma , 20/,
    );
    expect(page).toContain('but not the other new payees');
    expect(page).toMatch(/The names of 4 payees and the names of their accounts do not match/);
    expect(asked.map((questions) => questions.length)).toEqual([20]);
    expect(asked[0]?.[0]).toMatchObject({ name: 'P. Sharma', account: '20000000000024' });
    expect(await shown('/approve')).toContain('16 of 20 checked names');
    await browser.approve(uid);
    expect((await approvals())[0]?.payeeCheck?.payees).toHaveLength(20);
  });

  it('are left out for payees of the previous file', async () => {
    const bank = bankOf();
    const to = (payees: readonly (readonly [string, string])[]) =>
      fileOf(
        payees.map(([name, number], index) =>
          payment(index, { CreditorAccount: account(number, name) }),
        ),
      );
    await bank.tpp.pay(
      to([
        ['Fresco Ltd', '20000000000001'],
        ['Oakwell', '20000000000002'],
      ]),
    );
    const ask = async (tpp: Tpp) => {
      const file = to([
        ['FRESCO LTD', '20000000000001'],
        ['Oakwell', '20000000000009'],
        ['Ludlow Print', '20000000000003'],
        ['Ludlow Print', '20000000000003'],
      ]);
      const consentId = await tpp.consentFor(file);
      await tpp.upload(consentId, file);
      return consentId;
    };
    const { shown } = await visit(ask);
    expect(await shown()).toContain('Name check 2 of 2 checked names match their accounts');
    expect(
      asked
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Ludlow Print', 'Oakwell']);
  });
});

describe('the name check of a payment that waits for another approval', () => {
  it('is shown in the portal, stored with the approval of this user, and on the receipt', async () => {
    const bank = bankOf();
    const id = await payForTwo(bank.tpp, 'dora');
    answerWith(() => CLOSE);
    const browser = new HttpBrowser(bank);
    await browser.signInToPortal('dave');
    const path = `/my/approvals/${id}`;
    const page = wordsOf((await browser.open(path)).text);
    expect(page).toMatch(/similar, but not the same.*Name check Close match/);
    const linked = linkedIn((await browser.open(`${path}/approve`)).text);
    const code = await bank.nextCodeOf('dave');
    await browser.sendTo(`${path}/approve`, `${path}/approve`, { linked, code });
    expect(asked).toHaveLength(1);
    const { consentId = '' } = (await bank.service.store.findPayment(id)) ?? {};
    const approvals = await bank.service.store.approvalsOf(consentId);
    expect(approvals.map(({ payeeCheck }) => payeeCheck?.payees[0]?.answer)).toEqual([
      undefined,
      CLOSE,
    ]);
    expect(wordsOf((await browser.open(path)).text)).toContain('You approved this');
    bank.service.runner.wake();
    const receipt = async () => wordsOf((await browser.open(`/my/payments/${id}/receipt`)).text);
    await expect
      .poll(receipt)
      .toMatch(/Name check Close match: .*Fresco Foods Ltd Shown to dave before the approval, on /);
  });
});
