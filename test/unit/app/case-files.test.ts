import { expect, it } from 'vitest';
import { exporterOfCases } from '../../../src/app/case-files.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';

it('creates one case file after the other, also after one has failed', async () => {
  const [begun, ends]: [string[], (() => void)[]] = [[], []];
  const collectCase = async ({ id }: { readonly id: string }) => {
    begun.push(id);
    await new Promise<void>((end) => ends.push(end));
    if (id === 'a') throw new Error('disk full');
    return 'unknownId' as const;
  };
  const exportCase = exporterOfCases(
    {
      ...{ useCases: { collectCase }, clock: { now: () => 0 } },
      ...{ config: { schemes: { kind: 'simulated' } }, store: { record: () => Promise.resolve() } },
    },
    {
      keys: { jwks: () => ({ keys: [] }), signing: () => expect.unreachable() },
      settings: { bankTitle: 'B' },
    },
  );
  const act = { at: 0, by: actorOf({ kind: 'operator', id: 'olga' }) };
  const results = Promise.allSettled(['a', 'b'].map((id) => exportCase(id, null, act)));
  await expect.poll(() => begun).toEqual(['a']);
  ends[0]?.();
  await expect.poll(() => begun).toEqual(['a', 'b']);
  ends[1]?.();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
