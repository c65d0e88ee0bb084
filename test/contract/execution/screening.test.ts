import { afterEach, describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import type { Config } from '../../../src/config/config.ts';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import {
  openReferenceScreening,
  type ReferenceScreening,
} from '../../../src/simulators/screening/server.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { eventually } from '../../helpers/eventually.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { actionsOf, heldCase } from '../../helpers/screening.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Payments about which the bank's screening decides (docs/decisions, 141). */

let screening: ReferenceScreening;
let service: RunningService;
let tpp: Tpp;

async function start(
  config: Partial<Config> = {},
  options: { delayMs?: number; errorEvery?: number } = {},
): Promise<void> {
  screening = await openReferenceScreening({ port: 0, ...options });
  service = await startService({ config: { screening: screening.url, ...config } });
  tpp = await Tpp.signIn(service.origin);
}

afterEach(async () => {
  await service.end();
  await screening.close();
});

const PAYEE = '20304012345678';

/** Pays 10.00 to a payee. Returns the payment's id and a function that reads its status. */
async function pay(payee: string, to = PAYEE) {
  const family = new FamilyClient(tpp, familyNamed('domestic-payments'));
  const consentId = await family.prepared({ CreditorAccount: account(to, payee) });
  const decision = await family.decide(consentId, { debtorAccount: NORTHWIND });
  const token = decision.json?.['access_token'] as string;
  const { Initiation } = dataOf(await family.readConsent(consentId));
  const reply = await family.submit(
    { consentId, token },
    { initiation: JSON.stringify(Initiation) },
  );
  const id = family.paymentIdOf(reply);
  const status = async (): Promise<unknown> => dataOf(await family.readPayment(id))['Status'];
  return { id, status };
}

/** Decides a case as an operator. */
async function decide(id: number, decision: CaseDecision, operator: string) {
  const act = { at: service.clock.now(), by: actorOf({ kind: 'operator', id: operator }) };
  const result = await service.store.decideCase({ id, decision, reason: 'checked' }, act);
  service.runner.wake();
  return result;
}

const ANNA = 'claimed:anna/501';
const BEN = 'claimed:ben/502';
const PAID = 'AcceptedCreditSettlementCompleted';

describe('a single payment', () => {
  test('is made if the screening accepts it, and the screening learns the facts', async () => {
    await start();
    const first = await pay('ACME Inc');
    await eventually(async () => expect(await first.status()).toBe(PAID));
    const second = await pay('Acme inc.');
    await eventually(async () => expect(await second.status()).toBe(PAID));
    const third = await pay('ACME Inc', '20304012345679');
    await eventually(async () => expect(await third.status()).toBe(PAID));
    const news = screening.requests.map(({ items }) => items[0]?.payeeNews);
    expect(news).toEqual(['newPayee', null, 'newAccount']);
    const submissions = screening.requests.map(({ context }) => context.velocity.submissions);
    expect(submissions).toEqual([0, 1, 2]);
    expect(screening.requests[0]).toMatchObject({
      context: { family: 'domestic-payments', approvals: [{ factor: null }] },
      items: [{ currency: 'GBP', debtorAccount: NORTHWIND, creditorAccount: PAYEE }],
    });
  });

  test('that is rejected is not debited, and the TPP learns no reason', async () => {
    await start();
    const { id, status } = await pay('Forbidden Ltd');
    await eventually(async () => expect(await status()).toBe('Rejected'));
    expect(await service.store.findPayment(id)).toMatchObject({ reason: 'MS03' });
    expect(await service.store.auditBooks()).toEqual([]);
    const audited = await actionsOf(service, id);
    expect(audited.filter((action) => action.startsWith('screening'))).toEqual([
      'screeningRejected',
    ]);
    // A rejected payee counts as new the next time.
    await pay('Forbidden Ltd');
    await eventually(() => expect(screening.requests).toHaveLength(2));
    expect(screening.requests[1]?.items[0]?.payeeNews).toBe('newPayee');
  });

  test('that is held is pending until two operators release it', async () => {
    await start();
    const { id, status } = await pay('Suspicious Ltd');
    const { id: caseId, ...held } = await heldCase(service, id);
    expect(held).toMatchObject({ class: 'fraud', reasons: ['payee_reported'], payments: 1 });
    expect(await status()).toBe('Pending');
    expect(await decide(caseId, 'release', ANNA)).toBe('proposed');
    expect(await decide(caseId, 'release', ANNA)).toBe('sameOperator');
    expect(await status()).toBe('Pending');
    expect(await decide(caseId, 'release', BEN)).toBe('decided');
    await eventually(async () => expect(await status()).toBe(PAID));
    expect(await decide(caseId, 'reject', BEN)).toBe('ended');
    // The decision of persons counts, so the screening is not asked again.
    expect(screening.requests).toHaveLength(1);
  });

  test('is rejected by two operators, and a different proposal replaces the first', async () => {
    await start();
    const { id, status } = await pay('Sanctioned Ltd');
    const { id: caseId, endsAt } = await heldCase(service, id);
    expect(endsAt).toBeNull();
    expect(await decide(caseId, 'release', ANNA)).toBe('proposed');
    expect(await decide(caseId, 'reject', BEN)).toBe('proposed');
    expect(await decide(caseId, 'release', BEN)).toBe('proposed');
    expect(await decide(caseId, 'reject', ANNA)).toBe('proposed');
    expect(await decide(caseId, 'reject', BEN)).toBe('decided');
    await eventually(async () => expect(await status()).toBe('Rejected'));
  });

  test('that is held is not booked by a service without a screening, which does not start', async () => {
    await start();
    const { id } = await pay('Suspicious Ltd');
    await heldCase(service, id);
    const place = { directory: service.directory, now: service.clock.now() };
    await service.stop();
    await expect(startService(place)).rejects.toThrow('PIS_SCREENING is not set');
    service = await startService({ ...place, config: service.config });
    expect(await heldCase(service, id)).toMatchObject({ paymentId: id });
    // A failed start is no orderly stop, so the downtime after it is unplanned.
    const [, second] = await service.store.nodeRuns(0, place.now + DAY_MS);
    expect(second?.stopped).not.toBe(1);
  });

  test('is rejected at the end of the fourth business day', async () => {
    await start();
    await tpp.moveClock('2027-03-04T10:00:00Z');
    const { id, status } = await pay('Suspicious Ltd');
    // Thursday 4 March: Friday, Monday, Tuesday and Wednesday follow.
    const { endsAt } = await heldCase(service, id);
    expect(new Date(endsAt ?? 0).toISOString()).toBe('2027-03-11T00:00:00.000Z');
    await tpp.moveClock('2027-03-10T23:59:00Z');
    expect(await status()).toBe('Pending');
    await tpp.moveClock('2027-03-11T00:00:00Z');
    await eventually(async () => expect(await status()).toBe('Rejected'));
  });

  test('is decided by the bank’s case system: by two persons, or one with an operator', async () => {
    await start();
    const [first, second] = [await pay('Suspicious Ltd'), await pay('Suspicious Ltd')];
    const cases = [await heldCase(service, first.id), await heldCase(service, second.id)];
    expect(await decide(cases[1]?.id ?? 0, 'release', ANNA)).toBe('proposed');
    for (const [index, by] of [['eve', 'fred'], ['anna']].entries()) {
      const body = { id: cases[index]?.screeningId, decision: 'release', by };
      await fetch(`${screening.url}/decisions`, { method: 'POST', body: JSON.stringify(body) });
    }
    await eventually(async () => expect(await first.status()).toBe(PAID));
    // Anna is the operator who proposed it.
    expect(await second.status()).toBe('Pending');
    const body = { id: cases[1]?.screeningId, decision: 'release', by: ['eve'] };
    await fetch(`${screening.url}/decisions`, { method: 'POST', body: JSON.stringify(body) });
    await eventually(async () => expect(await second.status()).toBe(PAID));
  });
});

/** Returns a file of payments to these payees. With a second scheme, it is BATCH. */
function fileTo(payees: readonly string[], kind: 'BULK' | 'BATCH'): Buffer {
  const ofPayees = payees.map((payee, index) =>
    payment(index, { CreditorAccount: account(String(20_000_000_000_000 + index), payee) }),
  );
  const last = payment(payees.length, { LocalInstrument: 'UK.OBIE.CHAPS' });
  return fileOf(kind === 'BULK' ? ofPayees : [...ofPayees, last]);
}

async function statusesOf(paymentId: string): Promise<readonly string[]> {
  const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
  return details.map(({ StatusDetail }) => StatusDetail.Status);
}

describe.each(['BULK', 'BATCH'] as const)('of a %s file', (kind) => {
  const rest = kind === 'BULK' ? [] : ['ACSC'];

  test('only held payments wait, and rejected ones are not debited', async () => {
    await start();
    const payees = ['ACME', 'Forbidden', 'Suspicious', 'Sanctioned', 'ACME', 'Doubtful'];
    const paymentId = await tpp.pay(fileTo(payees, kind));
    const first = ['ACSC', 'MS03', 'PDNG', 'PDNG', 'ACSC', 'PDNG', ...rest];
    await eventually(async () => expect(await statusesOf(paymentId)).toEqual(first));
    const cases = await service.store.casesOf([paymentId]);
    const numbers = cases.map(({ class: why, payments, totalPence }) => [
      why,
      payments,
      totalPence,
    ]);
    expect(numbers.sort()).toEqual([
      ['fraud', 1, 1050],
      ['other', 1, 1050],
      ['sanctions', 1, 1050],
    ]);
    const caseOf = (why: string) => cases.find((one) => one.class === why)?.id ?? 0;
    for (const operator of [ANNA, BEN]) {
      await decide(caseOf('fraud'), 'release', operator);
      await decide(caseOf('sanctions'), 'reject', operator);
    }
    const then = ['ACSC', 'MS03', 'ACSC', 'MS03', 'ACSC', 'PDNG', ...rest];
    await eventually(async () => expect(await statusesOf(paymentId)).toEqual(then));
    await tpp.moveClock(new Date(service.clock.now() + 7 * DAY_MS).toISOString());
    const last = ['ACSC', 'MS03', 'ACSC', 'MS03', 'ACSC', 'MS03', ...rest];
    await eventually(async () => expect(await statusesOf(paymentId)).toEqual(last));
    expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationCompleted' });
    expect(await service.store.auditBooks()).toEqual([]);
  });

  test('many held payments wait for one decision', async () => {
    await start();
    const payees = [...Array.from({ length: 101 }, () => 'Suspicious'), 'Forbidden', 'ACME'];
    const paymentId = await tpp.pay(fileTo(payees, kind));
    const held = await heldCase(service, paymentId);
    expect(held).toMatchObject({ screeningId: null, payments: 101, tellPayer: 'nothing' });
    for (const operator of [ANNA, BEN]) await decide(held.id, 'release', operator);
    const released = payees.map((payee) => (payee === 'Forbidden' ? 'MS03' : 'ACSC'));
    await eventually(async () => {
      expect(await statusesOf(paymentId)).toEqual([...released, ...rest]);
    });
    expect(await service.store.auditBooks()).toEqual([]);
  });

  test('all payments are rejected together', async () => {
    await start(
      { screeningUnanswered: { otherwise: 'hold', byFamily: new Map() } },
      { errorEvery: 1 },
    );
    const paymentId = await tpp.pay(fileTo(['ACME', 'ACME'], kind));
    await eventually(async () => {
      const cases = await service.store.casesOf([paymentId]);
      expect(cases).toHaveLength(kind === 'BULK' ? 1 : 2);
    });
    for (const { id, class: why } of await service.store.casesOf([paymentId])) {
      expect(why).toBe('unanswered');
      for (const operator of [ANNA, BEN]) await decide(id, 'reject', operator);
    }
    expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationFailed' });
    expect(await service.store.findPayment(paymentId)).toMatchObject({ reason: 'MS03' });
    expect(await service.store.auditBooks()).toEqual([]);
  });
});

describe('without an answer', () => {
  const unanswered = (otherwise: 'wait' | 'hold' | 'accept') => ({
    screeningUnanswered: { otherwise, byFamily: new Map() },
  });

  test('a payment waits, and is made later', async () => {
    await start({}, { errorEvery: 1 });
    const { status } = await pay('ACME Inc');
    const address = new URL(screening.url);
    await screening.close();
    screening = await openReferenceScreening({ port: Number(address.port) });
    expect(await status()).toBe('Pending');
    await tpp.moveClock('2027-03-04T10:00:00Z');
    await eventually(async () => expect(await status()).toBe(PAID));
  });

  test('a payment is held, and made when two operators release it', async () => {
    await start(unanswered('hold'), { errorEvery: 1 });
    const { id, status } = await pay('ACME Inc');
    const { id: caseId, class: why } = await heldCase(service, id);
    expect(why).toBe('unanswered');
    await decide(caseId, 'release', ANNA);
    await decide(caseId, 'release', BEN);
    await eventually(async () => expect(await status()).toBe(PAID));
  });

  test('a payment is made', async () => {
    await start(
      {
        screeningUnanswered: {
          otherwise: 'hold',
          byFamily: new Map([['domestic-payments', 'accept']]),
        },
      },
      { errorEvery: 1 },
    );
    const { id, status } = await pay('ACME Inc');
    await eventually(async () => expect(await status()).toBe(PAID));
    expect(await actionsOf(service, id)).toContain('screeningUnanswered');
  });
});
