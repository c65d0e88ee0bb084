import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../../src/simulators/hub/scenario.ts';
import { answersIn, validate, valueIn } from './documents.ts';
import { AT_ONCE, createExchange, type TestExchange } from './fixtures.ts';
import { camt056, pacs008 } from './messages.ts';

const [ID, ONE, TWO] = ['MSG000000000000000000001', 'RCL000000000000000000001', 'RCL2'];

/** Hands over a message with one credit, and collects the answer to it. */
async function paid(account: string, clearing = 'FPS'): Promise<TestExchange> {
  const exchange = createExchange();
  exchange.send(`${ID}.xml`, pacs008(ID, [{ account }, {}], { clearing }));
  await exchange.run();
  exchange.collect();
  return exchange;
}

/** Hands a recall over, and returns the documents that answer it. */
async function recall(
  exchange: TestExchange,
  xml: string,
  { id = ONE, scenario = AT_ONCE }: { id?: string; scenario?: Scenario } = {},
): Promise<readonly string[]> {
  exchange.send(`${id}.xml`, xml);
  await exchange.run(scenario);
  const documents = exchange.collect();
  for (const document of documents) validate(document);
  return documents;
}

const kindOf = (xml: string): string => {
  const status = valueIn(xml, 'TxCxlSts');
  if (status === undefined) return `return ${valueIn(xml, 'Cd') ?? ''}`;
  return `${valueIn(xml, 'Conf') ?? ''} ${status} ${valueIn(xml, 'Cd') ?? ''}`.trim();
};

describe('a recall', () => {
  it('is valid against the published schema', () => {
    validate(camt056(ONE, ID, 0));
  });

  it.each([
    ['12345678', ['CNCL ACCR', 'return FOCR']],
    ['80', ['RJCR RJCR CUST']],
    ['81', ['RJCR RJCR LEGL']],
    ['82', ['RJCR RJCR NOOR']],
    ['83', ['RJCR RJCR ARDT']],
    ['84', ['CNCL ACCR', 'PDCR PDCR', 'return FOCR']],
    ['85', ['return FOCR']],
    ['86', []],
    ['01', ['RJCR RJCR NOOR']],
    ['70', ['RJCR RJCR ARDT']],
  ])('of a credit to the account %s', async (ending, expected) => {
    const exchange = await paid(`999999${ending.padStart(8, '0')}`);
    const documents = await recall(exchange, camt056(ONE, ID, 0));
    expect(documents.map(kindOf).sort()).toEqual([...expected].sort());
    for (const document of documents) {
      expect(valueIn(document, 'OrgnlMsgId')).toBe(ID);
      expect(valueIn(document, 'OrgnlTxId')).toBe(`${ID}-0`);
    }
    const [message, reported] = exchange.report();
    expect(reported).toMatchObject({ id: ONE, state: 'recall', waiting: 0, credits: [] });
    const isReturned = expected.includes('return FOCR') || ending === '70';
    expect(message?.credits.map(({ returned }) => returned)).toEqual([
      isReturned ? '10.00' : '0.00',
      '0.00',
    ]);
  });

  it('is answered with its case, its amount and a return of its credit alone', async () => {
    const exchange = await paid('20000012345678');
    const documents = await recall(exchange, camt056(ONE, ID, 1));
    const answer = documents.find((xml) => xml.includes('camt.029')) ?? '';
    expect(answer).toContain(`<RslvdCase><Id>${ONE}</Id>`);
    expect(answer).toContain('<OrgnlIntrBkSttlmAmt Ccy="GBP">10.00</OrgnlIntrBkSttlmAmt>');
    const back = documents.find((xml) => xml.includes('pacs.004')) ?? '';
    const returned = { id: `${ID}-1`, status: 'returned', reason: 'FOCR', amount: '10.00' };
    expect(answersIn(back)).toEqual([returned]);
    expect(await recall(exchange, camt056(TWO, ID, 1), { id: TWO })).toHaveLength(1);
    expect(exchange.report().map(({ state }) => state)).toEqual(['decided', 'recall', 'recall']);
  });

  it('does not add its credit to a return that is decided already', async () => {
    const exchange = createExchange();
    const credits = [{ account: '99999900000070' }, {}];
    exchange.send(`${ID}.xml`, pacs008(ID, credits));
    const later = { ...AT_ONCE, returnAfterMs: { from: 400, to: 400 } };
    exchange.send(`${ONE}.xml`, camt056(ONE, ID, 1));
    await exchange.run(later);
    const returns = exchange.collect().filter((xml) => xml.includes('pacs.004'));
    expect(returns.map((xml) => answersIn(xml).map(({ id }) => id)).sort()).toEqual([
      [`${ID}-0`],
      [`${ID}-1`],
    ]);
    for (const one of returns) validate(one);
  });

  it('that comes twice is answered once, and may be answered twice', async () => {
    const exchange = await paid('99999900000080');
    for (const count of [1, 0]) {
      expect(await recall(exchange, camt056(ONE, ID, 0))).toHaveLength(count);
    }
    expect(exchange.report()[1]).toMatchObject({ id: ONE, repeats: 1, conflicts: 0 });
    const twice = { id: TWO, scenario: { ...AT_ONCE, twice: 1 } };
    expect(await recall(exchange, camt056(TWO, ID, 0), twice)).toHaveLength(2);
  });

  it('of a SEPA credit has no case, and neither has its answer', async () => {
    const exchange = await paid('99999900000080', 'ST2');
    const xml = camt056(ONE, ID, 0).replace(/<Case>.*<\/Case>/, '');
    const [answer = ''] = await recall(exchange, xml);
    expect(answer).not.toContain('RslvdCase');
    expect(kindOf(answer)).toBe('RJCR RJCR CUST');
  });

  it.each([
    ['an unknown message', camt056(ONE, 'OTHER', 0)],
    ['an unknown credit', camt056(ONE, ID, 2)],
    ['another amount', camt056(ONE, ID, 0).replace('10.00', '10.01')],
    ['another EndToEndId', camt056(ONE, ID, 0).replace('E&amp;E 0', 'E&amp;E 1')],
  ])('of %s is refused, because there is no such credit', async (_, xml) => {
    const exchange = await paid('20000012345678');
    expect((await recall(exchange, xml)).map(kindOf)).toEqual(['RJCR RJCR NOOR']);
    expect(exchange.report()[0]?.credits.every(({ returned }) => returned === '0.00')).toBe(true);
  });

  it.each([
    ['has another id than its file', camt056(TWO, ID, 0)],
    ['has no reason', camt056(ONE, ID, 0).replace(/<CxlRsnInf>.*<\/CxlRsnInf>/, '')],
    ['names two credits', camt056(ONE, ID, 0).replace(/<TxInf>.*<\/TxInf>/, '$&$&')],
    ['recalls a whole message', camt056(ONE, ID, 0).replace('<TxInf>', '<OrgnlGrpInfAndCxl/>$&')],
    ['ends early', camt056(ONE, ID, 0).slice(0, -30)],
  ])('that %s is answered by an admi.002', async (_, xml) => {
    const exchange = await paid('20000012345678');
    const [reject = '', ...others] = await recall(exchange, xml);
    expect(valueIn(reject, 'Ref')).toBe(ONE);
    expect(others).toEqual([]);
  });
});
