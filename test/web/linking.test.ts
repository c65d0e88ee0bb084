import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { askForFile, askForPayment, askForPaymentAbroad, askForVrp } from './requests.ts';
import { linkedIn } from './http-browser.ts';
import { useInteractions } from './use-interactions.ts';

const NORTHWIND = '11280001234567';
const NORTHWINDS_OTHER = '11280001234568';
const POOR = '11280001234569';

const newInteraction = useInteractions();

/**
 * Signs in a customer who has chosen an account for a payment. Returns functions for the next
 * steps.
 */
async function newReader(ask = askForPayment) {
  const visit = await newInteraction(ask);
  await visit.browser.signIn(visit.uid);
  await visit.browser.send(visit.uid, 'account', { account: NORTHWIND });
  const approvalOf = () => visit.browser.approvalOf(visit.uid);
  const send = (fields: Record<string, string>) => visit.browser.post(visit.uid, 'approve', fields);
  const page = (rest = '') => `/interaction/${visit.uid}${rest}`;
  const status = async () => (await visit.bank.service.store.findConsent(visit.consentId))?.status;
  return { ...visit, approvalOf, send, page, status };
}

describe('the second factor', () => {
  it('is requested with amount, payee and account next to its field', async () => {
    const { shown } = await newReader();
    const page = await shown('/approve');
    expect(page).toMatch(/£10\.50 to Fresco Ltd .*Payee’s account 20-00-00 00000001 /);
    expect(page).toMatch(/Larkfield Payments Ltd .*From account 11-28-00 01234567/);
  });

  it('is requested with the payee’s bank for an international payment', async () => {
    const NCC = { NCCCode: 'USABA', NCCIdentification: '021000021' };
    const initiation = { SupplementaryData: { DestinationCountry: 'US', ...NCC } };
    const reader = await newReader((tpp) => askForPaymentAbroad(tpp, initiation));
    const page = await reader.shown('/approve');
    expect(page).toMatch(/Payee’s account 0123456789 Payee’s bank BOFAUS3NXXX USABA 021000021 /);
  });

  it('is requested for a file with the number of payments and the total, and is linked to its bytes', async () => {
    const first = await newReader((tpp) => askForFile(tpp, 4));
    const other = await newReader((tpp) => askForFile(tpp, 4, { EndToEndIdentification: 'else' }));
    expect(await first.shown('/approve')).toContain('4 payments, £48.00 in all');
    const [one, two] = [await first.approvalOf(), await other.approvalOf()];
    expect(one['linked']).toMatch(/^[0-9a-f]{64}$/);
    expect(one['linked']).not.toBe(two['linked']);
  });

  it('approves exactly the displayed payment and is stored with the approval', async () => {
    const { bank, consentId, approvalOf, send, status } = await newReader();
    const fields = await approvalOf();
    expect((await send(fields)).location).toContain('then=code');
    expect(await status()).toBe('Authorised');
    const [approval] = await bank.service.store.approvalsOf(consentId);
    expect(approval).toMatchObject({
      userId: 'clara',
      factor: 'code',
      dynamicLinkingHash: fields['linked'],
    });
    // The field has the name `linkedTo`, because older entries of the append-only audit log have
    // it.
    const details = (await bank.service.auditLog()).map(({ detail }) => detail);
    const linked = expect.stringContaining(`"linkedTo":"${String(fields['linked'])}"`) as string;
    expect(details).toContainEqual(linked);
  });

  it('is neither used up nor counted as a failure if the form belongs to another payment', async () => {
    const one = await newReader();
    const other = await newReader(askForVrp);
    const fields = await one.approvalOf();
    const { linked = '' } = await other.approvalOf();
    one.bank.asked.length = 0;
    for (const wrong of [linked, '', 'x', fields['linked']?.slice(1) ?? '']) {
      const { location } = await one.send({ ...fields, linked: wrong });
      expect(location).toBe(one.page('?problem=changed'));
    }
    expect(one.bank.asked).not.toContain('consumeFactor');
    expect(await one.status()).toBe('AwaitingAuthorisation');
    // The code is still valid for the payment that it belongs to.
    expect((await one.send(fields)).location).toContain('then=code');
  });

  it('is requested again after the account changed in another window', async () => {
    const { bank, consentId, uid, browser, approvalOf, send, page, shown } = await newReader();
    const fields = await approvalOf();
    await browser.send(uid, 'account', { account: NORTHWINDS_OTHER });
    expect((await send(fields)).location).toBe(page('?problem=changed'));
    expect(await shown('?problem=changed')).toContain('changed in another window');
    const { code = '' } = fields;
    const { linked } = await approvalOf();
    expect(linked).not.toBe(fields['linked']);
    expect((await send({ ...fields, code, linked: linked ?? '' })).location).toContain('then=code');
    expect(await bank.service.store.findConsent(consentId)).toMatchObject({
      ...{ status: 'Authorised', debtorAccount: NORTHWINDS_OTHER },
    });
  });

  it('is accepted once, and then neither for another payment nor in the portal', async () => {
    const one = await newReader();
    const other = await newReader();
    const fields = await one.approvalOf();
    const { linked = '' } = await other.approvalOf();
    const { code = '' } = fields;
    expect((await one.send(fields)).location).toContain('then=code');
    const token = (await other.approvalOf())['token'] ?? '';
    const replayed = await other.send({ token, linked, code });
    expect(replayed.location).toBe(other.page('/approve?problem=factor'));
    const password = { user: 'clara', password: 'clara-password' };
    await other.browser.sendTo('/my', '/my/password', password);
    const own = await other.browser.sendTo('/my', '/my/code', { code });
    expect(own.location).toBe('/my?problem=credentials');
    expect(await other.status()).toBe('AwaitingAuthorisation');
  });

  it('is rejected if the code belongs to another user', async () => {
    const { bank, approvalOf, send, page } = await newReader();
    const fields = await approvalOf();
    const { location } = await send({ ...fields, code: await bank.codeOf('sam') });
    expect(location).toBe(page('/approve?problem=factor'));
  });

  it('locks the user out and ends the session after wrong guesses', async () => {
    const { bank, uid, browser, shown, tryPassword, tryCode, status } = await newReader();
    await tryPassword('colin', 'colin-password');
    await browser.send(uid, 'account', { account: NORTHWIND });
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await tryCode(`00000${String(guess)}`)).toContain('/approve?problem=factor');
    }
    expect(await shown()).toContain('Sign in to see');
    const locked = await tryPassword('colin', 'colin-password');
    expect(locked.location).toBe(`/interaction/${uid}?problem=password`);
    expect(await status()).toBe('AwaitingAuthorisation');
    bank.service.passMachineTime(15 * MINUTE_MS);
    await tryPassword('colin', 'colin-password');
    expect(await shown()).toContain('Choose the account');
  });

  it('is not requested before an account is chosen, nor if there is nothing to decide', async () => {
    const { bank, uid, consentId, browser, shown, tryPassword } = await newInteraction();
    expect(await shown('/approve')).toContain('Sign in to see');
    await tryPassword('clara', 'clara-password');
    expect(await shown('/approve')).toContain('Choose the account');
    const { text } = await browser.open(`/interaction/${uid}/approve`);
    expect(linkedIn(text)).toBe('');
    await bank.tpp.decide(consentId, { debtorAccount: NORTHWIND });
    expect(await shown('/approve')).toContain('This has already been decided');
  });

  it('is not accepted in a forged form before an account is chosen', async () => {
    const chosen = await newReader();
    const { bank, uid, browser, tryPassword } = await newInteraction();
    await tryPassword('clara', 'clara-password');
    const { token = '', code = '' } = await browser.approvalOf(uid);
    bank.asked.length = 0;
    const { linked = '' } = await chosen.approvalOf();
    const { location } = await browser.post(uid, 'approve', { token, linked, code });
    expect(location).toBe(`/interaction/${uid}?problem=changed`);
    expect(bank.asked).not.toContain('claimGrant');
  });
});

describe('a customer who entered only the password', () => {
  it('sees the request of the TPP, but no account balance', async () => {
    const ask: typeof askForPayment = (tpp) =>
      askForPayment(tpp, { InstructedAmount: { Amount: '750000.00', Currency: 'GBP' } });
    const { browser, uid, shown, tryPassword } = await newInteraction(ask);
    await tryPassword('clara', 'clara-password');
    const pages = [await shown()];
    await browser.send(uid, 'account', { account: POOR });
    pages.push(await shown(), await shown('/approve'));
    for (const text of pages) {
      expect(text).toContain('£750,000.00');
      expect(text.replaceAll('£750,000.00', '')).not.toMatch(/£\d/);
    }
  });

  it('can reject the payment', async () => {
    const { uid, browser, status } = await newReader();
    expect((await browser.send(uid, 'reject', {})).location).toContain('then=access_denied');
    expect(await status()).toBe('Rejected');
  });

  it("is listed among the customer's sign-ins", async () => {
    const { uid, browser } = await newInteraction();
    await browser.signIn(uid, 'sam');
    await browser.signInToPortal('sam');
    const { text } = await browser.open('/my/account');
    expect(text).toContain('Password entered, to see the request of a provider');
  });
});
