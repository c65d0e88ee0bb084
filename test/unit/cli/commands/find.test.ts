import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type {
  FoundByOperator,
  MatchedPayment,
  PaymentQuery,
} from '../../../../src/domain/records/operator-search.ts';
import { paymentRoutes } from '../../../../src/ops/commands/payments.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../fixtures.ts';
import type { Store } from '../../../../src/domain/ports/store.ts';

const ROW: MatchedPayment = {
  ...{ consentId: 'fpc-1', paymentId: 'fp-1', paymentType: 'file-payments', clientId: 'tpp-one' },
  paymentTypeText: 'File payment',
  ...{ row: 7, payments: 1, creditorName: 'Smith\u001b[2J Ltd', creditorAccount: '20000012345678' },
  amount: { minor: 123456, currency: 'GBP' },
  ...{ endToEndIdentification: 'E2E', instructionIdentification: null, reference: 'INV 1' },
  ...{ instrument: 'FPS', debtorAccount: null, at: NOW, status: 'Paid' },
};
const WHOLE: MatchedPayment = {
  ...{ ...ROW, row: null, payments: 1200, creditorName: null, creditorAccount: null },
  ...{ endToEndIdentification: null, instrument: null, paymentId: null },
};
const NOTHING: FoundByOperator = {
  ...{ payments: [], isComplete: true, isDamaged: false },
  ...{ indexedTo: NOW, notIndexed: 0 },
};

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
  readonly queries: readonly PaymentQuery[];
}

/** A running service whose searches have this result. */
function withResult(result: FoundByOperator, use: (world: World) => Promise<void>) {
  return withData(async (data) => {
    const { folder, store } = data;
    const queries: PaymentQuery[] = [];
    const findPayments = (query: PaymentQuery) => {
      queries.push(query);
      return Promise.resolve(result);
    };
    const searched = Object.assign(Object.create(store) as Store, {
      clearSearchSegments: () => Promise.resolve(3),
    });
    const clock = () => LATER;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [paymentRoutes({ store: searched, useCases: { findPayments }, clock })],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      await use({ ...data, queries, ask: (command = '', ...args) => run(command, args, folder) });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl find', () => {
  it(
    'prints payments of a file and whole files, without control characters',
    withResult({ ...NOTHING, payments: [ROW, WHOLE] }, async ({ ask }) => {
      expect(await ask('find', 'smith')).toBe(
        [
          '2026-03-02 10:00:00 GMT  £1,234.56 to Smith\uFFFD[2J Ltd, 20-00-00 12345678: Paid',
          '    payment fp-1, consent fpc-1, row 7 of its file',
          '    reference "INV 1", end-to-end id "E2E"',
          '    by Faster Payments, through tpp-one',
          '2026-03-02 10:00:00 GMT  £1,234.56 File payment, 1,200 payments: Paid',
          '    payment not submitted, consent fpc-1',
          '    reference "INV 1"',
          '    through tpp-one',
          '2 found.',
        ].join('\n'),
      );
      expect(JSON.parse(await ask('find', 'smith', '--json'))).toMatchObject({
        payments: [{ row: 7 }, { payments: 1200 }],
      });
    }),
  );

  it(
    'passes the text, whole days in London and the limit, and records no text',
    withResult(NOTHING, async ({ ask, queries, store, folder }) => {
      const days = ['--from', '2026-03-28', '--to', '2026-03-29'];
      expect(await ask('find', ' a & b=%\u00e9 ', ...days, '--limit', '7')).toBe(
        'No payment found.',
      );
      await ask('find', 'x');
      const [from, before] = ['2026-03-28T00:00:00Z', '2026-03-29T23:00:00Z'].map(Date.parse);
      expect(queries).toEqual([
        { text: 'a & b=%\u00e9', from, before, limit: 7 },
        { text: 'x', from: null, before: null, limit: 100 },
      ]);
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      expect(entries.map(({ subject, detail }) => [subject, detail])).toEqual([
        ['payments-find', null],
        ['payments-find', null],
      ]);
    }),
  );

  it(
    'says that a file could not be searched',
    withResult({ ...NOTHING, isComplete: false, isDamaged: true }, async ({ ask }) => {
      expect(await ask('find', 'x')).toContain('No payment found. A payment file or a part of');
    }),
  );

  it(
    'says that there may be more, and what the index lacks',
    withResult({ ...NOTHING, isComplete: false, notIndexed: 5000 }, async ({ ask }) => {
      expect(await ask('find', 'x')).toContain('There may be more');
      expect(await ask('find', 'x')).toContain('Audit entries that it lacks: 5,000.');
    }),
  );

  it.each([
    [['\u0000%'], 'Give a text'],
    [['x'.repeat(257)], 'Give a text'],
    [
      ['x', '--from', '2026-02-30'],
      'Write the first day as year-month-day, for example 2026-03-02.',
    ],
    [['x', '--to', 'yesterday'], 'Write the last day as year-month-day, for example 2026-03-02.'],
    [['x', '--limit', '0'], 'Give a limit from 1 to 1000.'],
    [['x', '--limit', '1.5'], 'Give a limit from 1 to 1000.'],
    [['x', '--from', '2026-03-02', '--to', '2026-03-01'], 'before the first day'],
  ])('refuses %j', (args, message) =>
    withResult(NOTHING, async ({ ask, queries }) => {
      await expect(ask('find', ...args)).rejects.toThrow(message);
      expect(queries).toEqual([]);
    })(),
  );

  it('says that no service runs', () =>
    withData(async ({ folder }) => {
      await expect(run('find', ['x'], folder)).rejects.toThrow('No service is running');
    })());
});

describe('pisctl search rebuild', () => {
  it(
    'removes the index',
    withResult(NOTHING, async ({ ask }) => {
      expect(await ask('search', 'rebuild')).toContain('3 segments removed.');
    }),
  );
});
