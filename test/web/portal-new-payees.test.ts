import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectStatus } from '../../test-client/answer.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { account, fileOf, payment, TWO_APPROVALS } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

type Payees = readonly (readonly [name: string, account: string])[];

const BEFORE: Payees = [
  ['Fresco Ltd', '20000000000001'],
  ['Oakwell Dairy', '20000000000002'],
  ['Ludlow Print', '20000000000003'],
];

/**
 * The payments of the second file: one to a known payee, one to a payee with another account than
 * before, and one to a new payee.
 */
const AFTER: Payees = [
  ['FRESCO LTD.', '20000000000001'],
  ['Oakwell Dairy', '20000000000009'],
  ['Quick Loans', '20000000000003'],
];

function fileTo(payees: Payees, debtor?: string): Buffer {
  const from = debtor === undefined ? {} : { DebtorAccount: account(debtor) };
  return fileOf(
    payees.map(([name, number], index) =>
      payment(index, { CreditorAccount: account(number, name), ...from }),
    ),
  );
}

/**
 * Submits two files of Harbour, which has no others. The first is approved. The second needs dave's
 * approval.
 */
async function twoOfHarbour(tpp: Tpp, after: Payees = AFTER) {
  const first = await tpp.pay(fileTo(BEFORE, TWO_APPROVALS), {}, { user: 'dora' });
  const approve = { user: 'dave', decision: 'approve' };
  const path = `/sandbox/payments/${first}/approvals`;
  expectStatus(await tpp.post(path, approve, { key: null }), 200);
  const second = await tpp.pay(fileTo(after, TWO_APPROVALS), {}, { user: 'dora' });
  return { first, second };
}

it('marks payees and accounts that are new since the last file, and can list them alone', async () => {
  const { browser, bank, shown } = newCustomer();
  const first = await bank.tpp.pay(fileTo(BEFORE));
  await browser.signInToPortal();
  expect(await shown(`/my/payments/${first}/all`)).toContain('There is no earlier file');
  const second = await bank.tpp.pay(fileTo(AFTER));
  const path = `/my/payments/${second}`;
  const all = await shown(`${path}/all`);
  expect(all).toMatch(
    /1 payment to payees who were not in the file of .*, 1 payment to another account/,
  );
  expect(all).toMatch(
    /FRESCO LTD\. [^N]*Oakwell Dairy [^N]* Another account than in the last file/,
  );
  expect(all).toMatch(/Quick Loans .* New payee/);
  const changed = await shown(`${path}/all?only=changed&sort=payee`);
  expect(changed).toMatch(/1 to 2 of 2 .*Oakwell Dairy .*Quick Loans/);
  expect(changed).not.toContain('FRESCO LTD');
  const table = (await browser.open(`${path}/csv?only=changed`)).text;
  expect(table).toMatch(/"Oakwell Dairy".*"Another account than in the last file"\r\n/);
  // The page of the first file still compares it only with files before it.
  expect(await shown(`/my/payments/${first}/all`)).not.toMatch(/New payee|Another account/);
});

it('shows an approver what is new before the decision, with a warning for changed accounts', async () => {
  const { browser, bank, shown } = newCustomer();
  const { second } = await twoOfHarbour(bank.tpp);
  await browser.signInToPortal('dina');
  const page = await shown(`/my/approvals/${second}`);
  expect(page).toMatch(/Since the last file 1 payment to payees who were not in the file of/);
  expect(page).toContain('1 payment goes to another account than the same payee had');
  expect(page).toMatch(/Quick Loans .*New payee/);
  const { text } = await browser.open(`/my/approvals/${second}`);
  expect(text).toContain(`href="/my/payments/${second}/all?only=changed"`);
  expect(page).toContain('those to a new payee or another account (2)');
});

it('warns an approver of names and references that will be cut', async () => {
  const { browser, bank, shown } = newCustomer();
  const long: Payees = [['The Worshipful Company of Payment Engineers', '20000000000004']];
  const { second } = await twoOfHarbour(bank.tpp, [...AFTER, ...long]);
  await browser.signInToPortal('dina');
  const page = await shown(`/my/approvals/${second}`);
  expect(page).toContain('The names or references of 1 payment will be cut, because');
});

it('does not compare with a pending or rejected file', async () => {
  const { browser, bank, shown } = newCustomer();
  const { second } = await twoOfHarbour(bank.tpp);
  // The second file's payees count as new in a third file, even if the second one is rejected.
  const third = await bank.tpp.pay(fileTo(AFTER, TWO_APPROVALS), {}, { user: 'dora' });
  await browser.signInToPortal('dave');
  expect(await shown(`/my/approvals/${third}`)).toContain('1 payment goes to another account');
  await browser.sendTo(`/my/approvals/${second}/reject`, `/my/approvals/${second}/reject`);
  expect(await shown(`/my/approvals/${third}`)).toContain('1 payment goes to another account');
});

it('shows a payment without a comparison if the earlier file is damaged', async () => {
  const { browser, bank, shown } = newCustomer();
  const { first, second } = await twoOfHarbour(bank.tpp, [
    ['Fresco Ltd', '20000000000001'],
    ['Nobody Known', '20000000000077'],
  ]);
  const { store, directory } = bank.service;
  const { consentId } = expectDefined(await store.findPayment(first), first);
  const facts = expectDefined(await store.findFile(consentId), consentId);
  rmSync(contentPath(`${directory}/files`, facts.sha256));
  await browser.signInToPortal('dave');
  expect(await shown(`/my/approvals/${second}`)).toMatch(
    /Check and decide.*no earlier file of this provider to compare it with/,
  );
  expect(bank.events).toContainEqual(
    expect.objectContaining({ what: 'comparing with the previous file' }),
  );
});
