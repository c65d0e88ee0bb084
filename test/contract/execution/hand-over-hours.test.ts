import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

/* Messages to CHAPS, which are handed over while CHAPS is open, and those that are late. */

let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeEach(async () => {
  hub = new TestHub();
  service = await startService({ config: hub.settings });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(() => endWithHub(service, hub));

const CREDITOR = { CreditorAccount: account('20000012345678', 'Fresco Ltd') };

/** Pays a file of one CHAPS payment to another bank. Returns the id of the payment. */
const pay = (): Promise<string> =>
  tpp.pay(fileOf([payment(0, { ...CREDITOR, LocalInstrument: 'UK.OBIE.CHAPS' })]));

/** Waits until the payment is executed. */
const isPaid = (paymentId: string): Promise<void> =>
  eventually(async () => {
    const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId, 1);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual(['ACSC']);
  });

async function metrics(): Promise<string> {
  return (await fetch(`${service.origin}/metrics`)).text();
}

describe('a CHAPS payment at night', () => {
  test('is handed over when CHAPS opens, with the settlement date of that day', async () => {
    hub.start();
    await tpp.moveClock('2026-12-02T02:00:00Z');
    const paymentId = await pay();
    await eventually(async () => {
      expect(await metrics()).toContain('pis_messages_scheduled{scheme="CHAPS"} 1');
    });
    expect(await metrics()).toContain('pis_messages_waiting{scheme="CHAPS"} 0');
    expect(hub.messages()).toEqual([]);
    await tpp.moveClock('2026-12-02T06:00:00Z');
    await isPaid(paymentId);
    const [listed] = await service.store.listMessages({ by: 'payment', id: paymentId }, 1);
    expect(listed?.settlementDate).toBe('2026-12-02');
    expect(listed?.handedOverAt).toBeGreaterThanOrEqual(Date.parse('2026-12-02T06:00:00Z'));
    expect(service.events.map(({ kind }) => kind)).not.toContain('handedOverLate');
  });

  test('is handed over after the outage of the hub lasted past the closing time', async () => {
    const ACT = { at: 0, by: actorOf({ kind: 'operator', id: 'olga' }) };
    hub.start();
    await service.store.stopScheme('CHAPS', 'outage of the hub', ACT);
    const paymentId = await pay();
    await eventually(async () => {
      expect(await metrics()).toContain('pis_messages_waiting{scheme="CHAPS"} 1');
    });
    expect(await metrics()).toContain('pis_messages_late{scheme="CHAPS"} 0');
    await tpp.moveClock('2026-12-01T17:40:00Z');
    expect(await metrics()).toContain('pis_messages_late{scheme="CHAPS"} 1');
    await resumeScheme(service.store, 'CHAPS', ACT);
    await isPaid(paymentId);
    expect(service.events.filter(({ kind }) => kind === 'handedOverLate')).toHaveLength(1);
    expect(await metrics()).toContain('pis_late_hand_overs_total{scheme="CHAPS"} 1');
    expect(await metrics()).toContain('pis_messages_late{scheme="CHAPS"} 0');
    expect(hub.messages().map(({ repeats }) => repeats)).toEqual([0]);
  });
});
