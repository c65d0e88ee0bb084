import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { detailsOf, entriesOf } from '../../helpers/orders.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { readReport } from '../../helpers/pacs002.ts';
import { account, BAKERY, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';

/*
 * Tests for every connection to the schemes: the simulated schemes, and a payment hub that
 * exchanges files, or messages over HTTPS or AMQP. The same payments end in the same way.
 */

let pki: HubPki;
let broker: TestBroker | null;
let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeAll(async () => {
  pki = await HubPki.create();
  broker = TESTED.includes('amqps') ? await TestBroker.start(pki) : null;
});

afterAll(async () => {
  await broker?.end();
  pki.remove();
});

const KINDS = ['simulated', 'folder', 'https', 'amqps'] as const;

async function settingsOf(kind: (typeof KINDS)[number]): Promise<Partial<Config>> {
  if (kind === 'simulated') return { schemes: { kind } };
  return kind === 'folder' ? hub.settings : pki.settings(await hub.url());
}

/** Accounts whose credits end with these statuses. The first ones are at another bank. */
const CREDITORS = [
  ['20000012345678', 'ACSC'],
  ['99999900000001', 'AC01'],
  ['99999900000004', 'AC04'],
  ['99999900000006', 'AC06'],
  [BAKERY, 'ACSC'],
] as const;

/** One pound and a different number of pence, so that each entry of the books is recognised. */
const amountOf = (index: number): string => `1.0${String(index)}`;

function fileThrough(LocalInstrument: string): Buffer {
  return fileOf(
    CREDITORS.map(([creditor], index) =>
      payment(index, {
        ...{ LocalInstrument, CreditorAccount: account(creditor, 'Fresco Ltd') },
        InstructedAmount: { Amount: amountOf(index), Currency: 'GBP' },
      }),
    ),
  );
}

async function completed(paymentId: string): Promise<void> {
  await eventually(async () => {
    expect((await tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
  });
}

/** Returns the entries of the debtor and of the creditor at this bank, sorted. */
async function entries(): Promise<readonly string[]> {
  const all = [...(await entriesOf(tpp, NORTHWIND)), ...(await entriesOf(tpp, BAKERY))];
  return all.map(({ kind, amount }) => `${kind} ${amount}`).sort();
}

const RETURNED = [1, 2, 3].map((index) => `returned-credit ${amountOf(index)}`);

/** The transport to a hub does not depend on the storage, so `nodes` tests one transport. */
const TESTED = KINDS.filter((kind) => {
  if (inject('place') !== 'folder') return kind === 'simulated' || kind === 'folder';
  return kind !== 'amqps' || missingBroker() === null;
});

describe.each(TESTED)('the %s gateway', (kind) => {
  beforeEach(async () => {
    hub = new TestHub(kind === 'https' ? pki : null, kind === 'amqps' ? broker : null);
    if (kind !== 'simulated') hub.start();
    service = await startService({ config: { bacsAccepted: true, ...(await settingsOf(kind)) } });
    tpp = await Tpp.signIn(service.origin);
  });

  afterEach(() => endWithHub(service, hub));

  test.each(['FPS', 'CHAPS', 'BACS'])(
    'executes a %s file: statuses, report and books',
    async (scheme) => {
      const paymentId = await tpp.pay(fileThrough(`UK.OBIE.${scheme}`));
      await completed(paymentId);

      const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
      const expected = CREDITORS.map(([, status]) => status);
      expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual(expected);
      const reply = await tpp.get(`/file-payments/${paymentId}/report-file`);
      const { texts } = readReport(reply.text);
      expect(texts('OrgnlGrpInfAndSts/GrpSts')).toEqual(['PART']);
      const moved = (await entries()).filter((entry) => /^(returned-)?credit 1\.0/.test(entry));
      expect(moved).toEqual([`credit ${amountOf(4)}`, ...RETURNED]);
    },
  );

  test('executes a payment once if the service stops while its answer is missing', async () => {
    const paymentId = await tpp.pay(fileThrough('UK.OBIE.FPS'));
    for (let time = 0; time < 3; time += 1) {
      service = await service.restart();
      tpp = await Tpp.signIn(service.origin);
    }
    await completed(paymentId);
    const returned = (await entries()).filter((entry) => entry.startsWith('returned'));
    expect(returned).toEqual(RETURNED);
  });

  test.each(['domestic-payments', 'international-payments', 'domestic-vrps'])(
    'rejects a single payment of %s and returns its amount',
    async (name) => {
      const client = new FamilyClient(tpp, familyNamed(name), casePaying(name, '99999900000001'));
      const { debtorAccount } = client.case.customer;
      const balanceOf = async () => (await entriesOf(tpp, debtorAccount)).map(signed);
      const before = (await balanceOf()).length;
      const { paymentId } = await client.paid();
      await eventually(async () => {
        const [detail] = await detailsOf(tpp, familyNamed(name), paymentId);
        expect(detail?.StatusDetail.Status).toBe('AC01');
      });
      const moved = (await balanceOf()).slice(before);
      expect(moved.length).toBeGreaterThan(1);
      expect(moved.reduce((sum, pence) => sum + pence, 0)).toBe(0);
    },
  );
});

/** Returns the amount of an entry in pence, negative for a debit. */
function signed({ kind, amount }: { readonly kind: string; readonly amount: string }): number {
  const pence = Math.round(Number(amount) * 100);
  return kind === 'debit' ? -Math.abs(pence) : pence;
}
