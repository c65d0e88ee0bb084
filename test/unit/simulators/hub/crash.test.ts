import { describe, expect, it } from 'vitest';
import type { HubOptions } from '../../../../src/simulators/hub/hub.ts';
import { STEPS, type Step } from '../../../../src/simulators/hub/hub-parts.ts';
import { SCENARIOS } from '../../../../src/simulators/hub/scenario.ts';
import { answersIn, validate, valueIn } from './documents.ts';
import { createExchange, NO_DELAYS, type TestExchange } from './fixtures.ts';
import { camt056, pacs008, standard18, type TestCredit } from './messages.ts';

const CREDITS: readonly TestCredit[] = ['01', '50', '70', '02', '51'].map((ending) => ({
  account: `999999000000${ending}`,
}));

/** Splits, repeats and reorders every document, without delays. */
const SCENARIO = {
  ...SCENARIOS.rough,
  ...NO_DELAYS,
  ...{ split: 1, twice: 1, outOfOrder: 1, groupOnly: 0, concurrentAnswers: 1 },
};

class SimulatedCrash extends Error {}

/** Runs the hub and returns true if it ended by a simulated crash. */
async function crashed(exchange: TestExchange, options: Partial<HubOptions>): Promise<boolean> {
  try {
    await exchange.run(SCENARIO, options);
    return false;
  } catch (error) {
    if (error instanceof SimulatedCrash) return true;
    throw error;
  }
}

/** Runs the hub and ends it after a step has been reached for the n-th time. */
function crashAt(exchange: TestExchange, step: Step, time: number): Promise<boolean> {
  let seen = 0;
  const reached = (at: Step): void => {
    if (at !== step) return;
    seen += 1;
    if (seen === time) throw new SimulatedCrash();
  };
  return crashed(exchange, { reached });
}

/** Returns the different documents without their times. */
function distinct(documents: readonly string[]): readonly string[] {
  const time = /<(CreDtTm|RjctnDtTm)>.*?<\/\1>/;
  return [...new Set(documents)].map((xml) => xml.replace(time, '')).sort();
}

/** Names of the files and contents of the documents that a hub delivers without a crash. */
async function expectedDelivery() {
  const exchange = createExchange();
  sendAll(exchange);
  await exchange.run(SCENARIO);
  return { names: new Set(exchange.fromHub()), documents: distinct(exchange.collect()) };
}

function sendAll(exchange: TestExchange): void {
  exchange.send('FIRST.xml', pacs008('FIRST', CREDITS));
  exchange.send('SECOND.s18', standard18(CREDITS));
  exchange.send('THIRD.xml', 'broken');
  exchange.send('Z-RECALL.xml', camt056('Z-RECALL', 'FIRST', 3));
}

const POINTS = STEPS.flatMap((step) => [1, 2].map((time) => [step, time] as const));

describe('the hub simulator after a crash', () => {
  it.each(POINTS)('continues after the step "%s", time %i', async (step, time) => {
    const exchange = createExchange();
    sendAll(exchange);
    expect(await crashAt(exchange, step, time)).toBe(true);
    // The bank takes the documents, so that a document that is delivered again is a new file.
    const names = exchange.fromHub();
    const documents = [...exchange.collect()];
    await exchange.run(SCENARIO);
    const all = new Set([...names, ...exchange.fromHub()]);
    documents.push(...exchange.collect());
    documents.forEach(validate);
    expect(exchange.toHub()).toEqual([]);
    const delivered = { names: all, documents: distinct(documents) };
    expect(delivered).toEqual(await expectedDelivery());
    const report = exchange.report();
    expect(report.map(({ id, credits, waiting }) => [id, credits.length, waiting])).toEqual([
      ['FIRST', CREDITS.length, 0],
      ['SECOND', CREDITS.length, 0],
      ['THIRD', 0, 0],
      ['Z-RECALL', 0, 0],
    ]);
  });

  it('decides a message again if it ended before the decision was stored', async () => {
    const exchange = createExchange();
    sendAll(exchange);
    // The hub prints this line within the transaction that decides all four messages.
    const print = (line: string): void => {
      if (line.startsWith('Message SECOND')) throw new SimulatedCrash();
    };
    expect(await crashed(exchange, { print })).toBe(true);
    const states = exchange.report().map(({ id, state, credits }) => [id, state, credits.length]);
    expect(states).toEqual([
      ['FIRST', 'stored', 0],
      ['SECOND', 'stored', 0],
      ['THIRD', 'stored', 0],
      ['Z-RECALL', 'stored', 0],
    ]);
    await exchange.run(SCENARIO);
    const delivered = {
      names: new Set(exchange.fromHub()),
      documents: distinct(exchange.collect()),
    };
    expect(delivered).toEqual(await expectedDelivery());
  });

  it('executes each credit once in twelve crashes one after the other', async () => {
    const exchange = createExchange();
    sendAll(exchange);
    const documents: string[] = [];
    for (const [step] of POINTS) {
      await crashAt(exchange, step, 1);
      documents.push(...exchange.collect());
      // The bank did not see that its message was taken, and hands it over again.
      exchange.send('FIRST.xml', pacs008('FIRST', CREDITS));
    }
    await exchange.run(SCENARIO);
    documents.push(...exchange.collect());
    expect(distinct(documents)).toEqual((await expectedDelivery()).documents);
    const returns = documents.filter((xml) => xml.includes('pacs.004')).flatMap(answersIn);
    expect(new Set(returns.map(({ id }) => id))).toEqual(
      new Set(['FIRST-2', 'FIRST-3', 'SECOND-#3']),
    );
  });

  it('makes the same decisions for the same seed, and others for another seed', async () => {
    const decisionsFor = async (seed: number): Promise<readonly string[]> => {
      const exchange = createExchange();
      const many = Array.from({ length: 40 }, () => ({}));
      exchange.send('MANY.xml', pacs008('MANY', many));
      await exchange.run({ ...SCENARIOS.hostile, ...NO_DELAYS, seed });
      const documents = exchange.collect();
      expect(documents.length).toBeGreaterThan(0);
      return distinct(documents).map((xml) => `${valueIn(xml, 'MsgId') ?? ''} ${xml}`);
    };
    const first = await decisionsFor(7);
    expect(await decisionsFor(7)).toEqual(first);
    expect(await decisionsFor(8)).not.toEqual(first);
  });
});
