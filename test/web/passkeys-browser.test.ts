import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from './chromium.ts';
import type { Customer } from './customer.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { bank, newCustomer } = useChromium();

/** Gives a browser an authenticator: it verifies its user, or does not. */
async function withAuthenticator(page: Page, isUserVerified = true): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

/** A customer at a browser that runs scripts, and has an authenticator. */
async function newPasskeyCustomer(): Promise<Customer> {
  const { customer } = await newCustomer({ javaScriptEnabled: true });
  await withAuthenticator(customer.page);
  return customer;
}

async function addPasskey(customer: Customer, user: string): Promise<void> {
  await customer.open('/my/account');
  await customer.page.getByRole('link', { name: 'Add a passkey' }).click();
  await customer.page.getByLabel('Name', { exact: true }).fill('Telephone');
  await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf(user));
  await customer.press('Make the passkey');
  await customer.page.getByRole('heading', { name: 'Account and sign-in' }).waitFor();
}

describeInChromium('a passkey in a browser', () => {
  it('is made at the own pages, and removed', async () => {
    const customer = await newPasskeyCustomer();
    await customer.signInAtOwn('clara');
    await addPasskey(customer, 'clara');
    expect(await customer.words()).toMatch(/Telephone\s+Added/);
    expect(await bank().service.store.passkeysOf('clara')).toHaveLength(1);
    await customer.page.getByRole('link', { name: 'Remove Telephone' }).click();
    await customer.press('Remove it');
    expect(await bank().service.store.passkeysOf('clara')).toEqual([]);
  });

  it('is not made a second time on a device, and the page says so', async () => {
    const customer = await newPasskeyCustomer();
    await customer.signInAtOwn('sam');
    await addPasskey(customer, 'sam');
    await customer.open('/my/account/passkeys/add');
    await customer.page.getByLabel('Name', { exact: true }).fill('Again');
    await customer.page.getByLabel('One-time code').fill('123456');
    await customer.press('Make the passkey');
    await customer.page.getByRole('alert').getByText('No passkey was made').waitFor();
    expect(await violationsOf(customer.page)).toEqual([]);
    expect(await bank().service.store.passkeysOf('sam')).toHaveLength(1);
  });

  it('is not made without a name and a code, so that none is made for nothing', async () => {
    const customer = await newPasskeyCustomer();
    await customer.signInAtOwn('rita');
    await customer.open('/my/account/passkeys/add');
    await customer.press('Make the passkey');
    expect(await customer.page.getByRole('alert').isHidden()).toBe(true);
    expect(await customer.page.locator('input:invalid').count()).toBe(2);
  });

  it('is not offered where no script runs', async () => {
    const { customer } = await newCustomer();
    await customer.signInAtOwn('colin');
    await customer.open('/my/account/passkeys/add');
    expect(await customer.words()).toContain('go on with your codes');
    expect(await customer.page.getByRole('button', { name: 'Make the passkey' }).count()).toBe(0);
  });
});
