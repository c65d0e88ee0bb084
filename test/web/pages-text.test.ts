import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchangeRates } from '../../src/bank/rates.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { fileOf, payment } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { HttpBrowser, ORIGIN, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForFile, askForPayment, askForPaymentAbroad, askForStandingOrder } from './requests.ts';

const NORTHWIND = '11280001234567';

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
});
afterAll(async () => {
  await opened?.close();
});

/** Creates a consent and signs in a customer. Returns functions for the next steps. */
async function newInteraction(ask: (tpp: Tpp) => Promise<string>, user = 'clara') {
  const bank = expectDefined(opened, 'the bank');
  const consentId = await ask(bank.tpp);
  const uid = bank.begin(consentId);
  const browser = new HttpBrowser(bank);
  await browser.signIn(uid, user);
  const shown = async (rest = '') =>
    wordsOf((await browser.open(`/interaction/${uid}${rest}`)).text);
  return { bank, consentId, uid, browser, shown };
}

describe('the account', () => {
  it('is chosen on a page that shows amount and payee', async () => {
    const visits = [
      [askForPayment, 'asks you to approve a payment. £10.50 to Fresco Ltd'],
      [askForPaymentAbroad, 'asks you to approve a payment abroad. 165.88 USD to ACME Inc'],
      [askForStandingOrder, 'asks you to approve a standing order. £10.00 to Fresco Ltd'],
    ] as const;
    for (const [ask, words] of visits) {
      const text = await (await newInteraction(ask)).shown();
      expect(text).toContain('Choose the account');
      expect(text).toContain(words);
    }
  });

  it.each([
    ['sam', '11280007654321', '11-28-00 07654321'],
    ['rita', '11280009876543', '11-28-00 09876543'],
  ])('is not asked of %s, who has only one', async (user, account, inWords) => {
    const { bank, consentId, browser, uid, shown } = await newInteraction(askForPayment, user);
    for (const rest of ['', '/account']) {
      const text = await shown(rest);
      expect(text).toContain('Your decision');
      expect(text).toContain(inWords);
      expect(text).not.toContain('Choose');
    }
    expect((await browser.approve(uid, user)).location).toContain('then=code');
    expect(await bank.service.store.findConsent(consentId)).toMatchObject({
      ...{ status: 'Authorised', debtorAccount: account },
    });
  });

  it('can be changed by a customer with several', async () => {
    const { browser, uid, shown } = await newInteraction(askForPayment);
    await browser.send(uid, 'account', { account: NORTHWIND });
    expect(await shown()).toContain('Choose another account');
  });
});

describe('an international payment', () => {
  const POOR = '11280001234569';
  const rate = (currency: string) =>
    createExchangeRates().ratePerPound(
      currency,
      expectDefined(opened, 'the bank').service.clock.now(),
    );

  it('shows neither charge nor rate, nor an amount that depends on them', async () => {
    const dear = { InstructedAmount: { Amount: '250000.00', Currency: 'USD' } };
    const { browser, uid, shown } = await newInteraction((tpp) => askForPaymentAbroad(tpp, dear));
    await browser.send(uid, 'account', { account: POOR });
    const text = await shown();
    expect(text).toContain('You’ll be told once we have made the payment, on Tuesday 1 December');
    expect(text).toContain('250,000.00 USD is a large sum');
    expect(text).not.toContain(rate('USD'));
    expect(text).not.toContain('15.00');
    expect(text).not.toMatch(/£[\d,.]+\d/);
  });

  it('does not show the rate that the provider sent', async () => {
    const ExchangeRateInformation = {
      UnitCurrency: 'GBP',
      ExchangeRate: 1.2743,
      RateType: 'Agreed',
      ContractIdentification: 'C1',
    };
    const { browser, uid, shown } = await newInteraction((tpp) =>
      askForPaymentAbroad(tpp, { ExchangeRateInformation }),
    );
    await browser.send(uid, 'account', { account: NORTHWIND });
    expect(await shown()).toContain(
      'The provider names an agreed rate. We check it against our contract, and pay at no other rate.',
    );
    expect(await shown()).not.toMatch(/1\.2743|£130/);
  });
});

describe('a file', () => {
  it('is described with formatted numbers and without the terms BULK and BATCH', async () => {
    const { shown } = await newInteraction((tpp) => askForFile(tpp, 1200));
    const [review, list] = [await shown(), await shown('/payments?page=21')];
    expect(review).toContain('5 of 1,200');
    expect(review).toContain('Read all 1,200 payments');
    expect(review).toContain('we’ll pay when you return to Larkfield Payments Ltd');
    expect(list).toContain('1,001 to 1,050 of 1,200');
    expect(list).toContain('Page 21 of 24');
    for (const text of [review, list]) expect(text).not.toMatch(/BULK|BATCH/i);
  });

  it('that was refused on upload is not explained in technical terms', async () => {
    const bacs = [1, 2].map((day) =>
      payment(day, {
        LocalInstrument: 'UK.OBIE.BACS',
        RequestedExecutionDateTime: `2026-12-0${String(day + 1)}T09:00:00Z`,
      }),
    );
    const file = fileOf(bacs);
    const { shown } = await newInteraction(async (tpp) => {
      const consentId = await tpp.consentFor(file);
      expect((await tpp.upload(consentId, file)).status).toBe(400);
      return consentId;
    });
    const text = await shown();
    expect(text).toContain('The payment file was not accepted');
    expect(text).not.toMatch(/BULK|BACS|Data\./);
  });
});
