import { describe, expect, it } from 'vitest';
import { NORTHWIND } from '../../../helpers/payment-file.ts';
import { agent, changed, faultsOf, FILE } from './examined.ts';

const FIRST = 'PmtInf[1]/CdtTrfTxInf[1]';
const LAST = 'PmtInf[2]/CdtTrfTxInf[1]';

/** Changes of the file, and the only fault that each causes. */
const FAULTS: readonly (readonly [from: string, to: string, fault: string])[] = [
  // Header of the file.
  ['<MsgId>PAYROLL-2026-11</MsgId>', '', 'Field.Missing GrpHdr/MsgId: MsgId is required.'],
  ['PAYROLL-2026-11', 'x'.repeat(36), 'Field.Invalid GrpHdr/MsgId: Found "xxx'],
  [
    '09:30:00<',
    '09:30<',
    'Field.Invalid GrpHdr/CreDtTm: Found "2026-11-20T09:30". Expected a date',
  ],
  ['<NbOfTxs>3', '<NbOfTxs>4', 'Field.Invalid GrpHdr/NbOfTxs: Found 4. There are 3 payments.'],
  [
    '</NbOfTxs>',
    '</NbOfTxs><CtrlSum>31.51</CtrlSum>',
    'Field.Invalid GrpHdr/CtrlSum: Found 31.51.',
  ],
  ['<InitgPty>', '<FwdgAgt/><InitgPty>', 'Field.Unexpected GrpHdr/FwdgAgt: The service does not'],
  // PmtInf.
  ['TRF', 'CHK', 'Field.Invalid PmtInf[1]/PmtMtd: Found "CHK". Expected TRF.'],
  [
    '</PmtMtd>',
    '</PmtMtd><BtchBookg>true</BtchBookg>',
    'Field.Unexpected PmtInf[1]/BtchBookg: The service does not support this element. Remove it.',
  ],
  ['</PmtMtd>', '</PmtMtd><NbOfTxs>3</NbOfTxs>', 'Field.Invalid PmtInf[1]/NbOfTxs: Found 3. There'],
  [
    '</PmtMtd>',
    '</PmtMtd><CtrlSum>1</CtrlSum>',
    'Field.Invalid PmtInf[1]/CtrlSum: Found 1. The to',
  ],
  ['2026-11-20</Dt>', '2025-11-20</Dt>', 'Field.InvalidDate PmtInf[1]/ReqdExctnDt/Dt: 2025-11-20'],
  [
    '2026-11-20</Dt>',
    '2026-02-30</Dt>',
    'Field.Invalid PmtInf[1]/ReqdExctnDt/Dt: Found "2026-02-3',
  ],
  [
    NORTHWIND,
    '1128000123456',
    'Field.Invalid PmtInf[1]/DbtrAcct/Id/Othr/Id: Found "1128000123456"',
  ],
  ['</Id></DbtrAcct>', '</Id><Ccy>EUR</Ccy></DbtrAcct>', 'Field.Invalid PmtInf[1]/DbtrAcct/Ccy: F'],
  ['<DbtrAgt>', '<UltmtDbtr/><DbtrAgt>', 'Field.Unexpected PmtInf[1]/UltmtDbtr: The service does'],
  [
    '</DbtrAgt>',
    '</DbtrAgt><ChrgBr>SLEV</ChrgBr>',
    'Field.Unexpected PmtInf[1]/ChrgBr: The service',
  ],
  // CdtTrfTxInf.
  [
    '<EndToEndId>FRESCO.21302</EndToEndId>',
    '',
    `Field.Missing ${FIRST}/PmtId/EndToEndId: EndToEndId`,
  ],
  [
    'FRESCO.21302',
    '',
    `Field.Invalid ${FIRST}/PmtId/EndToEndId: Found "". Expected 1 to 35 charac`,
  ],
  [
    '</EndToEndId>',
    '</EndToEndId><UETR>x</UETR>',
    `Field.Unexpected ${FIRST}/PmtId/UETR: The serv`,
  ],
  [
    'UK.OBIE.FPS',
    'UK.OBIE.X',
    `Unsupported.LocalInstrument ${FIRST}/PmtTpInf/LclInstrm/Prtry: Foun`,
  ],
  ['<LclInstrm>', '<SvcLvl/><LclInstrm>', `Field.Unexpected ${FIRST}/PmtTpInf/SvcLvl: The service`],
  [
    'Ccy="GBP"',
    'Ccy="EUR"',
    `Unsupported.Currency ${FIRST}/Amt/InstdAmt/@Ccy: Found "EUR". Domesti`,
  ],
  [' Ccy="GBP"', '', `Field.Missing ${FIRST}/Amt/InstdAmt/@Ccy: Ccy is required.`],
  [
    '>10.50<',
    '>10.505<',
    `Field.Invalid ${FIRST}/Amt/InstdAmt: Found "10.505". Expected more than`,
  ],
  [
    '>10.50<',
    '>1000000.01<',
    `Field.Invalid ${FIRST}/Amt/InstdAmt: Found 1,000,000.01. The maximum`,
  ],
  [
    '</Amt>',
    '</Amt><ChrgBr>SLEV</ChrgBr>',
    `Field.Unexpected ${FIRST}/ChrgBr: The service does not`,
  ],
  ['<Nm>Fresco Ltd</Nm>', '', `Field.Missing ${FIRST}/Cdtr/Nm: Nm is required.`],
  ['<Nm>Fresco Ltd</Nm>', `<Nm>${'x'.repeat(141)}</Nm>`, `Field.Invalid ${FIRST}/Cdtr/Nm: Found`],
  [
    '20000000000000',
    NORTHWIND,
    `Field.Invalid ${FIRST}/CdtrAcct/Id/Othr/Id: Found "11280001234567",`,
  ],
  [
    '<Cdtr>',
    `${agent('203040')}<Cdtr>`,
    `Field.Invalid ${FIRST}/CdtrAgt/FinInstnId/ClrSysMmbId/Mm`,
  ],
  [
    'FRESCO-0<',
    `${'x'.repeat(36)}<`,
    `Field.Invalid ${FIRST}/RmtInf/Strd/CdtrRefInf/Ref: Found "xx`,
  ],
  [
    '</Ustrd>',
    '</Ustrd><Ustrd>b</Ustrd>',
    `Field.Unexpected ${FIRST}/RmtInf/Ustrd: This element oc`,
  ],
  [
    '<RmtInf>',
    '<Purp><Cd>SALA</Cd></Purp><RmtInf>',
    `Field.Unexpected ${FIRST}/Purp: The service d`,
  ],
  [
    '<PmtId>',
    '<PmtId Id="1">',
    `Field.Unexpected ${FIRST}/PmtId/@Id: Unknown attribute. Remove it.`,
  ],
  ['<Cdtr>', '<CdtrAcct/><Cdtr>', `Field.Missing ${FIRST}/CdtrAcct/Id: Id is required.`],
];

describe('a fault of a pain.001', () => {
  it.each(FAULTS)('%j as %j', (from, to, fault) => {
    const faults = faultsOf(changed(from, to));
    expect(faults[0]).toContain(fault);
  });

  it.each(FAULTS.slice(0, -1))('is reported once: %j as %j', (from, to) => {
    expect(faultsOf(changed(from, to))).toHaveLength(1);
  });

  it('has the number of the PmtInf and of the payment in it, counted from 1', () => {
    const [first] = faultsOf(changed('Ccy="GBP"', 'Ccy="EUR"', true));
    expect(first).toContain(`Unsupported.Currency ${LAST}/Amt/InstdAmt/@Ccy`);
  });

  it('is reported with all others', () => {
    const file = FILE.replaceAll('GBP', 'EUR')
      .replace('TRF', 'CHK')
      .replace('<NbOfTxs>3', '<NbOfTxs>2');
    expect(faultsOf(Buffer.from(file)).map((fault) => fault.split(':')[0])).toEqual([
      'Field.Invalid PmtInf[1]/PmtMtd',
      'Unsupported.Currency PmtInf[1]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy',
      'Unsupported.Currency PmtInf[1]/CdtTrfTxInf[2]/Amt/InstdAmt/@Ccy',
      'Unsupported.Currency PmtInf[2]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy',
      'Field.Invalid GrpHdr/NbOfTxs',
    ]);
  });

  it('of the local instrument is that of the PmtInf, and reported once', () => {
    const type = '<PmtTpInf><LclInstrm><Prtry>UK.OBIE.X</Prtry></LclInstrm></PmtTpInf>';
    const file = FILE.replaceAll(/<PmtTpInf>.*?<\/PmtTpInf>/g, '').replaceAll(
      '</PmtMtd>',
      `</PmtMtd>${type}`,
    );
    expect(faultsOf(Buffer.from(file)).map((fault) => fault.split(':')[0])).toEqual([
      'Unsupported.LocalInstrument PmtInf[1]/PmtTpInf/LclInstrm/Prtry',
      'Unsupported.LocalInstrument PmtInf[2]/PmtTpInf/LclInstrm/Prtry',
    ]);
  });

  it('is a local instrument in both places, or in none', () => {
    const type = '<PmtTpInf><LclInstrm><Prtry>UK.OBIE.FPS</Prtry></LclInstrm></PmtTpInf>';
    expect(faultsOf(changed('</PmtMtd>', `</PmtMtd>${type}`))).toEqual([
      expect.stringContaining(`Field.Unexpected ${FIRST}/PmtTpInf/LclInstrm/Prtry: The PmtInf alr`),
      expect.stringContaining('Field.Unexpected PmtInf[1]/CdtTrfTxInf[2]/PmtTpInf/LclInstrm/Prtry'),
    ]);
    expect(faultsOf(changed(type, ''))).toEqual([
      `Field.Missing ${FIRST}/PmtTpInf/LclInstrm/Prtry: Prtry is required.`,
    ]);
  });

  it('is a Bacs payment together with others, at its local instrument', () => {
    const [first] = faultsOf(changed('UK.OBIE.FPS', 'UK.OBIE.BACS', true));
    expect(first).toContain(`Unsupported.LocalInstrument ${LAST}/PmtTpInf/LclInstrm: Found`);
  });
});
