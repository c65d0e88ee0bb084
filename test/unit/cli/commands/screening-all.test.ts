import { expect, it } from 'vitest';
import { actorOf } from '../../../../src/domain/records/audit.ts';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { actionRoutes } from '../../../../src/ops/commands/action-proposals.ts';
import { screeningRoutes } from '../../../../src/ops/commands/screening.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { LATER } from '../../../contract/store/fixtures.ts';
import { heldPayment, proposeAll } from '../../../contract/store/payment-cases.ts';
import { run, withData } from '../fixtures.ts';

const REASON = ['--reason', 'All checked.'];

it(
  'pisctl screening release-all proposes one decision about all cases of a payment',
  withData(async ({ folder, store }) => {
    const clock = () => LATER;
    const common = { store, clock, wake: () => undefined };
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        screeningRoutes(common),
        actionRoutes({
          ...common,
          useCases: {
            confirmAction: (id, act) => store.confirmAction(id, null, act),
            currentFacts: async ({ action, subject }, now) =>
              (await store.factsOfAction(action, subject, now))?.facts,
          },
        }),
      ],
      ...{ store, clock, observe: () => undefined },
    });
    const ask = (...args: string[]) => run('screening', args, folder);
    try {
      await expect(ask('release-all', 'p', ...REASON)).rejects.toThrow('p has no open case');
      await expect(ask('reject-all', '../p', ...REASON)).rejects.toThrow('by its id');
      await heldPayment(store, 3);
      const proposed = await ask('release-all', 'p', ...REASON);
      for (const fact of ['Cases: 3', 'Payments: 3', 'Amount: £3.00', 'proposal confirm 1']) {
        expect(proposed).toContain(fact);
      }
      await expect(ask('release-all', 'p', ...REASON)).rejects.toThrow('Proposal 1 is about this');
      const confirm = () => run('proposal', ['confirm', '1'], folder);
      await expect(confirm()).rejects.toThrow('by another operator');
      await store.withdrawAction(1, { at: LATER, by: actorOf({ kind: 'operator', id: 'olga' }) });
      // Another operator proposed it.
      await proposeAll(store, 'rejectCases');
      expect(await run('proposal', ['list', '--open'], folder)).toContain('Decision: reject');
      expect(await run('proposal', ['confirm', '2'], folder)).toContain('Proposal 2 is confirmed.');
      expect(await ask('list')).toBe('No payment is held.');
    } finally {
      await control.close();
    }
  }),
);
