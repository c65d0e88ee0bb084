import { expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { BACK_AT_TPP, TPP_ORIGIN } from './pages-bank.ts';
import { askForFile, askForPayment, askForVrp } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const NORTHWIND = '11-28-00 01234567';
const TEN_MINUTES_MS = 10 * MINUTE_MS;

const { newCustomer, statusOf } = useChromium();

describeInChromium('a customer at a browser without scripts', () => {
  it('reviews a payment, approves it and returns to the TPP', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    const words = await customer.words();
    for (const text of ['Larkfield Payments Ltd', '£10.50 to Fresco Ltd', 'INVOICE 412', 'Today']) {
      expect(words).toContain(text);
    }
    await customer.approve();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    expect(customer.page.url()).toMatch(`${TPP_ORIGIN}/`);
    expect(await statusOf(consentId)).toBe('Authorised');
  });

  it('rejects a payment and returns to the TPP', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForVrp(bank.tpp);
    await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.press('Reject');
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: access_denied`);
    expect(await statusOf(consentId)).toBe('Rejected');
  });

  it('can cancel before signing in, without a decision', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    await customer.press('Cancel and go back to Larkfield Payments Ltd');
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: access_denied`);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
  });

  it('pages through the payments of a file and approves it', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForFile(bank.tpp, 120);
    await customer.arrive(consentId);
    await customer.signIn();
    expect(await customer.words()).toMatch(/120 payments, £8,400.00 in all[^]*One debit of £8/);
    await customer.page.getByRole('link', { name: 'Read all 120 payments' }).click();
    await customer.page.getByRole('link', { name: 'Last' }).click();
    expect(await customer.words()).toContain('101 to 120 of 120');
    await customer.page.getByRole('link', { name: 'Back to your decision' }).click();
    await customer.approve();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    expect(await statusOf(consentId)).toBe('Authorised');
  });
});

describeInChromium('a customer who leaves the normal order of pages', () => {
  it('finds nothing left to decide after going back from the TPP', async () => {
    const { customer, bank } = await newCustomer();
    await customer.arrive(await askForPayment(bank.tpp));
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.approve();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    await customer.page.goBack();
    expect(await customer.heading()).toBe('This session has ended');
  });

  it('approves once by double-clicking every button', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    const twice = async (button: string) => {
      await customer.page.getByRole('button', { name: button, exact: true }).dblclick();
      await customer.page.waitForLoadState();
    };
    await customer.page.getByLabel('User name').fill('clara');
    await customer.page.getByLabel('Password').fill('clara-password');
    await twice('Continue');
    await customer.page.getByRole('radio', { name: NORTHWIND }).check();
    await twice('Continue');
    await customer.goOn();
    await customer.page.getByLabel('One-time code').fill(await bank.nextCodeOf('clara'));
    await twice('Approve');
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    const approvals = bank.events.filter((event) => {
      return event.kind === 'consentDecided' && event.consentId === consentId;
    });
    expect(approvals).toHaveLength(1);
  });

  it('must read one request again in the second tab after choosing another account in the first', async () => {
    const { customer, bank, another } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    const uid = await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.goOn();
    const second = await another();
    await second.goTo(uid, '/account');
    await second.choose('11-28-00 01234568');
    const code = await bank.nextCodeOf('clara');
    await customer.page.getByLabel('One-time code').fill(code);
    await customer.press('Approve');
    expect(await customer.words()).toContain('changed in another window');
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
    await customer.approve();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    await second.press('Reject');
    expect(await second.heading()).toBe('This session has ended');
    expect(await statusOf(consentId)).toBe('Authorised');
  });

  it('has a separate session for each request in two tabs', async () => {
    const { customer, bank, another } = await newCustomer();
    const [first, other] = [await askForPayment(bank.tpp), await askForVrp(bank.tpp)];
    await customer.arrive(first);
    await customer.signIn();
    const second = await another();
    await second.arrive(other);
    expect(await second.heading()).toBe('Sign in');
    await second.signIn();
    await second.choose(NORTHWIND);
    await second.press('Reject');
    expect(await second.textAtTpp()).toBe(`${BACK_AT_TPP}: access_denied`);
    await customer.choose(NORTHWIND);
    await customer.approve();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    expect([await statusOf(first), await statusOf(other)]).toEqual(['Authorised', 'Rejected']);
  });

  it('is led to the first field after a wrong password', async () => {
    const { customer, bank } = await newCustomer();
    await customer.arrive(await askForPayment(bank.tpp));
    await customer.enterPassword('clara', 'clara-pasword');
    expect(await customer.heading()).toBe('Sign in');
    const { page } = customer;
    expect(await page.locator(':focus').innerText()).toMatch(/There is a problem[^]*locked for 15/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('user');
    await customer.signIn();
    expect(await customer.heading()).toBe('Choose the account');
  });

  it('signs in again after waiting too long', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    await customer.signIn();
    await customer.choose(NORTHWIND);
    await customer.goOn();
    await customer.page.getByLabel('One-time code').fill('123456');
    bank.service.passMachineTime(TEN_MINUTES_MS);
    await customer.press('Approve');
    expect(await customer.words()).toContain('You have been signed out');
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
    await customer.signIn();
    expect(await customer.heading()).toBe('Choose the account');
  });
});

describeInChromium('a customer with another input device', () => {
  it('can approve with the keyboard alone', async () => {
    const { customer, bank } = await newCustomer();
    const consentId = await askForPayment(bank.tpp);
    await customer.arrive(consentId);
    const { keyboard } = customer.page;
    const tabTo = async (name: string) => {
      for (let tries = 0; tries < 20; tries += 1) {
        await keyboard.press('Tab');
        const focused = customer.page.locator(':focus');
        const label = (await focused.getAttribute('id')) ?? (await focused.innerText());
        if (label === name) return;
      }
      throw new Error(`The keyboard does not reach ${name}.`);
    };
    await keyboard.press('Tab');
    expect(await customer.page.locator(':focus').innerText()).toBe('Skip to the content');
    await keyboard.press('Enter');
    await tabTo('user');
    await keyboard.type('clara');
    await keyboard.press('Tab');
    await keyboard.type('clara-password');
    await keyboard.press('Enter');
    await customer.page.getByRole('radio').first().waitFor();
    for (let tries = 0; (await customer.page.locator('input:focus').count()) === 0; tries += 1) {
      if (tries > 10) throw new Error('The keyboard does not reach the accounts.');
      await keyboard.press('Tab');
    }
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await customer.page.getByRole('heading', { name: 'Check and decide' }).waitFor();
    await tabTo('Continue to approve');
    await keyboard.press('Enter');
    await customer.page.getByRole('heading', { name: 'Approve with a code' }).waitFor();
    await tabTo('code');
    await keyboard.type(await bank.nextCodeOf('clara'));
    await keyboard.press('Enter');
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
    expect(await statusOf(consentId)).toBe('Authorised');
  });

  it('gets buttons wide enough for a finger on a narrow phone', async () => {
    const { customer, bank } = await newCustomer({
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
    });
    await customer.arrive(await askForPayment(bank.tpp));
    await customer.signIn();
    await customer.choose(NORTHWIND);
    const areWide = async () => {
      for (const button of await customer.page.locator('button, a.button').all()) {
        const box = expectDefined(await button.boundingBox(), 'a button');
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.width).toBeGreaterThanOrEqual(44);
      }
    };
    await areWide();
    await customer.goOn();
    await customer.page.getByLabel('One-time code').fill(await bank.nextCodeOf('clara'));
    await areWide();
    await customer.page.getByRole('button', { name: 'Approve' }).tap();
    expect(await customer.textAtTpp()).toBe(`${BACK_AT_TPP}: code`);
  });
});

describeInChromium('another site', () => {
  it('cannot show the pages in a frame', async () => {
    const { customer, bank, origin } = await newCustomer({ javaScriptEnabled: true });
    const uid = bank.begin(await askForPayment(bank.tpp));
    await customer.page.goto(`${TPP_ORIGIN}/?frame=${origin}/interaction/${uid}`);
    const frame = expectDefined(customer.page.frames()[1], 'the frame');
    expect(await frame.locator('body').innerText()).toContain('refused to connect');
  });
});
