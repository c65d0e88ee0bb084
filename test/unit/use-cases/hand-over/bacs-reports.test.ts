import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { join } from 'node:path';
import { BacsBank, FIRST_INDEX, submissionIdOf } from '../../../helpers/bacs-bank.ts';
import { NOW, withStore, type TestStore } from '../../../contract/store/fixtures.ts';
import {
  arucs,
  inputError,
  inputReport,
  returnedItem,
  totals,
} from '../../schemes/answers/bacs-documents.ts';

const open = (directory: string) => openSqliteStore(join(directory, 'bank.db'), () => NOW);

const withBank = (use: (bank: BacsBank, store: TestStore) => Promise<void>) =>
  withStore(open, (store) => use(new BacsBank(store), store));

const CREDITOR = '01020312345678';
const OTHER = '01020387654321';
const [P, Q] = [submissionIdOf('p'), submissionIdOf('q')];

/** An ARUCS with these items, which all have the name of the creditor in the submissions. */
const report = (items: readonly string[], total: string, adviceNumber = '007') =>
  arucs(items.join('') + totals(items.length, total))
    .replaceAll('A &amp; B', 'A PAYEE')
    .replace('"007"', `"${adviceNumber}"`);

/** Returns the indexes of the credits of a message that came back or were rejected. */
async function ended(store: TestStore, id = P): Promise<readonly number[]> {
  const indexes = Array.from({ length: 20 }, (_, index) => index);
  return [...(await store.endedCredits(id, indexes))].sort((one, other) => one - other);
}

async function problems(store: TestStore): Promise<readonly string[]> {
  return (await store.listHubProblems('open', 100)).map(({ code }) => code);
}

async function countsOf(store: TestStore, id = P) {
  const [message] = await store.listMessages({ by: 'id', id }, 1);
  return message?.credits;
}

describe('an ARUCS', () => {
  it(
    'returns the credit that its record names, with its reason and code',
    withBank(async (bank, store) => {
      await bank.submit('p', [
        { pence: 100, creditor: CREDITOR },
        { pence: 6500, creditor: OTHER },
        { pence: 6500, creditor: CREDITOR },
      ]);
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.read();
      expect(await problems(store)).toEqual([]);
      expect(await ended(store)).toEqual([FIRST_INDEX + 2]);
      expect(await countsOf(store)).toMatchObject({ open: 2, accepted: 1 });
      expect(await store.listBacsAdvices(10)).toMatchObject([
        { outcome: 'returned', code: 'B', paymentId: 'p', index: FIRST_INDEX + 2 },
      ]);
    }),
  );

  it.each([
    ['another amount', { pence: 6501, creditor: CREDITOR }],
    ['another creditor', { pence: 6500, creditor: OTHER }],
    ['another debtor', { pence: 6500, creditor: CREDITOR, debtor: '20000087654322' }],
    ['another reference', { pence: 6500, creditor: CREDITOR, reference: 'SALARY 12' }],
  ])('returns nothing if the only credit has %s', (_name, credit) =>
    withBank(async (bank, store) => {
      await bank.submit('p', [credit]);
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.read();
      expect(await problems(store)).toEqual(['unmatchedRecord']);
      expect(await ended(store)).toEqual([]);
      expect(await store.listBacsAdvices(10)).toEqual([]);
    })(),
  );

  it.each([
    ['processing day', { processingDay: '2026-11-25' }],
    ['service user number', { serviceUserNumber: '999999' }],
  ])('returns nothing of a submission with another %s', (_name, options) =>
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 6500, creditor: CREDITOR }], options);
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.read();
      expect(await problems(store)).toEqual(['unmatchedRecord']);
    })(),
  );

  it(
    'is set aside as a whole if it is for another service user, or through another exchange',
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 6500, creditor: CREDITOR }]);
      await bank.receive(report([returnedItem()], '65.00').replace('"123456"', '"654321"'));
      await bank.receive(report([returnedItem()], '65.00', '8'), ['FPS', 'CHAPS']);
      await bank.read();
      expect([...(await problems(store))].sort()).toEqual(['wrongExchange', 'wrongServiceUser']);
      expect(await ended(store)).toEqual([]);
    }),
  );

  it(
    'returns as many equal credits as it lists, the oldest first',
    withBank(async (bank, store) => {
      await bank.submit('q', [{ pence: 6500, creditor: CREDITOR }], { isHandedOver: false });
      await bank.submit('p', Array(3).fill({ pence: 6500, creditor: CREDITOR }));
      await bank.receive(report([returnedItem(), returnedItem()], '130.00'));
      await bank.read();
      expect(await ended(store)).toEqual([FIRST_INDEX, FIRST_INDEX + 1]);
      // The same report again, and another one with one more return.
      await bank.receive(report([returnedItem(), returnedItem()], '130.00'));
      await bank.receive(report([returnedItem()], '65.00', '8'));
      await bank.read();
      expect(await ended(store)).toEqual([FIRST_INDEX, FIRST_INDEX + 1, FIRST_INDEX + 2]);
      expect(await problems(store)).toEqual([]);
      // Only the credit is left that the hub has not confirmed. After it, no credit can come back.
      await bank.receive(report([returnedItem()], '65.00', '9'));
      await bank.receive(report([returnedItem()], '65.00', '10'));
      await bank.read();
      expect(await ended(store, Q)).toEqual([FIRST_INDEX]);
      expect(await problems(store)).toEqual(['returnedTwice']);
    }),
  );

  it(
    'returns other equal credits than a report that is read at the same time',
    withBank(async (bank, store) => {
      await bank.submit('p', Array(4).fill({ pence: 6500, creditor: CREDITOR }));
      for (const number of ['1', '2', '3', '4']) {
        await bank.receive(report([returnedItem()], '65.00', number));
      }
      await bank.read();
      expect(await problems(store)).toEqual([]);
      expect(await ended(store)).toHaveLength(4);
    }),
  );

  it(
    'returns a credit whose hand-over is confirmed before an equal one',
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 6500, creditor: CREDITOR }], { isHandedOver: false });
      await bank.submit('q', [{ pence: 6500, creditor: CREDITOR }]);
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.read();
      expect(await ended(store, Q)).toEqual([FIRST_INDEX]);
      expect(await ended(store, P)).toEqual([]);
    }),
  );

  it(
    'with the id of another report is set aside, although it lists the same records',
    withBank(async (bank, store) => {
      await bank.submit('p', Array(3).fill({ pence: 6500, creditor: CREDITOR }));
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.receive(`${report([returnedItem()], '65.00')}\n`);
      await bank.read();
      expect(await problems(store)).toEqual(['idReused']);
      expect(await ended(store)).toHaveLength(1);
    }),
  );

  it(
    'returns no equal credit that Bacs rejected',
    withBank(async (bank, store) => {
      await bank.submit('p', Array(2).fill({ pence: 6500, creditor: CREDITOR }));
      const serial = P.slice(-6);
      const rejected = inputReport(inputError('REJECTED', '65.00'), [1, '65.00'], [1, '65.00']);
      await bank.receive(rejected.replace('000042', serial));
      await bank.read();
      await bank.receive(report([returnedItem()], '65.00'));
      await bank.receive(report([returnedItem()], '65.00', '8'));
      await bank.read();
      expect(await countsOf(store)).toMatchObject({ accepted: 1, rejected: 1, open: 0 });
      expect(await problems(store)).toEqual(['returnedAfterRejection']);
    }),
  );

  it(
    'takes the other items if one is malformed',
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 6500, creditor: CREDITOR }]);
      await bank.receive(report([returnedItem('x'), returnedItem()], '130.00'));
      await bank.read();
      expect(await problems(store)).toEqual(['malformed']);
      expect(await ended(store)).toEqual([FIRST_INDEX]);
    }),
  );

  it(
    'searches each payment file once, however many records it has',
    withBank(async (bank, store) => {
      const credits = Array.from({ length: 60 }, (_, at) => {
        return { pence: 6500 + at, creditor: CREDITOR };
      });
      await bank.submit('p', credits);
      bank.sliceSize = 10;
      const items = credits.map(({ pence }) => returnedItem((pence / 100).toFixed(2)));
      const sum = credits.reduce((total, { pence }) => total + pence, 0);
      await bank.receive(report(items.reverse(), (sum / 100).toFixed(2)));
      await bank.read();
      expect(await countsOf(store)).toMatchObject({ accepted: 60 });
      // One search for all numbers, and then one by index for each slice.
      expect(bank.lookUps).toEqual([60, ...Array<number>(6).fill(10)]);
    }),
  );
});

describe('an input report', () => {
  const serial = P.slice(-6);
  const about = (errors: string, accepted: [number, string], rejected: [number, string]) =>
    inputReport(errors, accepted, rejected).replace('000042', serial);

  it(
    'rejects the listed credits and accepts all others',
    withBank(async (bank, store) => {
      await bank.submit('p', [
        { pence: 1234, creditor: OTHER },
        { pence: 1234, creditor: CREDITOR },
        { pence: 1234, creditor: CREDITOR },
        { pence: 100, creditor: CREDITOR },
      ]);
      const errors = inputError('REJECTED') + inputError('AMENDED', '1.00');
      await bank.receive(about(errors, [3, '25.68'], [1, '12.34']));
      await bank.read();
      expect(await problems(store)).toEqual([]);
      expect(await countsOf(store)).toEqual({ open: 0, pending: 0, accepted: 3, rejected: 1 });
      expect(await ended(store)).toEqual([FIRST_INDEX + 1]);
      expect(await store.listBacsAdvices(10)).toMatchObject([
        { outcome: 'amended', code: 'AMENDED', index: FIRST_INDEX + 3 },
      ]);
    }),
  );

  it(
    'rejects as many equal credits as it lists, over several slices of answers',
    withBank(async (bank, store) => {
      bank.sliceSize = 1;
      bank.failsAfter = 1;
      await bank.submit('p', Array(3).fill({ pence: 1234, creditor: CREDITOR }));
      await bank.receive(about(inputError('REJECTED').repeat(2), [1, '12.34'], [2, '24.68']));
      await bank.read();
      expect(await ended(store)).toEqual([FIRST_INDEX, FIRST_INDEX + 1]);
      expect(await countsOf(store)).toMatchObject({ accepted: 1, rejected: 2 });
      expect(await problems(store)).toEqual([]);
    }),
  );

  it(
    'rejects the whole submission if no credit is accepted',
    withBank(async (bank, store) => {
      await bank.submit('p', Array(3).fill({ pence: 100, creditor: CREDITOR }));
      await bank.receive(about('', [0, '0.00'], [3, '3.00']));
      await bank.read();
      expect(await countsOf(store)).toMatchObject({ rejected: 3 });
    }),
  );

  it.each([
    ['unknownSubmission', inputReport('', [1, '1.00'], [0, '0.00'])],
    ['submissionTotals', about('', [2, '1.00'], [0, '0.00'])],
    ['submissionTotals', about('', [1, '1.01'], [0, '0.00'])],
    ['unmatchedRecord', about(inputError('AMENDED', '0.99'), [1, '1.00'], [0, '0.00'])],
  ])('is set aside as a whole with %s', (code, xml) =>
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 100, creditor: CREDITOR }]);
      await bank.receive(xml);
      await bank.read();
      expect(await problems(store)).toEqual([code]);
      expect(await countsOf(store)).toMatchObject({ open: 1 });
    })(),
  );

  it(
    'is set aside if it could be about several submissions',
    withBank(async (bank, store) => {
      await bank.submit('p', [{ pence: 100, creditor: CREDITOR }]);
      await bank.submit('q', [{ pence: 100, creditor: CREDITOR }]);
      await bank.receive(about('', [1, '1.00'], [0, '0.00']));
      await bank.read();
      expect(await problems(store)).toEqual(['severalSubmissions']);
    }),
  );
});
