import { describe, expect, it } from 'vitest';
import type { PostgresStore } from '../../../src/store/postgres/index.ts';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import {
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  RICH,
  RICH_PENCE,
  submit,
} from './fixtures.ts';
import { overNodes, tally } from './four-nodes.ts';
import { bringBack } from './hub-messages.ts';
import { accept, recallOf, statesOf } from './hub-recalls.ts';

const by = (id: string) => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const [OLGA, OSCAR, ANNA] = [by('olga'), by('oscar'), by('anna')];
const PAYMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const BOOKING = bookingOf([debitOf(null, 100)]);

/** Seals the audit log on all nodes, and returns the number of its entries with an action. */
async function entriesOf(stores: readonly PostgresStore[], action: string): Promise<number> {
  for (const store of stores) await store.auditHead();
  const [store] = threeOf(stores);
  const entries = await store.listAuditEntries({ from: 1, limit: 1000 });
  return entries.filter((entry) => entry.action === action).length;
}

/** Returns three of the nodes. */
function threeOf(stores: readonly PostgresStore[]) {
  const [one, two, three] = stores.map((store) => expectDefined(store, 'a node'));
  if (one === undefined || two === undefined || three === undefined) throw new Error('no nodes');
  return [one, two, three] as const;
}

describe.skipIf(!hasPostgres())('three nodes at once, with a held payment', () => {
  it(
    'hold it or book it, but never both',
    overNodes(async ({ stores }) => {
      const [one, two, three] = threeOf(stores);
      const results: string[] = [];
      for (const [index, id] of PAYMENTS.entries()) {
        await submit(one, id, [batchOf(1, 100)]);
        const work = await nextWork(one);
        const hold = () => one.holdPayment(id, 'r', OLGA);
        const book = async () => ({
          kind: (await two.bookDebits(work, BOOKING, LATER)).done ? 'booked' : 'none',
        });
        const again = () => three.holdPayment(id, 'r', OSCAR);
        // The nodes begin in another order with each payment.
        const acts = [hold, book, again];
        const order = [...acts.slice(index % 3), ...acts.slice(0, index % 3)];
        const done = await Promise.all(order.map(async (act) => (await act()).kind));
        const result = [...done].sort().join(' ');
        results.push(result);
        const isHeld = result === 'held heldBefore none';
        if (!isHeld) expect(result).toBe('booked noBooking noBooking');
        expect(await one.casesOf([id])).toHaveLength(isHeld ? 1 : 0);
        // The step of a booked payment sends it next. A held payment has no step that is due.
        const due = (await one.dueWork(LATER, 100)).filter(({ paymentId }) => paymentId === id);
        expect(due.map(({ step }) => step)).toEqual(isHeld ? [] : ['send']);
        for (const { id: step } of due) await one.deferWork(step, LATER + 1);
      }
      const booked = results.filter((result) => result.startsWith('booked')).length;
      expect(await balanceOf(one, RICH)).toBe(RICH_PENCE - booked * 100);
      expect(await entriesOf(stores, 'paymentHeld')).toBe(PAYMENTS.length - booked);
    }),
  );

  it(
    'release or reject it, and book it once after its release',
    overNodes(async ({ stores }) => {
      const [one, two, three] = threeOf(stores);
      let booked = 0;
      for (const [index, payment] of PAYMENTS.entries()) {
        await submit(one, payment, [batchOf(1, 100)]);
        await three.holdPayment(payment, 'r', OLGA);
        const [found] = await one.casesOf([payment]);
        const decide = (decision: CaseDecision, isConfirmation: boolean) => {
          return { id: found?.id ?? 0, decision, reason: 'r', isConfirmation };
        };
        // Two operators propose different decisions at the same time.
        const proposals = [
          () => one.decideCase(decide('release', false), OLGA),
          () => two.decideCase(decide('reject', false), OSCAR),
        ];
        const order = index % 2 === 0 ? proposals : [...proposals].reverse();
        const proposed = await Promise.all(order.map((propose) => propose()));
        expect(tally(proposed)).toEqual({ proposed: 1, changed: 1 });
        // Other operators confirm each of them on another node. Only one was proposed.
        const confirmed = await Promise.all([
          one.decideCase(decide('release', true), ANNA),
          two.decideCase(decide('reject', true), ANNA),
          three.decideCase(decide('release', true), by('oda')),
          one.decideCase(decide('reject', true), by('oda')),
        ]);
        expect(confirmed.filter((result) => result === 'decided')).toHaveLength(1);
        const [step] = (await two.dueWork(LATER, 100)).filter((work) => {
          return work.paymentId === payment && work.step === 'book';
        });
        const work = expectDefined(step, 'the step of the decided payment');
        const decided = expectDefined((await three.findCase(work))?.decided, 'the decision');
        const isReleased = decided.decision === 'release';
        expect(confirmed[0] === 'decided' || confirmed[2] === 'decided').toBe(isReleased);
        if (!isReleased) continue;
        const done = await Promise.all(
          [one, two, three].map((node) => node.bookDebits(work, BOOKING, LATER)),
        );
        expect(done.filter((result) => result.done)).toHaveLength(1);
        booked += 1;
      }
      expect(await balanceOf(one, RICH)).toBe(RICH_PENCE - booked * 100);
      expect(await entriesOf(stores, 'screeningDecided')).toBe(PAYMENTS.length);
    }),
  );
});

describe.skipIf(!hasPostgres())('three nodes at once, with a recall', () => {
  it(
    'store it or take the return of the credit first, and book the return once',
    overNodes(async ({ stores }) => {
      const [one, two, three] = threeOf(stores);
      for (const [index, payment] of PAYMENTS.entries()) {
        await accept(one, 1, 1, payment);
        const collected = { exceptions: [], nextCursor: null, askAgainAt: null };
        await one.applyAnswers(await nextWork(one), collected, LATER);
        const planned = (id: string) => ({
          facts: { Payment: payment, Row: 1 },
          recall: recallOf(`${id}${payment}`, 0, payment),
        });
        const subject = `${payment}/1`;
        const request = { action: 'recallCredit', subject, reason: 'r', seen: null } as const;
        const proposed = await one.proposeAction({ ...request, plan: planned('P') }, OLGA);
        const id = proposed.kind === 'proposed' ? proposed.proposal.id : 0;
        const confirm = async () => (await two.confirmAction(id, planned('R'), OSCAR)).kind;
        const comeBack = async () => {
          await bringBack(three, payment, payment.toUpperCase());
          return 'back';
        };
        const order = index % 2 === 0 ? [confirm, comeBack] : [comeBack, confirm];
        const done = await Promise.all(order.map((act) => act()));
        const isStored = done.includes('done');
        expect([...done].sort()).toEqual(['back', isStored ? 'done' : 'notPossible']);
        expect((await statesOf(one)).filter((state) => state.startsWith(`R${payment}`))).toEqual(
          isStored ? [`R${payment} returned`] : [],
        );
        const waiting = await two.waitingReturns(10);
        expect(waiting).toMatchObject([{ paymentId: payment, index: 0 }]);
        const debit = { ...debitOf(0, 100), index: 0 };
        const batch = { paymentId: payment, number: 0 };
        const returned = await Promise.all(
          [one, two, three].map(async (node) => {
            return (await node.returnCredit(batch, { debit, reason: 'AC04' }, OLGA)).kind;
          }),
        );
        expect(tally(returned)).toEqual({ returned: 1, alreadyBack: 2 });
        for (const { messageId, index: credit } of waiting) {
          await two.endReturn({ messageId, index: credit }, null, LATER);
        }
        expect(await balanceOf(one, RICH)).toBe(RICH_PENCE);
        const entries = await entriesOf(stores, 'hubRecalled');
        expect(entries).toBe((await statesOf(one)).length);
      }
    }),
  );
});
