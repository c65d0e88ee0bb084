import { describe, expect, test } from 'vitest';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import type { BusinessClock } from '../../../src/profiles/index.ts';
import type { SandboxClock } from '../../../src/sandbox/clock.ts';
import { approve, debitsOf, pounds } from '../../helpers/orders.ts';
import { account, bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { vrpConsent } from '../../helpers/vrp.ts';

/** A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00. */
const bank = useFreshBank({ config: { consentApprovalDays: 30, consentUseDays: 10 } });

const Initiation = {
  InstructionIdentification: 'ACME',
  EndToEndIdentification: 'ACME',
  InstructedAmount: pounds('10.50'),
  CreditorAccount: account('20000000000001', 'Fresco Ltd'),
};
const FILE = bulkFile(2);
/** A time just over thirty days after the start of the clock. */
const TOO_LATE = '2026-12-31T09:10:00Z';
const NOT_APPROVED = 'It was not approved within 30 days.';
const NOT_USED = 'It was approved, but not used within 10 days.';

async function consentToPay(): Promise<string> {
  const reply = await bank.tpp.post('/domestic-payment-consents', {
    Data: { Initiation },
    Risk: {},
  });
  return dataOf(reply)['ConsentId'] as string;
}

const statusOf = async (consentId: string, consents = domesticPayments.consents) =>
  dataOf(await bank.tpp.get(`/${consents}/${consentId}`))['Status'];

const pay = (consentId: string, token: string): Promise<Reply> =>
  bank.tpp.post(
    '/domestic-payments',
    { Data: { ConsentId: consentId, Initiation }, Risk: {} },
    { token },
  );

/** Moves the clock forward by days. The periodic job that marks consents as lapsed does not run. */
const pass = (days: number): void => {
  (bank.service.clock as BusinessClock & SandboxClock).setOffset(days * DAY_MS);
};

describe('a consent that is not approved in time', () => {
  test('is Rejected when it is read, even before the periodic job ran', async () => {
    const consentId = await consentToPay();
    pass(29);
    expect(await statusOf(consentId)).toBe('AwaitingAuthorisation');
    pass(30);
    const consent = dataOf(await bank.tpp.get(`/domestic-payment-consents/${consentId}`));
    expect(consent['Status']).toBe('Rejected');
    expect(consent).not.toHaveProperty('ExpectedExecutionDateTime');
    const decided = await bank.tpp.decide(consentId, { debtorAccount: NORTHWIND });
    expect([decided.status, decided.text]).toEqual([400, expect.stringContaining(NOT_APPROVED)]);
  });

  test('can be approved until the last minute', async () => {
    const consentId = await consentToPay();
    await bank.tpp.moveClock('2026-12-31T08:59:00Z');
    await approve(bank.tpp, consentId, NORTHWIND);
    expect(await statusOf(consentId)).toBe('Authorised');
  });

  test('refuses a file, with the reason', async () => {
    const consentId = await bank.tpp.consentFor(FILE);
    await bank.tpp.moveClock(TOO_LATE);
    const reply = await bank.tpp.upload(consentId, FILE);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(NOT_APPROVED)]);
    expect(await statusOf(consentId, 'file-payment-consents')).toBe('Rejected');
  });

  test('keeps its file, like every rejected consent', async () => {
    const consentId = await bank.tpp.consentFor(FILE);
    await bank.tpp.upload(consentId, FILE);
    await bank.tpp.moveClock(TOO_LATE);
    await bank.restart();
    expect(await statusOf(consentId, 'file-payment-consents')).toBe('Rejected');
    const file = await bank.tpp.get(`/file-payment-consents/${consentId}/file`);
    expect([file.status, file.text]).toEqual([200, FILE.toString()]);
  });
});

describe('a consent that is not used in time', () => {
  test('accepts no payment, and its token is invalid', async () => {
    const consentId = await consentToPay();
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    await bank.tpp.moveClock('2026-12-11T08:59:00Z');
    expect(await statusOf(consentId)).toBe('Authorised');
    await bank.tpp.moveClock('2026-12-11T09:10:00Z');
    expect((await pay(consentId, token)).status).toBe(401);
    expect(await statusOf(consentId)).toBe('Rejected');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([]);
  });

  test('refuses a payment with the reason, even before the periodic job ran', async () => {
    const consentId = await consentToPay();
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    pass(11);
    const reply = await pay(consentId, token);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(NOT_USED)]);
    expect((await pay(consentId, token)).status).toBe(401);
  });

  test('refuses a confirmation of funds', async () => {
    const consentId = await consentToPay();
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    pass(11);
    const path = `/domestic-payment-consents/${consentId}/funds-confirmation`;
    const reply = await bank.tpp.get(path, { token });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(NOT_USED)]);
  });

  test('does not lapse if its payment was submitted before', async () => {
    const consentId = await consentToPay();
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    expect((await pay(consentId, token)).status).toBe(201);
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await statusOf(consentId)).toBe('Consumed');
  });
});

test('a consent to variable recurring payments does not lapse', async () => {
  const reply = await bank.tpp.post('/domestic-vrp-consents', vrpConsent());
  const consentId = dataOf(reply)['ConsentId'] as string;
  await bank.tpp.moveClock('2027-03-01T09:00:00Z');
  expect(await statusOf(consentId, 'domestic-vrp-consents')).toBe('AwaitingAuthorisation');
});

test('a consent that lapses while the service is down is Rejected at its start, and audited', async () => {
  const consentId = await consentToPay();
  bank.service.passMachineTime(40 * DAY_MS);
  await bank.restart();
  expect(await statusOf(consentId)).toBe('Rejected');
  const entries = await bank.service.auditLog();
  const ofConsent = entries.filter(({ subject }) => subject === consentId);
  expect(ofConsent.map(({ action, actorKind, detail }) => [action, actorKind, detail])).toEqual([
    ['consentCreated', 'tpp', '{"family":"domestic-payments"}'],
    ['consentLapsed', 'service', '{"from":"AwaitingAuthorisation"}'],
  ]);
});
