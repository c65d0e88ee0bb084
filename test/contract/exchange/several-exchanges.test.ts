import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SchemesAddress } from '../../../src/config/schemes.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { eventually } from '../../helpers/eventually.ts';
import { TestHub } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { group, statusReport } from '../../unit/schemes/answers/documents.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

/* A service whose Bacs payments go through an exchange of their own. */

const ACT = { at: 0, by: actorOf({ kind: 'operator', id: 'olga' }) };

let main: TestHub;
let bacs: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeEach(async () => {
  [main, bacs] = [new TestHub(), new TestHub()];
  const written = `folder:${main.folder} BACS=folder:${bacs.folder}`;
  service = await startService({
    config: { schemes: SchemesAddress.parse(written), bacsAccepted: true },
  });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(async () => {
  expect(await service.store.auditBooks()).toEqual([]);
  await service.end();
  await main.end();
  await bacs.end();
});

/** Pays a file with one payment to another bank. Returns the id of the payment. */
function pay(LocalInstrument: 'UK.OBIE.FPS' | 'UK.OBIE.BACS'): Promise<string> {
  const CreditorAccount = account('20000012345678', 'Fresco Ltd');
  return tpp.pay(fileOf([payment(0, { CreditorAccount, LocalInstrument })]));
}

/** Waits until the only credit of a payment is paid. */
async function paid(paymentId: string): Promise<void> {
  await eventually(async () => {
    const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual(['ACSC']);
  });
}

/** Returns the names of the failures that were logged. */
function failures(): readonly string[] {
  return service.events.flatMap((event) => (event.kind === 'failure' ? [event.what] : []));
}

const schemesOf = (hub: TestHub) => hub.messages().map(({ instrument }) => instrument);

test('each scheme is handed over to the hub of its exchange, and is answered by it', async () => {
  main.start();
  bacs.start();
  const payments = [await pay('UK.OBIE.FPS'), await pay('UK.OBIE.BACS')];
  for (const paymentId of payments) await paid(paymentId);
  expect([schemesOf(main), schemesOf(bacs)]).toEqual([['FPS'], ['BACS']]);
  expect(await service.store.listHubProblems('open', 10)).toEqual([]);
  expect(failures()).toEqual([]);
});

test('an exchange that is down does not stop the other one', async () => {
  bacs.start();
  const [toHub, fromHub] = ['to-hub', 'from-hub'].map((name) => join(main.folder, name)) as [
    string,
    string,
  ];
  for (const folder of [toHub, fromHub]) {
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'not a folder');
  }
  const waiting = await pay('UK.OBIE.FPS');
  await eventually(() => {
    expect(failures()).toEqual(['receiving documents of the hub (exchange default)']);
    const failed = service.events.filter(({ kind }) => kind === 'handOverFailed');
    expect(failed[0]).toMatchObject({ instrument: 'FPS', exchange: 'default' });
    expect(failed[0]).toHaveProperty('problem', expect.stringContaining('ENOTDIR'));
  });
  await paid(await pay('UK.OBIE.BACS'));
  expect(failures()).toHaveLength(1);

  for (const folder of [toHub, fromHub]) {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  }
  main.start();
  await paid(waiting);
});

test('a hub cannot answer payments of another exchange', async () => {
  bacs.start();
  const paymentId = await pay('UK.OBIE.FPS');
  const message = await eventually(async () => {
    const [sent] = await service.store.listMessages({ by: 'payment', id: paymentId }, 1);
    expect(sent?.handedOverAt).toEqual(expect.any(Number));
    return expectDefined(sent, 'the message');
  });
  const report = (status: string) => statusReport(group(`<GrpSts>${status}</GrpSts>`, message.id));
  const deliver = (hub: TestHub, content: string): void => {
    const [hidden, path] = ['.1.xml', '1.xml'].map((name) => join(hub.folder, 'from-hub', name));
    writeFileSync(hidden ?? '', content);
    renameSync(hidden ?? '', path ?? '');
  };
  deliver(bacs, report('RJCT'));
  await eventually(async () => {
    expect(await service.store.listHubProblems('open', 10)).toMatchObject([
      {
        ...{ kind: 'answer', code: 'wrongExchange', messageId: message.id, paymentId },
        document: { name: '1.xml', exchange: 'BACS' },
      },
    ]);
  });
  const [unchanged] = await service.store.listMessages({ by: 'payment', id: paymentId }, 1);
  expect(unchanged?.credits).toEqual({ open: 1, pending: 0, accepted: 0, rejected: 0 });

  // The document has the same name and the same id (MsgId) as the one of the other hub.
  deliver(main, report('ACSC'));
  await paid(paymentId);
  expect(await service.store.listHubProblems('open', 10)).toHaveLength(1);
});

test('waiting messages go through the exchange that is configured after a restart', async () => {
  await service.store.stopScheme('BACS', 'the exchange changes', ACT);
  const paymentId = await pay('UK.OBIE.BACS');
  await eventually(async () => {
    expect(await service.store.listMessages({ by: 'waiting' }, 10)).toHaveLength(1);
  });
  const { directory, config } = service;
  await service.stop();
  service = await startService({
    ...{ directory, now: Date.parse('2026-12-01T09:10:00Z') },
    config: {
      schemes: SchemesAddress.parse(`folder:${main.folder}`),
      bacsAccepted: config.bacsAccepted,
    },
  });
  await resumeScheme(service.store, 'BACS', ACT);
  main.start();
  bacs.start();
  tpp = await Tpp.signIn(service.origin);
  await paid(paymentId);
  expect([schemesOf(main), schemesOf(bacs)]).toEqual([['BACS'], []]);
});
