import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../src/config/data-folder.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { entriesOf } from '../helpers/orders.ts';
import { account, bulkFile, fileOf, NORTHWIND, payment, PAYROLL } from '../helpers/payment-file.ts';
import { postAs } from '../helpers/control-request.ts';
import { eventually } from '../helpers/eventually.ts';
import { dataOf } from '../helpers/tpp.ts';
import { useFreshBank } from '../helpers/use-service.ts';
import { run } from '../unit/cli/fixtures.ts';

/*
 * Regression: a file that was changed on the disk was paid with the changed amounts. Now its job is
 * parked until an operator restores the file or abandons the job.
 */

const bank = useFreshBank();

/**
 * Two days after the start of the service, and a time when all answers to those payments have
 * arrived.
 */
const THURSDAY = '2026-12-03T09:00:00Z';
const NEXT_WEEK = '2026-12-09T12:00:00Z';

const CENTS = { InstructedAmount: { Amount: '0.02', Currency: 'GBP' } };
const TENNER = { InstructedAmount: { Amount: '10.50', Currency: 'GBP' } };
const FROM_PAYROLL = { DebtorAccount: account(PAYROLL, 'Northwind') };
/** One debit for the whole file, or one for each payment. */
const KINDS = {
  BULK: { file: fileOf([payment(0, CENTS), payment(1, TENNER)]), debits: ['debit -10.52'] },
  BATCH: {
    file: fileOf([payment(0, CENTS), payment(1, { ...TENNER, ...FROM_PAYROLL })]),
    debits: ['debit -0.02', 'debit -10.50'],
  },
};
/** The scheme takes a day for the second credit. */
const PENDING = fileOf([
  payment(0, CENTS),
  payment(1, { ...TENNER, CreditorAccount: account('99999900000050', 'Pending') }),
]);

const pathOf = (file: Buffer): string =>
  contentPath(
    dataFolder(bank.service.directory).files,
    createHash('sha256').update(file).digest('hex'),
  );

/** Changes the first amount of a stored file. The file stays valid and keeps its length. */
function damage(file: Buffer): void {
  const path = pathOf(file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"0.02"', '"9.02"'));
}

const payLater = (file: Buffer): Promise<string> =>
  bank.tpp.pay(file, { RequestedExecutionDateTime: THURSDAY });

/** Abandons a step, as two operators. Returns the amount that went back to debtors, in pence. */
async function abandon(id: string): Promise<unknown> {
  const proposed = await ask('abandon', id, '--reason', 'the file is damaged');
  const [, proposal = ''] = /proposal confirm (\d+)$/.exec(proposed) ?? [];
  const path = `/proposals/${proposal}/confirm`;
  const { body } = await postAs('second/-', bank.service.directory, path);
  return (JSON.parse(body) as { returnedPence?: unknown }).returnedPence;
}

async function statusOf(paymentId: string): Promise<unknown> {
  return dataOf(await bank.tpp.get(`/file-payments/${paymentId}`))['Status'];
}

/** Bookings on the customer's accounts, as `kind amount`. */
async function entries(): Promise<readonly string[]> {
  const accounts = [NORTHWIND, PAYROLL].map((number) => entriesOf(bank.tpp, number));
  const all = (await Promise.all(accounts)).flat();
  return all.map(({ kind, amount }) => `${kind} ${amount}`).sort();
}

/** Elements of `after` that are not in `before`. */
function added(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  for (const one of before) left.splice(left.indexOf(one), 1);
  expect(left).toHaveLength(after.length - before.length);
  return left;
}

async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${bank.service.origin}/metrics`)).text();
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
}

const ask = (...args: string[]): Promise<string> => run('work', args, bank.service.directory);

/** Waits until the payment's job is parked and reported to operators. Returns the job's number. */
async function parked(paymentId: string): Promise<string> {
  const failing = await eventually(() =>
    expectDefined(
      bank.service.events.find(
        (event) => event.kind === 'workParked' && event.paymentId === paymentId,
      ),
      'the event',
    ),
  );
  // It was parked at once, without a second attempt.
  expect(failing).toMatchObject({ attempts: 1 });
  expect(await metric('pis_work_parked')).toBe('1');
  const list = await ask('list');
  expect(list).toMatch(new RegExp(`^\\d+ {2}\\w+ of ${paymentId} `));
  expect(list).toContain('failed once, PARKED\n    StoredFileDamaged: The payment file ');
  return expectDefined(/^\d+/.exec(list)?.[0], 'the number of the step');
}

describe.each(Object.entries(KINDS))('a job of a changed %s file', (_, { file, debits }) => {
  const REPAIRS = {
    'the original is restored': () => {
      writeFileSync(pathOf(file), file);
      return Promise.resolve();
    },
    'it is uploaded again': async () => {
      const again = await bank.tpp.upload(await bank.tpp.consentFor(file), file);
      expect(again.status).toBe(200);
    },
  };

  test.each(Object.entries(REPAIRS))(
    'is parked, pays nothing, and pays once when %s and the job is retried',
    async (__, mend) => {
      const paymentId = await payLater(file);
      const before = await entries();
      damage(file);
      await bank.tpp.moveClock(NEXT_WEEK);
      const id = await parked(paymentId);
      expect([await entries(), await statusOf(paymentId)]).toEqual([before, 'InitiationPending']);
      // Other payments are made meanwhile, and the damaged payment does not change.
      const other = await bank.tpp.pay(bulkFile(2));
      await bank.tpp.finished(other);
      const between = await entries();

      // A retry without the file fails again.
      await ask('retry', id);
      await eventually(async () => {
        expect(await ask('list')).toContain('failed 2 times, PARKED');
      });
      expect(await entries()).toEqual(between);

      await mend();
      expect(await ask('retry', id)).toBe('1 will be retried, 0 still parked.');
      expect((await bank.tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
      const after = await entries();
      expect(added(between, after)).toEqual(debits);
      expect([await ask('list'), await metric('pis_work_parked')]).toEqual([
        'No step is failing.',
        '0',
      ]);
      await expect(ask('retry', id)).rejects.toThrow(`No step ${id} is parked.`);
      await bank.restart();
      expect(await bank.service.runner.drain(0)).toBe(true);
      expect(await entries()).toEqual(after);
    },
  );

  test('that was not booked yet can be abandoned, and nothing is ever debited', async () => {
    const paymentId = await payLater(file);
    const before = await entries();
    damage(file);
    await bank.tpp.moveClock(NEXT_WEEK);
    const id = await parked(paymentId);
    expect(await abandon(id)).toBe(0);
    writeFileSync(pathOf(file), file);
    await expect(ask('retry', id)).rejects.toThrow(`No step ${id} is parked.`);
    expect(await bank.service.runner.drain(0)).toBe(true);
    expect([await entries(), await statusOf(paymentId)]).toEqual([before, 'InitiationFailed']);
  });
});

test('abandoning a job after the debit returns once what was not paid out', async () => {
  const paymentId = await bank.tpp.pay(PENDING);
  await eventually(async () => {
    expect(await bank.service.store.batchesOf(paymentId)).toMatchObject([{ pending: 1 }]);
  });
  const before = await entries();
  damage(PENDING);
  await bank.tpp.moveClock(NEXT_WEEK);
  const id = await parked(paymentId);
  expect(await entries()).toEqual(before);

  expect(await abandon(id)).toBe(1050);
  await expect(ask('abandon', id, '--reason', 'again')).rejects.toThrow(`No step ${id} is parked.`);
  const after = await entries();
  expect(added(before, after)).toEqual(['returned-credit 10.50']);
  expect(await statusOf(paymentId)).toBe('InitiationCompleted');
  expect([await ask('list'), await metric('pis_work_parked')]).toEqual([
    'No step is failing.',
    '0',
  ]);
  expect(await bank.service.store.auditBooks()).toEqual([]);
});
