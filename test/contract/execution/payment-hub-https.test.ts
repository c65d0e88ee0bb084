import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { endWithHub, TestHub, type HubMessage } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Payments that are handed over to a payment hub over HTTPS, on connections that are often lost. */

const UNRELIABLE = {
  ...{ mood: 'rough' as const, seed: 11, lostRequest: 0.2, lostAnswer: 0.3, unavailable: 0.1 },
  slowMs: { from: 50, to: 200 },
};

let pki: HubPki;
let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeAll(async () => {
  pki = await HubPki.create();
});

afterAll(() => pki.remove());

beforeEach(async () => {
  hub = new TestHub(pki);
  hub.start(UNRELIABLE);
  service = await startService({ config: await pki.settings(await hub.url()) });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(() => endWithHub(service, hub, 'of the hub'));

/** Repairs the connections when some were lost, so that the rest does not depend on chance. */
async function repaired(isLost: () => boolean): Promise<void> {
  await eventually(() => {
    expect(service.events.map(({ kind }) => kind)).toContain('answersTaken');
    expect(isLost()).toBe(true);
  });
  await hub.stop();
  hub.start({ mood: 'rough', seed: 11 });
  await hub.url();
}

/** Waits until the hub has delivered all documents and the service has taken them. */
async function settled(): Promise<readonly HubMessage[]> {
  await eventually(() => {
    expect(hub.isQuiet()).toBe(true);
  });
  return hub.messages();
}

function handOversOf(kind: 'messageHandedOver' | 'handOverFailed' | 'handOverRefused'): number {
  return service.events.filter((event) => event.kind === kind).length;
}

describe('a file', () => {
  test('is executed once, and the record of the hub agrees', async () => {
    const endings = ['02', '01', '04', '06', '50', '51', '70'];
    const creditors = endings.map((ending) => `999999000000${ending}`);
    const file = fileOf(
      creditors.map((creditor, index) =>
        payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd') }),
      ),
    );
    const paymentId = await tpp.pay(file);
    await repaired(() => true);
    await eventually(async () => {
      const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
      expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual(
        ['ACSC', 'AC01', 'AC04', 'AC06', 'ACSC', 'AC06', 'AC04'], // prettier-ignore
      );
    });
    const messages = await settled();
    expect(messages).toMatchObject([{ conflicts: 0 }]);
    const credits = messages.flatMap((message) => message.credits);
    expect(credits.map(({ status, reason }) => reason ?? status)).toEqual(
      ['ACSC', 'AC01', 'AC04', 'AC06', 'ACSC', 'AC06', 'ACSC'], // prettier-ignore
    );
    expect(credits.filter(({ returned }) => returned !== '0.00')).toHaveLength(1);
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
  });
});

describe('single payments', () => {
  test('are executed once each, although answers of the hub are lost', async () => {
    const client = new FamilyClient(tpp, familyNamed('domestic-payments'));
    const paid: string[] = [];
    for (let time = 0; time < 12; time += 1) paid.push((await client.paid()).paymentId);
    await repaired(() => handOversOf('handOverFailed') > 0);
    await eventually(async () => {
      for (const paymentId of paid) {
        const data = dataOf(await client.readPayment(paymentId));
        expect(data['Status']).toBe(client.case.statuses.last);
      }
    });
    const messages = await settled();
    expect(messages).toHaveLength(paid.length);
    expect(
      messages.every(({ credits, conflicts }) => credits.length === 1 && conflicts === 0),
    ).toBe(true);
    // An answer to its credit confirms a message too, so it is not always repeated.
    expect(handOversOf('messageHandedOver')).toBeLessThanOrEqual(paid.length);
    expect(handOversOf('handOverFailed')).toBeGreaterThan(0);
    expect(handOversOf('handOverRefused')).toBe(0);
  });
});
