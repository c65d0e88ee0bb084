import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Creditor } from '../../../../src/domain/execution/credit.ts';
import { creditIdOf, type MessageCredit } from '../../../../src/domain/schemes/messages.ts';
import { writePacs008 } from '../../../../src/schemes/messages/pacs008.ts';
import {
  PACS008_FORMATS,
  type Pacs008Instrument,
} from '../../../../src/schemes/messages/pacs008-formats.ts';
import type { TextChange } from '../../../../src/schemes/messages/scheme-texts.ts';
import { partsOfUetr, uetrOf } from '../../../../src/domain/schemes/uetr.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import { readPacs008 } from '../../../helpers/pacs008.ts';
import { BANK, credit, creditOf, foreignCredit, headerOf } from './credits.ts';
import { SAMPLES } from './samples.ts';

const INSTRUMENTS = Object.keys(PACS008_FORMATS) as Pacs008Instrument[];
const TX = '//p:CdtTrfTxInf';

function written(instrument: Pacs008Instrument, credits: readonly MessageCredit[]): string {
  return [...writePacs008(headerOf(instrument, credits), credits, BANK)].join('');
}

function read(instrument: Pacs008Instrument, credits: readonly MessageCredit[]) {
  return readPacs008(written(instrument, credits));
}

describe.each(INSTRUMENTS)('a pacs.008 for %s', (instrument) => {
  const credits = SAMPLES[instrument];

  it('is valid by the schemas, and equal to its golden file', () => {
    const xml = written(instrument, credits);
    readPacs008(xml);
    const golden = new URL(
      `../../../../fixtures/schemes/pacs008-${instrument}.xml`,
      import.meta.url,
    );
    expect(xml).toBe(readFileSync(golden, 'utf8'));
  });

  it('names each credit by its InstrId, TxId and UETR', () => {
    const { texts } = read(instrument, credits);
    const names = credits.map(({ payment }) => ({
      messageId: headerOf(instrument, credits).id,
      index: payment.index,
    }));
    expect(texts(`${TX}/p:PmtId/p:InstrId`)).toEqual(names.map(creditIdOf));
    expect(texts(`${TX}/p:PmtId/p:TxId`)).toEqual(names.map(creditIdOf));
    const uetrs = texts(`${TX}/p:PmtId/p:UETR`);
    expect(uetrs).toEqual(names.map(uetrOf));
    expect(uetrs.map(partsOfUetr)).toEqual(
      names.map(({ messageId, index }) => ({ messageIdStart: messageId.slice(0, 19), index })),
    );
  });

  it('is rejected with more transactions than the scheme accepts', () => {
    const { maxTransactions } = PACS008_FORMATS[instrument];
    const header = headerOf(instrument, credits, { transactions: maxTransactions + 1 });
    expect(() => [...writePacs008(header, credits, BANK)]).toThrow(Bug);
  });
});

describe('a pacs.008', () => {
  it('is wrapped with an application header for CHAPS, SWIFT and T2 only', () => {
    const found = INSTRUMENTS.map((instrument) => {
      const { texts } = read(instrument, SAMPLES[instrument]);
      return [instrument, texts('//h:MsgDefIdr'), texts('//h:BizSvc')];
    });
    expect(found).toEqual([
      ['FPS', [], []],
      ['CHAPS', ['pacs.008.001.08'], ['boe.chaps.enh.01']],
      ['SEPA', [], []],
      ['SWIFT', ['pacs.008.001.08'], ['swift.cbprplus.02']],
      ['SameDayEUR', ['pacs.008.001.08'], []],
    ]);
  });

  it('settles SWIFT payments at the instructed agent, and all others in a clearing system', () => {
    const found = INSTRUMENTS.map((instrument) => {
      const { texts } = read(instrument, SAMPLES[instrument]);
      return [...texts('//p:SttlmMtd'), ...texts('//p:ClrSys')].join(' ');
    });
    expect(found).toEqual(['CLRG FPS', 'CLRG STG', 'CLRG ST2', 'INDA', 'CLRG TGT']);
  });

  it.each([
    ['total', { total: { minor: 10_51, currency: 'GBP' } }],
    ['number', { transactions: 2 }],
    ['currency', { total: { minor: 10_50, currency: 'EUR' } }],
    ['message id', { id: 'short' }],
  ])('is never complete if its header has another %s', (_, changes) => {
    const credits = [credit(0)];
    const pieces: string[] = [];
    expect(() => {
      const header = headerOf('FPS', credits, changes);
      for (const piece of writePacs008(header, credits, BANK)) pieces.push(piece);
    }).toThrow(Bug);
    expect(pieces.join('')).not.toContain('</Document>');
  });

  it('is never complete if it has a payment twice', () => {
    expect(() => written('FPS', [credit(3), credit(3)])).toThrow(/after payment 3/);
  });

  it('is never complete with a credit of zero or of another currency', () => {
    const zero = credit(1, { amount: { minor: 0, currency: 'GBP' } });
    expect(() => written('FPS', [credit(0), zero])).toThrow(/bad amount/);
    const euro = credit(1, { amount: { minor: 5, currency: 'EUR' } });
    expect(() => written('FPS', [credit(0), euro])).toThrow(/EUR instead of GBP/);
  });

  it('comes in pieces of about 64 KiB', () => {
    const credits = Array.from({ length: 500 }, (_, index) => credit(index));
    const pieces = [...writePacs008(headerOf('FPS', credits), credits, BANK)];
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces.slice(0, -1)) {
      expect(piece.length).toBeGreaterThanOrEqual(65_536);
      expect(piece.length).toBeLessThan(70_000);
    }
    expect(readPacs008(pieces.join('')).texts(`${TX}/p:PmtId/p:InstrId`)).toHaveLength(500);
  });

  it('is addressed to the instructed agent, if there is one', () => {
    const credits = SAMPLES.SWIFT;
    const options = { instructedAgent: 'CITIUS33XXX' };
    const xml = [...writePacs008(headerOf('SWIFT', credits), credits, BANK, options)].join('');
    const { texts } = readPacs008(xml);
    expect(texts('//h:To')).toEqual(['CITIUS33XXX']);
    expect(texts(`${TX}/p:InstdAgt`)).toEqual(['CITIUS33XXX']);
  });

  it('has the local instrument that was agreed with the hub', () => {
    const credits = [credit(0)];
    const options = { localInstrument: 'SIP' };
    const xml = [...writePacs008(headerOf('FPS', credits), credits, BANK, options)].join('');
    expect(readPacs008(xml).texts('//p:LclInstrm')).toEqual(['SIP']);
    expect(read('FPS', credits).texts('//p:LclInstrm')).toEqual(['UK.OBIE.FPS']);
  });
});

describe('the transaction of a credit', () => {
  it.each([
    ['JPY', '1234'],
    ['USD', '12.34'],
  ])('has an amount in the decimals of %s', (currency, amount) => {
    const { texts } = read('SWIFT', [foreignCredit('123', currency, {})]);
    expect(texts(`${TX}/p:IntrBkSttlmAmt`)).toEqual([amount]);
    expect(texts(`${TX}/p:IntrBkSttlmAmt/@Ccy`)).toEqual([currency]);
  });

  it('cuts texts for Faster Payments, and reports it', () => {
    const long = 'x'.repeat(150);
    const changes: TextChange[] = [];
    const credits = [
      creditOf(
        { endToEndIdentification: long, reference: long, unstructured: long },
        {
          debtor: { name: long, address: null, account: '11280001234567' },
          creditor: {
            ...credit(0).creditor,
            name: `${long}東`,
            address: { TownName: 'London', Country: 'GB' },
          },
        },
      ),
    ];
    const options = { onTextChange: (change: TextChange) => void changes.push(change) };
    const xml = [...writePacs008(headerOf('FPS', credits), credits, BANK, options)].join('');
    const { texts } = readPacs008(xml);
    const lengths = [
      'p:PmtId/p:EndToEndId',
      'p:Dbtr',
      'p:Cdtr',
      'p:RmtInf//p:Ref',
      'p:RmtInf/p:Ustrd',
    ]
      .flatMap((path) => texts(`${TX}/${path}`))
      .map(({ length }) => length);
    expect(lengths).toEqual([31, 40, 40, 18, 140]);
    expect(changes.map(({ field, replaced, isCut }) => [field, replaced, isCut])).toEqual([
      ['PmtId/EndToEndId', 0, true],
      ['Dbtr/Nm', 0, true],
      ['Cdtr/Nm', 1, true],
      ['Cdtr/PstlAdr', 0, true],
      ['RmtInf/Strd', 0, true],
      ['RmtInf/Ustrd', 0, true],
    ]);
  });

  it('names the ultimate parties, which Faster Payments leaves out', () => {
    const parties = { ultimateDebtor: 'Zoë & Co', ultimateCreditor: 'Acme Holding' };
    for (const instrument of INSTRUMENTS) {
      const changes: TextChange[] = [];
      const credits = SAMPLES[instrument].slice(0, 1).map((one) => ({ ...one, ...parties }));
      const header = headerOf(instrument, credits);
      const onTextChange = (change: TextChange) => void changes.push(change);
      const xml = [...writePacs008(header, credits, BANK, { onTextChange })].join('');
      const { texts } = readPacs008(xml);
      const names = ['UltmtDbtr', 'UltmtCdtr'].flatMap((tag) => texts(`${TX}/p:${tag}/p:Nm`));
      const leftOut = changes.filter(({ field }) => field.startsWith('Ultmt'));
      const isFps = instrument === 'FPS';
      expect([names.length, leftOut.length], instrument).toEqual(isFps ? [0, 2] : [2, 0]);
      if (!isFps) expect(names[1]).toBe('Acme Holding');
    }
  });

  it('has NOTPROVIDED for an unknown end-to-end id, name and bank', () => {
    const { texts } = read(
      'SEPA',
      [{ ...foreignCredit('DE89370400440532013000', 'EUR', { name: ' ' }) }].map((one) => ({
        ...one,
        payment: { ...one.payment, endToEndIdentification: '' },
      })),
    );
    expect(texts(`${TX}/p:PmtId/p:EndToEndId`)).toEqual(['NOTPROVIDED']);
    expect(texts(`${TX}/p:Cdtr/p:Nm`)).toEqual(['NOTPROVIDED']);
    expect(texts(`${TX}/p:CdtrAgt`)).toEqual(['NOTPROVIDED']);
  });

  it('has the reference or the text, and both for Faster Payments', () => {
    const parts = (instrument: Pacs008Instrument, one: MessageCredit) => {
      const { texts } = read(instrument, [one]);
      return [texts(`${TX}/p:RmtInf/p:Ustrd`).length, texts(`${TX}/p:RmtInf/p:Strd`).length];
    };
    expect(parts('FPS', credit(0))).toEqual([1, 1]);
    expect(parts('CHAPS', credit(0))).toEqual([0, 1]);
    expect(parts('CHAPS', creditOf({ reference: '' }))).toEqual([1, 0]);
    expect(parts('CHAPS', creditOf({ reference: '', unstructured: '' }))).toEqual([0, 0]);
  });

  it('has British accounts as sort code and number, or as an IBAN', () => {
    const agent = { bic: 'BUKBGB22', name: null, address: null };
    const british: Creditor = { ...credit(0).creditor, agent };
    const of = (instrument: Pacs008Instrument, currency: string, creditor = british) => {
      const account = { creditor: '20201555555555' };
      const one = creditOf(account, { creditor, amount: { minor: 1, currency } });
      const { texts } = read(instrument, [one]);
      return [...texts(`${TX}/p:CdtrAcct/p:Id/*[1]`), ...texts(`${TX}/p:CdtrAgt//*[not(*)]`)];
    };
    expect(of('FPS', 'GBP')).toEqual(['55555555BBAN', 'GBDSC', '202015']);
    expect(of('CHAPS', 'GBP')).toEqual(['55555555BBAN', 'BUKBGB22', 'GBDSC', '202015']);
    expect(of('SWIFT', 'USD')).toEqual(['GB33BUKB20201555555555', 'BUKBGB22']);
    const unknown = { ...british, agent: null };
    expect(of('SWIFT', 'USD', unknown)).toEqual(['55555555BBAN', 'GBDSC', '202015']);
  });

  it.each([
    ['BorneByCreditor', 'CRED', ['0.00']],
    ['BorneByDebtor', 'DEBT', []],
    ['FollowingServiceLevel', 'SHAR', []],
    ['Shared', 'SHAR', []],
    [undefined, 'SHAR', []],
  ] as const)('has for charges %s the code %s', (chargeBearer, code, charged) => {
    const { texts } = read('SWIFT', [foreignCredit('123', 'USD', {}, { chargeBearer })]);
    expect(texts(`${TX}/p:ChrgBr`)).toEqual([code]);
    expect(texts(`${TX}/p:ChrgsInf/p:Amt`)).toEqual(charged);
  });

  it.each([
    [{ code: 'SUPP', extended: 'x' }, 'p:Cd', 'SUPP'],
    [{ code: '', extended: 'Rent' }, 'p:Prtry', 'Rent'],
    [{ code: 'é&', extended: '' }, 'p:Prtry', 'e&'],
  ])('has the purpose %j', (purpose, element, text) => {
    const { texts } = read('SWIFT', [foreignCredit('123', 'USD', {}, { purpose })]);
    expect(texts(`${TX}/p:Purp/${element}`)).toEqual([text]);
  });

  it('has an address only with town and country, and at most two lines', () => {
    const address = { TownName: 'Berlin', Country: 'DE', AddressLine: ['1', '2', '3'] };
    const of = (changes: object) =>
      read('SWIFT', [foreignCredit('123', 'USD', { address: { ...address, ...changes } })]).texts(
        `${TX}/p:Cdtr/p:PstlAdr/*`,
      );
    expect(of({})).toEqual(['Berlin', 'DE', '1', '2']);
    expect(of({ TownName: undefined })).toEqual([]);
    expect(of({ Country: undefined })).toEqual([]);
  });

  it('is never written with an account number or a clearing code of other characters', () => {
    expect(() => written('SWIFT', [foreignCredit('<1>', 'USD', {})])).toThrow(Bug);
    const clearingCode = { code: 'USABA', identification: '1&2' };
    expect(() => written('SWIFT', [foreignCredit('1', 'USD', { clearingCode })])).toThrow(Bug);
    const agent = { bic: 'short', name: null, address: null };
    expect(() => written('SWIFT', [foreignCredit('1', 'USD', { agent })])).toThrow(Bug);
    expect(() => written('CHAPS', [foreignCredit('1', 'GBP', {})])).toThrow(/accounts abroad/);
  });
});
