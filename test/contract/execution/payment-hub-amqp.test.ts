import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { startService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Payments that are handed over to a payment hub through a broker that is killed meanwhile. */

const UNRELIABLE = { mood: 'rough' as const, seed: 11, lostRequest: 0.2, lostAnswer: 0.3 };

describe.skipIf(missingBroker() !== null)('a payment hub over AMQP', () => {
  let pki: HubPki;
  let broker: TestBroker;

  beforeAll(async () => {
    pki = await HubPki.create();
    broker = await TestBroker.start(pki);
  });

  afterAll(async () => {
    await broker.end();
    pki.remove();
  });

  test('executes each payment once, although the broker and connections are lost', async () => {
    const hub = new TestHub(null, broker);
    hub.start(UNRELIABLE);
    const service = await startService({ config: await pki.settings(await hub.url()) });
    const client = new FamilyClient(
      await Tpp.signIn(service.origin),
      familyNamed('domestic-payments'),
    );
    const paid: string[] = [];
    const pay = async (): Promise<void> => {
      for (let time = 0; time < 6; time += 1) paid.push((await client.paid()).paymentId);
    };
    const countOf = (kind: string): number =>
      service.events.filter((event) => event.kind === kind).length;

    await pay();
    await eventually(() => {
      expect(countOf('answersTaken')).toBeGreaterThan(0);
    });
    await broker.kill();
    await pay();
    await eventually(() => {
      expect(countOf('handOverFailed')).toBeGreaterThan(0);
    });
    await broker.restart();

    for (const paymentId of paid) {
      await eventually(async () => {
        const { Status } = dataOf(await client.readPayment(paymentId));
        expect(Status).toBe(client.case.statuses.last);
      });
    }
    await eventually(() => {
      expect(hub.isQuiet()).toBe(true);
    });
    const messages = hub.messages();
    expect(messages).toHaveLength(paid.length);
    const isOnce = messages.every(
      ({ credits, conflicts }) => credits.length === 1 && conflicts === 0,
    );
    expect(isOnce).toBe(true);
    expect(hub.lines.join('\n')).toContain('Fault: lostAnswer.');
    expect(countOf('handOverRefused')).toBe(0);
    await endWithHub(service, hub, 'of the hub');
  });
});
