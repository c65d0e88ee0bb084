import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageCredit } from '../../../../src/domain/schemes/messages.ts';
import type { RecallHeader } from '../../../../src/domain/schemes/recalls.ts';
import { writeRecall } from '../../../../src/schemes/messages/camt056.ts';
import {
  PACS008_FORMATS,
  type Pacs008Instrument,
} from '../../../../src/schemes/messages/pacs008-formats.ts';
import { writePacs008 } from '../../../../src/schemes/messages/pacs008.ts';
import { uetrOf } from '../../../../src/domain/schemes/uetr.ts';
import { endToEndIdOf } from '../../../../src/schemes/messages/write-message.ts';
import { Bug, expectDefined } from '../../../../src/shared/assert.ts';
import { validateMessage } from '../../../helpers/iso20022.ts';
import { BANK, headerOf, hostileText } from './credits.ts';
import { SAMPLES } from './samples.ts';

const INSTRUMENTS = Object.keys(PACS008_FORMATS) as Pacs008Instrument[];
const ID = 'R01K00000000000000000XYZ';

/** Returns the message with the first credit of a scheme, and the recall of the credit. */
function recallFor(instrument: Pacs008Instrument, changes: Partial<RecallHeader> = {}) {
  const credit: MessageCredit = expectDefined(SAMPLES[instrument][0], 'a credit');
  const header = headerOf(instrument, [credit]);
  const { payment, creditor, amount } = credit;
  const original = [...writePacs008(header, [credit], BANK)].join('');
  const name = { messageId: header.id, index: payment.index };
  const endToEndId = endToEndIdOf(instrument, payment.endToEndIdentification);
  const recall: RecallHeader = {
    ...{ id: ID, createdAt: Date.parse('2026-12-03T10:00:00Z'), reason: 'DUPL', note: null },
    credit: { ...name, instrument, endToEndId, uetr: uetrOf(name), amount },
    ...{ payment, creditor },
    message: {
      ...{ createdAt: header.createdAt, settlementDate: header.settlementDate },
      text: original,
    },
    ...changes,
  };
  return { original, xml: writeRecall(recall, BANK) };
}

const partOf = (xml: string, name: string): string =>
  new RegExp(`<${name}[ >].*</${name}>`, 's').exec(xml)?.[0] ?? '';

/** Returns the text or the elements in the first element with this name. */
const within = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 's').exec(xml)?.[1];

/** Validates a recall, and its application header if it has one. */
function validate(xml: string): void {
  validateMessage('camt.056.001.08', partOf(xml, 'Document'));
  const header = partOf(xml, 'AppHdr');
  if (header !== '') validateMessage('head.001.001.02', header);
}

describe.each(INSTRUMENTS)('a recall in %s', (instrument) => {
  const { original, xml } = recallFor(instrument);

  it('is valid against the published schemas, with a header if the scheme has one', () => {
    validate(xml);
    expect(xml.includes('<AppHdr')).toBe(PACS008_FORMATS[instrument].applicationHeader !== null);
    expect(() => validate(xml.replace('CxlRsnInf', 'X'))).toThrow();
  });

  it('names the credit exactly as its message does', () => {
    for (const [name, ofOriginal] of [
      ['OrgnlMsgId', 'MsgId'],
      ['OrgnlCreDtTm', 'CreDtTm'],
      ['OrgnlInstrId', 'InstrId'],
      ['OrgnlEndToEndId', 'EndToEndId'],
      ['OrgnlTxId', 'TxId'],
      ['OrgnlUETR', 'UETR'],
      ['OrgnlIntrBkSttlmAmt', 'IntrBkSttlmAmt'],
      ['OrgnlIntrBkSttlmDt', 'IntrBkSttlmDt'],
      ['Assgne', 'CdtrAgt'],
    ] as const) {
      const found = within(xml, name)?.replace(/<\/?Agt>/g, '');
      expect(found, name).toBe(within(original, ofOriginal));
    }
    const currency = /<IntrBkSttlmAmt Ccy="(\w+)">/.exec(original)?.[1] ?? '';
    expect(xml).toContain(`<OrgnlIntrBkSttlmAmt Ccy="${currency}">`);
    expect(xml).toContain('<OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>');
    expect(xml).toContain('<Rsn><Cd>DUPL</Cd></Rsn></CxlRsnInf>');
  });

  it('names a case, except in SEPA, and its assignment and cancellation have the same id', () => {
    expect(within(xml, 'Id')).toBe(ID);
    expect(within(xml, 'CxlId')).toBe(ID);
    const agent = '<Agt><FinInstnId><BICFI>SANDGB2LXXX</BICFI></FinInstnId></Agt>';
    expect(within(xml, 'Assgnr')).toBe(agent);
    const expected = `<Id>${ID}</Id><Cretr>${agent}</Cretr>`;
    expect(within(xml, 'Case')).toBe(instrument === 'SEPA' ? undefined : expected);
  });

  it('is valid with any note', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { xml: noted } = recallFor(instrument, { reason: 'CUST', note: text.slice(0, 105) });
        validate(noted);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a recall', () => {
  it('transliterates the note, which may then need a second text', () => {
    const { xml } = recallFor('FPS', { note: '€'.repeat(105) });
    expect(xml.match(/<AddtlInf>(EUR){35}<\/AddtlInf>/g)).toHaveLength(2);
    expect(recallFor('FPS', { note: 'Łódź' }).xml).toContain('<AddtlInf>Lodz</AddtlInf>');
  });

  it('in SEPA repeats the parties of the credit, and names the originator', () => {
    const { original, xml } = recallFor('SEPA');
    const reference = within(xml, 'OrgnlTxRef') ?? '';
    for (const name of ['SttlmInf', 'PmtTpInf', 'RmtInf', 'DbtrAcct', 'DbtrAgt', 'CdtrAgt']) {
      expect(within(reference, name), name).toBe(within(original, name));
    }
    for (const name of ['Dbtr', 'Cdtr']) {
      expect(within(reference, name)).toBe(`<Pty>${within(original, name) ?? ''}</Pty>`);
    }
    const bank = '<Id><OrgId><AnyBIC>SANDGB2LXXX</AnyBIC></OrgId></Id>';
    expect(within(xml, 'Orgtr')).toBe(bank);
    const { xml: ofCustomer } = recallFor('SEPA', { reason: 'CUST' });
    const debtor = within(within(original, 'Dbtr') ?? '', 'Nm');
    expect(within(ofCustomer, 'Orgtr')).toBe(`<Nm>${debtor ?? ''}</Nm>`);
  });

  it('does not exist in Bacs', () => {
    const name = { messageId: 'M', index: 0 };
    const credit = { ...name, endToEndId: 'E', uetr: '', amount: { minor: 1, currency: 'GBP' } };
    const recall = { credit: { ...credit, instrument: 'BACS' } } as unknown as RecallHeader;
    expect(() => writeRecall(recall, BANK)).toThrow(Bug);
  });
});
