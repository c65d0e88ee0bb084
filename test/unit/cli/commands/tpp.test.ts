import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { CliError } from '../../../../src/cli/program.ts';
import { actionRoutes } from '../../../../src/ops/commands/action-proposals.ts';
import { tppRoutes } from '../../../../src/ops/commands/tpps.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { listTpps, viewTpp } from '../../../../src/use-cases/operators/tpps.ts';
import { batchOf, LATER, submit } from '../../../contract/store/fixtures.ts';
import { issueBound, validTokens } from '../../../contract/store/registrations.ts';
import { run, withData, type Data } from '../fixtures.ts';

const REASON = ['--reason', 'stolen keys'];

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
}

/** A store with the commands about TPPs of a running service. */
function withTpps(use: (world: World) => Promise<void>) {
  return withData(async (data) => {
    const { folder, store } = data;
    const clock = () => LATER;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        tppRoutes({
          ...{ store, clock },
          useCases: {
            listTpps: (after) => listTpps({ store }, after),
            viewTpp: (id) => viewTpp({ store }, id),
          },
        }),
        actionRoutes({
          ...{ store, clock, wake: () => undefined },
          useCases: {
            confirmAction: (id, act) => store.confirmAction(id, null, act),
            currentFacts: async ({ action, subject }, now) =>
              (await store.factsOfAction(action, subject, now))?.facts,
          },
        }),
      ],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      await use({ ...data, ask: (...args) => run('tpp', args, folder) });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl tpp', () => {
  it(
    'lists TPPs in pages, and shows the clients of one',
    withTpps(async ({ ask, store }) => {
      await issueBound(store);
      await submit(store, 'p', [batchOf(1, 100)]);
      const list = await ask('list');
      expect(list).toContain('aisp  aisp: Active in the directory, 1 client');
      expect(list).toMatch(/one {2}one: .*\n {4}last consent or payment 2026-.*, 0 open consents/);
      expect(await ask('list', '--after', 'one')).toBe('0 listed.');
      const shown = await ask('show', 'one');
      expect(shown).toContain('Client tpp-one: ');
      expect(shown).toContain('    certificate certificate of one Active');
      expect(shown).toContain('    consents: Used for its payment: 1');
      expect(shown).toContain('    payment p (File payment) Received, submitted 2026-');
      expect(shown).toContain('1 consent, 1 payment, 0 rejected');
      expect(shown).toContain('    no subscription to events');
    }),
  );

  it(
    'suspends a TPP once, and proposes the end of the suspension',
    withTpps(async ({ ask, store }) => {
      await issueBound(store);
      await expect(ask('resume', 'one', ...REASON)).rejects.toThrow('one is not suspended.');
      expect(await ask('suspend', 'one', ...REASON)).toContain('one is suspended.');
      await expect(ask('suspend', 'one', ...REASON)).rejects.toThrow('suspended already');
      await expect(ask('suspend', 'nobody', ...REASON)).rejects.toThrow('never listed');
      expect(await validTokens(store)).toEqual([false, false]);
      expect(await ask('show', 'one')).toMatch(/SUSPENDED .* by claimed:.*: stolen keys/);
      expect(await ask('resume', 'one', ...REASON)).toContain('pisctl proposal confirm 1');
      await expect(ask('resume', 'one', ...REASON)).rejects.toThrow(
        'Proposal 1 is about this already.',
      );
      expect(await validTokens(store)).toEqual([false, false]);
    }),
  );

  it(
    'refuses a name that is no id, and a missing reason',
    withTpps(async ({ ask }) => {
      await expect(ask('show', '../work')).rejects.toThrow(CliError);
      await expect(ask('suspend', 'one')).rejects.toThrow('--reason');
      await expect(ask('suspend', 'one', '--reason', ' ')).rejects.toThrow('Give a reason');
    }),
  );
});
