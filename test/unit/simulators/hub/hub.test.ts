import { describe, expect, it } from 'vitest';
import { answersIn, validate, valueIn } from './documents.ts';
import { AT_ONCE, createExchange } from './fixtures.ts';
import { GOOD_ACCOUNT, pacs008, standard18 } from './messages.ts';

const ID = 'MSG000000000000000000001';

describe('the hub simulator', () => {
  it('gets test messages that are valid against the published schema', () => {
    validate(pacs008(ID, [{}, { iban: 'DE89370400440532013000' }]));
  });

  it('accepts credits to any account, at home and abroad', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}, { iban: 'DE89370400440532013000' }]));
    const lines = await exchange.run();
    expect(lines[0]).toBe(`Message ${ID}: 2 credits by FPS, 20.00 GBP. All are accepted.`);
    expect(exchange.toHub()).toEqual([]);
    const [answer = ''] = exchange.collect();
    validate(answer);
    expect(valueIn(answer, 'OrgnlMsgId')).toBe(ID);
    expect(valueIn(answer, 'GrpSts')).toBe('ACSC');
    expect(answer).toContain('<OrgnlEndToEndId>E&amp;E 0</OrgnlEndToEndId>');
    expect(answer).toContain('<OrgnlUETR>7a562c67-ca16-48ba-b074-000000000001</OrgnlUETR>');
    expect(answersIn(answer)).toMatchObject([
      { id: `${ID}-0`, status: 'ACSC' },
      { id: `${ID}-1`, status: 'ACSC' },
    ]);
  });

  it('answers by the test accounts, with pending answers and returns later', async () => {
    const exchange = createExchange();
    const endings = ['01', '04', '06', '50', '51', '70'];
    const credits = endings.map((ending, index) => ({
      account: `999999000000${ending}`,
      minor: 100 + index,
    }));
    exchange.send(`${ID}.xml`, pacs008(ID, credits));
    await exchange.run();
    const documents = exchange.collect();
    documents.forEach(validate);
    const [first, last] = documents
      .filter((xml) => xml.includes('pacs.002'))
      .sort((a, b) => answersIn(b).length - answersIn(a).length);
    expect(valueIn(first ?? '', 'GrpSts')).toBe('PART');
    expect(answersIn(first ?? '').map(({ status, reason }) => [status, reason])).toEqual([
      ['RJCT', 'AC01'],
      ['RJCT', 'AC04'],
      ['RJCT', 'AC06'],
      ['PDNG', 'NARR'],
      ['PDNG', 'NARR'],
      ['ACSC', undefined],
    ]);
    expect(answersIn(last ?? '')).toMatchObject([
      { id: `${ID}-3`, status: 'ACSC' },
      { id: `${ID}-4`, status: 'RJCT', reason: 'AC06' },
    ]);
    const returned = documents.find((xml) => xml.includes('pacs.004')) ?? '';
    expect(answersIn(returned)).toEqual([
      { id: `${ID}-5`, status: 'returned', reason: 'AC04', amount: '1.05' },
    ]);
    expect(valueIn(returned, 'RtrId')).toBe(`R${ID}-5`);
    const [message] = exchange.report();
    expect(message).toMatchObject({ id: ID, state: 'decided', instrument: 'FPS', waiting: 0 });
    expect(message?.credits.map(({ status, returned: back }) => `${status} ${back}`)).toEqual([
      ...['RJCT 0.00', 'RJCT 0.00', 'RJCT 0.00', 'ACSC 0.00', 'RJCT 0.00', 'ACSC 1.05'],
    ]);
  });

  it('answers a Bacs submission by the numbers of its credits', async () => {
    const exchange = createExchange();
    const credits = [{}, { account: '99999900000004', minor: 250 }, { account: '99999900000070' }];
    exchange.send(`${ID}.s18`, standard18(credits));
    await exchange.run();
    const documents = exchange.collect();
    documents.forEach(validate);
    const answer = documents.find((xml) => xml.includes('pacs.002')) ?? '';
    expect(valueIn(answer, 'OrgnlMsgId')).toBe(ID);
    expect(answersIn(answer)).toMatchObject([
      { id: `${ID}-#1`, status: 'ACSC' },
      { id: `${ID}-#2`, status: 'RJCT', reason: 'AC04' },
      { id: `${ID}-#3`, status: 'ACSC' },
    ]);
    const returned = documents.find((xml) => xml.includes('pacs.004')) ?? '';
    expect(answersIn(returned)).toMatchObject([{ id: `${ID}-#3`, amount: '10.00' }]);
    expect(exchange.report()).toMatchObject([
      { instrument: 'BACS', credits: [{ id: `${ID}-#1` }, { amount: '2.50' }, {}] },
    ]);
  });

  it('reads a message in an envelope with a head.001', async () => {
    const exchange = createExchange();
    const document = pacs008(ID, [{}]).replace(/^<\?xml.*?\?>/, '');
    const header =
      '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><MsgId>X</MsgId></AppHdr>';
    exchange.send(`${ID}.xml`, `<Envelope>${header}${document}</Envelope>`);
    await exchange.run();
    expect(exchange.report()).toMatchObject([{ id: ID, state: 'decided', credits: [{}] }]);
  });

  it('does not execute a message again that comes twice', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}]));
    await exchange.run();
    expect(exchange.collect()).toHaveLength(1);
    exchange.send(`${ID}.xml`, pacs008(ID, [{}]));
    const lines = await exchange.run();
    expect(lines).toEqual([`Message ${ID} came again. It is not executed again.`]);
    expect([exchange.toHub(), exchange.fromHub()]).toEqual([[], []]);
    expect(exchange.report()).toMatchObject([{ id: ID, repeats: 1, conflicts: 0 }]);
  });

  it('executes the first of two messages with one id that arrive at the same time', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.s18`, standard18([{}]));
    exchange.send(`${ID}.xml`, pacs008(ID, [{}, {}]));
    const lines = await exchange.run();
    expect(lines.join('\n')).toContain(`REFUSED: message ${ID} came again`);
    expect(exchange.toHub()).toEqual([]);
    expect(exchange.report()).toMatchObject([{ id: ID, conflicts: 1, credits: [{}] }]);
  });

  it('refuses another content under the id of a stored message', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}]));
    await exchange.run();
    exchange.collect();
    exchange.send(`${ID}.xml`, pacs008(ID, [{ minor: 9_999_999 }]));
    const [line] = await exchange.run();
    expect(line).toContain(`REFUSED: message ${ID} came again with a different content.`);
    expect([exchange.toHub(), exchange.fromHub()]).toEqual([[], []]);
    expect(exchange.report()).toMatchObject([{ conflicts: 1, credits: [{ amount: '10.00' }] }]);
  });

  it('rejects a message as a whole whose header does not agree with its credits', async () => {
    const exchange = createExchange();
    const credits = [{}, { account: '99999900000070' }];
    exchange.send('COUNT.xml', pacs008('COUNT', credits, { count: 3 }));
    exchange.send('TOTAL.xml', pacs008('TOTAL', credits, { total: 1 }));
    await exchange.run();
    const answers = exchange.collect();
    answers.forEach(validate);
    expect(answers.map((xml) => [valueIn(xml, 'GrpSts'), valueIn(xml, 'Cd')]).sort()).toEqual([
      ['RJCT', 'AM10'],
      ['RJCT', 'AM18'],
    ]);
    expect(answers.flatMap(answersIn)).toEqual([]);
    const statuses = exchange.report().flatMap(({ credits: all }) => all.map((one) => one.status));
    expect(statuses).toEqual(['RJCT', 'RJCT', 'RJCT', 'RJCT']);
  });

  it('ignores files that are not named like a message', async () => {
    const exchange = createExchange();
    for (const name of ['.hidden.xml', 'notes.txt', `${'X'.repeat(27)}.xml`]) {
      exchange.send(name, pacs008(ID, [{}]));
    }
    const lines = await exchange.run();
    expect(lines.map((line) => line.slice(0, 20))).toEqual([
      'Ignored to-hub/XXXXX',
      'Ignored to-hub/notes',
    ]);
    expect(exchange.report()).toEqual([]);
  });

  it('uses the number of decimals of the currency', async () => {
    const exchange = createExchange();
    const message = pacs008(ID, [{ account: '99999900000070' }], { currency: 'JPY' });
    exchange.send(`${ID}.xml`, message.replaceAll('10.00', '1000'));
    await exchange.run();
    const returned = exchange.collect().find((xml) => xml.includes('pacs.004')) ?? '';
    validate(returned);
    expect(returned).toContain('<RtrdIntrBkSttlmAmt Ccy="JPY">1000</RtrdIntrBkSttlmAmt>');
  });

  it('finds the scheme of a message by its clearing system', async () => {
    const exchange = createExchange();
    const schemes = { FPS: 'FPS', STG: 'CHAPS', ST2: 'SEPA', TGT: 'SameDayEUR', XYZ: 'FPS' };
    for (const clearing of Object.keys(schemes)) {
      exchange.send(`${clearing}.xml`, pacs008(clearing, [{}], { clearing }));
    }
    await exchange.run();
    const found = exchange.report().map(({ id, instrument }) => [id, instrument]);
    expect(Object.fromEntries(found)).toEqual(schemes);
  });

  it('does not share its data folder with a second hub', async () => {
    const exchange = createExchange();
    let second: Promise<unknown> | undefined;
    exchange.send(`${ID}.xml`, pacs008(ID, [{ account: GOOD_ACCOUNT }]));
    await exchange.run(AT_ONCE, {
      reached: () => {
        second ??= expect(exchange.run()).rejects.toThrow('Another hub simulator uses');
      },
    });
    expect(second).toBeDefined();
    await second;
  });
});
