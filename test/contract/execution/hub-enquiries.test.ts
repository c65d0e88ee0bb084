import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { writeMessageReject } from '../../../src/simulators/hub/documents/admi002.ts';
import { writeStatusReport } from '../../../src/simulators/hub/documents/pacs002.ts';
import { HOUR_MS } from '../../../src/shared/time.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';

/* Answers that a payment hub has lost, and that the service gets by an enquiry (pacs.028). */

/** Start of the clock of the service. */
const STARTED = Date.parse('2026-12-01T09:00:00Z');
const CREDITORS = ['99999900000002', '99999900000001', '99999900000050', '99999900000051'];
const ENDED = ['ACSC', 'AC01', 'ACSC', 'AC06'];
const ACT = { at: 0, by: actorOf({ kind: 'operator', id: 'olga' }) };
const AT_ONCE = { from: 0, to: 0 };
const LOSES_ANSWERS = {
  onlyWhenAsked: 1,
  answerDelayMs: {
    ...{ FPS: AT_ONCE, CHAPS: AT_ONCE, BACS: AT_ONCE },
    ...{ SWIFT: AT_ONCE, SEPA: AT_ONCE, SameDayEUR: AT_ONCE },
  },
};

let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

// Connections to the hub that are lost on purpose are not failures of the service.
afterEach(() => endWithHub(service, hub, 'of the hub'));

async function start(config: Partial<Config>): Promise<void> {
  service = await startService({ config });
  tpp = await Tpp.signIn(service.origin);
}

async function startWithFolder(): Promise<void> {
  hub = new TestHub();
  await start(hub.settings);
}

/** Pays a file by Faster Payments, and waits until its message is handed over. */
async function pay(): Promise<{ readonly paymentId: string; readonly messageId: string }> {
  const payments = CREDITORS.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd') }),
  );
  const paymentId = await tpp.pay(fileOf(payments));
  const messageId = await eventually(async () => {
    const [message] = await service.store.listMessages({ by: 'payment', id: paymentId }, 1);
    // Over HTTPS, an answer may confirm the message before a response to its hand-over arrives.
    expect(message?.handedOverAt).toEqual(expect.any(Number));
    return message?.id ?? '';
  });
  return { paymentId, messageId };
}

const eventsOf = (kind: string) => service.events.filter((event) => event.kind === kind);

async function statusesOf(paymentId: string): Promise<readonly string[]> {
  const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
  return details.map(({ StatusDetail }) => StatusDetail.Status);
}

async function completed(paymentId: string): Promise<void> {
  await eventually(async () => {
    expect(await statusesOf(paymentId)).toEqual(ENDED);
  });
}

async function enquired(times: number): Promise<void> {
  await eventually(() => {
    expect(eventsOf('enquirySent')).toHaveLength(times);
  });
}

async function metrics(): Promise<string> {
  return (await fetch(`${service.origin}/metrics`)).text();
}

/** Delivers a document, and returns the event about its answers after they were taken. */
async function deliver(name: string, content: string): Promise<unknown> {
  writeFileSync(join(hub.folder, 'from-hub', name), content);
  await eventually(() => {
    expect(eventsOf('answersTaken')).toContainEqual(expect.objectContaining({ document: name }));
  });
  return eventsOf('answersTaken').find((event) => 'document' in event && event.document === name);
}

describe('a lost answer of a hub', () => {
  test('is recovered by an enquiry, also if it arrives twice and again later', async () => {
    await startWithFolder();
    hub.start({ ...LOSES_ANSWERS, twice: 1 });
    const { paymentId, messageId } = await pay();
    await eventually(() => {
      expect(hub.messages()).toMatchObject([{ id: messageId, waiting: 0 }]);
      expect(hub.isQuiet()).toBe(true);
    });
    expect(await statusesOf(paymentId)).not.toEqual(ENDED);
    expect(eventsOf('enquirySent')).toEqual([]);

    await tpp.moveClock('2026-12-01T09:20:00Z');
    await completed(paymentId);
    await eventually(() => {
      expect(hub.isQuiet()).toBe(true);
    });
    expect(await metrics()).toContain('pis_enquiries_total{scheme="FPS",outcome="sent"} 1');
    const late = CREDITORS.map((_, index) => {
      const ids = { endToEndId: null, transactionId: null, uetr: null, text: null };
      const rejected = [1, 3].includes(index);
      const status = { status: rejected ? 'RJCT' : 'ACSC', reason: rejected ? 'AC01' : null };
      return { ...ids, ...status, instructionId: `${messageId}-${String(index)}` };
    });
    const header = { createdAt: 0, messageId, credits: CREDITORS.length, group: null };
    const original = [...writeStatusReport({ id: 'ORIGINAL', ...header }, [late])].join('');
    expect(await deliver('late.xml', original)).toMatchObject({ unusable: 0 });
    expect(await statusesOf(paymentId)).toEqual(ENDED);
    expect(await service.store.listHubProblems('open', 10)).toEqual([]);
    expect(await service.store.requestEnquiry(messageId, ACT)).toBe('answered');
    await tpp.moveClock('2026-12-03T09:00:00Z');
    expect(eventsOf('enquirySent')).toHaveLength(1);
  });

  test('is asked for again, with another id, until the hub answers', async () => {
    await startWithFolder();
    const { paymentId, messageId } = await pay();
    await tpp.moveClock('2026-12-01T09:20:00Z');
    await enquired(1);
    await tpp.moveClock('2026-12-01T09:40:00Z');
    await enquired(2);
    hub.start(LOSES_ANSWERS);
    // The hub does not answer the first two if it reads them before the message.
    await eventually(() => {
      expect(hub.messages()).toContainEqual(expect.objectContaining({ state: 'decided' }));
    });
    await tpp.moveClock('2026-12-01T11:00:00Z');
    await completed(paymentId);
    const received = hub.messages();
    const enquiries = received.filter(({ state }) => state === 'enquiry');
    const [message, ...others] = received.filter(({ state }) => state !== 'enquiry');
    expect(message).toMatchObject({ id: messageId, repeats: 0 });
    expect(others).toEqual([]);
    const sent = eventsOf('enquirySent').map((event) => 'enquiryId' in event && event.enquiryId);
    expect(enquiries.length).toBeGreaterThanOrEqual(2);
    expect(sent).toEqual(expect.arrayContaining(enquiries.map(({ id }) => id)));
    expect(new Set(sent).size).toBe(sent.length);
  });

  test('is asked for by an operator before it is overdue', async () => {
    await startWithFolder();
    hub.start(LOSES_ANSWERS);
    const { paymentId, messageId } = await pay();
    await eventually(() => {
      expect(hub.messages()).toMatchObject([{ state: 'decided' }]);
    });
    expect(await service.store.requestEnquiry(messageId, ACT)).toBe('done');
    await completed(paymentId);
    const [message] = await service.store.listMessages({ by: 'id', id: messageId }, 1);
    const [{ enquiryId } = { enquiryId: '' }] = eventsOf('enquirySent') as { enquiryId: string }[];
    expect(message).toMatchObject({ enquiryId, enquiryProblem: null });
    expect(message?.enquiredAt).not.toBeNull();
  });

  test('is recovered over HTTPS with lost connections', async () => {
    const pki = await HubPki.create();
    hub = new TestHub(pki);
    const faults = { lostRequest: 0.2, lostAnswer: 0.3, unavailable: 0.1 };
    hub.start({ ...LOSES_ANSWERS, ...faults, seed: 3 });
    await start(await pki.settings(await hub.url()));
    const { paymentId } = await pay();
    await eventually(() => {
      expect(hub.messages()).toMatchObject([{ state: 'decided' }]);
    });
    let hours = 24;
    await eventually(async () => {
      // A failed attempt is repeated after a time of the service's clock, which stands still.
      await tpp.moveClock(new Date(STARTED + (hours += 1) * HOUR_MS).toISOString());
      expect(await statusesOf(paymentId)).toEqual(ENDED);
    });
    expect(hub.messages().every(({ conflicts }) => conflicts === 0)).toBe(true);
    pki.remove();
  });
});

describe('a document that rejects an enquiry', () => {
  test('is set aside and changes no credit', async () => {
    await startWithFolder();
    const { messageId } = await pay();
    await service.store.requestEnquiry(messageId, ACT);
    await enquired(1);
    const [message] = await service.store.listMessages({ by: 'id', id: messageId }, 1);
    const reject = writeMessageReject(message?.enquiryId ?? '', 0, 'Unknown message type');
    expect(await deliver('reject.xml', reject)).toMatchObject({ answers: 0, unusable: 1 });
    const problems = await service.store.listHubProblems('open', 10);
    expect(problems).toMatchObject([{ code: 'unknownMessage', messageId: null }]);
    const credits = { open: 4, pending: 0, accepted: 0, rejected: 0 };
    const listed = await service.store.listMessages({ by: 'id', id: messageId }, 1);
    expect(listed).toMatchObject([{ credits }]);
  });
});
