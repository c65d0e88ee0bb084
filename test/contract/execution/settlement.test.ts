import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OverdueDates } from '../../../src/domain/calendar/settlement-entries.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import type { Scenario } from '../../../src/simulators/hub/scenario.ts';
import { eventually } from '../../helpers/eventually.ts';
import { notificationOf } from '../../helpers/account-reports.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';

/* Statements and notifications of a settlement account from a payment hub, through a folder. */

let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeEach(async () => {
  hub = new TestHub();
  service = await startService({ config: { ...hub.settings, bacsAccepted: true } });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(() => endWithHub(service, hub));

/** All settlement dates are overdue, so a missing entry is a difference at once. */
const DUE = Object.fromEntries(INSTRUMENTS.map((one) => [one, '2999-01-01'])) as OverdueDates;

/** Two credits are accepted, one of them later, one is rejected, and one comes back. */
const CREDITORS = ['20000012345678', '99999900000050', '99999900000001', '99999900000070'];

async function pay(LocalInstrument: string): Promise<void> {
  const one = (creditor: string, index: number) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd'), LocalInstrument });
  await tpp.pay(fileOf(CREDITORS.map(one)));
}

const SCHEMES = [
  ['UK.OBIE.FPS', 1, 2],
  ['UK.OBIE.CHAPS', 4, 4],
  ['UK.OBIE.BACS', 1, 2],
] as const;

/** Pays a file, and waits until the hub has no more documents and the service has taken them. */
async function settle(LocalInstrument: string, scenario: Partial<Scenario>, entries: number) {
  hub.start({ notifications: true, statementEveryMs: 300, ...scenario });
  await pay(LocalInstrument);
  await eventually(async () => {
    const statements = await service.store.listStatements(10);
    const reported = statements.reduce((sum, statement) => sum + statement.entries, 0);
    expect(reported).toBe(entries);
  });
  await eventually(() => {
    expect(hub.isQuiet()).toBe(true);
  });
}

async function kinds(): Promise<readonly string[]> {
  return (await service.store.listDifferences(DUE, 100)).map(({ kind }) => kind).sort();
}

describe.each(SCHEMES)('a file of %s', (localInstrument, messages, entries) => {
  test('agrees with the notifications and statements of the account', async () => {
    await settle(localInstrument, { statementTwice: 1 }, entries);
    await eventually(async () => {
      expect(await kinds()).toEqual([]);
    });
    const totals = await service.store.settlementTotals('2000-01-01', 10);
    const count = totals.reduce((sum, one) => sum + one.messages, 0);
    expect(count).toBe(messages);
    for (const { accepted, reported } of totals) expect(reported).toBe(accepted);
    expect(await service.store.listHubProblems('open', 10)).toEqual([]);
  });

  test('shows each wrong amount, also of the return', async () => {
    await settle(localInstrument, { entryWrong: 1 }, entries);
    await eventually(async () => {
      expect(await kinds()).toEqual(Array<string>(entries).fill('amount'));
    });
  });

  test('shows each unexpected entry', async () => {
    await settle(localInstrument, { entryUnexpected: 1 }, 2 * entries);
    await eventually(async () => {
      expect(await kinds()).toEqual(Array<string>(entries).fill('unexpected'));
    });
  });
});

test('credits and returns without an entry are missing', async () => {
  hub.start({ notifications: true, statementEveryMs: 200, entryMissing: 1 });
  await pay('UK.OBIE.CHAPS');
  // A report without entries. Before it, nothing is missing.
  hub.deliver('report.xml', notificationOf('REPORT'));
  await eventually(async () => {
    expect(await kinds()).toEqual(Array<string>(4).fill('missing'));
  });
  expect(await service.store.listStatements(10)).toEqual([]);
  expect(await (await fetch(`${service.origin}/metrics`)).text()).toContain(
    'pis_settlement_differences{kind="missing"} 0',
  );
});
