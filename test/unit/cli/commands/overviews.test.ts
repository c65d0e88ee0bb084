import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type { ApiMonth } from '../../../../src/domain/records/api-figures.ts';
import type { WaitingApprovals } from '../../../../src/domain/records/waiting-approval.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { overviewRoutes, regulatorRoutes } from '../../../../src/ops/commands/overviews.ts';
import { apiMonth } from '../../../../src/use-cases/operators/overview/api-month.ts';
import { listFiles } from '../../../../src/use-cases/operators/overview/file-list.ts';
import {
  ledgerEntries,
  ledgerOfDay,
} from '../../../../src/use-cases/operators/overview/ledger-day.ts';
import { batchOf, LATER, NOW, sendWhole, submit } from '../../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../fixtures.ts';

interface World extends Data {
  readonly ask: (command: string, ...args: string[]) => Promise<string>;
}

const NONE: WaitingApprovals = { listed: [], hasMore: false };

/** A store with the overviews of a running service. */
function withOverviews(use: (world: World) => Promise<void>, waiting = NONE) {
  return withData(async (data) => {
    const { folder, store } = data;
    const useCases = {
      ledgerOfDay: ledgerOfDay.bind(null, { store }),
      ledgerEntries: ledgerEntries.bind(null, { store }),
      listFiles: listFiles.bind(null, { store }),
      listWaitingApprovals: () => Promise.resolve(waiting),
    };
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        overviewRoutes({ useCases, clock: () => LATER }),
        regulatorRoutes({
          store,
          machineClock: () => LATER,
          useCases: { apiMonth: apiMonth.bind(null, { store }) },
        }),
      ],
      store,
      clock: () => LATER,
      observe: () => undefined,
    });
    try {
      await use({ ...data, ask: (command, ...args) => run(command, args, folder) });
    } finally {
      await control.close();
    }
  });
}

const BLOCKED: WaitingApprovals = {
  listed: [
    {
      ...{ id: 'fp-1', consentId: 'fpc-1', family: 'file-payments', clientId: 'tpp-one' },
      ...{ customerId: 'north', createdAt: NOW, amount: '£6.00', approvers: ['tom'] },
      organisationId: 'org-one',
      approval: { required: 3, received: 1, status: 'waiting', approveBy: LATER, updatedAt: NOW },
      refused: [{ userId: 'eve', problem: 'The file is above the limit of the user.' }],
      isBlocked: true,
    },
  ],
  hasMore: true,
};

describe('pisctl regulator', () => {
  it(
    'counts a downtime as unplanned, and proposes the reverse',
    withOverviews(async ({ ask, store }) => {
      const about = { node: 'one', day: '2026-03-02', maxGapMs: 0, counts: [], outages: [] };
      await store.addNodeReport({ ...about, run: 'one', at: NOW, stopped: 1 });
      await store.addNodeReport({ ...about, run: 'two', at: NOW + 7000, stopped: 0 });
      const start = '2026-03-02T10:00:00.000Z';
      const list = () => ask('regulator', '--month', '2026-03');
      const line = `downtime ${start}: 7.0 s`;
      expect(await list()).toContain(`${line}, planned`);
      const because = [start, '--reason', 'No notice.'] as const;
      expect(await ask('regulator', 'unplanned', ...because)).toContain('counts as unplanned');
      expect(await list()).toContain(`${line}, unplanned`);
      await expect(ask('regulator', 'unplanned', ...because)).rejects.toThrow(
        `No planned downtime starts at ${start}.`,
      );
      await expect(ask('regulator', 'planned', 'noon', '--reason', 'r')).rejects.toThrow(
        'No unplanned downtime starts at noon.',
      );
      expect(await ask('regulator', 'planned', ...because)).toMatch(/1.*confirm/s);
      expect(await store.listActions('newest', NOW, 1)).toMatchObject([
        { action: 'planDowntime', subject: start, reason: 'No notice.' },
      ]);
    }),
  );

  it(
    'shows the days of a month and their SQL',
    withOverviews(async ({ ask, store }) => {
      const report = {
        ...({ node: 'one', run: 'one', day: '2026-03-02', maxGapMs: 30_000 } as const),
        outages: [],
      };
      const counts = [
        { endpoints: 'payments', requests: 4, errors: 1, late: 1, totalUs: 9000 },
      ] as const;
      await store.addNodeReport({ ...report, at: NOW, stopped: 0, counts });
      await store.addNodeReport({ ...report, at: NOW + 90_000, stopped: 1, counts: [] });
      await store.addNodeReport({
        ...report,
        run: 'two',
        at: NOW + 97_000,
        stopped: 0,
        counts: [],
      });
      await store.addNodeReport({
        ...report,
        run: 'two',
        at: NOW + 100_000,
        stopped: 0,
        counts: [],
      });
      const text = await ask('regulator', '--month', '2026-03');
      expect(text).toContain('2026-03-02  uptime 3.00 %, downtime planned 7.0 s, unplanned 90.0 s');
      expect(text).toContain(
        'PISP 2.3 ms (4, errors 25.000 %), funds none, other none, all: errors 25.000 % (1 of 4)',
      );
      expect(text).toContain(
        'Mean response time in milliseconds, by day and group:\n    SELECT day',
      );
      expect(await ask('regulator', '--month', '2026-05')).toContain('Nothing was measured.');
      const found = JSON.parse(await ask('regulator', '--month', '2026-03', '--json')) as ApiMonth;
      expect(found.days).toMatchObject([{ payments: { errorPercent: 25 } }]);
      await expect(ask('regulator', '--month', '2026-3')).rejects.toThrow('year-month');
    }),
  );
});

describe('pisctl ledger', () => {
  it(
    'shows the sums of one scheme or all, and that they balance',
    withOverviews(async ({ ask, store }) => {
      await sendWhole(store, 'p', 3);
      const all = await ask('ledger', '--day', '2026-03-02');
      expect(all).toContain('clearing:FPS: debits £0.00, credits £3.00, balance £3.00');
      expect(all).toContain('open of this day: not sent £0.00, not answered £3.00, pending £0.00');
      expect(all).toContain('settlement:CHAPS: debits £0.00, credits £0.00, balance £0.00');
      expect(all).toMatch(/all accounts: debits (\S+), credits \1, equal$/);
      const one = await ask('ledger', '--scheme', 'FPS');
      expect(one).toContain('clearing:FPS');
      expect(one).not.toContain('CHAPS');
      expect(JSON.parse(await ask('ledger', '--json'))).toMatchObject({ day: '2026-03-02' });
    }),
  );

  it(
    'lists entries, and refuses unknown accounts, days and places',
    withOverviews(async ({ ask, store }) => {
      await sendWhole(store, 'p', 3);
      const listed = await ask('ledger', 'entries', 'clearing:FPS');
      expect(listed).toContain('credit £3.00 from 11-28-00 01234567 (debit)');
      expect(listed).toContain('payment p, batch 0\n1 listed.');
      const place = `${String(NOW)}.0`;
      expect(await ask('ledger', 'entries', 'clearing:FPS', '--after', place)).toBe('None.');
      const refused = (...args: string[]) => expect(ask('ledger', ...args)).rejects;
      await refused('entries', 'clearing:NONE').toThrow('no account clearing:NONE');
      await refused('entries', 'charges', '--day', 'today').toThrow('Write the day as');
      await refused('entries', 'charges', '--after', 'x').toThrow('Copy the value of --after');
      await refused('--day', 'today').toThrow('Write the day as');
    }),
  );
});

describe('pisctl files list', () => {
  it(
    'lists files of a day and a status',
    withOverviews(async ({ ask, store }) => {
      await submit(store, 'p', [batchOf(3, 600, { dueAt: LATER })]);
      const listed = await ask('files', 'list', '--day', '2026-03-02', '--status', 'waiting');
      expect(listed).toContain('p: Waiting for its day');
      expect(listed).toContain('3 payments, £6.00, BULK, from 11-28-00 01234567, through tpp-one');
      expect(listed).toContain('0 paid, 0 failed, 3 open\n1 listed.');
      expect(await ask('files', 'list', '--status', 'paid')).toBe('None.');
      expect(await ask('files', 'list', '--day', '2026-03-01')).toBe('None.');
    }),
  );
});

describe('pisctl bank approvals --waiting', () => {
  it(
    'marks payments that nobody can approve, and says if there are more',
    withOverviews(async ({ ask }) => {
      const listed = await ask('bank', 'approvals', '--waiting');
      expect(listed).toContain('fp-1 (File payment) of £6.00: 1 of 3 approvals');
      expect(listed).toContain('can approve: tom');
      expect(listed).toContain('cannot: eve. The file is above the limit of the user.');
      expect(listed).toContain('BLOCKED: too few users can approve it');
      expect(listed).toContain('1 listed. More payments wait, with later deadlines.');
      await expect(ask('bank', 'approvals')).rejects.toThrow('or use --waiting');
    }, BLOCKED),
  );
});
