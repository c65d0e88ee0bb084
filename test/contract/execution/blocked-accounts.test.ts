import { afterEach, expect, test } from 'vitest';
import { expectStatus, tokenIn } from '../../../test-client/answer.ts';
import type { SeededStore } from '../../../src/domain/ports/store-admin.ts';
import type { AccountState } from '../../../src/domain/parties/accounts.ts';
import { domesticScheduledPayments } from '../../../src/families/domestic-scheduled-payments.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { storyOf } from '../../helpers/orders.ts';
import { BAKERY, NORTHWIND } from '../../helpers/payment-file.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Payments from and to accounts that the bank has blocked (docs/decisions, 153). */

const bank = useStepwiseBank();
const family = domesticScheduledPayments;
const client = () => new FamilyClient(bank().tpp, family);

/** Changes the state of an account, as a newer bank file does. */
async function setState(state: AccountState, account = NORTHWIND): Promise<void> {
  const { clock } = bank().service;
  const store = bank().service.store as unknown as SeededStore;
  const found = SANDBOX_SEED.accounts.find(({ number }) => number === account);
  const accounts = [{ ...expectDefined(found, account), state }];
  expect(await store.adoptBank({ customers: [], users: [], accounts }, clock.now())).toEqual([]);
}

async function balance(account = NORTHWIND): Promise<number | null | undefined> {
  return (await bank().service.store.findAccount(account))?.balancePence;
}

async function execute(): Promise<void> {
  while (await bank().step()) expect(await bank().service.store.auditBooks()).toEqual([]);
}

afterEach(() => setState('open'));

test('a payment from an account that was blocked after its submission fails with AC06', async () => {
  const { paymentId } = await client().paid();
  await setState('blocked');
  const before = await balance();
  await execute();
  const payment = await bank().service.store.findPayment(paymentId);
  expect(payment).toMatchObject({ groupStatus: 'RJCT', reason: 'AC06' });
  expect(await storyOf(bank().tpp, family, paymentId)).toEqual([
    expect.stringMatching(/^AC06 .*: not debited: the account to debit is blocked\.$/),
  ]);
  expect(await balance()).toBe(before);

  await setState('open');
  const { paymentId: second } = await client().paid();
  await execute();
  expect(await bank().service.store.findPayment(second)).toMatchObject({ groupStatus: 'ACSC' });
});

test('the payments of a file from a blocked account fail with AC06', async () => {
  const files = new FamilyClient(bank().tpp, familyNamed('file-payments'));
  const { paymentId } = await files.paid();
  await setState('blocked');
  await execute();
  const payment = await bank().service.store.findPayment(paymentId);
  expect(payment).toMatchObject({ groupStatus: 'RJCT', reason: 'AC06' });
  const report = await bank().tpp.get(`/file-payments/${paymentId}/report-file`);
  expect(report.text).toContain('The account is blocked.');
});

test('a consent that debits a blocked account cannot be approved', async () => {
  const consentId = await client().prepared();
  await setState('blocked');
  const decision = expectStatus(await client().decide(consentId), 200);
  expect(decision.text).toContain(
    `Account ${NORTHWIND} is blocked: payments cannot be made from it at the moment.`,
  );
  expect(dataOf(await client().readConsent(consentId))['Status']).toBe('Rejected');
});

test('funds in a blocked account are not confirmed', async () => {
  const payments = new FamilyClient(bank().tpp, familyNamed('domestic-payments'));
  const consentId = await payments.prepared();
  const token = tokenIn(expectStatus(await payments.decide(consentId), 200));
  const path = `/domestic-payment-consents/${consentId}/funds-confirmation`;
  const ask = async () => dataOf(await bank().tpp.get(path, { token }))['FundsAvailableResult'];
  expect(await ask()).toMatchObject({ FundsAvailable: true });
  await setState('blocked');
  expect(await ask()).toMatchObject({ FundsAvailable: false });
  await setState('open');
  expect(await ask()).toMatchObject({ FundsAvailable: true });
});

test('a blocked account is credited', async () => {
  await setState('blocked', BAKERY);
  const before = expectDefined(await balance(BAKERY), 'its balance');
  await new FamilyClient(bank().tpp, family, casePaying(family.name, BAKERY)).paid();
  await execute();
  expect(await balance(BAKERY)).toBeGreaterThan(before);
  await setState('open', BAKERY);
});
