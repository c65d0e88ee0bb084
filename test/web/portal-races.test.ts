import { beforeAll, expect, it } from 'vitest';
import { familyNamed } from '../../src/families/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { approvedByTwo } from '../contract/families/approved-by-two.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { debitsOf } from '../helpers/orders.ts';
import { NORTHWIND, TWO_APPROVALS } from '../helpers/payment-file.ts';
import { approvedVrp, payVrp } from '../helpers/vrp.ts';
import type { Customer } from './customer.ts';
import { payForTwo } from './requests.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { bank, newCustomer } = useChromium();

/** One browser for each user. They stay open, because opening one and signing in is slow. */
const customers = new Map<string, Customer>();

beforeAll(async () => {
  for (const user of ['clara', 'dave', 'dina']) {
    customers.set(user, (await newCustomer()).customer);
  }
});

/** Opens a portal page in the user's browser. Signs in if the browser is not signed in yet. */
async function at(user: string, path: string): Promise<Customer> {
  const customer = expectDefined(customers.get(user), user);
  await customer.open(path);
  if ((await customer.heading()) !== 'Sign in to your own pages') return customer;
  await customer.enterPassword(user);
  await customer.enterCode(await bank().nextCodeOf(user));
  return customer;
}

/** Waits until the heading of the page changes. Returns the new heading. */
async function headingAfter(customer: Customer, before: string): Promise<string> {
  await expect.poll(() => customer.heading()).not.toBe(before);
  return customer.heading();
}

/** Approves with a one-time code. Waits for the next page and returns its heading. */
async function approve(customer: Customer, code: string): Promise<string> {
  await customer.page.getByLabel('One-time code').fill(code);
  const before = await customer.heading();
  await customer.press('Approve');
  return headingAfter(customer, before);
}

async function found(paymentId: string) {
  return expectDefined(await bank().service.store.findPayment(paymentId), paymentId);
}

async function moveTo(instant: number): Promise<void> {
  await bank().tpp.moveClock(new Date(instant).toISOString());
}

describeInChromium('two approvers who decide at the same time', () => {
  it('approve the payment once, and both pages show it as approved', async () => {
    const id = await payForTwo(bank().tpp, 'dora');
    const before = await debitsOf(bank().tpp, TWO_APPROVALS);
    const path = `/my/approvals/${id}/approve`;
    const [dave, dina] = [await at('dave', path), await at('dina', path)];
    const codes = [await bank().nextCodeOf('dave'), await bank().nextCodeOf('dina')] as const;
    const headings = await Promise.all([approve(dave, codes[0]), approve(dina, codes[1])]);
    expect(headings.toSorted()).toEqual(['This has already been decided', 'You approved this']);
    for (const { page } of [dave, dina]) {
      await page.getByText('It has all approvals').waitFor();
    }
    expect((await found(id)).approval).toMatchObject({ status: 'approved', received: 2 });
    expect(await debitsOf(bank().tpp, TWO_APPROVALS)).toHaveLength(before.length + 1);
  });

  it('approve and reject the payment: one wins, and both pages show which', async () => {
    const id = await payForTwo(bank().tpp, 'dora');
    const before = await debitsOf(bank().tpp, TWO_APPROVALS);
    const dave = await at('dave', `/my/approvals/${id}/approve`);
    const dina = await at('dina', `/my/approvals/${id}/reject`);
    const code = await bank().nextCodeOf('dave');
    const reject = async (): Promise<string> => {
      await dina.press('Reject it');
      return headingAfter(dina, 'Reject this payment?');
    };
    const headings = await Promise.all([approve(dave, code), reject()]);
    const { approval } = await found(id);
    const isApproved = approval?.status === 'approved';
    expect(headings).toEqual(
      isApproved
        ? ['You approved this', 'This has already been decided']
        : ['This has already been decided', 'You rejected this'],
    );
    const message = isApproved ? 'It has all approvals' : 'dina rejected it. Nothing will be paid.';
    for (const { page } of [dave, dina]) await page.getByText(message).waitFor();
    const debits = await debitsOf(bank().tpp, TWO_APPROVALS);
    expect(debits.length - before.length).toBe(isApproved ? 1 : 0);
  });

  it('see on an open page that a third user cancelled the payment', async () => {
    const id = await payForTwo(bank().tpp, 'dora');
    const dave = await at('dave', `/my/approvals/${id}/approve`);
    const dina = await at('dina', `/my/payments/${id}/cancel`);
    await dina.press('Cancel the payment');
    await dina.page.getByText('You cancelled this payment.').waitFor();
    expect(await approve(dave, await bank().nextCodeOf('dave'))).toBe(
      'This has already been decided',
    );
    expect(await dave.words()).toContain('It was cancelled. Nothing will be paid.');
  });
});

describeInChromium('an open page', () => {
  it('says that the deadline for approvals has passed', async () => {
    const by = bank().service.clock.now() + 2 * MINUTE_MS;
    const CompletionDateTime = new Date(by).toISOString();
    const familyCase = approvedByTwo('domestic-scheduled-payments');
    const Authorisation = { AuthorisationType: 'Any', CompletionDateTime };
    const client = new FamilyClient(bank().tpp, familyNamed('domestic-scheduled-payments'), {
      ...familyCase,
      consentData: { ...familyCase.consentData, Authorisation },
    });
    const { paymentId } = await client.paid();
    const dave = await at('dave', `/my/approvals/${paymentId}/approve`);
    const code = await bank().nextCodeOf('dave');
    await moveTo(by);
    expect(await approve(dave, code)).toBe('It is too late to approve this');
    expect(await dave.words()).toContain('It did not have all approvals by');
    expect((await found(paymentId)).approval).toMatchObject({ status: 'expired', received: 1 });
  });

  it('ends a permission in use: later payments are refused, earlier ones continue', async () => {
    const approval = await approvedVrp(bank().tpp, {}, {}, NORTHWIND);
    const clara = await at('clara', `/my/permissions/${approval.consentId}/end`);
    const submitted = Array.from({ length: 6 }, () => payVrp(bank().tpp, approval));
    await clara.press('End the permission');
    await clara.page.getByText('No more payments can be made with it.').waitFor();
    const answers = await Promise.all(submitted);
    const late = await payVrp(bank().tpp, approval);
    expect(late.status).toBe(401);
    for (const { status } of answers) expect([201, 400, 401]).toContain(status);
  });

  it('cancels a payment as it becomes due: one of the two wins, and the page shows which', async () => {
    const client = new FamilyClient(bank().tpp, familyNamed('domestic-scheduled-payments'));
    const { paymentId } = await client.paid();
    const day = Date.parse('2026-12-02T00:00:00Z');
    await moveTo(day - MINUTE_MS);
    const before = await debitsOf(bank().tpp, NORTHWIND);
    const clara = await at('clara', `/my/payments/${paymentId}/cancel`);
    const cancel = async (): Promise<string> => {
      await clara.press('Cancel the payment');
      return headingAfter(clara, 'Cancel this payment?');
    };
    const [heading] = await Promise.all([cancel(), moveTo(day)]);
    expect(heading).toBe('A payment');
    const isCancelled = (await found(paymentId)).cancelledAt !== null;
    expect(await clara.words()).toMatch(
      isCancelled
        ? /You cancelled this payment\. Anything not paid by then will not be paid\./
        : /too late to cancel this|There is nothing left to cancel/,
    );
    await bank().service.runner.drain(MINUTE_MS);
    const debits = await debitsOf(bank().tpp, NORTHWIND);
    expect(debits.length - before.length).toBe(isCancelled ? 0 : 1);
  });
});
