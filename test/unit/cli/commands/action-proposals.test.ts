import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { actionRoutes } from '../../../../src/ops/commands/action-proposals.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import { BY_OLGA } from '../../../contract/store/hub-messages.ts';
import { postAs } from '../../../helpers/control-request.ts';
import { run, withData, type Data } from '../fixtures.ts';
import { parkedStep } from '../../../contract/store/action-proposals.ts';

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
  readonly propose: () => Promise<void>;
  readonly woken: () => number;
}

const BY_CHRIS = { ...BY_OLGA, at: NOW };

/** A running service with a stopped scheme, which can be proposed to resume. */
function withActions(use: (world: World) => Promise<void>) {
  return withData(async (data) => {
    const { folder, store } = data;
    let woken = 0;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        actionRoutes({
          ...{ store, clock: () => LATER, wake: () => void (woken += 1) },
          useCases: {
            confirmAction: (id, act) => store.confirmAction(id, null, act),
            currentFacts: async ({ action, subject }, now) =>
              (await store.factsOfAction(action, subject, now))?.facts,
          },
        }),
      ],
      ...{ store, clock: () => LATER, observe: () => undefined },
    });
    const propose = async () => {
      await store.stopScheme('FPS', 'it is slow\u001B[2J', BY_CHRIS);
      const request = { action: 'resumeScheme', subject: 'FPS', reason: 'repaired' } as const;
      await store.proposeAction({ ...request, seen: null }, BY_OLGA);
    };
    try {
      const ask = (...args: string[]) => run('proposal', args, folder);
      await use({ ...data, ask, propose, woken: () => woken });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl proposal', () => {
  it(
    'lists proposals with their facts and confirms one once',
    withActions(async ({ ask, propose, woken }) => {
      expect(await ask('list')).toBe('No proposal.');
      await propose();
      expect(await ask('list')).not.toContain('CHANGED');
      const listed = await ask('list', '--open');
      expect(listed).toContain('1  Resume a scheme, FPS: can be confirmed before 2026-');
      expect(listed).toContain('    Scheme: FPS\n    Reason of the stop: it is slow');
      expect(listed).not.toContain('\u001B');
      expect(listed).toContain('by claimed:olga/1000: repaired');
      expect(await ask('confirm', '1')).toBe('Proposal 1 is confirmed.');
      expect(woken()).toBe(1);
      await expect(ask('confirm', '1')).rejects.toThrow('Proposal 1 has ended.');
      expect(await ask('list', '--open')).toBe('No proposal.');
      expect(await ask('list')).toContain('1  Resume a scheme, FPS: confirmed ');
    }),
  );

  it(
    'refuses the operator who proposed, an unnamed client, and a withdrawn proposal',
    withActions(async ({ ask, propose, folder, store }) => {
      await propose();
      const path = '/proposals/1/confirm';
      expect(await postAs('olga/1000', folder, path)).toMatchObject({ status: 409 });
      expect(await postAs('Olga/7', folder, path)).toMatchObject({ status: 409 });
      expect(await postAs(null, folder, path)).toMatchObject({ status: 400 });
      const subject = await parkedStep(store);
      const request = { action: 'abandonWork', subject, reason: 'r', seen: null } as const;
      await store.proposeAction(request, BY_OLGA);
      await store.resumeWork(Number(subject), 1, BY_OLGA);
      await expect(ask('confirm', '2')).rejects.toThrow('is not possible any more');
      const [work] = await store.workToRetry(LATER, 1);
      if (work === undefined) throw new Error('no step');
      await store.postponeWork(work, { at: LATER, problem: 'Error: gone', tryAt: null });
      await expect(ask('confirm', '2')).rejects.toThrow('The facts have changed since proposal 2.');
      expect(await ask('list')).toContain('THE FACTS HAVE CHANGED');
      await ask('withdraw', '2');
      expect(await ask('withdraw', '1')).toBe('Proposal 1 is withdrawn. Nothing else has changed.');
      await expect(ask('withdraw', '1')).rejects.toThrow('Proposal 1 has ended.');
      await expect(ask('confirm', '3')).rejects.toThrow('There is no proposal 3.');
      await expect(ask('confirm', '../1')).rejects.toThrow('Name the proposal by its number.');
    }),
  );
});
