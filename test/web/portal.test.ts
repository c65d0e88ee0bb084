import { describe, expect, it } from 'vitest';
import { expectStatus } from '../../test-client/answer.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { fileOf, NORTHWIND, payment } from '../helpers/payment-file.ts';
import { approve, pounds } from '../helpers/orders.ts';
import { payVrp, vrpPayment } from '../helpers/vrp.ts';
import { wordsOf } from './http-browser.ts';
import type { PagesBank } from './pages-bank.ts';
import { askForVrp } from './requests.ts';
import { faultsOf, type Tpp } from '../helpers/tpp.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

async function statusOf({ service }: PagesBank, consentId: string) {
  return (await service.store.findConsent(consentId))?.status;
}

/**
 * Creates a permission that clara grants. Returns its id and a function that makes a payment with
 * it.
 */
async function permitTo(tpp: Tpp) {
  const consentId = await askForVrp(tpp);
  const token = await approve(tpp, consentId, NORTHWIND);
  const method = { PSUAuthenticationMethod: 'UK.OBIE.SCANotRequired' };
  const pay = () => payVrp(tpp, { consentId, token }, vrpPayment(consentId, {}, method));
  return { consentId, pay };
}

/**
 * Creates a permission that clara grants, and makes payments of these amounts with it. Returns its
 * id.
 */
async function permit(tpp: Tpp, amounts: readonly string[], parameters = {}): Promise<string> {
  const consentId = await askForVrp(tpp, parameters);
  const token = await approve(tpp, consentId, NORTHWIND);
  for (const amount of amounts) {
    const body = vrpPayment(
      consentId,
      { InstructedAmount: pounds(amount) },
      {
        PSUAuthenticationMethod: 'UK.OBIE.SCANotRequired',
      },
    );
    expectStatus(await payVrp(tpp, { consentId, token }, body), 201);
  }
  return consentId;
}

describe('permissions', () => {
  it('show the terms, and the amounts spent and left in the current periods', async () => {
    const { browser, bank, shown } = newCustomer();
    const consentId = await permit(bank.tpp, ['70.00', '50.00']);
    await browser.signInToPortal();
    const list = await shown('/my/permissions');
    expect(list).toMatch(/£500\.00 a month, by the calendar £120\.00 spent, £\d+\.\d\d left/);
    expect(list).toContain('£200.00 a week, counted from the day on which this begins £120.00');
    expect(list).toContain('£80.00 left');
    expect(list).toContain('Until Friday 31 December 2027, inclusive');
    const one = await shown(`/my/permissions/${consentId}`);
    for (const text of ['Larkfield Payments Ltd', 'Fresco Savings', 'Agreed by clara', consentId]) {
      expect(one).toContain(text);
    }
    expect(one).not.toContain('From Today');
  });

  it('are visible to colleagues and to nobody else', async () => {
    const { bank } = newCustomer();
    const consentId = await permit(bank.tpp, []);
    const userText = newCustomer();
    await userText.browser.signInToPortal('sam');
    const { status, text } = await userText.browser.open(`/my/permissions/${consentId}`);
    expect([status, wordsOf(text)]).toEqual([
      404,
      expect.stringContaining('nothing with that number'),
    ]);
    expect(await userText.shown('/my/permissions')).toContain('No provider has such a permission.');
  });

  it('can be ended by the customer after a confirmation, which stops their payments', async () => {
    const { browser, bank, shown } = newCustomer();
    const { consentId, pay } = await permitTo(bank.tpp);
    await browser.signInToPortal();
    const path = `/my/permissions/${consentId}`;
    expect(await shown(`${path}/end`)).toMatch(/End this permission\? .*You cannot undo this/);
    expect(await statusOf(bank, consentId)).toBe('Authorised');
    const sent = await browser.sendTo(`${path}/end`, `${path}/end`);
    expect(sent).toMatchObject({ status: 303, location: path });
    expect(await statusOf(bank, consentId)).toBe('Revoked');
    expect(await shown(path)).toMatch(/Ended here on .* No more payments can be made with it/);
    expect((await pay()).status).toBe(401);
    // After a second request, for example from another tab, the page still says that the permission
    // has ended.
    await browser.sendTo('/my/permissions', `${path}/end`);
    expect(await shown(`${path}/end`)).toContain('No more payments can be made with it');
  });

  it('cannot be ended by anybody else', async () => {
    const { browser, bank } = newCustomer();
    const { consentId } = await permitTo(bank.tpp);
    await browser.signInToPortal('sam');
    const path = `/my/permissions/${consentId}/end`;
    expect((await browser.open(path)).status).toBe(404);
    await browser.sendTo('/my/permissions', path);
    expect(await statusOf(bank, consentId)).toBe('Authorised');
  });

  it('can be paused and resumed, which stops and allows their payments', async () => {
    const { browser, bank, shown } = newCustomer();
    const { consentId, pay } = await permitTo(bank.tpp);
    await browser.signInToPortal();
    const path = `/my/permissions/${consentId}`;
    const paused = await browser.sendTo(path, `${path}/pause`);
    expect(paused).toMatchObject({ status: 303, location: path });
    expect(await shown(path)).toContain('You have paused this permission.');
    expect(await shown('/my/permissions')).toContain('Paused: no payments can be made.');
    expect(faultsOf(await pay())).toEqual(['Rules.FailsControlParameters Data.ConsentId']);
    expect(await statusOf(bank, consentId)).toBe('Authorised');
    await browser.sendTo(path, `${path}/resume`);
    expect(await shown(path)).not.toContain('paused');
    expect((await pay()).status).toBe(201);
  });

  it('take lower limits from the customer, and none above what was agreed', async () => {
    const { browser, bank, shown } = newCustomer();
    const consentId = await askForVrp(bank.tpp);
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    const pay = (amount: string) => {
      const method = { PSUAuthenticationMethod: 'UK.OBIE.SCANotRequired' };
      const body = vrpPayment(consentId, { InstructedAmount: pounds(amount) }, method);
      return payVrp(bank.tpp, { consentId, token }, body);
    };
    await browser.signInToPortal();
    const path = `/my/permissions/${consentId}`;
    const form = await shown(`${path}/limits`);
    expect(form).toContain('Instead of £100.00 each At most £100.00');
    expect(form).toContain('Instead of £500.00 a month, by the calendar At most £500.00');
    const set = (maximum: string, month: string, week: string) =>
      browser.sendTo(`${path}/limits`, `${path}/limits`, {
        ...{ maximum, 'period-0': month, 'period-1': week },
      });
    for (const wrong of ['', '0', '100.01', '-1', '10.505', 'ten', '1e1']) {
      const refused = await set(wrong, '500', '200');
      expect(refused.location).toBe(`${path}/limits?problem=limitAmount`);
    }
    expect(await shown(`${path}/limits?problem=limitAmount`)).toContain('We changed nothing.');
    expect((await bank.service.store.findConsent(consentId))?.restrictions).toBeNull();
    expect(await set('£ 20', '500.00', '30.00')).toMatchObject({ status: 303, location: path });
    expect(await shown(path)).toContain('Your own limit: each payment at most £20.00.');
    expect(await shown(path)).toContain('£30.00 a week');
    expect(faultsOf(await pay('20.01'))).toEqual([
      'Rules.FailsControlParameters Data.ControlParameters.MaximumIndividualAmount',
    ]);
    expect((await pay('20.00')).status).toBe(201);
    expect(faultsOf(await pay('10.01'))).toEqual([
      'Rules.FailsControlParameters Data.ControlParameters.PeriodicLimits[1]',
    ]);
    // Pausing keeps the limits, and they can be raised again up to what was agreed.
    await browser.sendTo(path, `${path}/pause`);
    await browser.sendTo(path, `${path}/resume`);
    expect(faultsOf(await pay('10.01'))).toHaveLength(1);
    await set('100', '500', '200');
    expect(await shown(path)).not.toContain('Your own limit');
    expect((await pay('100.00')).status).toBe(201);
  });

  it('cannot be paused or limited by anybody else, nor after their end', async () => {
    const { browser, bank } = newCustomer();
    const { consentId } = await permitTo(bank.tpp);
    const path = `/my/permissions/${consentId}`;
    const restrictions = async () =>
      (await bank.service.store.findConsent(consentId))?.restrictions;
    await browser.signInToPortal('sam');
    expect((await browser.open(`${path}/limits`)).status).toBe(404);
    const limits = { maximum: '1', 'period-0': '1', 'period-1': '1' };
    await browser.sendTo('/my/permissions', `${path}/pause`);
    await browser.sendTo('/my/permissions', `${path}/limits`, limits);
    expect(await restrictions()).toBeNull();
    const owner = newCustomer().browser;
    await owner.signInToPortal();
    await owner.sendTo(path, `${path}/end`);
    await owner.sendTo('/my/permissions', `${path}/pause`);
    await owner.sendTo('/my/permissions', `${path}/limits`, limits);
    expect(await restrictions()).toBeNull();
    expect((await owner.open(`${path}/limits`)).text).toContain('No more payments can be made');
  });

  it('have ended from the day after their last day', async () => {
    const { browser, bank, shown } = newCustomer();
    const soon = new Date(bank.service.clock.now() + DAY_MS).toISOString();
    const consentId = await permit(bank.tpp, [], { ValidToDateTime: soon });
    await bank.tpp.moveClock(new Date(bank.service.clock.now() + 3 * DAY_MS).toISOString());
    await browser.signInToPortal();
    expect(await shown(`/my/permissions/${consentId}`)).toContain(
      'No more payments can be made with it',
    );
  });
});

describe('payments', () => {
  it('of a file show how many were paid, and which were returned and why', async () => {
    const { browser, bank, shown } = newCustomer();
    const file = fileOf([payment(0), payment(1)]);
    const id = await bank.tpp.pay(file);
    await bank.tpp.finished(id);
    await browser.signInToPortal();
    expect(await shown('/my/payments')).toMatch(/File of 2 payments .*Paid/);
    const one = await shown(`/my/payments/${id}`);
    expect(one).toMatch(/2 paid 0 not paid/);
    expect(one).toContain(id);
  });

  it('can be cancelled if they are in the future, but not if they were made', async () => {
    const { browser, bank, shown } = newCustomer();
    await browser.signInToPortal();
    const inAWeek = new Date(bank.service.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    const initiation = { RequestedExecutionDateTime: `${inAWeek}T00:00:00Z` };
    const ahead = await bank.tpp.pay(fileOf([payment(0), payment(1)]), initiation);
    const path = `/my/payments/${ahead}`;
    expect(await shown(path)).toContain('Cancel this payment');
    expect(await shown(`${path}/cancel`)).toContain('Cancel this payment?');
    const sent = await browser.sendTo(`${path}/cancel`, `${path}/cancel`);
    expect(sent.location).toBe(`${path}?outcome=cancelled`);
    expect(await shown(sent.location)).toMatch(/You cancelled this payment\. .*Status Cancelled/);
    expect(await shown(path)).not.toContain('Cancel this payment');
    const made = await bank.tpp.pay(fileOf([payment(2), payment(3)]));
    await bank.tpp.finished(made);
    const late = await browser.sendTo('/my', `/my/payments/${made}/cancel`);
    expect(late.location).toMatch(/outcome=(underWay|final)$/);
    expect(await shown(late.location)).toMatch(/too late to cancel|nothing left to cancel/);
    expect(await shown(`/my/payments/${made}?outcome=cancelled`)).not.toContain('You cancelled');
  });

  it('of another customer are answered like payments that do not exist', async () => {
    const { bank } = newCustomer();
    const id = await bank.tpp.pay(fileOf([payment(0), payment(1)]));
    const other = newCustomer();
    await other.browser.signInToPortal('sam');
    const [userText, nobodys] = await Promise.all(
      [id, `${id}0`].map((one) => other.browser.open(`/my/payments/${one}`)),
    );
    expect([userText?.status, nobodys?.status]).toEqual([404, 404]);
    const plain = (text = '') => text.replaceAll(/value="[^"]*"/g, '');
    expect(plain(userText?.text)).toBe(plain(nobodys?.text));
    expect(await other.shown('/my/payments')).not.toContain(id);
  });
});
