import { describe, expect, it } from 'vitest';
import { withStore, type OpenStore } from './fixtures.ts';
import { handOver } from './hand-over.ts';
import { BY_OLGA } from './hub-messages.ts';
import { DUE, entry, kinds, report, statement } from './settlement.ts';

export function settlementStatementsSuite(open: OpenStore): void {
  describe('the statements of a settlement account', () => {
    it(
      'continue each other, whatever their order',
      withStore(open, async (store) => {
        await report(store, [], [statement(1, 0, -5)]);
        await report(store, [], [statement(3, -7, 10)]);
        expect(await kinds(store)).toEqual(['gap S']);
        await report(store, [], [statement(2, -5, -6)]);
        expect(await kinds(store)).toEqual(['opening S']);
        await report(store, [], [statement(4, 10, 20)]);
        expect(await kinds(store)).toEqual(['opening S']);
        const listed = await store.listStatements(3);
        expect(listed.map(({ sequence, break: found }) => [sequence, found])).toEqual([
          [4, null],
          [2, null],
          [3, 'opening'],
        ]);
      }),
    );

    it(
      'are compared if they are taken at the same time',
      withStore(open, async (store) => {
        const statements = [1, 2, 4].map((sequence) => statement(sequence, sequence, 9));
        await Promise.all(statements.map((one) => report(store, [], [one])));
        expect([...(await kinds(store))].sort()).toEqual(['gap S', 'opening S']);
        expect(await store.listStatements(10)).toHaveLength(3);
      }),
    );

    it(
      'are stored once, and another one with the same number is set aside',
      withStore(open, async (store) => {
        for (const closing of [-5, -5, -6]) await report(store, [], [statement(1, 0, closing)]);
        expect(await store.listStatements(10)).toMatchObject([{ sequence: 1, closing: -5 }]);
        const problems = await store.listHubProblems('open', 10);
        expect(problems).toMatchObject([{ code: 'statementChanged', position: -1 }]);
      }),
    );
  });

  it(
    'a closed entry is listed again if a later document names a credit that was settled before',
    withStore(open, async (store) => {
      await handOver(store);
      const credit = { index: 0, transactions: 1, amount: { minor: 100, currency: 'GBP' } };
      const [first, second] = [entry(credit), entry(credit)];
      await report(store, [first, { ...second, messageId: null, index: null, problem: 'unknown' }]);
      expect(await kinds(store)).toContain('unexpected E');
      expect(await store.resolveDifference('E2', 'a fee', DUE, BY_OLGA)).toBe('done');
      expect(await kinds(store)).not.toContain('unexpected E');
      await report(store, [second]);
      expect(await kinds(store)).toContain('unexpected E');
    }),
  );
}
