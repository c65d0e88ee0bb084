import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../../src/simulators/hub/scenario.ts';
import { validateMessage } from '../../../helpers/iso20022.ts';
import { sliceOf } from '../../schemes/answers/documents.ts';
import { AT_ONCE, createExchange, type TestExchange } from './fixtures.ts';
import { camt056, pacs008, standard18, type TestCredit } from './messages.ts';

/** Accepted, accepted later, rejected, and accepted and returned. */
const CREDITS: readonly TestCredit[] = ['02', '50', '01', '70'].map((ending) => ({
  account: `999999000000${ending}`,
}));

const REPORTED: Scenario = { ...AT_ONCE, notifications: true, statementEveryMs: 1 };

/** Returns the statements and notifications, which are valid, and deletes all documents. */
function reportsIn(exchange: TestExchange): readonly string[] {
  const kinds = ['camt.053.001.08', 'camt.054.001.08'] as const;
  return exchange.collect().filter((xml) => {
    const kind = kinds.find((one) => xml.includes(one));
    if (kind !== undefined) validateMessage(kind, xml);
    return kind !== undefined;
  });
}

async function entriesIn(documents: readonly string[], kind: string) {
  const slices = await Promise.all(documents.map(sliceOf));
  return slices
    .filter(({ header }) => header.kind === kind)
    .flatMap(({ report }) => report?.entries ?? []);
}

describe('the settlement account of the hub simulator', () => {
  it.each<[name: string, file: string, content: string]>([
    ['a pacs.008', 'MANY.xml', pacs008('MANY', CREDITS)],
    ['a Bacs submission', 'MANY.s18', standard18(CREDITS)],
  ])('reports the accepted credits and the return of %s', async (_, file, content) => {
    const exchange = createExchange();
    exchange.send(file, content);
    await exchange.run(REPORTED);
    const documents = reportsIn(exchange);
    for (const kind of ['camt.054', 'camt.053']) {
      const entries = await entriesIn(documents, kind);
      const paid = entries.filter(({ direction }) => direction === 'DBIT');
      const received = entries.filter(({ direction }) => direction === 'CRDT');
      expect(paid).toMatchObject([{ batch: { messageId: 'MANY', transactions: 3 } }]);
      expect(received).toHaveLength(1);
      const [back] = received;
      expect(back?.credit?.instructionId).toMatch(/^MANY-#?\d$/);
      expect(paid[0]?.amount.minor).toBe(3 * (back?.amount.minor ?? 0));
    }
  });

  it.each([0, 1])('reports a submission that reports of Bacs answer, split %i', async (split) => {
    const returned = [{}, ...CREDITS, { account: '99999900000070' }];
    const exchange = createExchange();
    exchange.send('MANY.s18', standard18(returned));
    await exchange.run({ ...REPORTED, bacsReports: true, split, twice: 1 });
    const entries = await entriesIn(reportsIn(exchange), 'camt.054');
    const paid = entries.filter(({ direction }) => direction === 'DBIT');
    expect(paid).toMatchObject([{ batch: { messageId: 'MANY', transactions: 5 } }]);
    const back = entries.filter(({ direction }) => direction === 'CRDT');
    const names = back.map(({ credit }) => credit?.instructionId).sort();
    expect(names).toEqual(['MANY-#5', 'MANY-#6']);
  });

  it('reports the return of a recalled credit', async () => {
    const exchange = createExchange();
    const id = 'MSG000000000000000000001';
    exchange.send(`${id}.xml`, pacs008(id, [{}, {}]));
    await exchange.run(REPORTED);
    exchange.collect();
    exchange.send('RCL1.xml', camt056('RCL1', id, 1));
    await exchange.run({ ...REPORTED, statementEveryMs: 0 });
    const entries = await entriesIn(reportsIn(exchange), 'camt.054');
    expect(entries).toMatchObject([
      { direction: 'CRDT', amount: { minor: 1000 }, credit: { instructionId: `${id}-1` } },
    ]);
  });

  it('names the credit of a message with a single one', async () => {
    const exchange = createExchange();
    exchange.send('ONE.xml', pacs008('ONE', [{}]));
    await exchange.run(REPORTED);
    const [entry] = await entriesIn(reportsIn(exchange), 'camt.054');
    expect(entry).toMatchObject({ batch: null, credit: { messageId: 'ONE' } });
  });

  it('continues its statements after a restart, each with the next number', async () => {
    const exchange = createExchange();
    const documents: string[] = [];
    for (const id of ['ONE', 'TWO', 'THREE']) {
      exchange.send(`${id}.xml`, pacs008(id, [{}]));
      await exchange.run({ ...REPORTED, notifications: false });
      documents.push(...reportsIn(exchange));
    }
    const slices = await Promise.all(documents.map(sliceOf));
    const statements = slices.flatMap(({ report }) => report?.statements ?? []);
    expect(statements.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    for (const [index, { opening }] of statements.entries()) {
      expect(opening).toBe(index === 0 ? 0 : statements[index - 1]?.closing);
    }
  });

  it('reports nothing if the scenario does not ask for it', async () => {
    const exchange = createExchange();
    exchange.send('MANY.xml', pacs008('MANY', CREDITS));
    await exchange.run();
    expect(reportsIn(exchange)).toEqual([]);
  });

  it('leaves entries out, adds others, and delivers statements twice', async () => {
    const countOf = async (changes: Partial<Scenario>): Promise<[number, number]> => {
      const exchange = createExchange();
      exchange.send('MANY.xml', pacs008('MANY', CREDITS));
      await exchange.run({ ...REPORTED, ...changes });
      const documents = reportsIn(exchange);
      const statements = documents.filter((xml) => xml.includes('camt.053'));
      const references = (await entriesIn(documents, 'camt.053')).map(
        ({ servicerReference }) => servicerReference,
      );
      return [new Set(references).size, statements.length];
    };
    expect((await countOf({}))[0]).toBe(2);
    expect(await countOf({ entryMissing: 1 })).toEqual([0, 0]);
    expect((await countOf({ entryUnexpected: 1 }))[0]).toBe(4);
    const [entries, statements] = await countOf({ statementTwice: 1 });
    expect(entries).toBe(2);
    expect(statements % 2).toBe(0);
  });
});
