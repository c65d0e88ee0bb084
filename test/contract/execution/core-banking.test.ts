import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CoreClient } from '../../../src/connections/core-client.ts';
import { formatStatus } from '../../../src/domain/messages/status-text.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { HOUR_MS, londonDate } from '../../../src/shared/time.ts';
import { releaseForgottenHolds } from '../../../src/use-cases/core-banking/core-runner.ts';
import { reconcile } from '../../../src/use-cases/core-banking/reconcile.ts';
import { searchCustomerFile } from '../../../src/use-cases/customers/files.ts';
import { eventually } from '../../helpers/eventually.ts';
import {
  account,
  BAKERY,
  bulkFile,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
} from '../../helpers/payment-file.ts';
import { storyOf } from '../../helpers/orders.ts';
import { operation, POOR, RICH, TestCore, type TestFaults } from '../../helpers/reference-core.ts';
import { realTime } from '../../helpers/real-time.ts';
import { workersOf } from '../../helpers/set-aside.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Payments whose accounts a core banking system keeps (docs/decisions, 140). */

let core: TestCore;
let client: CoreClient;
let service: RunningService;
let tpp: Tpp;

async function start(faults: TestFaults = {}): Promise<void> {
  core = await TestCore.start('in process', faults);
  client = core.connect();
  service = await startService({ config: { core: core.url, bacsAccepted: true } });
  tpp = await Tpp.signIn(service.origin);
}

afterEach(async () => {
  await service.end();
  await core.remove();
});

/** Returns the amount that left an account in the core, in pence. */
async function taken({ account: number, available }: typeof RICH): Promise<number> {
  return available - ((await client.availableIn([number])).get(number) ?? Number.NaN);
}

/** Waits until nothing is left to do, and checks that both sides agree. */
async function settled(): Promise<void> {
  await eventually(async () => {
    const { waiting, refused } = await service.store.countCoreRequests();
    expect({ waiting, refused }).toEqual({ waiting: 0, refused: 0 });
  });
  expect(await client.openHolds(realTime() + HOUR_MS, null)).toEqual({ holds: [], next: null });
  expect(await service.store.auditBooks()).toEqual([]);
  const parts = { store: service.store, coreBanking: client };
  expect(await reconcile(parts, londonDate(realTime()))).toMatchObject({ count: 0 });
}

/** Returns the credits of a file: 1.00 from each of these accounts. */
function payers(from: readonly string[], LocalInstrument = 'UK.OBIE.FPS'): Buffer {
  return fileOf(
    from.map((debtor, index) =>
      payment(index, {
        ...{ LocalInstrument, DebtorAccount: account(debtor, 'Northwind') },
        InstructedAmount: { Amount: '1.00', Currency: 'GBP' },
      }),
    ),
  );
}

describe('a payment', () => {
  test('is booked in the core, and what a scheme rejects is credited there', async () => {
    await start();
    const rejected = { CreditorAccount: account('99999900000001', 'Nobody') };
    // With the reason of the rejection, the reference is longer than the core accepts.
    const RemittanceInformation = { Reference: 'R', Unstructured: 'U'.repeat(140) };
    const InstructedAmount = { Amount: '10.00', Currency: 'GBP' };
    const amount = { InstructedAmount, RemittanceInformation };
    const file = fileOf([payment(0, amount), payment(1, { ...amount, ...rejected })]);
    const paymentId = await tpp.pay(file, {}, { debtorAccount: NORTHWIND });
    expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationCompleted' });
    await settled();
    expect(await taken(RICH)).toBe(1000);
    const today = londonDate(realTime());
    expect(await service.store.coreTotalsOf(today)).toContainEqual({
      ...{ type: 'credit', count: 1, sumPence: 1000 },
    });
  });

  test('is rejected with the reason of the core', async () => {
    await start();
    const family = new FamilyClient(tpp, familyNamed('domestic-payments'));
    const consentId = await family.prepared({
      InstructedAmount: { Amount: '500.01', Currency: 'GBP' },
    });
    const decision = await family.decide(consentId, { debtorAccount: NEARLY_EMPTY });
    const token = decision.json?.['access_token'] as string;
    const { Initiation } = dataOf(await family.readConsent(consentId));
    const initiation = JSON.stringify(Initiation);
    const reply = await family.submit({ consentId, token }, { initiation });
    const paymentId = family.paymentIdOf(reply);
    await eventually(async () => {
      expect(dataOf(await family.readPayment(paymentId))['Status']).toBe('Rejected');
    });
    expect(await service.store.findPayment(paymentId)).toMatchObject({ reason: 'AM04' });
    await settled();
    expect(await taken(POOR)).toBe(0);
  });

  test('to an account at this bank is credited in the core', async () => {
    await start();
    const bakery = { account: BAKERY, available: 60_000_00 };
    const one = payment(0, {
      CreditorAccount: account(BAKERY, 'Bright Bakes'),
      InstructedAmount: { Amount: '7.00', Currency: 'GBP' },
    });
    await tpp.finished(await tpp.pay(fileOf([one]), {}, { debtorAccount: NORTHWIND }));
    await settled();
    expect(await taken(bakery)).toBe(-700);
    expect(await taken(RICH)).toBe(700);
  });
});

describe('a file', () => {
  test('that is booked as a whole releases all holds if an account has too little', async () => {
    await start();
    await client.perform([operation.hold('other', POOR.account, POOR.available)]);
    const file = payers([NORTHWIND, PAYROLL, NEARLY_EMPTY], 'UK.OBIE.BACS');
    const paymentId = await tpp.pay(file);
    await tpp.moveClock('2026-12-08T09:00:00Z');
    expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationFailed' });
    const { holds } = await client.openHolds(realTime() + HOUR_MS, null);
    expect(holds.map(({ id }) => id)).toEqual(['other']);
    expect(await taken(RICH)).toBe(0);
  });

  test('is paid once, although answers are lost, repeated and refused', async () => {
    const faults = { lostAnswer: 0.2, unavailable: 0.1, duplicate: 0.2, notDone: 0.3 };
    await start({ faults, seed: 7 });
    const amounts = Array.from({ length: 12 }, (_, index) =>
      tpp.pay(
        bulkFile(3, { InstructedAmount: { Amount: `${String(index + 1)}.00`, Currency: 'GBP' } }),
        {},
        { debtorAccount: NORTHWIND },
      ),
    );
    const ids = await Promise.all(amounts);
    for (const id of ids) {
      await eventually(async () => {
        await tpp.moveClock(new Date(service.clock.now() + 11_000).toISOString());
        expect((await service.store.findPayment(id))?.groupStatus).toBe('ACSC');
      });
    }
    await settled();
    expect(await taken(RICH)).toBe(3 * 7800);
  });
});

test('payments that the core refuses were not debited, unlike those that a scheme rejects', async () => {
  await start({ blocked: [PAYROLL] });
  const blocked = { CreditorAccount: account('99999900000006', 'Nobody') };
  const paymentId = await tpp.pay(
    fileOf([
      payment(0, { DebtorAccount: account(PAYROLL, 'Northwind') }),
      payment(1, blocked),
      payment(2, { LocalInstrument: 'UK.OBIE.CHAPS' }),
    ]),
  );
  await tpp.finished(paymentId);
  const family = familyNamed('file-payments');
  expect(await storyOf(tpp, family, paymentId)).toEqual([
    expect.stringMatching(/^AC06 ACME0: not debited: the account to debit is blocked\./),
    expect.stringMatching(
      /^AC06 ACME1: rejected by the scheme, and returned to the debtor's account\. The file is B/,
    ),
    expect.stringMatching(/^ACSC ACME2: /),
  ]);
  const found = await searchCustomerFile(
    { ...service, workers: workersOf(service) },
    paymentId,
    { customerId: 'northwind' },
    { text: '', only: 'notPaid', sort: 'place', skip: 0, limit: 10 },
    service.clock.now(),
  );
  expect(found?.payments.map(({ status }) => status.text)).toEqual([
    'Not paid: the account to pay from is blocked',
    'Not paid: the payee’s account is blocked',
  ]);
  const one = await tpp.pay(payers([PAYROLL]), {}, { debtorAccount: NORTHWIND });
  await tpp.finished(one);
  const refused = expectDefined(await service.store.findPayment(one), one);
  expect(formatStatus(refused)).toBe('Not paid: the account to pay from is blocked');
  await settled();
});

describe('while the core cannot be reached', () => {
  test('payments wait, and are paid when it answers again', async () => {
    await start();
    const { consentId, token } = await tpp.approved(payers([NORTHWIND]));
    await core.kill();
    const reply = await tpp.submit(consentId, token);
    expect(dataOf(reply)['Status']).toBe('InitiationPending');
    await eventually(async () => {
      const [work] = await service.store.dueWork(Number.MAX_SAFE_INTEGER, 1);
      expect(work?.dueAt).toBeGreaterThan(service.clock.now());
    });
    expect((await service.store.summariseFailingWork()).failing).toBe(0);
    const what = 'asking the core banking system';
    expect(service.events).toContainEqual(expect.objectContaining({ kind: 'failure', what }));
    await core.startAgain();
    const paymentId = dataOf(reply)['FilePaymentId'] as string;
    await eventually(async () => {
      await tpp.moveClock(new Date(service.clock.now() + 11_000).toISOString());
      expect((await service.store.findPayment(paymentId))?.groupStatus).toBe('ACSC');
    });
    await settled();
    expect(await taken(RICH)).toBe(100);
  });

  test('a restart works, and a first start does not', async () => {
    await start();
    await core.kill();
    service = await service.restart();
    expect(await service.store.findAccount(NORTHWIND)).toMatchObject({ balancePence: null });
    await expect(startService({ config: { core: core.url } })).rejects.toThrow(
      'The core banking system (PIS_CORE) must answer before the first start.',
    );
  });
});

test('a failed start ends the connections to the core', async () => {
  await start();
  const broken = createServer((_, answer) => answer.writeHead(500).end('{}'));
  broken.keepAliveTimeout = HOUR_MS;
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((broken.address() as AddressInfo).port)}`;
  let opened = 0;
  broken.on('connection', () => (opened += 1));
  try {
    await expect(startService({ config: { core: url } })).rejects.toThrow('status 500');
    const countOpen = promisify(broken.getConnections.bind(broken));
    // Idle connections end by themselves after 5 seconds.
    await vi.waitFor(async () => expect(await countOpen()).toBe(0), { timeout: 3000 });
    expect(opened).toBeGreaterThan(0);
  } finally {
    broken.closeAllConnections();
    broken.close();
  }
});

test('a hold that no payment needs is released, and others are kept', async () => {
  await start();
  await service.runner.stop();
  await tpp.pay(payers([NORTHWIND]));
  const [work] = await service.store.dueWork(Number.MAX_SAFE_INTEGER, 1);
  const needed = `${work?.paymentId ?? ''}.0.0.100`;
  await client.perform([
    operation.hold(needed, RICH.account, 100),
    operation.hold('pmt-gone.0.0.100', RICH.account, 100),
    operation.hold('something-else', RICH.account, 100),
  ]);
  const parts = { store: service.store, coreBanking: client, clock: service.clock.now };
  const later = () => realTime() + 2 * HOUR_MS;
  await releaseForgottenHolds({
    ...parts,
    machineClock: realTime,
    observe: service.observe,
  });
  expect((await client.openHolds(later(), null)).holds).toHaveLength(3);
  await releaseForgottenHolds({ ...parts, machineClock: later, observe: service.observe });
  const { holds } = await client.openHolds(later(), null);
  expect(holds.map(({ id }) => id)).toEqual([needed]);
  expect(service.events.filter(({ kind }) => kind === 'holdReleased')).toHaveLength(2);
});
