import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type { PaymentTimeline } from '../../../../src/domain/records/payment-timeline.ts';
import { timelineRoutes } from '../../../../src/ops/commands/payments.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { CliError } from '../../../../src/cli/program.ts';
import { run, withData } from '../fixtures.ts';

const TIMELINE: PaymentTimeline = {
  facts: {
    ...{ consentId: 'dpc-1', paymentId: 'dp-1', row: 2, rows: null, family: 'domestic-payments' },
    ...{ summary: '£1.00 to \u001b[31mEvil', status: { code: 'ACSC', meaning: 'Paid' } },
    ...{ reportedStatus: 'Completed', createdAt: 0, debtorAccount: '11280001234567' },
    ...{ customerId: 'northwind', lines: [{ label: 'Note', values: ['one', 'two'] }] },
    tpp: { clientId: 'tpp-one', name: null, organisation: null, organisationId: null },
  },
  entries: [
    {
      ...{ at: 1000, kind: 'result', text: `It was rejected${' again'.repeat(12)}.`, links: {} },
      ...{ actor: { kind: 'service', id: 'execution' }, code: { code: 'AC04', meaning: 'closed' } },
    },
  ],
  omitted: ['Only the first 100 results are shown.'],
  next: [],
  isNextComplete: false,
};

/** Runs `pisctl show` with a service that knows one payment. */
function shown(...args: string[]): Promise<string> {
  let printed: Promise<string> = Promise.resolve('');
  return withData(async ({ folder, store }) => {
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        timelineRoutes({
          timelineOf: (id, row) =>
            Promise.resolve(id !== 'dp-1' ? 'unknownId' : row === 9 ? 'unknownRow' : TIMELINE),
        }),
      ],
      ...{ store, clock: () => 0, observe: () => undefined },
    });
    printed = run('show', args, folder);
    await printed.catch(() => undefined);
    await control.close();
  })().then(() => printed);
}

describe('pisctl show', () => {
  it('prints facts, the history in columns, and the next step', async () => {
    expect((await shown('dp-1', '--row', '2')).split('\n')).toEqual([
      expect.stringContaining('£1.00 to '),
      '  Status        Paid (ACSC); the TPP reads Completed',
      '  Note          one',
      '                two',
      '  From account  11-28-00 01234567',
      '  Customer      northwind',
      '  TPP           client tpp-one',
      '  Payment type  Domestic payment',
      '  Payment       dp-1',
      '  Row           2',
      '  Consent       dpc-1',
      '  Submitted     1970-01-01 01:00:00 BST',
      '',
      '1970-01-01 (BST)',
      '  01:00:01  service execution  It was rejected again again again again again again again again again',
      '                               again again again. Reason: closed (AC04).',
      '  … Only the first 100 results are shown.',
      '',
      'Next: No step was found. Not everything was read, so it may not have ended.',
    ]);
  });

  it('makes control characters of names visible', async () => {
    expect(await shown('dp-1')).not.toContain('\u001b');
  });

  it.each([
    ['an unknown id', ['dp-2'], /No consent and no payment has this id.*npx pisctl find/],
    ['an unknown row', ['dp-1', '--row', '9'], /has no row 9.*npx pisctl find/],
    ['a wrong id', ['../work'], /Name the payment by its ConsentId.*npx pisctl find/],
    ['a wrong row', ['dp-1', '--row', '0'], /Name the row by its number/],
  ])('refuses %s', async (_, args, message) => {
    const refused = shown(...args);
    await expect(refused).rejects.toThrow(CliError);
    await expect(refused).rejects.toThrow(message);
  });
});
