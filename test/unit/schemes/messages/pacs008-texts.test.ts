import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import type { Address } from '../../../../src/domain/execution/credit.ts';
import { creditIdOf, type MessageCredit } from '../../../../src/domain/schemes/messages.ts';
import { fitIdentifier, fitText } from '../../../../src/domain/schemes/character-sets.ts';
import { writePacs008 } from '../../../../src/schemes/messages/pacs008.ts';
import {
  PACS008_FORMATS,
  type Pacs008Instrument,
} from '../../../../src/schemes/messages/pacs008-formats.ts';
import type { TextChange } from '../../../../src/schemes/messages/scheme-texts.ts';
import { uetrOf } from '../../../../src/domain/schemes/uetr.ts';
import { formatAmount } from '../../../../src/shared/money.ts';
import { readPacs008 } from '../../../helpers/pacs008.ts';
import { BANK, creditOf, headerOf, hostileText } from './credits.ts';

const INSTRUMENTS = Object.keys(PACS008_FORMATS) as Pacs008Instrument[];

/** The characters of a message in each set, with the escapes of XML. */
const CHARACTERS = {
  swiftX: /^[A-Za-z0-9/\-?:().,'+ ]*$/,
  swiftExtended: /^[\x20-\x7E]*$/,
};

const anyAddress: fc.Arbitrary<Address | null> = fc.option(
  fc.record({
    Department: hostileText,
    StreetName: hostileText,
    BuildingNumber: hostileText,
    PostCode: hostileText,
    TownName: hostileText,
    Country: fc.constantFrom('GB', 'DE', undefined),
    AddressLine: fc.array(hostileText, { maxLength: 4 }),
  }),
);

const anyAgent = fc.option(
  fc.record({
    bic: fc.constantFrom('BUKBGB22', 'DEUTDEFFXXX', null),
    name: fc.option(hostileText),
    address: anyAddress,
  }),
);

/** Any credit, with texts that the contract would reject as well. */
function anyCredit(instrument: Pacs008Instrument): fc.Arbitrary<MessageCredit> {
  const { accounts, currency } = PACS008_FORMATS[instrument];
  const abroad = fc.constantFrom('DE89370400440532013000', '021-000021 12');
  return fc
    .record({
      isBritish: accounts === 'uk' ? fc.constant(true) : fc.boolean(),
      abroad,
      minor: fc.integer({ min: 1, max: 99_999_999_999 }),
      texts: fc.record({
        endToEndIdentification: hostileText,
        reference: hostileText,
        unstructured: hostileText,
      }),
      creditor: fc.record({
        name: hostileText,
        address: anyAddress,
        country: fc.constant('DE'),
        secondary: hostileText,
        agent: anyAgent,
        clearingCode: fc.constantFrom(null, { code: 'USABA', identification: '021000021' }),
      }),
      debtorName: hostileText,
      chargeBearer: fc.constantFrom(undefined, 'Shared' as const, 'BorneByCreditor' as const),
      purpose: fc.record({
        code: fc.oneof(hostileText, fc.constant('SUPP')),
        extended: hostileText,
      }),
    })
    .map(({ isBritish, minor, texts, creditor, debtorName, ...rest }) =>
      creditOf(
        { ...texts, creditor: isBritish ? '20304012345678' : rest.abroad },
        {
          amount: { minor, currency: currency ?? 'USD' },
          creditor: { ...creditor, isBritish },
          debtor: { name: debtorName, address: null, account: '11280001234567' },
          chargeBearer: rest.chargeBearer,
          purpose: rest.purpose,
        },
      ),
    );
}

function anyCredits(instrument: Pacs008Instrument): fc.Arbitrary<readonly MessageCredit[]> {
  const maxLength = Math.min(PACS008_FORMATS[instrument].maxTransactions, 4);
  return fc
    .array(anyCredit(instrument), { minLength: 1, maxLength })
    .map((credits) =>
      credits.map((one, index) => ({ ...one, payment: { ...one.payment, index: 3 * index } })),
    );
}

function written(instrument: Pacs008Instrument, credits: readonly MessageCredit[]): string {
  return [...writePacs008(headerOf(instrument, credits), credits, BANK)].join('');
}

describe('any texts', () => {
  it.each(INSTRUMENTS)('give a valid %s message in the characters of the scheme', (instrument) => {
    const characters =
      CHARACTERS[PACS008_FORMATS[instrument].texts.characterSet as keyof typeof CHARACTERS];
    fc.assert(
      fc.property(anyCredits(instrument), (credits) => {
        const { texts } = readPacs008(written(instrument, credits));
        for (const text of texts('//p:CdtTrfTxInf//*[not(*)]')) expect(text).toMatch(characters);
        expect(texts('//p:CdtTrfTxInf')).toHaveLength(credits.length);
      }),
      { numRuns: 100 },
    );
  });

  it.each(['FPS', 'CHAPS'] as const)(
    'give the bytes that xmlbuilder2 gives, for %s',
    (instrument) => {
      fc.assert(
        fc.property(anyCredits(instrument), (credits) => {
          const plain = credits.map((one) => ({
            ...one,
            creditor: { ...one.creditor, address: null, agent: null, secondary: '' },
            purpose: { code: 'SUPP', extended: '' },
          }));
          const xml = written(instrument, plain);
          const document = /<Document .*<\/Document>/s.exec(xml)?.[0];
          expect(document).toBe(builtDocument(instrument, plain));
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe('a text that the message has no place for', () => {
  function reported(instrument: Pacs008Instrument, one: MessageCredit): readonly string[] {
    const fields: string[] = [];
    const options = {
      onTextChange: ({ field, isCut }: TextChange) => {
        fields.push(isCut ? field : `${field} replaced`);
      },
    };
    const header = headerOf(instrument, [one]);
    readPacs008([...writePacs008(header, [one], BANK, options)].join(''));
    return fields;
  }
  const text = { reference: '' };
  const address = { TownName: 'Berlin', Country: 'DE' };
  const dollars = { minor: 1, currency: 'USD' };
  const euros = { minor: 1, currency: 'EUR' };
  const british = creditOf({}).creditor;

  it.each([
    ['SWIFT', {}, { amount: dollars }, ['RmtInf/Ustrd']],
    ['FPS', {}, {}, []],
    [
      'SWIFT',
      text,
      { amount: dollars, purpose: { code: 'SUPP', extended: 'Lease' } },
      ['Purp/Prtry'],
    ],
    ['SWIFT', text, { amount: dollars, purpose: { code: '?', extended: 'Lease' } }, ['Purp/Cd']],
    [
      'SEPA',
      text,
      { amount: euros, creditor: { ...british, secondary: 'ROLL 7' } },
      ['InstrForCdtrAgt/InstrInf'],
    ],
    [
      'SWIFT',
      text,
      {
        amount: dollars,
        creditor: { ...british, address: { ...address, AddressLine: ['1', '2', '3', '4'] } },
      },
      ['Cdtr/PstlAdr/AdrLine', 'Cdtr/PstlAdr/AdrLine'],
    ],
    [
      'SWIFT',
      text,
      { amount: dollars, creditor: { ...british, address: { TownName: 'Berlin' } } },
      ['Cdtr/PstlAdr'],
    ],
    ['SWIFT', text, { amount: dollars, creditor: { ...british, address: {} } }, []],
    ['FPS', {}, { creditor: { ...british, address } }, ['Cdtr/PstlAdr']],
    [
      'FPS',
      {},
      { creditor: { ...british, agent: { bic: null, name: 'Bank', address: null } } },
      ['CdtrAgt/FinInstnId/Nm'],
    ],
  ] as const)('is reported for %s, case %#', (instrument, payment, others, fields) => {
    const made = creditOf(payment, others);
    const debtor = { ...made.debtor, address: null };
    expect(reported(instrument, { ...made, debtor })).toEqual(fields);
  });
});

/** Builds the same document with xmlbuilder2. */
function builtDocument(instrument: 'FPS' | 'CHAPS', credits: readonly MessageCredit[]): string {
  const isBulk = instrument === 'FPS';
  const header = headerOf(instrument, credits);
  const limits = PACS008_FORMATS[instrument].texts;
  // xmlbuilder2 decodes entities in objects, and does not escape the ampersand of `&nbsp;`.
  const fitted = (text: string, max: number) =>
    fitText(text, limits.characterSet, max).text.replaceAll('&', '&amp;amp;');
  const pounds = (minor: number) => ({ '@Ccy': 'GBP', '#': formatAmount(minor) });
  const bic = { FinInstnId: { BICFI: BANK.bic } };
  const sortCode = (account: string) => ({
    ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: account.slice(0, 6) },
  });
  const accountOf = (account: string) => ({
    Id: { Othr: { Id: account.slice(6), SchmeNm: { Cd: 'BBAN' } } },
  });
  const root = create()
    .ele('urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08', 'Document')
    .ele('FIToFICstmrCdtTrf');
  root.ele('GrpHdr').ele({
    MsgId: header.id,
    CreDtTm: '2026-12-01T09:30:00.000+00:00',
    NbOfTxs: String(credits.length),
    ...(isBulk && {
      TtlIntrBkSttlmAmt: pounds(header.total.minor),
      IntrBkSttlmDt: header.settlementDate,
    }),
    SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: isBulk ? 'FPS' : 'STG' } },
  });
  for (const { payment, amount, debtor, creditor } of credits) {
    const name = { messageId: header.id, index: payment.index };
    const ref = fitted(payment.reference, limits.reference);
    const text = fitted(payment.unstructured, limits.unstructured);
    const remittance = {
      ...(text !== '' && (isBulk || ref === '') && { Ustrd: text }),
      ...(ref !== '' && { Strd: { CdtrRefInf: { Ref: ref } } }),
    };
    const endToEndId = fitIdentifier(payment.endToEndIdentification, limits.endToEndId).text;
    root.ele('CdtTrfTxInf').ele({
      PmtId: {
        InstrId: creditIdOf(name),
        EndToEndId: endToEndId || 'NOTPROVIDED',
        TxId: creditIdOf(name),
        UETR: uetrOf(name),
      },
      PmtTpInf: { LclInstrm: { Prtry: `UK.OBIE.${instrument}` } },
      IntrBkSttlmAmt: pounds(amount.minor),
      ...(!isBulk && { IntrBkSttlmDt: header.settlementDate }),
      ChrgBr: isBulk ? 'SLEV' : 'SHAR',
      InstgAgt: bic,
      ...(!isBulk && { InstdAgt: { FinInstnId: sortCode(payment.creditor) } }),
      Dbtr: { Nm: fitted(debtor.name, limits.name) || 'NOTPROVIDED' },
      DbtrAcct: accountOf(debtor.account),
      DbtrAgt: {
        FinInstnId: { ...(!isBulk && bic.FinInstnId), ...sortCode(debtor.account) },
      },
      CdtrAgt: { FinInstnId: sortCode(payment.creditor) },
      Cdtr: { Nm: fitted(creditor.name, limits.name) || 'NOTPROVIDED' },
      CdtrAcct: accountOf(payment.creditor),
      Purp: { Cd: 'SUPP' },
      ...(Object.keys(remittance).length > 0 && { RmtInf: remittance }),
    });
  }
  return root.doc().end({ headless: true });
}
