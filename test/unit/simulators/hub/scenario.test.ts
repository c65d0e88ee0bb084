import { describe, expect, it } from 'vitest';
import { readScenario, SCENARIOS, type Scenario } from '../../../../src/simulators/hub/scenario.ts';
import { answersIn, validate, valueIn } from './documents.ts';
import { AT_ONCE, createExchange, NO_DELAYS } from './fixtures.ts';
import { pacs008 } from './messages.ts';

const ID = 'MSG000000000000000000001';

/** Returns the documents of a message with accepted, rejected and pending credits. */
async function documentsFor(
  scenario: Partial<Scenario>,
  endings: readonly string[] = ['99', '01', '98', '50'],
): Promise<readonly string[]> {
  const exchange = createExchange();
  const credits = endings.map((ending) => ({ account: `999999000000${ending}` }));
  exchange.send(`${ID}.xml`, pacs008(ID, credits));
  await exchange.run({ ...AT_ONCE, ...scenario });
  return exchange.collect();
}

const statuses = (xml = ''): readonly string[] => answersIn(xml).map(({ status }) => status);

describe('a scenario of the hub simulator', () => {
  it('splits the answers of a message into several documents', async () => {
    const documents = await documentsFor({ split: 1, maxParts: 2 });
    documents.forEach(validate);
    const parts = documents.filter((xml) => answersIn(xml).length === 2);
    expect(
      parts
        .flatMap(answersIn)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2, 3].map((index) => `${ID}-${String(index)}`));
    expect(parts.map((xml) => valueIn(xml, 'GrpSts'))).toEqual([undefined, undefined]);
  });

  it('delivers every document twice, as the same or under another id', async () => {
    const documents = await documentsFor({ twice: 1 });
    documents.forEach(validate);
    expect(documents).toHaveLength(4);
    const contents = documents.map((xml) => xml.replace(/<MsgId>.*?<\/CreDtTm>/, ''));
    expect(new Set(contents).size).toBe(2);
  });

  it('lists the credits of a document in reverse order', async () => {
    const [first = '', second = ''] = await documentsFor({ outOfOrder: 1 });
    const all = [first, second].find((xml) => answersIn(xml).length === 4) ?? '';
    expect(answersIn(all).map(({ id }) => id.slice(-1))).toEqual(['3', '2', '1', '0']);
  });

  it('reports credits as pending first', async () => {
    const documents = await documentsFor({ pendingFirst: 1 }, ['99', '98']);
    expect(documents.map(statuses).sort()).toEqual([
      ['ACSC', 'ACSC'],
      ['PDNG', 'PDNG'],
    ]);
    expect(documents.map((xml) => valueIn(xml, 'GrpSts')).sort()).toEqual(['PDNG', undefined]);
  });

  it('accepts rejected credits afterwards', async () => {
    const documents = await documentsFor({ contradictory: 1 }, ['99', '01']);
    documents.forEach(validate);
    expect(documents.map(statuses).sort()).toEqual([['ACSC'], ['ACSC', 'RJCT']]);
  });

  it('returns accepted credits', async () => {
    const documents = await documentsFor({ returned: 1 }, ['99', '01']);
    documents.forEach(validate);
    const [returned] = documents.filter((xml) => xml.includes('pacs.004')).flatMap(answersIn);
    expect(returned).toMatchObject({ id: `${ID}-0`, amount: '10.00', reason: 'AC04' });
  });

  it('answers with the group status alone, if it says all about the credits', async () => {
    for (const [endings, status] of [
      [['99', '99'], 'ACSC'],
      [['01'], 'RJCT'],
    ] as const) {
      const [answer = '', ...more] = await documentsFor({ groupOnly: 1 }, endings);
      validate(answer);
      expect([valueIn(answer, 'GrpSts'), answersIn(answer), more]).toEqual([status, [], []]);
      if (status === 'RJCT') expect(valueIn(answer, 'Cd')).toBe('AC01');
    }
    for (const endings of [
      ['99', '01'],
      ['01', '04'],
    ]) {
      const named = await documentsFor({ groupOnly: 1 }, endings);
      expect(named.flatMap(answersIn)).toHaveLength(2);
    }
  });

  it('names credits by InstrId or TxId alone', async () => {
    const names = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const [answer = ''] = await documentsFor({ fewIds: 1, seed }, ['99']);
      validate(answer);
      names.add([...answer.matchAll(/<Orgnl(InstrId|TxId|UETR|EndToEndId)>/g)].join());
    }
    expect(names.size).toBe(2);
  });

  it('sends unreadable documents in addition to the valid ones', async () => {
    const forms = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const documents = await documentsFor({ malformed: 1, seed }, ['99']);
      const invalid = documents.filter((xml) => !isValid(xml));
      expect([documents.length, invalid.length]).toEqual([2, 1]);
      forms.add(/<!DOCTYPE|<html|<\/GrpHead>/.exec(invalid[0] ?? '')?.[0] ?? 'cut off');
    }
    expect(forms.size).toBe(4);
  });

  it('answers unknown messages and unknown credits', async () => {
    const forms = new Set<boolean>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const documents = await documentsFor({ unknown: 1, seed }, ['99']);
      documents.forEach(validate);
      const [unknown = ''] = documents.filter((xml) => !xml.includes(`<OrgnlInstrId>${ID}-0<`));
      expect(statuses(unknown)).toEqual(['ACSC']);
      forms.add(valueIn(unknown, 'OrgnlMsgId') === ID);
    }
    expect(forms.size).toBe(2);
  });

  it('delivers answers, pending answers and returns after their delays', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{ account: '99999900000070' }]));
    const fixed = (ms: number) => ({ from: ms, to: ms });
    const scenario = {
      ...AT_ONCE,
      answerDelayMs: { ...AT_ONCE.answerDelayMs, FPS: fixed(1000) },
      returnAfterMs: fixed(5000),
    };
    let now = 1_000_000;
    // The clock moves on by 100 ms with each look.
    const lines = await exchange.run(scenario, { clock: () => (now += 100) });
    expect(lines.map((line) => line.slice(0, 18))).toEqual([
      ...[`Message ${ID.slice(0, 10)}`, 'Delivered pacs.002', 'Delivered pacs.004'],
    ]);
    expect(now).toBeGreaterThan(1_006_000);
  });

  it('conforms to the published schemas in the rough mood', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const documents = await documentsFor({ ...SCENARIOS.rough, ...NO_DELAYS, seed });
      documents.forEach(validate);
    }
  });
});

function isValid(xml: string): boolean {
  try {
    validate(xml);
    return true;
  } catch {
    return false;
  }
}

describe('readScenario', () => {
  it('completes a scenario with the values of the calm mood', () => {
    const text = '{"seed": 7, "answerDelayMs": {"BACS": {"from": 5, "to": 9}}, "late": 0.5}';
    expect(readScenario(text)).toEqual({
      scenario: {
        ...SCENARIOS.calm,
        seed: 7,
        late: 0.5,
        answerDelayMs: { ...SCENARIOS.calm.answerDelayMs, BACS: { from: 5, to: 9 } },
      },
    });
  });

  it('reports all problems at once', () => {
    const text =
      '{"seed": -1, "late": 2, "laet": 1, "maxParts": 1.5, "pendingMs": {"from": 2, "to": 1},' +
      '"answerDelayMs": {"FSP": 1, "CHAPS": "soon"}}';
    const read = readScenario(text);
    expect('problems' in read && read.problems).toEqual([
      'seed: Expected at least 0.',
      expect.stringMatching(/^answerDelayMs.CHAPS: Expected milliseconds from 0 to 2592000000, or/),
      'answerDelayMs: Unknown field FSP. Remove it or correct its name.',
      'pendingMs: Expected a "from" that is not larger than "to".',
      'maxParts: Expected a whole number, found a number.',
      'late: Expected at most 1.',
      'Unknown field laet. Remove it or correct its name.',
    ]);
    expect(readScenario('{')).toEqual({ problems: ['It is not valid JSON.'] });
  });
});
