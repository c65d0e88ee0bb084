import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { outcomeProposal, proposeOutcome } from '../../helpers/proposals.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { LATER, NOW } from './fixtures.ts';
import { overNodes, tally } from './four-nodes.ts';
import {
  beginDocument,
  BY_OLGA,
  documentOf,
  messageIdOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';

/** Operators who confirm, each under another name. */
const actOf = (n: number) => ({
  at: LATER,
  by: actorOf({ kind: 'operator', id: `claimed:user${String(n)}/${String(2000 + n)}` }),
});

describe.skipIf(!hasPostgres())('four nodes at once, with one proposed outcome', () => {
  it(
    'confirm it or take the answer of the hub, but never both',
    overNodes(async ({ url, first, atOnce }) => {
      for (const payment of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const messageId = messageIdOf(payment);
        await sendMessage(first, payment, 1);
        await first.markHandedOver(messageId, NOW);
        const credit = { messageId, index: 0, amount: 100 };
        const rejected = { ...credit, outcome: 'rejected', code: 'AC04' } as const;
        const proposal = outcomeProposal(rejected, payment);
        const id = await proposeOutcome(first, proposal, BY_OLGA);
        await beginDocument(first, payment);
        const answer = { ...credit, position: 0, meaning: 'accepted', reason: 'NARR' } as const;
        const slice = sliceOf({ answers: [{ ...answer, returned: null }] });
        const did = await atOnce(async (store, n) => {
          // Half of the payments are confirmed first, and half of them are answered first.
          const answersFirst = payment > 'c';
          if (n % 2 === (answersFirst ? 0 : 1)) {
            const setAside = await store.takeAnswers(documentOf(payment), slice, LATER);
            return setAside === null ? 'taken before' : `${String(setAside)} set aside`;
          }
          return (await store.confirmAction(id, proposal.plan, actOf(n))).kind;
        });
        const counts = tally(did);
        const isConfirmed = counts['done'] === 1;
        expect(counts['done'] ?? 0).toBe(isConfirmed ? 1 : 0);
        expect(counts[isConfirmed ? 'ended' : 'accepted']).toBe(isConfirmed ? 15 : 16);
        expect(counts[isConfirmed ? '1 set aside' : '0 set aside']).toBe(1);
        const [row] = await rowsOf(
          url,
          `SELECT accepted, rejected FROM scheme_message WHERE id = '${messageId}'`,
        );
        const state = isConfirmed ? { accepted: 0, rejected: 1 } : { accepted: 1, rejected: 0 };
        expect(
          Object.fromEntries(Object.entries(row ?? {}).map(([k, v]) => [k, Number(v)])),
        ).toEqual(state);
      }
    }),
  );
});
