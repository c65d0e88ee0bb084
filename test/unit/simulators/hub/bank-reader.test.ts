import { describe, expect, it } from 'vitest';
import type { DeliveredAnswer, GroupAnswer } from '../../../../src/domain/schemes/answers.ts';
import { SCENARIOS, type Scenario } from '../../../../src/simulators/hub/scenario.ts';
import { readAnswers } from '../../../../src/schemes/answers/read-answers.ts';
import { DocumentError } from '../../../../src/schemes/answers/document-error.ts';
import { AT_ONCE, createExchange, NO_DELAYS, type TestExchange } from './fixtures.ts';
import { pacs008, standard18, type TestCredit } from './messages.ts';

interface ReadDocument {
  readonly groups: readonly GroupAnswer[];
  readonly answers: readonly DeliveredAnswer[];
}

async function* pieceOf(xml: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield Buffer.from(xml);
}

/** Reads a document as the bank does. Returns undefined if the bank rejects it. */
async function readDocument(xml: string): Promise<ReadDocument | undefined> {
  let groups: readonly GroupAnswer[] = [];
  const answers: DeliveredAnswer[] = [];
  try {
    for await (const slice of readAnswers(pieceOf(xml), { sliceSize: 10 })) {
      groups = slice.groups;
      answers.push(...slice.answers);
    }
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
  return { groups, answers };
}

const CREDITS: readonly TestCredit[] = ['99', '01', '50', '51', '70', '98'].map((ending) => ({
  account: `999999000000${ending}`,
}));

/** Sends messages of every kind. Returns the documents that the bank rejects, and the others. */
async function exchanged(exchange: TestExchange, scenario: Scenario) {
  exchange.send('FIRST.xml', pacs008('FIRST', CREDITS));
  exchange.send('SECOND.s18', standard18(CREDITS));
  exchange.send('THIRD.xml', 'broken');
  exchange.send('FOURTH.xml', pacs008('FOURTH', CREDITS, { count: 2 }));
  await exchange.run(scenario);
  const documents = exchange.collect();
  const read = await Promise.all(documents.map(readDocument));
  return {
    rejected: documents.filter((_, index) => read[index] === undefined),
    accepted: read.filter((document) => document !== undefined),
  };
}

describe('the reader of the bank', () => {
  it('accepts every document of the calm and of the rough mood', async () => {
    for (const mood of [AT_ONCE, { ...SCENARIOS.rough, ...NO_DELAYS }]) {
      for (const seed of [1, 2, 3]) {
        const { rejected, accepted } = await exchanged(createExchange(), { ...mood, seed });
        expect(rejected).toEqual([]);
        const problems = accepted.flatMap(({ answers }) => answers).map(({ problem }) => problem);
        expect(new Set(problems)).toEqual(new Set([null]));
        const groups = accepted.flatMap((document) => document.groups);
        const statusOf = (id: string) => groups.find(({ messageId }) => messageId === id)?.status;
        expect([statusOf('THIRD'), statusOf('FOURTH')]).toEqual(['RJCT', 'RJCT']);
      }
    }
  });

  it('agrees with the report of the hub about every credit', async () => {
    const exchange = createExchange();
    const { accepted } = await exchanged(exchange, { ...SCENARIOS.rough, ...NO_DELAYS, seed: 5 });
    const answers = accepted.flatMap((document) => document.answers);
    for (const { id: messageId, state, credits } of exchange.report()) {
      if (state !== 'decided') continue;
      for (const { id, status, returned } of credits) {
        const own = answers.filter(
          ({ instructionId, transactionId }) => (instructionId ?? transactionId) === id,
        );
        const statuses = new Set(own.flatMap((one) => one.status ?? []));
        statuses.delete('PDNG');
        expect([...statuses], `${messageId} ${id}`).toEqual([status]);
        const amounts = new Set(own.map((one) => one.returned?.amount?.minor ?? 0));
        expect(Math.max(...amounts), `${messageId} ${id}`).toBe(Number(returned) * 100);
      }
    }
  });

  it('rejects each malformed document of the hostile mood', async () => {
    for (const seed of [1, 2, 3]) {
      const scenario = { ...SCENARIOS.hostile, ...NO_DELAYS, seed, malformed: 1, twice: 0 };
      const { rejected } = await exchanged(createExchange(), scenario);
      // One for each message that the hub can read.
      expect(rejected).toHaveLength(3);
    }
  });
});
