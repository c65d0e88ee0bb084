import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { familyNamed, FAMILIES } from '../../../src/families/index.ts';
import { expectStatus } from '../../../test-client/answer.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub, type HubMessage } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, BAKERY, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';
import { DOMESTIC, V4Client } from '../versions/v4-requests.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

/* Payments that are handed over to a payment hub through a folder, and the hub's answers. */

let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeEach(async () => {
  hub = new TestHub();
  service = await startService({
    config: { ...hub.settings, bacsAccepted: true },
  });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(() => endWithHub(service, hub));

/** Returns a file of payments to these creditors. */
function fileTo(creditors: readonly string[], overrides: Record<string, unknown> = {}): Buffer {
  return fileOf(
    creditors.map((creditor, index) =>
      payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd'), ...overrides }),
    ),
  );
}

const ELSEWHERE = '20000012345678';
const testAccount = (ending: string): string => `999999000000${ending}`;

/**
 * Returns the status of each payment on a page of a file: ACSC, PDNG, or the reason of a rejection.
 */
async function statusesOf(paymentId: string, page = 1): Promise<readonly string[]> {
  const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId, page);
  return details.map(({ StatusDetail }) => StatusDetail.Status);
}

/** Waits until the hub has delivered all documents and the service has taken them. */
async function settled(): Promise<readonly HubMessage[]> {
  await eventually(() => {
    expect(hub.isQuiet()).toBe(true);
  });
  return hub.messages();
}

async function metrics(): Promise<string> {
  return (await fetch(`${service.origin}/metrics`)).text();
}

describe('a file', () => {
  test('has each credit rejected, pending, paid or returned as its scheme decides', async () => {
    hub.start();
    const endings = ['01', '04', '06', '50', '51', '70'].map(testAccount);
    const paymentId = await tpp.pay(fileTo([ELSEWHERE, ...endings, BAKERY]));
    await eventually(async () => {
      const ended = ['ACSC', 'AC01', 'AC04', 'AC06', 'ACSC', 'AC06', 'AC04', 'ACSC'];
      expect(await statusesOf(paymentId)).toEqual(ended);
    });
    const [message] = await settled();
    // The credit to an account at this bank is not handed over.
    expect(message?.credits).toHaveLength(7);
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
  });
});

/** Creditors of a file: some test accounts among ordinary ones, and one at this bank. */
function creditorsFor(count: number): readonly string[] {
  const special = ['01', '50', '04', '51', '06', '70'].map(testAccount);
  return Array.from({ length: count }, (_, index) =>
    index % 7 === 3 ? (special[(index - 3) / 7] ?? ELSEWHERE) : String(20_000_000_000_000 + index),
  );
}

/** Returns the status of each credit by the hub’s record, keyed by the index of the payment. */
function recordedStatuses(messages: readonly HubMessage[]): ReadonlyMap<number, string> {
  const statuses = messages.flatMap(({ instrument, credits }) =>
    credits.map(({ id, status, reason, returnReason }): [number, string] => {
      const number = Number(/\d+$/.exec(id)?.[0]);
      const index = instrument === 'BACS' ? number - 1 : number;
      return [index, returnReason ?? (status === 'RJCT' ? (reason ?? 'NARR') : status)];
    }),
  );
  return new Map(statuses);
}

/** Returns the number of answers that the service set aside. */
function unusableAnswers(): number {
  return service.events.reduce(
    (sum, event) => sum + (event.kind === 'answersTaken' ? event.unusable : 0),
    0,
  );
}

describe.each(['rough', 'hostile'] as const)('a %s hub', (mood) => {
  test.each([
    ['FPS', 'UK.OBIE.FPS', 80, 1],
    ['CHAPS', 'UK.OBIE.CHAPS', 25, 25],
    ['BACS', 'UK.OBIE.BACS', 60, 1],
  ] as const)(
    'and the service agree about every credit of a %s file',
    async (instrument, LocalInstrument, payments, expectedMessages) => {
      hub.start({ mood, seed: 7 });
      const paymentId = await tpp.pay(fileTo(creditorsFor(payments), { LocalInstrument }));
      await eventually(async () => {
        expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
      });
      const messages = (await settled()).filter(({ credits }) => credits.length > 0);
      expect(messages).toHaveLength(expectedMessages);
      expect(messages.every((message) => message.instrument === instrument)).toBe(true);
      const recorded = recordedStatuses(messages);
      expect(recorded.size).toBe(payments);
      await eventually(async () => {
        const statuses = [...(await statusesOf(paymentId)).entries()];
        const different = statuses.filter(([index, status]) => status !== recorded.get(index));
        // A hostile hub also reports rejected credits as accepted. The first answer counts, and the
        // service sets the other one aside.
        expect(different.every(([, status]) => status === 'ACSC' && mood === 'hostile')).toBe(true);
        expect(unusableAnswers()).toBeGreaterThanOrEqual(different.length);
      });
      if (mood === 'hostile') return;
      expect(unusableAnswers()).toBe(0);
      expect(service.events.map(({ kind }) => kind)).not.toContain('documentSetAside');
    },
  );
});

describe('a Bacs file', () => {
  test('is answered by the numbers of its credits, over several slices of answers', async () => {
    hub.start();
    // Credits to accounts at this bank have no number, so numbers and indexes differ.
    const rejected = new Map([
      [3, '01'],
      [650, '04'],
      [1298, '06'],
    ]);
    const creditors = Array.from({ length: 1300 }, (_, index) => {
      const ending = rejected.get(index);
      if (ending !== undefined) return testAccount(ending);
      return index % 7 === 0 ? BAKERY : ELSEWHERE;
    });
    const paymentId = await tpp.pay(fileTo(creditors, { LocalInstrument: 'UK.OBIE.BACS' }));
    await eventually(async () => {
      expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    });
    const pages = [1, 2, 3, 4, 5, 6].map((page) => statusesOf(paymentId, page));
    const statuses = (await Promise.all(pages)).flat();
    expect(statuses).toHaveLength(1300);
    const different = [...statuses.entries()].filter(([, status]) => status !== 'ACSC');
    expect(different).toEqual([
      [3, 'AC01'],
      [650, 'AC04'],
      [1298, 'AC06'],
    ]);
    expect(unusableAnswers()).toBe(0);
  });
});

describe('a credit that comes back at the time of its late acceptance', () => {
  test('is paid back, although its acceptance is not booked yet', async () => {
    hub.start({
      ...{ pendingFirst: 1, returned: 1, returnAfterMs: { from: 0, to: 0 } },
      pendingMs: { from: 1000, to: 1000 },
    });
    const paymentId = await tpp.pay(fileTo([ELSEWHERE, ELSEWHERE]));
    await eventually(async () => {
      expect(await statusesOf(paymentId)).toEqual(['AC04', 'AC04']);
    });
    await settled();
    expect(service.events.filter(({ kind }) => kind === 'returnSetAside')).toEqual([]);
  });
});

describe('a service whose payments are with a hub', () => {
  test('starts with simulated schemes only when all answers are booked', async () => {
    const paymentId = await tpp.pay(fileTo([ELSEWHERE, testAccount('01')]));
    await eventually(() => {
      expect(service.events.map(({ kind }) => kind)).toContain('messageHandedOver');
    });
    const { directory, config } = service;
    const { schemes, bacsAccepted } = config;
    const simulated = { schemes: { kind: 'simulated' }, bacsAccepted } as const;
    await service.stop();
    const at = (time: string) => ({ directory, now: Date.parse(`2026-12-01T${time}Z`) });
    await expect(startService({ ...at('09:10:00'), config: simulated })).rejects.toThrow(
      'A payment hub has payments that it has not answered, but PIS_SCHEMES is simulated.',
    );

    service = await startService({ ...at('09:20:00'), config: { schemes, bacsAccepted } });
    hub.start();
    tpp = await Tpp.signIn(service.origin);
    await eventually(async () => {
      expect(await statusesOf(paymentId)).toEqual(['ACSC', 'AC01']);
    });
    await service.stop();
    service = await startService({ ...at('09:30:00'), config: simulated });
  });
});

describe('a single payment', () => {
  test.each(FAMILIES.filter(({ name }) => name !== 'file-payments').map(({ name }) => name))(
    'of %s is handed over and reaches its last status',
    async (name) => {
      hub.start();
      const client = new FamilyClient(tpp, familyNamed(name));
      const { paymentId } = await client.paid();
      if (client.case.dueAt !== null) await tpp.moveClock(client.case.dueAt);
      await eventually(async () => {
        const data = dataOf(await client.readPayment(paymentId));
        expect(data['Status']).toBe(client.case.statuses.last);
      });
      // A move of the clock may make an answer overdue, so the hub may have an enquiry, too.
      const messages = (await settled()).filter(({ state }) => state !== 'enquiry');
      expect(messages.map(({ credits }) => credits.length)).toEqual([1]);
    },
  );
});

describe('an operator', () => {
  const ACT = { at: 0, by: actorOf({ kind: 'operator', id: 'olga' }) };

  test('stops a scheme, whose payments wait until it is resumed', async () => {
    hub.start();
    const { store } = service;
    expect(await store.stopScheme('FPS', 'maintenance of the hub', ACT)).toBe(true);
    const paymentId = await tpp.pay(fileTo([ELSEWHERE]));
    await eventually(async () => {
      expect(await metrics()).toContain('pis_messages_waiting{scheme="FPS"} 1');
    });
    expect(await metrics()).toContain('pis_scheme_stopped{scheme="FPS"} 1');
    expect(hub.messages()).toEqual([]);
    await resumeScheme(store, 'FPS', ACT);
    await eventually(async () => {
      expect(await statusesOf(paymentId)).toEqual(['ACSC']);
    });
    expect(await metrics()).toContain('pis_messages_waiting{scheme="FPS"} 0');
    expect(await metrics()).toContain('pis_unanswered_seconds{scheme="FPS"} 0');
  });

  test('can have an unreadable document read again', async () => {
    const { store } = service;
    const problems = () => store.listHubProblems('open', 10);
    writeFileSync(join(hub.folder, 'from-hub', 'wrong.xml'), '<Document>');
    await eventually(async () => {
      expect(await problems()).toMatchObject([{ kind: 'document', code: 'kind' }]);
    });
    expect(await metrics()).toContain('pis_hub_problems{kind="document"} 1');
    const [first] = await problems();
    expect(await store.repeatHubDocument(first?.id ?? 0, ACT)).toBe('done');
    await eventually(async () => {
      expect(await problems()).toMatchObject([{ id: (first?.id ?? 0) + 1, code: 'kind' }]);
    });
  });
});

test('a CHAPS payment of v4.0 is handed over with the ultimate parties', async () => {
  const initiation = { ...DOMESTIC, LocalInstrument: 'UK.OBIE.CHAPS' };
  const request = { family: 'domestic-payments', initiation };
  const client = new V4Client(tpp);
  const { consentId, token } = await client.approved(request);
  expectStatus(await client.submit(request, consentId, token), 201);
  const outgoing = join(hub.folder, 'to-hub');
  await eventually(() => {
    const [name] = existsSync(outgoing) ? readdirSync(outgoing) : [];
    const message = name === undefined ? '' : readFileSync(join(outgoing, name), 'utf8');
    expect(message).toContain('<UltmtDbtr><Nm>Tenant &amp; Sons</Nm></UltmtDbtr>');
    expect(message).toContain('<UltmtCdtr><Nm>Landlord Ltd</Nm></UltmtCdtr>');
  });
});
