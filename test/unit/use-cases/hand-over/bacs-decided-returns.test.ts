import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { NOW, withStore } from '../../../contract/store/fixtures.ts';
import { BY_OLGA } from '../../../contract/store/hub-messages.ts';
import { BY_OSCAR } from '../../../contract/store/hub-proposals.ts';
import { outcomeProposal, proposeOutcome } from '../../../helpers/proposals.ts';
import { BacsBank, FIRST_INDEX, submissionIdOf } from '../../../helpers/bacs-bank.ts';
import { arucs, returnedItem, totals } from '../../schemes/answers/bacs-documents.ts';

const open = (directory: string) => openSqliteStore(join(directory, 'bank.db'), () => NOW);

const P = submissionIdOf('p');
const INDEXES = [FIRST_INDEX, FIRST_INDEX + 1, FIRST_INDEX + 2];
const CREDIT = { pence: 6500, creditor: '01020312345678' };

/** An ARUCS with some equal items. */
const report = (items: number, adviceNumber: string): string =>
  arucs(returnedItem().repeat(items) + totals(items, `${String(65 * items)}.00`))
    .replaceAll('A &amp; B', 'A PAYEE')
    .replace('"007"', `"${adviceNumber}"`);

it(
  'an ARUCS names a credit whose return operators decided once, before it returns equal ones',
  withStore(open, async (store) => {
    const bank = new BacsBank(store);
    const problems = async () => (await store.listHubProblems('open', 9)).map(({ code }) => code);
    await bank.submit('p', [CREDIT, CREDIT, CREDIT]);
    for (const outcome of ['accepted', 'returned'] as const) {
      const code = outcome === 'returned' ? ('AC04' as const) : null;
      const decided = { messageId: P, index: FIRST_INDEX + 1, amount: 6500, code, outcome };
      const proposal = outcomeProposal(decided);
      const id = await proposeOutcome(store, proposal, BY_OLGA);
      expect((await store.confirmAction(id, proposal.plan, BY_OSCAR)).kind).toBe('done');
    }
    expect(await store.awaitedReturns(P, INDEXES)).toEqual([FIRST_INDEX + 1]);
    await bank.receive(report(2, '1'));
    await bank.read();
    expect(await problems()).toEqual(['returnedTwice']);
    expect(await store.awaitedReturns(P, INDEXES)).toEqual([]);
    expect([...(await store.endedCredits(P, INDEXES))].sort()).toEqual(INDEXES.slice(0, 2));
    await bank.receive(report(1, '2'));
    await bank.read();
    expect(await problems()).toEqual(['returnedTwice']);
    expect(await store.endedCredits(P, INDEXES)).toHaveLength(3);
    await bank.receive(report(1, '3'));
    await bank.read();
    expect(await problems()).toEqual(['returnedTwice', 'returnedTwice']);
  }),
);

it(
  'an ARUCS returns the credit whose return is proposed, and the proposal cannot be confirmed',
  withStore(open, async (store) => {
    const bank = new BacsBank(store);
    await bank.submit('p', [CREDIT, CREDIT, CREDIT]);
    const name = { messageId: P, index: FIRST_INDEX + 1, amount: 6500 };
    const accepted = outcomeProposal({ ...name, outcome: 'accepted', code: null });
    const first = await proposeOutcome(store, accepted, BY_OLGA);
    // Only a proposed return takes a record.
    expect(await store.awaitedReturns(P, INDEXES)).toEqual([]);
    expect((await store.confirmAction(first, accepted.plan, BY_OSCAR)).kind).toBe('done');
    const returned = outcomeProposal({ ...name, outcome: 'returned', code: 'AC04' });
    const second = await proposeOutcome(store, returned, BY_OLGA);
    expect(await store.awaitedReturns(P, INDEXES)).toEqual([FIRST_INDEX + 1]);
    await bank.receive(report(1, '1'));
    await bank.read();
    expect(await store.endedCredits(P, INDEXES)).toEqual([FIRST_INDEX + 1]);
    expect((await store.confirmAction(second, returned.plan, BY_OSCAR)).kind).toBe('cameBack');
    expect(await store.listHubProblems('open', 9)).toEqual([]);
    // The proposal is still open, and takes no other record.
    expect(await store.awaitedReturns(P, INDEXES)).toEqual([]);
  }),
);
