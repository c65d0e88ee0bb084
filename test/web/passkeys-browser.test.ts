import { expect, it } from 'vitest';
import { violationsOf } from './chromium.ts';
import type { Customer } from './customer.ts';
import { askForPayment, payForTwo } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const { bank, newCustomer, statusOf } = useChromium();

/** Opens a browser with JavaScript and a virtual authenticator for a customer. */
async function newPasskeyCustomer() {
  const { customer } = await newCustomer({ javaScriptEnabled: true });
  return { customer, ...(await addAuthenticator(customer.page)) };
}

/** Opens a browser as `newPasskeyCustomer` does. Signs in to the portal and adds a passkey. */
async function newOwner(user: string) {
  const owner = await newPasskeyCustomer();
  await owner.customer.signInToPortal(user);
  await addPasskey(owner.customer, user);
  return owner;
}

async function addPasskey(customer: Customer, user: string): Promise<void> {
  await customer.open('/my/account');
  await customer.page.getByRole('link', { name: 'Add a passkey' }).click();
  await customer.page.getByLabel('Name', { exact: true }).fill('Telephone');
  await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf(user));
  await customer.press('Create the passkey');
  await customer.page.getByRole('heading', { name: 'Account and sign-in' }).waitFor();
}

describeInChromium('a passkey in a browser', () => {
  it('is added and removed in the portal', async () => {
    const { customer } = await newOwner('clara');
    expect(await customer.words()).toMatch(/Telephone\s+Added/);
    expect(await bank().service.store.passkeysOf('clara')).toHaveLength(1);
    await customer.page.getByRole('link', { name: 'Remove Telephone' }).click();
    await customer.press('Remove it');
    expect(await bank().service.store.passkeysOf('clara')).toEqual([]);
  });

  it('is added by pressing Enter in a field', async () => {
    const { customer } = await newPasskeyCustomer();
    await customer.signInToPortal('dora');
    await customer.open('/my/account/passkeys/add');
    await customer.page.getByLabel('Name', { exact: true }).fill('Telephone');
    await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf('dora'));
    await customer.page.keyboard.press('Enter');
    await customer.page.getByRole('heading', { name: 'Account and sign-in' }).waitFor();
    expect(await bank().service.store.passkeysOf('dora')).toHaveLength(1);
  });

  it('is not added a second time on a device, and the page says so', async () => {
    const { customer } = await newOwner('sam');
    await customer.open('/my/account/passkeys/add');
    await customer.page.getByLabel('Name', { exact: true }).fill('Again');
    await customer.page.getByLabel('One-time code').fill('123456');
    await customer.press('Create the passkey');
    await customer.page.getByRole('alert').getByText('No passkey was created').waitFor();
    expect(await violationsOf(customer.page)).toEqual([]);
    expect(await bank().service.store.passkeysOf('sam')).toHaveLength(1);
  });

  it('is not created on the device without a name and a code', async () => {
    const { customer } = await newPasskeyCustomer();
    await customer.signInToPortal('rita');
    await customer.open('/my/account/passkeys/add');
    await customer.press('Create the passkey');
    expect(await customer.page.getByRole('alert').isHidden()).toBe(true);
    expect(await customer.page.locator('input:invalid').count()).toBe(2);
  });

  it('is not offered without scripts', async () => {
    const { customer } = await newCustomer();
    await customer.signInToPortal('colin');
    await customer.open('/my/account/passkeys/add');
    expect(await customer.words()).toContain('continue to use codes');
    expect(await customer.page.getByRole('button', { name: 'Create the passkey' }).count()).toBe(0);
  });

  it('signs its user in to the portal', async () => {
    const { customer } = await newOwner('dina');
    await customer.press('Sign out');
    await customer.open('/my/payments');
    await customer.enterPassword('dina');
    await customer.press('Use a passkey instead');
    await customer.page.getByRole('heading', { name: 'Payments' }).waitFor();
  });

  it('approves a pending payment in the portal', async () => {
    const { customer } = await newOwner('dave');
    const id = await payForTwo(bank().tpp, 'dora');
    await customer.open(`/my/approvals/${id}/approve`);
    expect(await violationsOf(customer.page)).toEqual([]);
    await customer.press('Approve with a passkey');
    await customer.page.getByRole('heading', { name: 'You approved this' }).waitFor();
    const { consentId = '' } = (await bank().service.store.findPayment(id)) ?? {};
    const approvals = await bank().service.store.approvalsOf(consentId);
    expect(approvals.at(-1)).toMatchObject({ userId: 'dave', factor: 'passkey' });
  });

  it('approves the request of a TPP and returns to it', async () => {
    const { customer } = await newOwner('rita');
    const consentId = await askForPayment(bank().tpp);
    await customer.arrive(consentId);
    await customer.enterPassword('rita');
    await customer.page.getByRole('link', { name: 'Continue to approve' }).click();
    expect(await customer.words()).toContain('£10.50 to Fresco Ltd');
    await customer.press('Approve with a passkey');
    expect(await customer.textAtTpp()).toContain('code');
    expect(await statusOf(consentId)).toBe('Authorised');
  });

  it('approves only if its user is verified; a code still works', async () => {
    const { customer, setVerified } = await newOwner('dora');
    await setVerified(false);
    const id = await payForTwo(bank().tpp, 'dave');
    await customer.open(`/my/approvals/${id}/approve`);
    await customer.press('Approve with a passkey');
    await customer.page.getByRole('alert').getByText('No passkey was used').waitFor();
    await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf('dora'));
    await customer.press('Approve');
    await customer.page.getByRole('heading', { name: 'You approved this' }).waitFor();
  });

  it('is replaced by codes without scripts', async () => {
    await newOwner('colin');
    const { customer } = await newCustomer();
    await customer.signInToPortal('colin');
    const consentId = await askForPayment(bank().tpp);
    await customer.arrive(consentId);
    await customer.enterPassword('colin');
    await customer.choose('01234567');
    await customer.page.getByRole('link', { name: 'Continue to approve' }).click();
    expect(await customer.page.getByRole('button').allInnerTexts()).toEqual(['Approve']);
    await customer.page.getByLabel('One-time code').fill(await bank().nextCodeOf('colin'));
    await customer.press('Approve');
    expect(await customer.textAtTpp()).toContain('code');
  });
});
