import { expect, it } from 'vitest';
import { validate, valueIn } from './documents.ts';
import { createExchange } from './fixtures.ts';
import { pacs008, standard18 } from './messages.ts';

const ID = 'MSG000000000000000000001';
const GOOD = pacs008(ID, [{}]);
const SUBMISSION = standard18([{}]);

/** File ending, content, and a part of the expected problem. */
const UNREADABLE: Readonly<Record<string, readonly [string, string, string]>> = {
  'an empty file': ['xml', '', 'empty'],
  'a file that ends early': ['xml', GOOD.slice(0, -40), 'not well-formed'],
  'a DOCTYPE': ['xml', `<!DOCTYPE x>${GOOD.replace(/^<\?xml.*?\?>/, '')}`, 'DOCTYPE'],
  'another version of pacs.008': ['xml', GOOD.replace('008.001.08', '008.001.09'), 'namespace'],
  'another message': ['xml', '<Document/>', 'is missing'],
  'another MsgId': ['xml', pacs008('OTHER', [{}]), 'MsgId is "OTHER"'],
  'no credits': ['xml', pacs008(ID, []), 'no credits'],
  'an unknown currency': ['xml', pacs008(ID, [{}], { currency: 'XXX' }), 'XXX'],
  'an amount of zero': ['xml', pacs008(ID, [{ minor: 0 }]), 'Credit 1'],
  'an element twice': ['xml', GOOD.replace(/<TxId>.*<\/TxId>/, '$&$&'), 'occurs twice'],
  'text that is not Standard 18': ['s18', 'hello', 'ends before UTL1'],
  'a submission that ends early': ['s18', SUBMISSION.slice(0, -60), 'ends before UTL1'],
  'text after the last label': ['s18', `${SUBMISSION}MORE`, 'continues after it'],
  'a submission with wrong sums': [
    's18',
    SUBMISSION.replace('00000001000ACME', '00000002000ACME'),
    'UTL1',
  ],
  'a label with a wrong name': ['s18', SUBMISSION.replace('HDR2', 'HDR9'), 'HDR2'],
  'a record with a letter in its amount': [
    's18',
    SUBMISSION.replace('00000001000ACME', '0000000100OACME'),
    'Record 1',
  ],
};

it.each(Object.entries(UNREADABLE))(
  'the hub simulator answers with an admi.002: %s',
  async (_, [ending, content, problem]) => {
    const exchange = createExchange();
    exchange.send(`${ID}.${ending}`, content);
    const lines = await exchange.run();
    expect(lines[0]).toContain(`Message ${ID} cannot be read, so an admi.002 answers it.`);
    const [reject = ''] = exchange.collect();
    validate(reject);
    expect(valueIn(reject, 'Ref')).toBe(ID);
    expect(exchange.report()).toMatchObject([{ id: ID, state: 'unreadable', credits: [] }]);
    expect(exchange.report()[0]?.problem).toContain(problem);
  },
);
