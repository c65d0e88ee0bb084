import { describe, expect, it } from 'vitest';
import { PAIN_001 } from '../../../../src/domain/records/file-types.ts';
import type { FileFacts } from '../../../../src/domain/records/payment.ts';
import { painReader } from '../../../../src/pipeline/read/pain/pain-reader.ts';
import { slicePayments } from '../../../../src/pipeline/stored-file-jobs.ts';
import { memorySource } from '../../../../src/store/files/source.ts';
import { account, NORTHWIND, payment } from '../../../helpers/payment-file.ts';
import { batch, message, PAIN_09, transaction } from '../../../helpers/pain001.ts';
import { agent, changed, examine, faultsOf, FILE, TODAY } from './examined.ts';

function factsOf(bytes: Uint8Array): FileFacts {
  const received = examine(bytes);
  if (!received.accepted) throw new Error(JSON.stringify(received.faults));
  return received.facts;
}

/** Returns the payments of an accepted file, as a job on the stored file reads them. */
function paymentsOf(bytes: Uint8Array) {
  const verified = {
    withFile: <Result>(_: unknown, use: (source: ReturnType<typeof memorySource>) => Result) =>
      use(memorySource(bytes)),
  };
  const request = { cursor: 0, limit: 1000, group: null };
  const access = { verified, readerOf: () => painReader };
  return slicePayments(factsOf(bytes), request, access).payments;
}

describe('an accepted pain.001', () => {
  it('has the facts of a file in JSON, with the header of the message', () => {
    const facts = factsOf(Buffer.from(FILE));
    expect(facts).toMatchObject({
      fileType: PAIN_001,
      payments: 3,
      totalPence: 3150,
      namedToday: TODAY,
      classification: { kind: 'BATCH', brokenBy: 2 },
      pageOffsets: [FILE.indexOf('<CdtTrfTxInf>')],
      pageHeaders: [FILE.indexOf('<PmtInf>')],
      message: {
        name: 'pain.001.001.08',
        id: 'PAYROLL-2026-11',
        createdAt: '2026-11-20T09:30:00',
      },
    });
  });

  it('may use version 09, a prefix, a byte order mark and a comment in the prolog', () => {
    const prefixed = changed('pain.001.001.08', 'pain.001.001.09')
      .toString()
      .replaceAll(/<(\/?)([A-Za-z])/g, '<$1p:$2')
      .replace('xmlns=', 'xmlns:p=')
      .replace('<p:Document', '\uFEFF<!-- by Acme, <PmtInf> --><p:Document')
      .replace(/^<\?.*\?>\n/, '');
    const bytes = Buffer.from(`\uFEFF${prefixed.replace('\uFEFF', '')}`);
    expect(factsOf(bytes).message?.name).toBe('pain.001.001.09');
    expect(paymentsOf(bytes)).toEqual(paymentsOf(Buffer.from(FILE)));
    expect(prefixed).toContain(PAIN_09);
  });

  it('may contain the address of a schema and other prefixes', () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const bytes = changed(
      '<Document',
      `<Document xmlns:xsd="http://www.w3.org/2001/XMLSchema" ${xsi} xsi:schemaLocation="a b"`,
    );
    expect(factsOf(bytes).payments).toBe(3);
  });

  it('may have white space and white space in tags', () => {
    const spaced = FILE.replaceAll('><', ' >\r\n\t<').replaceAll('</Id>', '</Id\n>');
    expect(paymentsOf(Buffer.from(spaced))).toEqual(paymentsOf(Buffer.from(FILE)));
  });
});

const ONE = payment(7, { DebtorAccount: account(NORTHWIND, 'Northwind') });
const PLAIN = transaction(ONE);

/** Returns the only payment of a file with this CdtTrfTxInf. */
function read(written: string, header = '') {
  const debtor = account(NORTHWIND, 'Northwind');
  return paymentsOf(message(1, [batch(1, { debtor, day: '2026-12-01' }, [written], header)]))[0];
}

describe('a payment of a pain.001', () => {
  it('has the values of its elements', () => {
    expect(read(PLAIN)).toEqual({
      index: 0,
      instrument: 'FPS',
      date: '2026-12-01',
      amountPence: 1050,
      debtor: NORTHWIND,
      creditor: '20000000000007',
      creditorName: 'Fresco Ltd',
      instructionIdentification: 'ACME7',
      endToEndIdentification: 'FRESCO.21309',
      reference: 'FRESCO-7',
      unstructured: 'Internal ops code 5120108',
    });
  });

  it('takes the EndToEndId in place of an InstrId', () => {
    const written = PLAIN.replace('<InstrId>ACME7</InstrId>', '');
    expect(read(written)?.instructionIdentification).toBe('FRESCO.21309');
  });

  it('takes the local instrument of the PmtInf', () => {
    const type = '<PmtTpInf><LclInstrm><Prtry>UK.OBIE.CHAPS</Prtry></LclInstrm></PmtTpInf>';
    const written = PLAIN.replace(/<PmtTpInf>.*<\/PmtTpInf>/, '');
    expect(read(written, type)?.instrument).toBe('CHAPS');
  });

  it('takes a date-time as the day in London', () => {
    const file = changed('<Dt>2026-11-20</Dt>', '<DtTm>2026-11-20T23:30:00-01:00</DtTm>');
    const later = changed('<Dt>2026-11-20</Dt>', '<DtTm>2026-11-20T23:30:00-01:00</DtTm>', true);
    expect(faultsOf(file)).toHaveLength(1);
    expect(faultsOf(later)[0]).toContain('This payment is for 2026-11-21');
    expect(faultsOf(later)[0]).toContain('InvalidDate PmtInf[2]/ReqdExctnDt:');
  });

  it('may have references to characters', () => {
    const written = PLAIN.replace('Fresco Ltd', '&lt;A&#38;B&#x41;&gt; &quot;&apos;&amp;amp;');
    expect(read(written)?.creditorName).toBe('<A&BA> "\'&amp;');
  });

  it.each([
    ['<IBAN>GB29NWBK60161331926819</IBAN>', '60161331926819'],
    ['<Othr><Id>20000000000007</Id></Othr>', '20000000000007'],
    ['<Othr><Id>20000000000007</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>', '20000000000007'],
  ])('has the account %s', (id, number) => {
    const written = PLAIN.replace(/(<CdtrAcct><Id>).*?(<\/Id><\/CdtrAcct>)/, `$1${id}$2`);
    expect(read(written)?.creditor).toBe(number);
  });

  it('completes an account number with the sort code of the bank', () => {
    const bank = agent('20-00-00'.replaceAll('-', ''));
    const written = PLAIN.replace(/<Othr>.*?<\/Othr>/, '<Othr><Id>00000007</Id></Othr>');
    expect(read(written.replace('<Cdtr>', `${bank}<Cdtr>`))?.creditor).toBe('20000000000007');
  });

  it('may have an address of the creditor', () => {
    const address = '<PstlAdr><StrtNm>High St</StrtNm><Ctry>GB</Ctry><AdrLine>a</AdrLine>';
    const written = PLAIN.replace('</Nm></Cdtr>', `</Nm>${address}</PstlAdr></Cdtr>`);
    expect(read(written)?.creditorName).toBe('Fresco Ltd');
  });
});
