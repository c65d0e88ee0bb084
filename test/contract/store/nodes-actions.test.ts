import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { parkedStep } from './action-proposals.ts';
import { balanceOf, LATER, RICH, RICH_PENCE, tokenOf } from './fixtures.ts';
import { overNodes, tally } from './four-nodes.ts';
import { heldPayment, proposeAll } from './payment-cases.ts';

/** Operators, each under another name. */
const actOf = (n: number) => ({
  at: LATER,
  by: actorOf({ kind: 'operator', id: `operator${String(n)}` }),
});

const PROPOSER = 99;

describe.skipIf(!hasPostgres())('four nodes at once, with an action of two operators', () => {
  it(
    'propose it once, and confirm or withdraw it once',
    overNodes(async ({ first, atOnce }) => {
      const subject = await parkedStep(first);
      const request = { action: 'abandonWork', subject, reason: 'r', seen: null } as const;
      const proposed = await atOnce(async (store) => {
        return (await store.proposeAction(request, actOf(PROPOSER))).kind;
      });
      expect(tally(proposed)).toEqual({ proposed: 1, alreadyProposed: 31 });
      const [open] = await first.listActions('open', LATER, 10);
      const id = open?.id ?? 0;
      const own = await atOnce(async (store) => {
        return (await store.confirmAction(id, { next: null }, actOf(PROPOSER))).kind;
      });
      expect(tally(own)).toEqual({ sameOperator: 32 });
      const did = await atOnce(async (store, n) => {
        if (n % 4 === 3) return `withdraw ${(await store.withdrawAction(id, actOf(n))).kind}`;
        return (await store.confirmAction(id, { next: null }, actOf(n))).kind;
      });
      const counts = tally(did);
      const isConfirmed = counts['done'] === 1;
      expect((counts['done'] ?? 0) + (counts['withdraw done'] ?? 0)).toBe(1);
      expect((counts['ended'] ?? 0) + (counts['withdraw ended'] ?? 0)).toBe(31);
      expect(await balanceOf(first, RICH)).toBe(RICH_PENCE - (isConfirmed ? 0 : 100));
      expect(await first.listFailingWork(10)).toHaveLength(isConfirmed ? 0 : 1);
    }),
  );
});

describe.skipIf(!hasPostgres())('four nodes at once, with all cases of a payment', () => {
  it(
    'propose a decision once, confirm it once, and decide no case twice',
    overNodes(async ({ first, atOnce }) => {
      await heldPayment(first, 20);
      const proposed = await atOnce(async (store) => {
        return (await proposeAll(store, 'releaseCases', actOf(PROPOSER))).kind;
      });
      expect(tally(proposed)).toEqual({ proposed: 1, alreadyProposed: 31 });
      await first.decideCase({ id: 7, decision: 'reject', reason: 'r' }, actOf(PROPOSER));
      const [old] = await first.listActions('open', LATER, 10);
      await first.withdrawAction(old?.id ?? 0, actOf(PROPOSER));
      await proposeAll(first, 'releaseCases', actOf(PROPOSER));
      const [open] = await first.listActions('open', LATER, 10);
      const id = open?.id ?? 0;
      // Other operators confirm the release of all cases, or the rejection of one.
      const did = await atOnce(async (store, n) => {
        if (n % 4 > 0) return (await store.confirmAction(id, null, actOf(n))).kind;
        const reject = { id: 7, decision: 'reject', reason: 'r' } as const;
        return `case ${await store.decideCase(reject, actOf(n))}`;
      });
      const counts = tally(did);
      const isReleased = counts['done'] === 1;
      expect((counts['done'] ?? 0) + (counts['case decided'] ?? 0)).toBe(1);
      expect(counts).toEqual(
        isReleased
          ? { done: 1, ended: 23, 'case ended': 8 }
          : { changed: 24, 'case decided': 1, 'case ended': 7 },
      );
      expect(await first.casesOf(['p'])).toHaveLength(isReleased ? 0 : 19);
      const decided = (await first.dueWork(LATER, 100)).length;
      expect(decided).toBe(isReleased ? 20 : 1);
    }),
  );
});

describe.skipIf(!hasPostgres())('four nodes at once, with a suspended TPP', () => {
  it(
    'suspend it once, and all refuse its tokens',
    overNodes(async ({ first, stores, atOnce }) => {
      await first.saveToken(tokenOf('free'));
      const found = () => Promise.all(stores.map((store) => store.findGrant('free')));
      expect(await found()).not.toContain(undefined);
      const versions = await Promise.all(stores.map((store) => store.directoryVersion()));
      const suspended = await atOnce((store, n) => store.suspendTpp('one', 'r', actOf(n)));
      expect(suspended.filter(Boolean)).toHaveLength(1);
      expect(new Set(await found())).toEqual(new Set([undefined]));
      for (const store of stores) expect(versions).not.toContain(await store.directoryVersion());
    }),
  );
});
