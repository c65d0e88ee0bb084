import { describe, expect, it } from 'vitest';
import type { DecidedAnswer } from '../../../../src/simulators/hub/agenda.ts';
import { planEnquiryAnswer } from '../../../../src/simulators/hub/plan.ts';
import { answersIn, validate, valueIn } from './documents.ts';
import { AT_ONCE, createExchange } from './fixtures.ts';
import { pacs008, pacs028 } from './messages.ts';

const [ID, ONE, TWO] = ['MSG000000000000000000001', 'ENQ000000000000000000001', 'ENQ2'];
const ONLY_WHEN_ASKED = { ...AT_ONCE, onlyWhenAsked: 1 };

describe('an enquiry', () => {
  it('is valid against the published schema', () => {
    validate(pacs028(ONE, ID));
  });

  it('recovers a lost answer, each time with a new id', async () => {
    const exchange = createExchange();
    const credits = [{}, { account: '99999900000001' }];
    exchange.send(`${ID}.xml`, pacs008(ID, credits));
    await exchange.run(ONLY_WHEN_ASKED);
    expect(exchange.collect()).toEqual([]);
    expect(exchange.report()).toMatchObject([{ id: ID, state: 'decided', waiting: 0 }]);

    const ids: (string | undefined)[] = [];
    for (const enquiry of [ONE, TWO]) {
      exchange.send(`${enquiry}.xml`, pacs028(enquiry, ID));
      const lines = await exchange.run(ONLY_WHEN_ASKED);
      expect(lines[0]).toBe(`Enquiry ${enquiry} about message ${ID}: answered again.`);
      const [answer = '', ...others] = exchange.collect();
      expect(others).toEqual([]);
      validate(answer);
      expect(valueIn(answer, 'OrgnlMsgId')).toBe(ID);
      expect(answersIn(answer).map(({ status }) => status)).toEqual(['ACSC', 'RJCT']);
      ids.push(valueIn(answer, 'MsgId'));
    }
    expect(new Set(ids).size).toBe(2);
    const enquiries = exchange.report().slice(1);
    expect(enquiries).toMatchObject([{ id: ONE, state: 'enquiry', credits: [] }, { id: TWO }]);
  });

  it('that comes twice is answered once', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}]));
    await exchange.run(ONLY_WHEN_ASKED);
    for (const count of [1, 0]) {
      exchange.send(`${ONE}.xml`, pacs028(ONE, ID));
      await exchange.run(ONLY_WHEN_ASKED);
      expect(exchange.collect()).toHaveLength(count);
    }
    expect(exchange.report()[1]).toMatchObject({ id: ONE, repeats: 1, conflicts: 0 });
  });

  it('about an unknown message gets no answer, which could reject its credits', async () => {
    const exchange = createExchange();
    exchange.send(`${ONE}.xml`, pacs028(ONE, ID));
    expect(await exchange.run()).toEqual([
      `Enquiry ${ONE} about message ${ID}: NOT ANSWERED, because it is unknown.`,
    ]);
    expect(exchange.collect()).toEqual([]);
    const problem = `The hub has no message ${ID}.`;
    expect(exchange.report()).toMatchObject([{ state: 'enquiry', problem }]);
  });

  it.each([
    ['names transactions', pacs028(ONE, ID, '<TxInf></TxInf>'), 'without TxInf'],
    ['has another id than its file', pacs028(TWO, ID), 'MsgId is &quot;ENQ2&quot;'],
    ['ends early', pacs028(ONE, ID).slice(0, -40), ''],
    ['names no message', pacs028(ONE, ID).replaceAll('OrgnlMsgId', 'Id'), 'OrgnlMsgId is missing'],
  ])('that %s is answered by an admi.002 that names the enquiry', async (_, enquiry, problem) => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}]));
    await exchange.run(ONLY_WHEN_ASKED);
    exchange.send(`${ONE}.xml`, enquiry);
    await exchange.run(ONLY_WHEN_ASKED);
    const [reject = ''] = exchange.collect();
    validate(reject);
    expect(valueIn(reject, 'Ref')).toBe(ONE);
    expect(reject.replaceAll('"', '&quot;')).toContain(problem);
    expect(exchange.report()).toMatchObject([{ state: 'decided' }, { state: 'unreadable' }]);
  });

  it('about a message that the hub refused or could not read gets the same answer', async () => {
    const exchange = createExchange();
    exchange.send(`${ID}.xml`, pacs008(ID, [{}], { count: 2 }));
    exchange.send('M2.xml', '<Document/>');
    await exchange.run();
    exchange.collect();
    exchange.send(`${ONE}.xml`, pacs028(ONE, ID));
    exchange.send(`${TWO}.xml`, pacs028(TWO, 'M2'));
    await exchange.run();
    const [reject = '', refusal = ''] = exchange.collect();
    expect(valueIn(reject, 'Ref')).toBe('M2');
    expect(valueIn(refusal, 'OrgnlMsgId')).toBe(ID);
    expect(valueIn(refusal, 'GrpSts')).toBe('RJCT');
  });
});

describe('the plan of an answer to an enquiry', () => {
  const planned = (decided: readonly DecidedAnswer[]) =>
    planEnquiryAnswer(
      { id: ONE, receivedAt: 1000 },
      { number: 7, instrument: 'FPS' },
      AT_ONCE,
      decided,
    ).map(({ message, kind, part, parts, createdAt, isLost }) => {
      return [message, kind, part, parts, createdAt, isLost];
    });
  const part = (kind: DecidedAnswer['kind'], at: number) => ({
    kind,
    part: at,
    parts: 3,
    variant: 0,
  });

  it('contains only the parts that are decided, with their first statuses', () => {
    expect(planned([])).toEqual([]);
    expect(planned([part('answer', 1)])).toEqual([[7, 'answer', 1, 3, 1000, false]]);
  });

  it('contains the final statuses after the final answer', () => {
    const final = { kind: 'final answer', part: 0, parts: 1, variant: 0 } as const;
    expect(planned([part('answer', 0), part('answer', 2), final])).toEqual([
      [7, 'current status', 0, 3, 1000, false],
      [7, 'current status', 2, 3, 1000, false],
    ]);
  });

  it('is composed with the final status of pending credits', async () => {
    const exchange = createExchange();
    const credits = ['50', '51'].map((ending) => ({ account: `999999000000${ending}` }));
    exchange.send(`${ID}.xml`, pacs008(ID, credits));
    await exchange.run();
    exchange.collect();
    exchange.send(`${ONE}.xml`, pacs028(ONE, ID));
    await exchange.run();
    const [answer = ''] = exchange.collect();
    expect(answersIn(answer).map(({ status }) => status)).toEqual(['ACSC', 'RJCT']);
  });
});
